"""Noting that a pupil looked a hand of class work up, while the work was open.

The public tools solve every hand, and so that of a puzzle too: nothing prevents it, and its teacher
is told. What is noted is which puzzle, with which tool, when and how often; never the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import standing, times_of
from classrooms.lookups.models import LookUp
from classrooms.people.models import Member
from okey import Hand
from puzzles.canonical import canonical_key
from puzzles.grading import exercise_shown
from puzzles.models import SAME_COLOURS

MOST_WORKS: Final = 20  # under way at once, of one pupil
KEPT: Final = 600  # seconds for which the names of a set's hands are remembered


def note(player: Player, tool: str, hands: Sequence[Hand]) -> None:
    """Note each puzzle of an open work whose hand is one of these, whatever their colours.

    One query for whoever has no work under way. A puzzle whose result was told at once is over.
    """
    works = _open_works(player)
    if not works:
        return
    asked = {canonical_key(hand) for hand in hands}
    for work in works:
        indices = [index for index, key in _keys(work.assignment).items() if key in asked]
        if indices and _is_open(work):
            told = work.answers.filter(index__in=indices, attempt__isnull=False)
            over = set(told.values_list("index", flat=True))
            for index in indices:
                if index not in over:
                    _count(work, index, tool)


def _open_works(player: Player) -> list[Work]:
    rows = Work.objects.under_way().filter(
        member__player=player,
        member__state=Member.State.ACTIVE,
        assignment__frozen_at__isnull=False,
        assignment__withdrawn_at__isnull=True,
    )
    return list(rows.select_related("assignment").order_by("-opened_at")[:MOST_WORKS])


def _is_open(work: Work) -> bool:
    own = work.assignment.extensions.filter(member=work.member_id).first()
    times = times_of(work.assignment, own)
    return standing(times, clock.now(), work.assignment.grace_minutes).takes


def _keys(assignment: Assignment) -> dict[int, str]:
    """By place in the set the name of its hand up to colours, where the puzzle has one."""
    where = f"lookups:{assignment.puzzle_set_id}"
    known: dict[int, str] | None = cache.get(where)
    if known is None:
        items = assignment.puzzle_set.items.select_related("puzzle")
        hands = {item.index: exercise_shown(item.puzzle, SAME_COLOURS).hand for item in items}
        known = {index: canonical_key(hand) for index, hand in hands.items() if hand is not None}
        cache.set(where, known, KEPT)
    return known


def _count(work: Work, index: int, tool: str) -> None:
    now = clock.now()
    mine = LookUp.objects.filter(work=work.pk, index=index, tool=tool)
    more = {"times": F("times") + 1, "last_at": now}
    if mine.update(**more):
        return
    try:
        with transaction.atomic():
            LookUp.objects.create(work=work, index=index, tool=tool, first_at=now, last_at=now)
    except IntegrityError:  # another request was quicker, or the work is gone
        mine.update(**more)

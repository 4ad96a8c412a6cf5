"""What a class misses: puzzles that pupils answered and never rightly, kinds and rules of them.

Over every graded try of who is in the class now. From it a review assignment is made in one go.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import Player
from classrooms.assignments import making
from classrooms.assignments.details import Details
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.assignments.timing import local_of
from classrooms.people.models import Classroom
from puzzles.models import AttemptMark, Puzzle, SetItem

MOST: Final = 20  # puzzles of a review
_WHERE: Final = ("set__assignment", "set__assignment__title")


@dataclass(frozen=True, slots=True)
class Miss:
    """A puzzle that `pupils` of those `asked` answered and none of their tries got right.

    `assignment`, its `title` and `number` say where it was asked last.
    """

    puzzle: uuid.UUID
    kind: str
    rules: str
    pupils: int
    asked: int
    assignment: uuid.UUID
    title: str
    number: int


@dataclass(frozen=True, slots=True)
class MissedRule:
    """A rule that so many pupils broke."""

    rule: str
    pupils: int


def misses(
    classroom: Classroom,
    *,
    assignments: Iterable[Assignment] | None = None,
    kinds: Sequence[str] = (),
    rules: str = "",
) -> list[Miss]:
    """The puzzles that the class misses, by most pupils first. Two queries at any size.

    Puzzles that were withdrawn are left out: nobody can say what would have been right. `rules`
    is a rule set's key.
    """
    wanted = {
        place: (members - solved, members)
        for place, members, solved in _counted(classroom, assignments)
        if members > solved
    }
    items = SetItem.objects.filter(set__in={one for one, _index in wanted})
    items = items.exclude(puzzle__state=Puzzle.State.WITHDRAWN)
    if kinds:
        items = items.filter(puzzle__kind__in=kinds)
    if rules:
        items = items.filter(puzzle__rules=rules)
    found: dict[uuid.UUID, Miss] = {}
    # Rows alone: positions of all puzzles that a year has asked are much to read.
    rows = items.order_by("set__assignment__created_at", "index").values_list(
        "set", "index", "puzzle", "puzzle__kind", "puzzle__rules", *_WHERE
    )
    for one, index, puzzle, kind, of, assignment, title in rows:
        if (one, index) in wanted:
            found[puzzle] = Miss(
                puzzle, kind, of, *wanted[one, index], assignment, title, index + 1
            )
    return sorted(found.values(), key=lambda one: (-one.pupils, str(one.puzzle)))


def _counted(
    classroom: Classroom, assignments: Iterable[Assignment] | None
) -> list[tuple[tuple[uuid.UUID, int], int, int]]:
    """For each place of a set: how many answered it, and how many ever rightly."""
    rows = _answers(classroom, assignments)
    counted = (
        rows.order_by()
        .values_list(F("work__assignment__puzzle_set"), "index")
        .annotate(
            members=Count("work__member", distinct=True),
            solved=Count("work__member", filter=Q(correct=True), distinct=True),
        )
    )
    return [((one, index), members, solved) for one, index, members, solved in counted]


def _answers(classroom: Classroom, assignments: Iterable[Assignment] | None) -> Any:
    rows = WorkAnswer.objects.filter(
        work__assignment__classroom=classroom,
        work__assignment__frozen_at__isnull=False,
        work__assignment__withdrawn_at__isnull=True,
        work__graded_at__isnull=False,
        work__member__state="active",
        work__member__role="pupil",
        correct__isnull=False,
    )
    if assignments is not None:
        rows = rows.filter(work__assignment__in=[one.pk for one in assignments])
    return rows


def class_misses(
    classroom: Classroom,
    *,
    assignments: Iterable[Assignment] | None = None,
    kinds: Sequence[str] = (),
    rules: str = "",
    most: int = MOST,
) -> list[Puzzle]:
    """The puzzles for a review: those that most pupils missed, of one rule set."""
    found = misses(classroom, assignments=assignments, kinds=kinds, rules=rules)
    if not found:
        return []
    wanted = rules or found[0].rules  # an assignment has one
    chosen = [one.puzzle for one in found if one.rules == wanted][:most]
    puzzles = Puzzle.objects.in_bulk(chosen)
    return [puzzles[one] for one in chosen]


def missed_rules(classroom: Classroom) -> list[MissedRule]:
    """The rules of the game that the class's answers broke, by most pupils first."""
    wrong = _answers(classroom, None).filter(correct=False)
    attempts = wrong.filter(attempt__isnull=False).values("attempt")
    marks = AttemptMark.objects.filter(attempt__in=attempts, sort=AttemptMark.Sort.RULE)
    pupils: dict[str, set[uuid.UUID]] = defaultdict(set)
    for rule, player in marks.order_by().values_list("key", "attempt__player").distinct():
        pupils[rule].add(player)
    paper = wrong.filter(attempt=None, work__source=Work.Source.PAPER).exclude(rules=[])
    for player, rules in paper.values_list("work__member__player", "rules"):
        for rule in rules:
            pupils[rule].add(player)
    found = [MissedRule(rule, len(who)) for rule, who in pupils.items()]
    return sorted(found, key=lambda one: (-one.pupils, one.rule))


def make_review(
    classroom: Classroom,
    *,
    actor: Player,
    key: uuid.UUID,
    kinds: Sequence[str] = (),
    rules: str = "",
    assignments: Iterable[Assignment] | None = None,
) -> Assignment:
    """Make a draft of what the class misses. The same key gives the same draft.

    Raise `NothingThere` where nothing was missed, and what `making.create` raises.
    """
    puzzles = class_misses(classroom, assignments=assignments, kinds=kinds, rules=rules)
    day = date_format(local_of(clock.now(), classroom.zone), "SHORT_DATE_FORMAT")
    made, _new = making.create(
        classroom.pk,
        actor=actor,
        key=key,
        details=Details(title=_("Review of %(day)s") % {"day": day}, variants=True),
        source=[making.Pick(one) for one in puzzles],
    )
    return made

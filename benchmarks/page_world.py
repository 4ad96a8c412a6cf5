"""A site in use, for `benchmarks.pages`: all kinds of puzzles, past dailies, answers, a class.

All is made in the database that Django is set up with: by the site's own services where they are
quick, by the factories of the tests where they are not.
"""

from __future__ import annotations

import datetime as dt
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from unittest import mock

from django.db import transaction
from django.utils.module_loading import import_string

from accounts import clock
from accounts.models import Player
from classrooms.assignments.models import Assignment
from classrooms.people import invitations
from jobs.drain import drain_jobs
from okey.rules.rulesets import rule_set
from puzzles import attempts, dailies, gates
from puzzles.collections import sharing
from puzzles.kinds.registry import KINDS
from puzzles.models import Puzzle, PuzzleSet, SetItem
from puzzles.store import store_shared
from tests.classrooms import objects as class_objects
from tests.classrooms.world import World, account, make_assignment, make_class, make_work
from tests.puzzles.kinds import PLACES, some
from tests.puzzles.test_kinds import sent_as
from tests.site.addresses import Address, Caller, caller
from tests.tutor import games, sheets

EACH: Final = 6  # puzzles of a kind and rule set
ANSWERED: Final = 3  # of them by the account
PUPILS: Final = 24
QUESTIONS: Final = 10  # of an assignment
SET: Final = 20  # puzzles of the account's set
DAYS: Final = 16  # of dailies that are past


@dataclass
class Site:
    """Who asks, and what of theirs there is. `shown`: a puzzle of each kind, to be answered."""

    callers: dict[str, Caller]
    room: World
    shown: dict[str, Puzzle]
    answered: dict[str, Any]  # kind -> attempt
    more: dict[str, dict[str, Any]]  # parameters of addresses whose example leads nowhere
    _made: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)

    def parameters(self, line: Address, role: str) -> dict[str, Any] | None:
        """What an address names for somebody; None where it names nothing. Made once."""
        if line.in_class:
            made: Callable[..., dict[str, Any]] = import_string(line.in_class)
            return self._once(line.in_class, role, lambda: made(self.room, role))
        player = self.callers[role].player
        if line.object and player is not None:
            factory = import_string(line.object)
            return self._once(line.object, role, lambda: factory(player))
        return self.more.get(line.route)

    def _once(self, name: str, role: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if (name, role) not in self._made:
            with (
                transaction.atomic(),
                mock.patch.object(class_objects, "make_assignment", full_assignment),
            ):
                self._made[name, role] = make()
        return self._made[name, role]


def full_assignment(room: World, **fields: Any) -> Assignment:
    """An assignment that all pupils of the class but the first have handed in."""
    made = make_assignment(room, **{"count": QUESTIONS, "title": "Openings again", **fields})
    if made.frozen_at is not None:
        for place, member in enumerate(room.pupils[1:], start=1):
            right = [(number + place) % 3 > 0 for number in range(QUESTIONS)]
            make_work(made, member, correct=list(right))
    return made


def make_site() -> Site:
    """Fill the database. Some ten seconds."""
    _make_dailies()
    shown, answers = _make_puzzles()
    who = {role: caller(role) for role in ("anonymous", "visitor", "account", "staff", "token")}
    for role in ("account", "staff"):
        _confirm(who[role])
    player = who["account"].player
    assert player is not None
    answered = {}
    for puzzle, raw, number in answers:
        answered[puzzle.kind] = _answer(player, puzzle, raw, right=number % 3 > 0)
    with transaction.atomic():
        room = make_class(pupils=PUPILS)
        for _ in range(10):
            full_assignment(room)
        made = _own_things(player, list(shown.values()))
    for role, whose in (("teacher", room.teacher), ("pupil", room.pupil)):
        who[role] = Caller(room.client(whose), whose)
    for one in who.values():
        one.client.raise_request_exception = False  # a page that fails is told at the end
    token = invitations.invite(classroom=room.classroom, actor=room.teacher)
    yesterday = clock.today() - dt.timedelta(days=1)
    more: dict[str, dict[str, Any]] = {
        "puzzles/daily/<str:date>/": {"date": yesterday.isoformat()},
        "puzzles/sets/shared/<str:token>/": {"token": sharing.share(made)},
        "classes/teach/<str:token>/": {"token": token},
    }
    made_before = {
        ("tests.site.objects.attempt", "account"): {"attempt_id": answered["can-open"].pk},
        ("tests.site.objects.puzzle_set", "account"): {"set_id": made.pk},
    }
    return Site(who, room, shown, answered, more, made_before)


def _make_dailies() -> None:
    """The dailies of the last days and of today, as a worker makes them."""
    then = clock.now() - dt.timedelta(days=DAYS)
    with mock.patch.object(clock, "now", return_value=then):
        dailies.ensure_dailies()
        drain_jobs()


def _make_puzzles() -> tuple[dict[str, Puzzle], list[tuple[Puzzle, dict[str, Any], int]]]:
    """A puzzle of each kind that nobody answers, and those to answer with what is right."""
    shown: dict[str, Puzzle] = {}
    answers: list[tuple[Puzzle, dict[str, Any], int]] = []
    for key, rules in PLACES:
        kind, rs = KINDS[key], rule_set(rules)
        passed = some(key, rules)[:EACH]
        proposals = [
            gates.proposal_of(kind, rs, one, seed=f"pages {number}")
            for number, one in enumerate(passed)
        ]
        with transaction.atomic():
            stored = store_shared(proposals)
        for number, (one, row) in enumerate(zip(passed, stored, strict=True)):
            if row is None:
                continue
            if number < ANSWERED:
                said = one.right[0]
                name = sent_as(kind.form, said, one.exercise.options)
                raw: dict[str, Any] = {name: True if name == "cannot" else said}
                answers.append((row.puzzle, raw, number + len(answers)))
            else:
                shown.setdefault(key, row.puzzle)
    return shown, answers


def _answer(player: Player, puzzle: Puzzle, raw: dict[str, Any], *, right: bool) -> Any:
    place = attempts.Place("practice")
    key = uuid.uuid4()
    if right:
        outcome = attempts.answer(player=player, puzzle=puzzle, place=place, raw=raw, key=key)
    else:
        outcome = attempts.give_up(player=player, puzzle=puzzle, place=place, key=key)
    return outcome.attempt


def _own_things(player: Player, shown: list[Puzzle]) -> PuzzleSet:
    """Sets, score sheets and games of the account; the set that has a link."""
    rows = []
    for number in range(12):
        rows.append(
            PuzzleSet.objects.create(
                owner=player,
                rules="101-guide",
                kinds=["can-open"],
                count=SET,
                seed=f"s{number}",
                key=uuid.uuid4(),
            )
        )
    SetItem.objects.bulk_create(
        SetItem(set=rows[0], index=index, puzzle=puzzle) for index, puzzle in enumerate(shown[:SET])
    )
    for _ in range(5):
        sheet = sheets.begin(player)
        for _ in range(5):
            sheets.write(sheet)
        games.begin(player)
    return rows[0]


def _confirm(who: Caller) -> None:
    """As if the password had just been given: pages about a second factor ask for it."""
    session = who.client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session.save()


__all__ = ["Site", "account", "full_assignment", "make_site"]

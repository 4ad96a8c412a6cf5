"""Whose time is over: the database says of many what `timing` says of one; none holds up others."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest

from accounts import clock
from accounts.models import Player
from classrooms.assignments import closing, ends, feedback, working
from classrooms.assignments.feedback import nobody_hands_in
from classrooms.assignments.models import Assignment, Extension, Work
from classrooms.assignments.timing import Standing, standing, times_of
from puzzles.models import Puzzle
from puzzles.ratings import choosing
from tests.classrooms.test_assignments_services import keep
from tests.classrooms.world import World, make_assignment, make_work

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 3, 29, 1, 0, tzinfo=dt.UTC)  # clocks are set forward in Berlin
CASES = 60


def drawn(chance: random.Random, world: World) -> Assignment:
    """An assignment with times about now, and pupils of whom some have more."""

    def moment(after: dt.datetime | None = None) -> dt.datetime | None:
        if after is None and chance.random() < 0.3:
            return None
        bound = chance.choice((-60, -30, -15, 0, 0, 15, 30, 60))
        found = NOW + dt.timedelta(minutes=bound, microseconds=chance.choice((-1, 0, 1)))
        return max(found, after) if after is not None else found

    due = moment()
    late = moment(due) if due is not None and chance.random() < 0.5 else None
    row = make_assignment(
        world,
        opens_at=NOW - dt.timedelta(days=1),
        due_at=due,
        late_until=late,
        grace_minutes=chance.choice((0, 15, 30)),
        feedback="after-due" if due is not None else "after-submit",
    )
    for member in world.pupils:
        make_work(row, member)
        if chance.random() < 0.5:
            Extension.objects.create(
                assignment=row, member=member, due_at=moment(), late_until=moment()
            )
    return row


def test_the_database_finds_the_ends_that_one_assignment_tells(world: World) -> None:
    chance = random.Random(7)
    rows = [drawn(chance, world) for _ in range(CASES)]
    over = {
        work.pk
        for work in Work.objects.select_related("assignment", "member")
        if standing(
            times_of(work.assignment, working.extension_of(work.assignment, work.member)),
            NOW,
            work.assignment.grace_minutes,
        )
        is Standing.CLOSED
    }
    assert 0 < len(over) < Work.objects.count()
    assert {work.pk for work in ends.overdue(NOW)} == over
    taking = {row.pk for row in rows if row.due_at is not None and not nobody_hands_in(row, NOW)}
    assert 0 < len(taking) < len(rows)
    with_an_end = Assignment.objects.filter(due_at__isnull=False)
    assert {row.pk for row in ends.taking_from_somebody(with_an_end, NOW)} == taking


def test_whoever_has_more_time_holds_nobody_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    row = make_assignment(world, due_at=now + dt.timedelta(hours=1))
    works = [working.begin(row, member) for member in world.pupils]
    for work in works:
        keep(work)
    first, *rest = Work.objects.order_by("pk")  # in the order of a sweep
    Extension.objects.create(
        assignment=row, member=first.member, due_at=now + dt.timedelta(days=30)
    )
    monkeypatch.setattr(closing, "MOST", 1)
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=2))
    for _ in rest:
        closing.ensure_due()
    first.refresh_from_db()
    assert first.submitted_at is None
    assert not Work.objects.under_way().exclude(pk=first.pk).exists()


def test_more_time_given_while_a_sweep_is_under_way_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    row = make_assignment(world, due_at=now + dt.timedelta(hours=1))
    work = working.begin(row, world.pupils[0])
    keep(work)
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=2))
    found: list[Any] = list(ends.overdue(clock.now()))
    Extension.objects.create(assignment=row, member=work.member, due_at=now + dt.timedelta(days=30))
    assert [one.pk for one in found] == [work.pk]
    assert working.close(found[0]) is None
    work.refresh_from_db()
    assert work.submitted_at is None


def held_back_of(player: Player) -> Any:
    """The ids of the puzzles that are offered to the player nowhere."""
    return Puzzle.objects.filter(pk__in=feedback.all_held_back(player)).values_list("pk", flat=True)


def test_what_class_work_may_hold_back_is_offered_to_its_pupils_nowhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    chance, refused = random.Random(11), 0
    for number in range(CASES):
        row = drawn(chance, world)
        if number % 3 == 0:
            Work.objects.filter(assignment=row, member=world.pupils[0]).delete()
        elif number % 3 == 1:
            Work.objects.filter(assignment=row, member=world.pupils[0]).update(submitted_at=NOW)
        for member in world.pupils:
            kept = set(held_back_of(member.player))
            for item in row.puzzle_set.items.select_related("puzzle"):
                if feedback.is_held_back(member.player, item.puzzle):
                    refused += 1
                    assert item.puzzle_id in kept, (number, member)
        Work.objects.filter(assignment=row).delete()
        row.delete()
    assert refused > CASES


def test_practice_offers_no_puzzle_that_waits_in_class_work(world: World) -> None:
    row = make_assignment(world)
    asked = set(row.puzzle_set.items.values_list("puzzle", flat=True))
    assert asked == set(Puzzle.objects.values_list("pk", flat=True))

    def offered(player: Player) -> list[Puzzle]:
        one = choosing.choose(player, rules=row.rules, kinds=["can-open"])
        several = choosing.several(player, rules=row.rules, kinds=["can-open"], count=3)
        return [puzzle for puzzle in (one, *several) if puzzle is not None]

    assert offered(world.pupil) == []
    assert len(offered(world.otherpupil.player)) == 4
    assert len(offered(world.teacher)) == 4
    over = clock.now() - dt.timedelta(hours=25)
    Assignment.objects.update(opens_at=over - dt.timedelta(days=1), due_at=over)
    assert len(offered(world.pupil)) == 4

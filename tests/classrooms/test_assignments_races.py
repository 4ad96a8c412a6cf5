"""Fifty presses of one button at once: one assignment, one work, one grade."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from classrooms.assignments import making, services, working
from classrooms.assignments.details import Details
from classrooms.assignments.models import Assignment, Work
from classrooms.live import services as live
from classrooms.live.models import LiveRound
from jobs import ring
from puzzles.models import Attempt, PuzzleSet
from tests.classrooms.world import make_assignment, make_class
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ring for nobody: these tests are their own workers."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)


def kept(work: Work, *indices: int) -> Work:
    items = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    for index in indices:
        working.keep(work, items.get(index=index), {"cannot": True})
    return work


def test_a_work_handed_in_fifty_times_at_once_has_one_grade() -> None:
    world = make_class()
    row = make_assignment(world)
    work = kept(working.begin(row, world.pupils[0]), 0, 1, 2)
    answers = at_once(50, lambda _number: working.hand_in(work))
    assert not any(isinstance(one, BaseException) for one in answers)
    graded = Work.objects.get()
    assert graded.out_of == 3
    assert Attempt.objects.answered().count() == 3
    assert graded.points == Attempt.objects.filter(correct=True).count()


def test_a_try_begun_fifty_times_at_once_is_one_try() -> None:
    world = make_class()
    row = make_assignment(world, tries=5)
    works = at_once(50, lambda _number: working.begin(row, world.pupils[0]))
    assert {work.pk for work in works} == {Work.objects.get().pk}


def test_answers_kept_while_it_is_handed_in_are_in_the_grade_or_refused() -> None:
    world = make_class()
    row = make_assignment(world)
    work = working.begin(row, world.pupils[0])

    def deed(number: int) -> Any:
        return working.hand_in(work) if number == 10 else kept(work, number % 3)

    at_once(20, deed)
    graded = Work.objects.get()
    assert graded.submitted_at is not None
    assert graded.graded_at is not None
    assert not graded.answers.filter(correct=None).exists()
    assert graded.points == graded.answers.filter(correct=True).count()


def test_one_form_sent_twenty_times_at_once_makes_one_assignment_and_one_set() -> None:
    world = make_class()
    key = uuid.uuid4()
    spec = making.Specification(rules="101-club", count=2)
    made = at_once(
        20,
        lambda _number: making.create(
            world.classroom.pk, actor=world.teacher, key=key, details=Details("x"), source=spec
        ),
    )
    assert {row.pk for row, _new in made} == {Assignment.objects.get().pk}
    assert sum(new for _row, new in made) == 1
    assert PuzzleSet.objects.count() == 1


def test_a_draft_that_is_frozen_and_deleted_at_once_is_one_of_both() -> None:
    world = make_class()
    row = make_assignment(world, frozen=False)

    def deed(number: int) -> Any:
        if number % 2:
            return services.delete(row, actor=world.teacher)
        return services.freeze(row, actor=world.teacher)

    at_once(10, deed)
    left = Assignment.objects.first()
    assert left is None or left.frozen_at is not None


def test_a_class_that_starts_twenty_rounds_at_once_has_one() -> None:
    world = make_class()
    rows = [make_assignment(world) for _ in range(2)]
    at_once(
        20,
        lambda number: live.start(world.classroom.pk, rows[number % 2].pk, actor=world.teacher),
    )
    running = LiveRound.objects.get()
    works = [kept(working.begin(running.assignment, member), 0) for member in world.pupils]
    at_once(10, lambda _number: live.end(running, actor=world.teacher))
    assert Work.objects.filter(submitted_at__isnull=False, out_of=3).count() == len(works)

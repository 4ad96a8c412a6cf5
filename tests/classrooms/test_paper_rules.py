"""Rules missed on paper: melds as they were laid name them, as on a screen; marks cannot."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

import okey
from accounts import clock
from classrooms.assignments.models import Assignment, WorkAnswer
from classrooms.gradebook import misses
from classrooms.gradebook.items import analyse
from classrooms.grading import regrading, services
from classrooms.grading.models import GradeChange, Regrading
from classrooms.paper import results
from classrooms.people.models import Member
from tests.classrooms.test_grading_works import handed_in
from tests.classrooms.world import World, make_assignment

pytestmark = pytest.mark.django_db


def enter(assignment: Assignment, member: Member, answers: dict[int, Any], world: World) -> None:
    results.enter_answers(assignment, member, answers, late=False, actor=world.teacher)


def told(assignment: Assignment) -> dict[str, tuple[int, tuple[int, ...]]]:
    return {one.rule: (one.pupils, one.puzzles) for one in analyse(assignment).rules}


def on_screen(assignment: Assignment, member: Member) -> list[Any]:
    """Wrong answers of a pupil on a screen, and what they are."""
    work = handed_in(assignment, member, "---")
    services.grade(work)
    return [one.answer for one in work.answers.order_by("index")]


def test_melds_from_paper_miss_the_rules_that_the_same_melds_miss_on_a_screen(
    world: World,
) -> None:
    assignment = make_assignment(world)
    laid = on_screen(assignment, world.pupils[0])
    alone = told(assignment)
    assert alone
    enter(assignment, world.pupils[1], dict(enumerate(laid)), world)
    both = told(assignment)
    assert both == {rule: (2, puzzles) for rule, (_one, puzzles) in alone.items()}
    assert {one.rule: one.pupils for one in misses.missed_rules(world.classroom)} == {
        rule: pupils for rule, (pupils, _puzzles) in both.items()
    }
    assert analyse(assignment).by_marks == 0


def test_a_mark_names_no_rule_and_the_page_says_so(world: World) -> None:
    assignment = make_assignment(world)
    laid = on_screen(assignment, world.pupils[0])
    before = told(assignment)
    enter(assignment, world.pupils[1], dict(enumerate(laid)), world)
    marks = dict.fromkeys(range(3), results.RIGHT)
    enter(assignment, world.pupils[1], marks, world)  # the teacher says otherwise
    enter(assignment, world.pupils[1], {**marks, 0: results.WRONG, 1: results.WRONG}, world)
    assert told(assignment) == before
    assert analyse(assignment).by_marks == 2
    path = reverse("assignment-results", args=[world.classroom.pk, assignment.pk])
    page = world.client(world.teacher).get(path).content.decode()
    assert "2 wrong answers from paper were entered as marks alone" in page


def test_grading_again_changes_the_rules_of_paper_with_its_verdict(world: World) -> None:
    assignment = make_assignment(world)
    laid = on_screen(assignment, world.pupils[0])
    enter(assignment, world.pupils[1], dict(enumerate(laid)), world)
    row = WorkAnswer.objects.exclude(rules=[]).first()
    assert row is not None
    look = Regrading.objects.create(
        assignment=assignment, engine_version=okey.__version__, looked_at=clock.now()
    )
    GradeChange.objects.create(
        regrading=look, answer=row, before=False, after=True, verdict={"rules": []}
    )
    regrading.apply(look, actor=world.teacher, never_lower=False)
    row.refresh_from_db()
    assert (row.correct, row.rules) == (True, [])

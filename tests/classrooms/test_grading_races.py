"""Many at once grade one work, or hand it to jobs: one grade, one attempt an answer."""

from __future__ import annotations

from typing import Any

import pytest

from classrooms.assignments.models import WorkAnswer
from classrooms.grading import marks, regrading, services
from classrooms.grading.models import GradeChange
from classrooms.people.models import AuditEntry
from jobs import ring
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from puzzles.models import Attempt
from tests.classrooms.test_grading_works import fresh, handed_in
from tests.classrooms.world import make_assignment, make_class
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ring for nobody: these tests are their own workers."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)


def test_a_work_graded_twenty_times_at_once_has_one_grade_and_one_attempt_an_answer() -> None:
    world = make_class()
    work = handed_in(make_assignment(world), world.pupils[0], "+-+")
    answers = at_once(20, lambda _number: services.grade(work))
    assert answers == [None] * 20
    assert fresh(work).points == 2
    assert Attempt.objects.count() == 3


def test_two_workers_on_the_jobs_of_one_work_give_one_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    world = make_class()
    work = handed_in(make_assignment(world), world.pupils[0], "+-+")
    jobs_made = at_once(10, lambda _number: services.grade(work))
    assert len({job.pk for job in jobs_made}) == Job.objects.count() == 1
    first = Job.objects.get()
    # The same work under another version of the engine, as while a deployment goes on.
    second = Job.objects.create(kind=services.JOB, queue="grade", args=first.args)
    pks = [first.pk, second.pk]
    results: list[Any] = at_once(2, lambda number: run_job(pks[number]))
    assert not any(isinstance(one, BaseException) for one in results)
    assert fresh(work).points == 2
    assert Attempt.objects.count() == 3
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def test_an_answer_is_judged_once_whoever_asks() -> None:
    world = make_class()
    work = handed_in(make_assignment(world), world.pupils[0], "+++", submitted_at=None)
    found = at_once(20, lambda _number: marks.answer_one(work, 1))
    assert {one.attempt.pk for one in found} == {Attempt.objects.get().pk}


def test_a_regrading_applied_fifty_times_at_once_changes_each_grade_once() -> None:
    world = make_class()
    assignment = make_assignment(world)
    works = [handed_in(assignment, member, "+-+") for member in world.pupils]
    for work in works:
        services.grade(work)
    row = regrading.look(assignment, actor=world.teacher)
    drain_jobs()
    GradeChange.objects.bulk_create(
        GradeChange(
            regrading=row,
            answer=answer,
            before=False,
            after=True,
            verdict=answer.attempt.verdict if answer.attempt else {},
        )
        for answer in WorkAnswer.objects.filter(correct=False).select_related("attempt")
    )
    answers = at_once(
        50, lambda _number: regrading.apply(row, actor=world.teacher, never_lower=False)
    )
    assert answers == [3] * 50
    assert [fresh(work).points for work in works] == [3, 3, 3]
    assert AuditEntry.objects.filter(action="grades.again").count() == 1

"""A work that is handed in gets one grade: at once or by a job, however often and in whatever way
the job runs, dies or is lost."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

import okey
from accounts import clock
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.grading import jobs as handler
from classrooms.grading import marks, services, states, sweeper
from classrooms.grading.states import Shown, state_of
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.services import cancel
from jobs.states import State
from okey.errors import InputError
from puzzles.models import Attempt, PuzzleSolution
from tests.classrooms.world import World, make_assignment

pytestmark = pytest.mark.django_db


def right_answer(assignment: Assignment, index: int) -> dict[str, Any]:
    """An answer to a puzzle of an assignment that the engine calls right."""
    puzzle = assignment.puzzle_set.items.get(index=index).puzzle
    answer = PuzzleSolution.objects.get(puzzle=puzzle).answer
    if not answer["opens"]:
        return {"cannot": True}
    by_points = answer["best_points"] >= answer["threshold"]
    return {"melds": str(answer["best_melds"] if by_points else answer["pair_melds"])}


def wrong_answer(assignment: Assignment, index: int) -> dict[str, Any]:
    """An answer that it calls wrong."""
    if right_answer(assignment, index) != {"cannot": True}:
        return {"cannot": True}
    return {"melds": "R1 R2 R3"}


def handed_in(
    assignment: Assignment, member: Any, right: str, *, try_no: int = 1, **fields: Any
) -> Work:
    """A work that is handed in and not graded: `right` has a letter a puzzle, + right, - wrong,
    . left out."""
    work = Work.objects.create(
        assignment=assignment,
        member=member,
        try_no=try_no,
        **{"submitted_at": clock.now(), **fields},
    )
    for index, letter in enumerate(right):
        if letter != ".":
            answer = right_answer if letter == "+" else wrong_answer
            WorkAnswer.objects.create(work=work, index=index, answer=answer(assignment, index))
    return work


def fresh(work: Work) -> Work:
    return Work.objects.select_related("job").get(pk=work.pk)


def test_a_short_work_is_graded_at_once_and_its_points_are_the_right_answers(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+-.")
    assert services.grade(work) is None
    now = fresh(work)
    assert (now.points, now.out_of, now.engine_version) == (1, 3, okey.__version__)
    assert state_of(now) == Shown.DONE
    assert list(now.answers.order_by("index").values_list("index", "correct")) == [
        (0, True),
        (1, False),
    ]


def test_an_answer_of_a_class_is_an_attempt_of_its_assignment_with_verdict_and_versions(
    world: World,
) -> None:
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "+-.")
    services.grade(work)
    attempts = Attempt.objects.filter(context="assignment", context_id=assignment.pk)
    assert {one.key for one in attempts} == {uuid.uuid5(work.pk, "0"), uuid.uuid5(work.pk, "1")}
    for row in work.answers.select_related("attempt"):
        assert row.attempt is not None
        assert row.attempt.correct == row.correct
        assert row.attempt.result["verdict"] is not None or row.answer == {"cannot": True}
        assert row.attempt.player == world.pupil


def test_grading_again_changes_nothing(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "++-")
    services.grade(work)
    first = fresh(work)
    services.grade(work)
    assert marks.settle(work)
    again = fresh(work)
    assert (again.points, again.graded_at) == (first.points, first.graded_at)
    assert Attempt.objects.count() == 3


def test_a_puzzle_left_out_in_an_earlier_try_may_be_answered_in_a_later_one(world: World) -> None:
    assignment = make_assignment(world, tries=2)
    services.grade(handed_in(assignment, world.pupils[0], "+.."))
    second = handed_in(assignment, world.pupils[0], "+++", try_no=2)
    services.grade(second)
    assert fresh(second).points == 3


def test_an_answer_on_paper_is_judged_without_an_attempt(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+-+", source=Work.Source.PAPER)
    services.grade(work)
    assert fresh(work).points == 2
    assert Attempt.objects.count() == 0


def test_where_only_right_or_wrong_is_known_that_is_counted(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "...", source=Work.Source.PAPER)
    for index, correct in enumerate([True, True, False]):
        WorkAnswer.objects.create(work=work, index=index, correct=correct)
    services.grade(work)
    assert fresh(work).points == 2


def test_nothing_is_settled_before_it_is_handed_in(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+++", submitted_at=None)
    for index in range(3):
        assert marks.answer_one(work, index).correct is True
    assert not marks.settle(work)
    assert fresh(work).points is None
    assert state_of(fresh(work)) == Shown.UNDER_WAY


def test_an_answer_judged_at_once_keeps_its_verdict_when_the_work_is_handed_in(
    world: World,
) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+++", submitted_at=None)
    first = marks.answer_one(work, 0)
    assert first.attempt is not None
    again = marks.answer_one(work, 0)
    assert again.attempt == first.attempt
    Work.objects.filter(pk=work.pk).update(submitted_at=clock.now())
    services.grade(fresh(work))
    assert work.answers.get(index=0).attempt == first.attempt


def test_a_long_work_is_graded_by_one_job(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 2)
    work = handed_in(make_assignment(world), world.pupils[0], "+-+")
    job = services.grade(work)
    assert job is not None
    assert services.grade(work) == job
    assert state_of(fresh(work)) == Shown.QUEUED
    assert drain_jobs() == 1
    now = fresh(work)
    assert (now.points, state_of(now)) == (2, Shown.DONE)
    assert now.job is not None
    assert (now.job.progress_done, now.job.progress_total) == (3, 3)


def test_a_job_killed_at_any_answer_and_run_again_gives_the_one_result(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    assignment = make_assignment(world)
    judge = marks.answer_one
    for member, falls_at in zip(world.pupils, range(3), strict=True):
        work = handed_in(assignment, member, "+-+")
        services.grade(work)

        def falls(work: Work, index: int, falls_at: int = falls_at) -> Any:
            if index == falls_at:
                raise RuntimeError("killed")
            return judge(work, index)

        monkeypatch.setattr(marks, "answer_one", falls)
        drain_jobs()
        assert fresh(work).points is None
        assert work.answers.exclude(correct=None).count() == falls_at
        monkeypatch.setattr(marks, "answer_one", judge)
        drain_jobs(skip_waits=True)
        assert fresh(work).points == 2
        assert Attempt.objects.filter(player=member.player).count() == 3


def test_a_work_whose_job_is_gone_is_found_and_graded(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    work = handed_in(make_assignment(world), world.pupils[0], "+++")
    services.grade(work)
    Job.objects.all().delete()
    assert state_of(fresh(work)) == Shown.QUEUED
    sweeper.ensure_due()
    sweeper.ensure_due()
    assert Job.objects.filter(kind=services.JOB).count() == 1
    drain_jobs()
    assert fresh(work).points == 3
    assert sweeper.lost() == []


def test_a_work_that_never_got_a_job_is_found(world: World) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+++")
    assert sweeper.lost() == [work]
    handed_in(make_assignment(world), world.pupils[1], "+++", submitted_at=None)
    assert sweeper.lost() == [work]


def test_a_failed_grading_is_shown_as_failed_and_tried_again_after_a_rest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = handed_in(make_assignment(world), world.pupils[0], "+++")

    def falls(work: Work, index: int) -> Any:
        raise InputError("input.field", "answer")

    with monkeypatch.context() as broken:
        broken.setattr(marks, "answer_one", falls)
        assert services.grade(work) is not None  # what is handed in stands, whatever happens
        drain_jobs(skip_waits=True)
    now = fresh(work)
    assert now.job is not None
    assert (now.job.state, now.job.last_error) == (State.FAILED, handler.UNREADABLE)
    assert state_of(now) == Shown.FAILED
    sweeper.ensure_due()
    assert state_of(fresh(work)) == Shown.FAILED
    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + dt.timedelta(minutes=21))
    sweeper.ensure_due()
    assert state_of(fresh(work)) == Shown.QUEUED
    drain_jobs()
    assert fresh(work).points == 3


@pytest.mark.parametrize("ended", ["failed", "cancelled", "deleted"])
def test_a_teacher_has_it_tried_again_at_once(
    ended: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    assignment = make_assignment(world)
    work = handed_in(assignment, world.pupils[0], "+++")
    job = services.grade(work)
    assert job is not None
    if ended == "failed":
        Job.objects.update(state=State.FAILED, finished_at=clock.now())
    elif ended == "cancelled":
        cancel(job)
    else:
        job.delete()
    assert states.is_lost(fresh(work))
    assert services.put_back_all(assignment) == 1
    assert services.put_back_all(assignment) == 0
    drain_jobs()
    assert fresh(work).points == 3


def test_a_running_job_is_shown_as_running_and_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    work = handed_in(make_assignment(world), world.pupils[0], "+++")
    services.grade(work)
    seen: list[Shown] = []
    judge = marks.answer_one

    def looks(one: Work, index: int) -> Any:
        seen.append(state_of(fresh(work)))
        assert sweeper.lost() == []
        return judge(one, index)

    monkeypatch.setattr(marks, "answer_one", looks)
    drain_jobs()
    assert seen == [Shown.RUNNING] * 3


def test_the_job_of_a_work_that_was_erased_ends_quietly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    work = handed_in(make_assignment(world), world.pupils[0], "+++")
    job = services.grade(work)
    assert job is not None
    work.delete()
    drain_jobs()
    assert Job.objects.get(pk=job.pk).state == State.DONE

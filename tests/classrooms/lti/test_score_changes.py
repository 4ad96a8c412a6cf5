"""Whatever changes what a pupil has is sent by itself: each cause, once, and nothing where nothing
changed; what is not there any more is taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

import okey
from accounts import clock
from classrooms.assignments import services, working
from classrooms.assignments.models import Assignment, Work, WorkAnswer
from classrooms.grading import regrading
from classrooms.grading.models import GradeChange, Regrading
from classrooms.lti import scores
from classrooms.lti.models import LtiLink, LtiScore
from classrooms.paper import results
from classrooms.paper.results import Entry
from classrooms.people import members
from jobs import claim
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from tests.classrooms.lti.test_scores import Course, course
from tests.classrooms.world import make_work

__all__ = ["course"]  # the fixture

pytestmark = pytest.mark.django_db


def given(course: Course) -> list[Any]:
    """What the platform was sent, None for a score that was taken back."""
    drain_jobs()
    return [one.get("scoreGiven") for one in course.platform.scores]


def extend(course: Course, **fields: Any) -> None:
    services.extend(course.assignment, course.member.pk, fields, actor=course.world.teacher)


def change(course: Course, **fields: Any) -> None:
    services.change(course.assignment, fields, actor=course.world.teacher)


def paper(course: Course, marks: str, shown: str = "") -> None:
    entry = Entry(course.member.pk, marks, shown)
    results.enter(course.assignment, [entry], actor=course.world.teacher)


def test_who_is_excused_has_no_score_there_and_has_it_again_afterwards(course: Course) -> None:
    course.work([True, True, None])
    assert given(course) == [2]
    extend(course, excused=True)
    assert given(course) == [2, None]
    told = course.platform.scores[-1]
    assert (told["activityProgress"], told["gradingProgress"]) == ("Initialized", "NotReady")
    assert "scoreMaximum" not in told
    assert told["timestamp"] > course.platform.scores[0]["timestamp"]
    extend(course)
    assert given(course) == [2, None, 2]
    assert LtiScore.objects.get().state == "sent"


def test_a_try_that_an_extension_gave_is_sent(course: Course) -> None:
    change(course, tries=1)
    course.work([True, None, None])
    extend(course, tries=2)
    drain_jobs()
    work = working.begin(course.assignment, course.member)
    item = course.assignment.puzzle_set.items.select_related("puzzle").get(index=0)
    working.keep(work, item, {"cannot": True})
    working.hand_in(work)
    work.refresh_from_db()
    counts = max(1, work.points or 0)
    assert given(course)[-1] == counts


@pytest.mark.parametrize(("counting", "sent"), [("last", 1), ("first", 2)])
def test_another_way_of_counting_sends_what_counts_then(
    course: Course, counting: str, sent: int
) -> None:
    course.work([True, True, None])
    course.work([True, True, True], try_no=2)
    course.work([True, None, None], try_no=3)
    assert given(course) == [3]
    change(course, counting=counting)
    assert given(course) == [3, sent]
    change(course, counting="best")
    assert given(course) == [3, sent, 3]


def test_grading_again_sends_what_it_changed_once(course: Course) -> None:
    work = course.work([True, False, None])
    assert given(course) == [1]
    answer = WorkAnswer.objects.get(work=work, index=1)
    look = Regrading.objects.create(
        assignment=course.assignment, engine_version=okey.__version__, looked_at=clock.now()
    )
    GradeChange.objects.create(regrading=look, answer=answer, before=False, after=True)
    for _ in range(2):
        regrading.apply(look, actor=course.world.teacher, never_lower=False)
    assert given(course) == [1, 2]


def test_a_sheet_of_paper_its_late_correction_and_its_taking_back_are_sent(
    course: Course,
) -> None:
    paper(course, "+-.")
    assert given(course) == [1]
    Assignment.objects.update(due_at=clock.now() - dt.timedelta(days=1))
    paper(course, "++.", "+-.")
    assert given(course) == [1, 2]
    paper(course, "", "++.")
    assert given(course) == [1, 2, None]
    assert not Work.objects.exists()
    paper(course, "+++")
    assert given(course) == [1, 2, None, 3]


def test_where_a_sheet_is_taken_back_the_try_that_counts_then_is_sent(course: Course) -> None:
    course.work([True, None, None])
    paper(course, "+++")
    assert given(course) == [3]
    paper(course, "", "+++")
    assert given(course) == [3, 1]


def test_melds_from_paper_and_a_mark_that_corrects_them_are_sent(course: Course) -> None:
    for mark, wanted in ((results.RIGHT, 1), (results.WRONG, 0)):
        results.enter_answers(
            course.assignment, course.member, {0: mark}, late=False, actor=course.world.teacher
        )
        assert given(course)[-1] == wanted


def test_a_withdrawn_assignment_takes_its_scores_back_and_gives_them_again(
    course: Course,
) -> None:
    course.work([True, True, None])
    assert given(course) == [2]
    services.withdraw(course.assignment, actor=course.world.teacher)
    assert given(course) == [2, None]
    services.put_back(course.assignment, actor=course.world.teacher)
    assert given(course) == [2, None, 2]


def test_a_try_that_waits_for_its_grade_changes_nothing_there(course: Course) -> None:
    course.work([True, True, None])
    change(course, counting="last")
    assert given(course) == [2]
    make_work(course.assignment, course.member, submitted_at=clock.now(), try_no=2)
    scores.changed(course.assignment.pk)
    assert given(course) == [2]


def test_who_was_taken_out_keeps_the_score_there(course: Course) -> None:
    course.work([True, True, None])
    assert given(course) == [2]
    members.remove_member(
        classroom=course.world.classroom,
        member_id=course.member.pk,
        actor=course.world.teacher,
    )
    scores.changed(course.assignment.pk)
    assert given(course) == [2]


@pytest.mark.parametrize(
    "deed",
    [
        lambda course: change(course, words="Until Friday"),
        lambda course: change(course, due_at=clock.now() + dt.timedelta(days=9)),
        lambda course: extend(course, due_at=clock.now() + dt.timedelta(days=9)),
        lambda course: services.set_recipients(
            course.assignment, [course.member.pk], actor=course.world.teacher
        ),
    ],
    ids=["words", "due", "extension", "recipients"],
)
def test_what_changes_no_points_sends_nothing(
    course: Course, deed: Callable[[Course], None]
) -> None:
    course.work([True, True, None])
    assert given(course) == [2]
    deed(course)
    assert given(course) == [2]
    assert not Job.objects.unfinished().exists()


def test_several_changes_before_the_job_are_one_job_and_one_score(course: Course) -> None:
    course.work([True, True, None])
    change(course, counting="last")
    extend(course, tries=4)
    assert Job.objects.filter(kind=scores.CHANGED_JOB).count() == 1
    assert given(course) == [2]


def test_without_a_link_that_wants_grades_no_job_is_made(course: Course) -> None:
    drain_jobs()
    Job.objects.all().delete()
    LtiLink.objects.update(line_item="")
    course.work([True, True, None])
    change(course, counting="last")
    assert not Job.objects.exists()


def test_the_job_again_writes_nothing_new(course: Course) -> None:
    course.work([True, True, None])
    drain_jobs()
    serial = LtiScore.objects.get().serial
    job = Job.objects.get(kind=scores.CHANGED_JOB)
    Job.objects.filter(pk=job.pk).update(state="queued", finished_at=None)
    run_job(job.pk)
    assert LtiScore.objects.get().serial == serial
    assert claim.claim(job.pk) is None


def test_several_pupils_at_two_links_have_each_their_own(course: Course) -> None:
    twin = LtiLink.objects.get()
    twin.pk, twin.link_id = None, "second"
    twin.line_item = twin.line_item.replace("/items/1", "/items/2")
    twin.save(force_insert=True)
    course.work([True, True, None])
    assert sorted(given(course)) == [2, 2]
    assert {url.split("/scores")[0] for url in course.platform.score_urls} == {
        "/items/1",
        "/items/2",
    }

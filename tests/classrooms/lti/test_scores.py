"""The score that counts gets to the platform once it is final: once, later where the platform was
down, and with a reason for the teacher where it is not taken."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts import clock
from classrooms.assignments.models import Assignment, Work
from classrooms.grading import marks
from classrooms.lti import own_keys, scores
from classrooms.lti.models import LtiKey, LtiLink, LtiScore, LtiUser
from classrooms.people.models import Member
from jobs.drain import drain_jobs
from jobs.models import Job
from tests.classrooms.lti.conftest import Browser
from tests.classrooms.lti.linking import link_to
from tests.classrooms.lti.platform import GRADES, Platform
from tests.classrooms.world import World, make_class, make_work

pytestmark = pytest.mark.django_db


@dataclass
class Course:
    """A course whose link opens an assignment, with a pupil who came by it."""

    platform: Platform
    world: World
    assignment: Assignment
    member: Member
    link: LtiLink

    def work(self, correct: list[bool | None], **fields: object) -> Work:
        """A graded work of the pupil, told to the adapter as grading does."""
        work = make_work(self.assignment, self.member, correct=correct, **fields)
        scores.changed(work.assignment_id)
        return work


@pytest.fixture
def course(visitor: Browser) -> Course:
    world = make_class()
    link, assignment = link_to(world, visitor, tries=3)
    pupil = Browser(visitor.platform, Client())
    pupil.launch("Learner", sub="pupil")
    member = Member.objects.get(player__lti_users__sub="pupil")
    return Course(visitor.platform, world, assignment, member, link)


def test_a_graded_work_is_sent_with_the_time_at_which_it_was_handed_in(course: Course) -> None:
    work = course.work([True, False, None])
    drain_jobs()
    [sent] = course.platform.scores
    assert course.platform.score_urls == ["/items/1/scores?type_id=7"]
    assert (sent["userId"], sent["scoreGiven"], sent["scoreMaximum"]) == ("pupil", 1, 3)
    assert (sent["activityProgress"], sent["gradingProgress"]) == ("Completed", "FullyGraded")
    assert work.submitted_at is not None
    told = dt.datetime.fromisoformat(sent["submission"]["submittedAt"])
    assert abs(told - work.submitted_at) < dt.timedelta(milliseconds=2)
    assert LtiScore.objects.get().state == "sent"


def test_settling_a_work_tells_it_in_its_own_transaction(course: Course) -> None:
    work = make_work(course.assignment, course.member, correct=[True, True, None])
    marks.settle(work)
    assert Job.objects.get().kind == scores.CHANGED_JOB
    drain_jobs()
    assert LtiScore.objects.get().points == 2


def test_the_same_score_is_sent_once_however_often_it_is_told(course: Course) -> None:
    work = course.work([True, False, None])
    scores.changed(work.assignment_id)
    drain_jobs()
    scores.changed(work.assignment_id)
    drain_jobs()
    assert len(course.platform.scores) == 1


def test_what_is_sent_is_what_counts_and_not_what_came_last(course: Course) -> None:
    course.work([True, True, None])
    drain_jobs()
    course.work([True, False, None], try_no=2)
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [2]
    course.work([True, True, True], try_no=3)
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [2, 3]


def test_a_later_score_has_a_later_moment_whatever_the_clock_does(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = course.work([True, False, None])
    drain_jobs()
    first = LtiScore.objects.get().changed_at
    monkeypatch.setattr(clock, "now", lambda: first - dt.timedelta(hours=1))
    Work.objects.filter(pk=work.pk).update(points=3)
    scores.changed(work.assignment_id)
    drain_jobs()
    assert LtiScore.objects.get().changed_at > first


def test_a_grade_that_is_changed_after_the_close_is_sent_as_well(course: Course) -> None:
    work = course.work([True, False, None])
    drain_jobs()
    Assignment.objects.update(due_at=clock.now() - dt.timedelta(hours=1))
    Work.objects.filter(pk=work.pk).update(points=2)
    scores.changed(work.assignment_id)
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [1, 2]


def test_nothing_is_sent_before_it_is_final_or_out_of_nothing(course: Course) -> None:
    under_way = make_work(course.assignment, course.member)
    scores.changed(under_way.assignment_id)
    waiting = make_work(
        course.assignment, course.world.pupils[0], submitted_at=clock.now(), try_no=1
    )
    scores.changed(waiting.assignment_id)
    under_way.delete()
    course.work([])  # of no puzzles: 0 of 0
    assert not LtiScore.objects.exists()
    assert not Job.objects.filter(kind=scores.JOB).exists()


def test_nothing_happens_where_it_is_off_or_no_link_wants_it(
    course: Course, settings: Settings
) -> None:
    settings.ISTAKA_LTI = False
    course.work([True, False, None])
    settings.ISTAKA_LTI = True
    LtiLink.objects.update(line_item="")
    course.work([True, False, None], try_no=2)
    course.link.assignment = None
    course.link.save()
    course.work([True, False, None], try_no=3)
    assert not LtiScore.objects.exists()


def test_a_pupil_who_did_not_come_by_the_platform_is_not_sent(course: Course) -> None:
    make_work(course.assignment, course.world.pupils[0], correct=[True, True, True])
    scores.changed(course.assignment.pk)
    drain_jobs()
    assert not LtiScore.objects.exists()


def test_a_platform_that_was_down_gets_the_score_when_it_is_up_again(course: Course) -> None:
    course.platform.down = True
    course.work([True, False, None])
    for _ in range(6):  # the tries of the job, without the time between them
        drain_jobs()
        Job.objects.unfinished().update(run_after=clock.now())
    row = LtiScore.objects.get()
    assert (row.state, row.reason, row.tries) == ("pending", "unreachable", 5)
    assert Job.objects.get(kind=scores.JOB).state == "failed"
    course.platform.down = False
    LtiScore.objects.update(changed_at=clock.now() - dt.timedelta(hours=1))
    Job.objects.update(finished_at=clock.now() - dt.timedelta(hours=1))
    scores.take_up(clock.now())
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [1]
    assert LtiScore.objects.get().state == "sent"


def test_after_three_days_a_silent_platform_is_given_up_and_the_teacher_sends_again(
    course: Course,
) -> None:
    course.platform.down = True
    course.work([True, False, None])
    drain_jobs()
    scores.take_up(clock.now() + dt.timedelta(days=4))
    row = LtiScore.objects.get()
    assert (row.state, row.reason) == ("failed", "gave-up")
    course.platform.down = False
    teacher = course.world.client(course.world.teacher)
    where = f"/classes/{course.world.classroom.pk}/lti/"
    assert "Ada Marker" not in teacher.get(where).content.decode()
    assert course.member.nickname in teacher.get(where).content.decode()
    assert teacher.post(f"{where}{course.link.pk}/again/").status_code == 302
    drain_jobs()
    assert LtiScore.objects.get().state == "sent"


@pytest.mark.parametrize("status", [400, 403, 404, 409, 422])
def test_a_score_that_is_not_taken_is_a_reason_and_not_tried_for_ever(
    course: Course, status: int
) -> None:
    course.platform.score_status = status
    course.work([True, False, None])
    drain_jobs()
    row = LtiScore.objects.get()
    assert (row.state, row.reason, row.tries) == ("failed", f"refused-{status}", 1)


def test_a_token_is_kept_and_asked_for_anew_when_it_is_taken_back(course: Course) -> None:
    course.work([True, False, None])
    drain_jobs()
    course.work([True, True, None], try_no=2)
    drain_jobs()
    assert course.platform.tokens_asked == 1
    course.platform.revoked.add(course.platform.scores[0]["token"])
    course.work([True, True, True], try_no=3)
    drain_jobs()
    assert course.platform.tokens_asked == 2
    assert [one["scoreGiven"] for one in course.platform.scores] == [1, 2, 3]


def test_a_worker_that_comes_late_with_an_older_score_sends_nothing(course: Course) -> None:
    work = course.work([True, False, None])
    Work.objects.filter(pk=work.pk).update(points=2)
    scores.changed(work.assignment_id)
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [2]


def test_what_was_graded_before_the_link_is_sent_when_the_pupil_comes_by_it(
    course: Course,
) -> None:
    LtiLink.objects.update(line_item="")
    course.work([True, False, None])
    drain_jobs()
    assert not course.platform.scores
    Browser(course.platform, Client()).launch("Learner", sub="pupil")
    drain_jobs()
    assert [one["scoreGiven"] for one in course.platform.scores] == [1]


def test_a_line_item_that_a_platform_loses_stays_where_grades_went(course: Course) -> None:
    Browser(course.platform, Client()).launch("Learner", sub="pupil", **{GRADES: None})
    assert LtiLink.objects.get().line_item


def test_without_a_key_of_ours_nothing_is_sent_and_the_reason_is_kept(course: Course) -> None:
    LtiKey.objects.all().delete()
    course.work([True, False, None])
    drain_jobs()
    assert LtiScore.objects.get().reason == "no-key"


def test_a_new_key_is_published_before_it_signs_and_the_old_one_after_it_signed(
    course: Course,
) -> None:
    old = own_keys.published()["keys"]
    new = own_keys.rotate()
    assert len(own_keys.published()["keys"]) == 2
    course.work([True, False, None])
    drain_jobs()  # the platform of these tests knows the old key alone, and takes it
    assert len(course.platform.scores) == 1
    LtiKey.objects.update(signs_from="2026-01-01T00:00:00Z")
    LtiKey.objects.filter(pk=new.pk).update(signs_from="2026-01-02T00:00:00Z")
    cache.clear()
    course.platform.tool_keys = own_keys.published()["keys"]
    course.work([True, True, None], try_no=2)
    drain_jobs()
    assert len(course.platform.scores) == 2
    LtiKey.objects.filter(pk=old[0]["kid"]).update(ends_at="2026-01-03T00:00:00Z")
    assert [one["kid"] for one in own_keys.published()["keys"]] == [new.pk]


def test_the_published_keys_hold_no_private_part(course: Course, client: Client) -> None:
    answer = client.get("/lti/jwks/")
    [key] = answer.json()["keys"]
    assert set(key) <= {"kty", "kid", "use", "alg", "n", "e", "key_ops"}
    assert "PRIVATE" not in LtiKey.objects.get().private


def test_erasing_a_pupil_takes_what_the_platform_calls_them(course: Course) -> None:
    from accounts import privacy

    course.work([True, False, None])
    privacy.erase(course.member.player)
    assert not LtiUser.objects.filter(sub="pupil").exists()
    assert not LtiScore.objects.exists()

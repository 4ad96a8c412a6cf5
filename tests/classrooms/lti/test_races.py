"""Many at once, on PostgreSQL: first launches of one person, and results that change together."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.models import Player, User
from classrooms.assignments import services
from classrooms.assignments.models import Work
from classrooms.grading import marks
from classrooms.lti import scores
from classrooms.lti.models import LtiContext, LtiLink, LtiScore, LtiUser
from classrooms.people.models import Classroom, Member
from jobs import ring
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import run_job
from tests.classrooms.lti.conftest import TARGET, Browser, platform, visitor
from tests.classrooms.lti.linking import link_to
from tests.classrooms.lti.platform import Platform
from tests.classrooms.world import join, make_class, make_work, pupil_account
from tests.together import at_once

__all__ = ["platform", "visitor"]

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Ring for nobody, and let as many come as the race needs."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100_000, 60))


def launched_at_once(platform: Platform, times: int, role: str, sub: str) -> list[int]:
    """Several browsers of one person come by the same link together; the codes of the answers."""
    prepared = []
    for _ in range(times):
        browser = Browser(platform, Client())
        asked = browser.begin()
        claims = platform.claims(nonce=asked["nonce"], target=TARGET, role=role) | {"sub": sub}
        prepared.append((browser, asked["state"], platform.signed(claims)))

    def launch(number: int) -> int:
        browser, state, token = prepared[number]
        code: int = browser.send(state, token).status_code
        connection.close()
        return code

    found: list[Any] = at_once(times, launch)
    assert not [one for one in found if isinstance(one, BaseException)], found
    return found


@pytest.mark.parametrize("turn", range(5))
def test_first_launches_of_one_teacher_at_once_make_one_person_one_class_and_one_link(
    platform: Platform, turn: int
) -> None:
    codes = launched_at_once(platform, 10, "Instructor", f"teacher-{turn}")
    assert set(codes) == {302} or set(codes) == {303}, codes
    assert LtiUser.objects.count() == User.objects.count() == Player.objects.count() == 1
    assert Classroom.objects.count() == LtiContext.objects.count() == LtiLink.objects.count() == 1
    member = Member.objects.get()
    assert (member.role, member.state) == ("teacher", "active")


def test_first_launches_of_one_pupil_at_once_make_one_pupil(platform: Platform) -> None:
    Browser(platform, Client()).launch("Instructor", sub="teacher")
    codes = launched_at_once(platform, 50, "Learner", "pupil")
    assert len(set(codes)) == 1
    assert LtiUser.objects.filter(sub="pupil").count() == 1
    assert Member.objects.pupils().count() == 1
    assert User.objects.count() == 2


def linked(visitor: Browser, pupils: int) -> tuple[Any, list[Member]]:
    """An assignment that a link opens, and pupils who came by the platform, with their works."""
    world = make_class(pupils=0)
    link, assignment = link_to(world, visitor)
    found = []
    for number in range(pupils):
        player = pupil_account()
        LtiUser.objects.create(platform=link.context.platform, sub=f"p{number}", player=player)
        found.append(join(world.classroom, player))
        make_work(assignment, found[-1], correct=[True, False, None])
    return (world, assignment), found


def test_fifty_results_settled_while_jobs_write_lose_no_score(visitor: Browser) -> None:
    _where, members = linked(visitor, 50)
    works = list(Work.objects.order_by("pk"))
    wanted = {}
    for number, work in enumerate(works):
        work.answers.filter(index=1).update(correct=number % 2 == 0)
        wanted[work.member.player_id] = 2 if number % 2 == 0 else 1

    def settle(number: int) -> None:
        if number < 50:
            marks.settle(works[number])
        else:  # workers in between
            for job in Job.objects.unfinished().filter(kind=scores.CHANGED_JOB):
                run_job(job.pk)
        connection.close()

    found = at_once(60, settle)
    assert not [one for one in found if isinstance(one, BaseException)], found
    drain_jobs()
    rows = LtiScore.objects.select_related("user")
    assert {row.user.player_id: row.points for row in rows} == wanted
    assert {row.state for row in rows} == {"sent"}
    assert len(members) == rows.count()


def test_counting_that_changes_while_results_come_ends_with_what_counts(visitor: Browser) -> None:
    (world, assignment), members = linked(visitor, 10)
    second = [
        make_work(assignment, member, correct=[True, True, True], try_no=2) for member in members
    ]

    def deed(number: int) -> None:
        if number % 5 == 4:
            counting = "first" if number < 49 else "last"
            services.change(assignment, {"counting": counting}, actor=world.teacher)
        elif number % 5 == 3:
            for job in Job.objects.unfinished().filter(kind=scores.CHANGED_JOB):
                run_job(job.pk)
        else:
            marks.settle(second[number % 10])
        connection.close()

    found = at_once(50, deed)
    assert not [one for one in found if isinstance(one, BaseException)], found
    assignment.refresh_from_db()
    drain_jobs()
    points = {"first": 1, "last": 3}[assignment.counting]
    assert {row.points for row in LtiScore.objects.all()} == {points}
    assert LtiScore.objects.count() == 10


def test_a_result_that_changes_after_a_job_has_read_is_sent_too(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job that reads holds the links, so the change waits for it and asks for another job."""
    linked(visitor, 1)
    work = Work.objects.get()
    marks.settle(work)
    job = Job.objects.unfinished().get(kind=scores.CHANGED_JOB)
    has_read, has_changed = threading.Event(), threading.Event()
    read = scores.read

    def slowly(*args: Any, **more: Any) -> Any:
        book = read(*args, **more)
        has_read.set()
        has_changed.wait(1)
        return book

    def change() -> None:
        has_read.wait(30)
        work.answers.update(correct=True)
        marks.settle(work)
        has_changed.set()

    with monkeypatch.context() as slow:
        slow.setattr(scores, "read", slowly)
        found = at_once(2, lambda number: change() if number else run_job(job.pk))
    assert not [one for one in found if isinstance(one, BaseException)], found
    drain_jobs()
    assert LtiScore.objects.get().points == 2

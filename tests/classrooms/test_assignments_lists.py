"""Lists of assignments: in pages, what is to be done first; and what is left, on the front page."""

from __future__ import annotations

import datetime as dt
import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from classrooms.assignments import left
from classrooms.assignments.models import Assignment, Extension, Recipient
from classrooms.people.models import Classroom, Member
from puzzles.models import PuzzleSet
from tests.classrooms.world import World, join, make_assignment, make_work

pytestmark = pytest.mark.django_db


def many(world: World, count: int) -> None:
    """So many assignments that are over, without puzzles."""
    sets = PuzzleSet.objects.bulk_create(
        PuzzleSet(owner=None, rules="101-club", kinds=[], count=0, key=uuid.uuid4())
        for _ in range(count)
    )
    now = clock.now()
    Assignment.objects.bulk_create(
        Assignment(
            classroom=world.classroom,
            title=f"Past {number}",
            rules="101-club",
            puzzle_set=one,
            frozen_at=now - dt.timedelta(days=500),
            due_at=now - dt.timedelta(days=count - number),
            created_at=now - dt.timedelta(days=500 - number),
        )
        for number, one in enumerate(sets)
    )


def titles(page: str) -> list[str]:
    return re.findall(r"<strong>(Past \d+|Openings)</strong>", page)


def test_hundreds_of_assignments_come_in_pages_for_teacher_and_pupil(world: World) -> None:
    many(world, 100)
    make_assignment(world)
    path = reverse("assignments", args=[world.classroom.pk])
    for player in (world.teacher, world.pupil):
        client = world.client(player)
        seen: list[str] = []
        for number, size in ((1, 40), (2, 40), (3, 21)):
            found = titles(client.get(f"{path}?page={number}").content.decode())
            assert len(found) == size
            seen += found
        assert len(set(seen)) == 101
        assert seen[:3] == ["Openings", "Past 99", "Past 98"]  # to be done, then the latest
        assert client.get(f"{path}?page=x").status_code == 200


def test_the_page_of_a_class_shows_what_is_to_do_and_the_latest_of_the_rest(
    world: World,
) -> None:
    many(world, 30)
    make_assignment(world)
    page = world.client(world.pupil).get(f"/classes/{world.classroom.pk}/").content.decode()
    assert titles(page) == ["Openings", *(f"Past {number}" for number in range(29, 19, -1))]
    assert "All assignments" in page


def test_a_page_costs_the_same_however_many_there_are(world: World) -> None:
    counts = []
    client = world.client(world.teacher)
    path = reverse("assignments", args=[world.classroom.pk])
    for count in (50, 150):
        many(world, count)
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


def of(member: Member) -> tuple[int, dt.datetime | None]:
    found = left.left_to_do([member]).get(member.classroom_id, left.Left())
    return found.count, found.next_due


def test_what_is_left_is_what_can_be_handed_in_and_was_not(world: World) -> None:
    me = world.pupils[0]
    assert of(me) == (0, None)
    soon = clock.now() + dt.timedelta(hours=3)
    later = make_assignment(world, due_at=soon + dt.timedelta(days=2))
    assert of(me) == (1, later.due_at)
    first = make_assignment(world, due_at=soon)
    make_assignment(world, due_at=None)
    assert of(me) == (3, soon)
    make_assignment(world, frozen=False)
    make_assignment(world, opens_at=clock.now() + dt.timedelta(hours=1))
    make_assignment(world, withdrawn_at=clock.now())
    make_assignment(world, due_at=clock.now())  # over
    others = make_assignment(world, everyone=False)
    Recipient.objects.create(assignment=others, member=world.pupils[1])
    assert of(me) == (3, soon)
    make_work(first, me, correct=[True, None, None])
    assert of(me) == (2, later.due_at)
    make_work(later, me)  # begun is not done
    assert of(me) == (2, later.due_at)
    Extension.objects.create(assignment=later, member=me, excused=True)
    assert of(me)[0] == 2  # what was begun may be gone on with
    later.works.all().delete()
    assert of(me) == (1, None)


def test_what_is_late_is_due_at_its_last_moment(world: World) -> None:
    now = clock.now()
    until = now + dt.timedelta(days=1)
    make_assignment(world, due_at=now - dt.timedelta(hours=1), late_until=until)
    assert of(world.pupils[0]) == (1, until)


def test_the_front_page_tells_it_of_each_class_and_costs_no_more_for_more(
    world: World, second: Classroom
) -> None:
    join(second, world.pupil, nickname="Aylin")
    client = world.client(world.pupil)
    page = client.get("/").content.decode()
    assert page.count("nothing to do") == 2
    make_assignment(world, due_at=dt.datetime(2099, 3, 5, 15, tzinfo=dt.UTC))
    client.get("/")
    with CaptureQueriesContext(connection) as few:
        page = client.get("/").content.decode()
    assert "1 assignment to do" in page
    assert "6:00 p.m." in page or "18:00" in page or "6 p.m." in page  # as the class's zone has it
    for _ in range(5):
        make_assignment(world)
    with CaptureQueriesContext(connection) as more:
        page = client.get("/").content.decode()
    assert "6 assignments to do" in page
    assert len(few) == len(more)
    assert "to do" not in world.client(world.teacher).get("/").content.decode()


def test_a_trail_without_a_deed_says_what_will_stand_there(world: World) -> None:
    path = f"/classes/{world.classroom.pk}/trail/"
    assert "Nothing yet" in world.client(world.teacher).get(path).content.decode()
    world.client(world.teacher).post(f"/classes/{world.classroom.pk}/archive/")
    assert "Nothing yet" not in world.client(world.teacher).get(path).content.decode()

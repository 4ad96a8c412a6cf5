"""An assignment is made on its page: what it takes, what it refuses, what is looked through."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.urls import reverse

from classrooms.assignments.models import Assignment
from classrooms.people.models import AuditEntry
from jobs.drain import drain_jobs
from puzzles.models import Attempt, PuzzleSet, SetItem
from tests.classrooms.assigning import new_fields, url
from tests.classrooms.world import (
    World,
    make_assignment,
    make_class,
    make_puzzles,
)

pytestmark = pytest.mark.django_db


# Making


def test_a_title_is_enough_and_the_puzzles_are_made_looked_through_and_settled(
    world: World,
) -> None:
    client = world.client(world.teacher)
    address = reverse("assignment-new", args=[world.classroom.pk])
    assert client.get(address).status_code == 200
    fields = new_fields()
    answer = client.post(address, fields)
    assert answer.status_code == 303
    assert client.post(address, fields)["Location"] == answer["Location"]  # the same form twice
    row = Assignment.objects.get()
    page = client.get(answer["Location"]).content.decode()
    assert url("assignment-progress", row) in page
    assert client.get(url("assignment-progress", row)).status_code == 200
    assert client.post(url("assignment-freeze", row)).status_code == 409
    drain_jobs()
    done = client.get(url("assignment-progress", row))
    assert (done.status_code, done["HX-Refresh"]) == (204, "true")
    assert client.get(url("assignment-puzzles", row)).content.decode().count('id="puzzle-') == 3
    assert client.post(url("assignment-freeze", row)).status_code == 303
    row.refresh_from_db()
    assert row.frozen_at is not None
    assert row.puzzle_set.owner is None
    assert not PuzzleSet.objects.visible_to(world.teacher).exists()


def test_every_error_of_the_form_is_named_and_what_was_typed_stays(world: World) -> None:
    client = world.client(world.teacher)
    address = reverse("assignment-new", args=[world.classroom.pk])
    sent = new_fields(
        title=" ",
        due_at="2026-03-29T99:00",
        opens_at="soon",
        count="0",
        words="Look at the pairs",
        difficulty_from="1500",
        difficulty_to="700",
        source="set",
        whom="some",
    )
    page = client.post(address, sent)
    assert page.status_code == 422
    form = page.context["form"]
    assert {"title", "due_at", "opens_at", "count", "difficulty_to", "set", "pupils"} <= set(
        form.errors
    )
    assert "Look at the pairs" in page.content.decode()
    assert not Assignment.objects.exists()


@pytest.mark.parametrize(
    ("times", "wrong"),
    [
        ({"opens_at": "2026-12-02T10:00", "due_at": "2026-12-02T10:00"}, "due_at"),
        ({"late_until": "2026-12-02T10:00"}, "late_until"),
        ({"due_at": "2026-12-02T10:00", "late_until": "2026-12-02T09:59"}, "late_until"),
        ({"feedback": "after-due"}, "feedback"),
    ],
)
def test_times_that_contradict_each_other_are_named(
    world: World, times: dict[str, str], wrong: str
) -> None:
    client = world.client(world.teacher)
    page = client.post(reverse("assignment-new", args=[world.classroom.pk]), new_fields(**times))
    assert page.status_code == 422
    assert wrong in page.context["form"].errors


def test_times_are_typed_and_read_in_the_zone_of_the_class() -> None:
    world = make_class(zone="America/New_York")
    client = world.client(world.teacher)
    sent = new_fields(due_at="2026-07-01T18:00")
    client.post(reverse("assignment-new", args=[world.classroom.pk]), sent)
    row = Assignment.objects.get()
    assert row.due_at == dt.datetime(2026, 7, 1, 22, tzinfo=dt.UTC)
    assert "2026-07-01T18:00" in client.get(url("assignment-edit", row)).content.decode()


def test_a_set_of_the_teachers_is_copied_and_stays_theirs(world: World) -> None:
    puzzles = make_puzzles(2)
    own = PuzzleSet.objects.create(
        owner=world.teacher,
        rules="101-club",
        kinds=["can-open"],
        count=2,
        seed="x",
        key=uuid.uuid4(),
    )
    for index, puzzle in enumerate(puzzles):
        SetItem.objects.create(set=own, index=index, puzzle=puzzle, colours="YRBK")
    client = world.client(world.teacher)
    address = reverse("assignment-new", args=[world.classroom.pk])
    assert client.post(address, new_fields(source="set", set=str(own.pk))).status_code == 303
    row = Assignment.objects.get()
    assert row.puzzle_set != own
    assert list(row.puzzle_set.items.values_list("puzzle", "colours")) == [
        (one.pk, "YRBK") for one in puzzles
    ]
    other = world.client(world.coteacher)
    assert other.post(address, new_fields(source="set", set=str(own.pk))).status_code == 422


def test_a_key_is_seen_after_it_is_noted_and_the_puzzles_never_rate_for_the_teacher(
    world: World,
) -> None:
    row = make_assignment(world, frozen=False)
    client = world.client(world.teacher)
    plain, with_key = url("assignment-puzzles", row), url("assignment-puzzles", row) + "?key=1"
    solution = "What the hand holds"
    assert solution not in client.get(plain).content.decode()
    assert solution not in client.get(with_key).content.decode()
    assert client.post(url("assignment-key", row))["Location"] == with_key
    client.post(url("assignment-key", row))
    assert solution in client.get(with_key).content.decode()
    assert AuditEntry.objects.filter(action="assignment.key-seen").count() == 1
    tries = Attempt.objects.filter(player=world.teacher, context="assignment")
    assert set(tries.values_list("hint_level", "answered_at")) == {(3, None)}
    assert tries.count() == 3
    assert solution not in world.client(world.coteacher).get(with_key).content.decode()

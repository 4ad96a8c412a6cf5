"""Assignments in the API: made, settled, answered and handed in, and no solution in between."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assignments.models import Assignment, Work
from jobs.drain import drain_jobs
from puzzles.models import PuzzleSolution
from tests.classrooms.world import World, make_assignment, make_puzzles
from tests.puzzles.conftest import best_melds, opens

pytestmark = pytest.mark.django_db


def call(client: Client, method: str, address: str, body: Any = None) -> Any:
    send = getattr(client, method)
    if method == "get":
        return send(address)
    return send(address, body or {}, content_type="application/json")


def test_a_teacher_makes_watches_and_settles_one(world: World) -> None:
    client = world.client(world.teacher)
    address = reverse("api-assignments", args=[world.classroom.pk])
    body = {"key": str(uuid.uuid4()), "title": "Friday", "count": 2, "kinds": ["can-open"]}
    made = call(client, "post", address, body)
    assert made.status_code == 201
    assert (made.json()["state"], made.json()["frozen"]) == ("queued", False)
    again = call(client, "post", address, body)
    assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
    one = [world.classroom.pk, made.json()["id"]]
    freeze = reverse("api-assignment-freeze", args=one)
    early = call(client, "post", freeze)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "assignment.not-complete")
    drain_jobs()
    assert call(client, "post", freeze).json()["frozen"] is True
    found = call(client, "get", reverse("api-assignment", args=one)).json()
    assert (found["state"], found["made"], found["handed_in"]) == ("done", 2, 0)
    assert call(client, "get", address).json()["count"] == 1


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"title": ""}, 400),
        ({"key": "x"}, 400),
        ({"count": 1_000}, 400),
        ({"kinds": ["chess"]}, 400),
        ({"puzzles": [str(uuid.uuid4())]}, 400),
        ({"set": str(uuid.uuid4())}, 404),
        ({"recipients": [str(uuid.uuid4())]}, 409),
        ({"late_until": "2026-12-01T10:00:00Z"}, 409),
    ],
)
def test_what_cannot_be_set_is_named_and_makes_nothing(
    world: World, more: dict[str, Any], status: int
) -> None:
    address = reverse("api-assignments", args=[world.classroom.pk])
    body = {"key": str(uuid.uuid4()), "title": "Friday", **more}
    answer = call(world.client(world.teacher), "post", address, body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert not Assignment.objects.exists()


def test_given_puzzles_are_set_in_their_order(world: World) -> None:
    wanted = [str(one.pk) for one in reversed(make_puzzles(3))]
    body = {"key": str(uuid.uuid4()), "title": "Picked", "puzzles": wanted}
    address = reverse("api-assignments", args=[world.classroom.pk])
    made = call(world.client(world.teacher), "post", address, body).json()
    row = Assignment.objects.get(pk=made["id"])
    assert [str(one) for one in row.puzzle_set.items.values_list("puzzle", flat=True)] == wanted


def test_a_pupil_solves_one_and_no_solution_comes_before(world: World) -> None:
    row = make_assignment(world)
    client = world.client(world.pupil)
    one = [row.classroom_id, row.pk]
    listed = call(client, "get", reverse("api-assignments", args=one[:1])).json()
    assert [line["id"] for line in listed["results"]] == [str(row.pk)]
    assert call(client, "get", reverse("api-assignment", args=one)).json()["work"] is None
    work = call(client, "post", reverse("api-works", args=one)).json()
    assert call(client, "post", reverse("api-works", args=one)).json()["id"] == work["id"]
    text = str(work)
    for item in row.puzzle_set.items.select_related("puzzle"):
        melds = PuzzleSolution.objects.get(puzzle=item.puzzle).answer["best_melds"]
        assert not melds or melds not in text
        assert str(item.puzzle_id) not in text
        answer = {"melds": best_melds(item.puzzle)} if opens(item.puzzle) else {"cannot": True}
        address = reverse("api-work-answer", args=[*one, work["id"], item.index + 1])
        kept = call(client, "put", address, {"answer": {"cannot": True}})
        assert (kept.status_code, kept.json()["correct"]) == (200, None)
        assert call(client, "put", address, {"answer": answer}).json()["answer"] == answer
    wrong = call(client, "put", address, {"answer": {"melds": "Z9"}})
    assert wrong.status_code == 400
    hand_in = reverse("api-work-hand-in", args=[*one, work["id"]])
    done = call(client, "post", hand_in).json()
    assert (done["state"], done["points"], done["out_of"]) == ("done", 3, 3)
    assert call(client, "post", hand_in).json() == done
    late = call(client, "put", address, {"answer": {"cannot": True}})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "work.handed-in")
    assert call(client, "post", reverse("api-works", args=one)).status_code == 409
    assert Work.objects.count() == 1


def test_results_that_come_later_are_null_until_then(world: World) -> None:
    row = make_assignment(world, feedback="after-due")
    client = world.client(world.pupil)
    one = [row.classroom_id, row.pk]
    work = call(client, "post", reverse("api-works", args=one)).json()
    call(
        client,
        "put",
        reverse("api-work-answer", args=[*one, work["id"], 1]),
        {"answer": {"cannot": True}},
    )
    done = call(client, "post", reverse("api-work-hand-in", args=[*one, work["id"]])).json()
    assert (done["told"], done["points"]) == (False, None)
    assert {place["correct"] for place in done["puzzles"]} == {None}


def test_a_list_costs_the_same_however_long(
    world: World, django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        make_assignment(world)
    address = reverse("api-assignments", args=[world.classroom.pk])
    for player in (world.teacher, world.pupil):
        call(world.client(player), "get", address)
        with django_assert_max_num_queries(12):
            assert call(world.client(player), "get", address).json()["count"] == 12

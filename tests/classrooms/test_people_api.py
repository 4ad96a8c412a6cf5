"""Classes in the API: what a teacher and a pupil read and write, and what nobody does."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import tokens
from accounts.models import Player
from classrooms.models import Classroom, Member
from classrooms.people.services import archive_class
from tests.classrooms.world import World, account, make_class

pytestmark = pytest.mark.django_db


def ask(player: Player, method: str, path: str, data: Any = None) -> Any:
    headers = {"authorization": f"Bearer {tokens.issue(player, 'test')[1]}"}
    kwargs = {} if method == "get" else {"data": data or {}, "content_type": "application/json"}
    return getattr(Client(), method)(f"/api/v1/classes/{path}", headers=headers, **kwargs)


def test_a_teacher_and_a_pupil_see_their_classes_each_as_they_may(world: World) -> None:
    (mine,) = ask(world.teacher, "get", "").json()["results"]
    assert (mine["role"], mine["pupils"], mine["pending"]) == ("teacher", 4, 1)
    (theirs,) = ask(world.pupil, "get", "").json()["results"]
    assert (theirs["role"], theirs["nickname"]) == ("pupil", "Aylin")
    assert theirs["pupils"] is theirs["pending"] is None
    assert ask(world.pending, "get", "").json()["results"] == []
    assert ask(world.exmember, "get", "").json()["results"] == []


def test_a_class_is_made_once_a_key() -> None:
    teacher = account()
    data = {"name": "8a", "rules": "classic", "key": str(uuid.uuid4())}
    first, again = (ask(teacher, "post", "", data) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert ask(teacher, "post", "", data | {"name": "8b"}).status_code == 409
    assert Classroom.objects.get().zone == "Europe/Istanbul"


@pytest.mark.parametrize(
    ("change", "at"),
    [({"rules": "moon"}, "rules"), ({"zone": "Mars/Base"}, "zone"), ({"name": "x" * 81}, "name")],
)
def test_what_a_class_cannot_be_is_said_with_its_place(
    world: World, change: dict[str, str], at: str
) -> None:
    answer = ask(world.teacher, "patch", f"{world.classroom.pk}/", change)
    assert answer.status_code == 400
    assert answer.json()["error"]["at"] == at


def test_a_change_touches_the_fields_that_are_named(world: World) -> None:
    answer = ask(world.teacher, "patch", f"{world.classroom.pk}/", {"name": "9a"})
    assert answer.json()["name"] == "9a"
    assert answer.json()["rules"] == world.classroom.rules


def test_an_archived_class_is_read_and_brought_back_not_changed(world: World) -> None:
    path = f"{world.classroom.pk}/"
    archive_class(classroom=world.classroom, actor=world.teacher)
    assert ask(world.pupil, "get", path).status_code == 200
    refused = ask(world.teacher, "patch", path, {"name": "9a"})
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "class.archived"
    back = ask(world.teacher, "patch", path, {"name": "9a", "archived": False})
    assert (back.json()["name"], back.json()["archived_at"]) == ("9a", None)
    assert ask(world.teacher, "patch", path, {"archived": True}).json()["archived_at"]


def test_members_are_for_teachers_by_role_and_state(world: World) -> None:
    path = f"{world.classroom.pk}/members/"
    found = ask(world.teacher, "get", path + "?role=pupil").json()
    assert found["count"] == 4
    assert {"Aylin", "Ben", "Cem"} <= {one["nickname"] for one in found["results"]}
    assert ask(world.teacher, "get", path + "?state=left").json()["count"] == 1
    assert ask(world.teacher, "get", path + "?role=king").status_code == 400
    for player in (world.pupil, world.otherteacher, world.exmember, world.pending):
        assert ask(player, "get", path).status_code == 404


def test_pupils_are_made_all_or_none_and_each_problem_is_named(world: World) -> None:
    path, key = f"{world.classroom.pk}/members/", str(uuid.uuid4())
    wrong = [{"nickname": "Deniz"}, {"nickname": "aylin"}, {"nickname": "x" * 41}]
    refused = ask(world.teacher, "post", path, {"pupils": wrong, "key": key})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["at"]) == (400, "pupils.list", "pupils[1]")
    assert "2:" in error["message"]
    assert "3:" in error["message"]
    assert not Member.objects.filter(nickname="Deniz").exists()
    right = {"pupils": [{"nickname": "Deniz", "real_name": "Deniz Kaya"}], "key": key}
    first, again = (ask(world.teacher, "post", path, right) for _ in range(2))
    assert first.status_code == 201
    assert first.json() == again.json()


def test_a_list_costs_the_same_for_two_hundred_pupils(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    large = make_class(pupils=150)
    headers = {"authorization": f"Bearer {tokens.issue(large.teacher, 'test')[1]}"}
    with django_assert_max_num_queries(15):
        path = f"/api/v1/classes/{large.classroom.pk}/members/?page_size=100"
        assert len(Client().get(path, headers=headers).json()["results"]) == 100

"""What teachers do with people, in the API: by the services of the pages, with their refusals."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from classrooms.people.models import Classroom, Member, PupilCard
from classrooms.people.services import archive_class
from tests.classrooms.test_people_api import ask
from tests.classrooms.world import World, account, deeds, join

pytestmark = pytest.mark.django_db


def patched(world: World, member: Member, **changes: Any) -> Any:
    path = f"{world.classroom.pk}/members/{member.pk}/"
    return ask(world.teacher, "patch", path, changes)


def code_of(answer: Any) -> str:
    found: str = answer.json()["error"]["code"]
    return found


def test_a_pupil_is_taken_out_and_brought_back_and_each_again_changes_nothing(
    world: World,
) -> None:
    pupil = world.pupils[0]
    for _ in range(2):
        answer = patched(world, pupil, state="left")
        assert (answer.status_code, answer.json()["state"]) == (200, "left")
    for _ in range(2):
        answer = patched(world, pupil, state="active")
        assert (answer.status_code, answer.json()["left_at"]) == (200, None)
    assert deeds(world.classroom) == ["pupil.removed", "pupil.restored"]


def test_a_nickname_that_is_in_use_is_told_and_another_may_be_given_with_the_return(
    world: World,
) -> None:
    pupil = world.pupils[0]
    patched(world, pupil, state="left")
    join(world.classroom, account(), nickname="aylin")
    refused = patched(world, pupil, state="active")
    assert (refused.status_code, code_of(refused)) == (409, "nickname.taken")
    answer = patched(world, pupil, state="active", nickname="Aylin B", real_name="")
    assert (answer.json()["nickname"], answer.json()["real_name"]) == ("Aylin B", "")


def test_a_change_that_is_refused_changes_nothing_of_it(world: World) -> None:
    pupil = world.pupils[0]
    refused = patched(world, pupil, real_name="Somebody Else", role="teacher")
    assert (refused.status_code, code_of(refused)) == (409, "class.cannot-teach")
    pupil.refresh_from_db()
    assert pupil.real_name == "Aylin Realname"
    assert deeds(world.classroom) == []


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"nickname": ""}, "nickname"),
        ({"nickname": "x" * 41}, "nickname"),
        ({"nickname": "\u200b"}, "nickname"),
        ({"real_name": "x" * 81}, "real_name"),
        ({"role": "king"}, "role"),
        ({"state": "pending"}, "state"),
    ],
)
def test_what_a_member_cannot_be_is_said_with_its_place(
    world: World, changes: dict[str, str], at: str
) -> None:
    answer = patched(world, world.pupils[0], **changes)
    assert answer.status_code == 400
    assert answer.json()["error"]["at"] == at


def test_a_further_teacher_comes_by_a_link_gets_a_role_and_goes(world: World) -> None:
    path = f"{world.classroom.pk}/invitations/"
    made = ask(world.teacher, "post", path)
    assert made.status_code == 201
    assert [one["id"] for one in ask(world.coteacher, "get", path).json()] == [made.json()["id"]]
    assert "link" not in ask(world.coteacher, "get", path).json()[0]
    newcomer = account()
    where = made.json()["link"].partition("testserver")[2]
    world.client(newcomer).post(where, {"nickname": "Ms Kaya"})
    member = world.member(newcomer)
    assert member.role == "teacher"
    assert patched(world, member, role="pupil").json()["role"] == "pupil"
    assert patched(world, member, role="teacher").json()["role"] == "teacher"
    assert patched(world, member, state="left").json()["state"] == "left"
    assert ask(newcomer, "get", path).status_code == 404


def test_a_link_that_is_withdrawn_leads_nowhere(world: World) -> None:
    path = f"{world.classroom.pk}/invitations/"
    made = ask(world.teacher, "post", path).json()
    assert ask(world.teacher, "delete", f"{path}{made['id']}/").status_code == 204
    assert ask(world.teacher, "delete", f"{path}{made['id']}/").status_code == 404
    where = made["link"].partition("testserver")[2]
    assert world.client(account()).get(where).status_code == 404
    for _ in range(10):
        assert ask(world.teacher, "post", path).status_code == 201
    assert code_of(ask(world.teacher, "post", path)) == "invitation.too-many"


def test_the_last_teacher_stays(world: World) -> None:
    patched(world, world.member(world.coteacher), state="left")
    mine = world.member(world.teacher)
    for changes in ({"state": "left"}, {"role": "pupil"}):
        refused = patched(world, mine, **changes)
        assert (refused.status_code, code_of(refused)) == (409, "class.last-teacher")


def test_pupils_are_moved_all_or_none_into_a_class_that_one_teaches(
    world: World, second: Classroom
) -> None:
    path = f"{world.classroom.pk}/members/move/"
    wanted = [str(one.pk) for one in world.pupils[:2]]
    first, again = (
        ask(world.teacher, "post", path, {"members": wanted, "to": str(second.pk)})
        for _ in range(2)
    )
    assert first.status_code == again.status_code == 200
    assert {one["nickname"] for one in first.json()} == {"Aylin", "Ben"}
    assert {one["id"] for one in first.json()} == {one["id"] for one in again.json()}
    assert second.members.active().pupils().count() == 2
    strange = {"members": [str(uuid.uuid4())], "to": str(second.pk)}
    assert ask(world.teacher, "post", path, strange).status_code == 404
    elsewhere = {"members": wanted, "to": str(world.otherclass.pk)}
    assert ask(world.teacher, "post", path, elsewhere).status_code == 404


def test_new_cards_are_told_once_and_end_the_old_ones(world: World) -> None:
    path, pupil = f"{world.classroom.pk}/cards/", world.pupils[0]
    browser = world.client(pupil.player)
    browser.get("/classes/")
    data = {"members": [str(one.pk) for one in world.pupils[:2]]}
    answer = ask(world.teacher, "post", path, data)
    assert answer.status_code == 200
    cards = {one["member"]: one for one in answer.json()}
    assert len(cards) == PupilCard.objects.count() == 2
    mine = cards[str(pupil.pk)]
    assert mine["link"].endswith("#" + mine["code"].replace("-", ""))
    fresh = Client()
    assert fresh.post("/enter/", {"code": mine["code"]}).status_code == 302
    second = ask(world.teacher, "post", path, data).json()
    assert {one["code"] for one in second}.isdisjoint(one["code"] for one in cards.values())
    assert Client().post("/enter/", {"code": mine["code"]}).status_code == 422
    assert fresh.get(f"/classes/{world.classroom.pk}/").status_code == 302  # logged out
    assert deeds(world.classroom) == ["cards.made", "cards.made"]


def test_cards_are_for_pupils_without_a_way_in_of_their_own_all_or_none(world: World) -> None:
    own = join(world.classroom, account())
    data = {"members": [str(world.pupils[0].pk), str(own.pk)]}
    answer = ask(world.teacher, "post", f"{world.classroom.pk}/cards/", data)
    assert (answer.status_code, code_of(answer)) == (404, "member.gone")
    assert not PupilCard.objects.exists()


def test_cards_are_limited_as_on_their_page(world: World, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "set": (2, 3600)}
    data = {"members": [str(world.pupils[0].pk)]}
    path = f"{world.classroom.pk}/cards/"
    found = [ask(world.teacher, "post", path, data).status_code for _ in range(3)]
    assert found == [200, 200, 429]


def test_an_archived_class_refuses_each_deed(world: World, second: Classroom) -> None:
    archive_class(classroom=world.classroom, actor=world.teacher)
    pupil, room = world.pupils[0], world.classroom.pk
    asked = [
        patched(world, pupil, state="left"),
        patched(world, pupil, nickname="Else"),
        ask(world.teacher, "post", f"{room}/invitations/"),
        ask(world.teacher, "post", f"{room}/cards/", {"members": [str(pupil.pk)]}),
        ask(
            world.teacher,
            "post",
            f"{room}/members/move/",
            {"members": [str(pupil.pk)], "to": str(second.pk)},
        ),
    ]
    assert {(one.status_code, code_of(one)) for one in asked} == {(409, "class.archived")}


def test_who_only_asks_to_join_is_no_member_here(world: World) -> None:
    asking = world.member(world.pending)
    for state in ("active", "left"):
        assert patched(world, asking, state=state).status_code == 404
    asking.refresh_from_db()
    assert asking.state == "pending"

"""Fifty at once: a class keeps a teacher, and nothing is made twice or moved into two places."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from accounts import privacy
from classrooms.models import Classroom, Member, TeacherInvitation
from classrooms.people import invitations, members, pupils, services
from classrooms.people.errors import ClassGone, InvitationGone, LastTeacher, NicknamesTaken
from classrooms.people.pupils import ListRefused, NewPupil
from jobs import ring
from tests.classrooms.world import World, account, join, pupil_account
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ring for nobody."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)


def teachers(room: Classroom, count: int) -> list[Member]:
    """The class's teachers, filled up to so many."""
    there = Member.objects.active().teachers().filter(classroom=room)
    for _ in range(count - there.count()):
        join(room, account(), role=Member.Role.TEACHER, nickname="T")
    return list(there.select_related("player"))


def kinds(answers: list[Any]) -> set[type]:
    return {type(one) for one in answers if isinstance(one, BaseException)}


@pytest.mark.parametrize(
    ("way", "count"), [("out", 50), ("leave", 50), ("pupil", 50), ("erase", 8)]
)
def test_of_many_teachers_who_all_go_at_once_one_stays(world: World, way: str, count: int) -> None:
    room = world.classroom
    everybody = teachers(room, count)

    def go(number: int) -> None:
        mine = everybody[number]
        match way:
            case "out":
                other = everybody[(number + 1) % count]
                members.remove_member(classroom=room, member_id=other.pk, actor=mine.player)
            case "leave":
                members.leave_class(classroom=room, player=mine.player)
            case "pupil":
                members.change_role(
                    classroom=room, member_id=mine.pk, actor=mine.player, role="pupil"
                )
            case _:
                privacy.erase(mine.player)

    answers = at_once(count, go)
    allowed = {LastTeacher, ClassGone, privacy.ErasureRefused, NicknamesTaken}
    assert kinds(answers) <= allowed
    left = Member.objects.active().teachers().filter(classroom=room).count()
    assert left >= 1
    if way in ("leave", "erase"):
        assert left == 1


def test_a_class_is_made_once_however_often_its_form_is_sent() -> None:
    teacher, key = account(), uuid.uuid4()
    answers = at_once(
        50,
        lambda _: services.create_class(actor=teacher, name="8a", rules="classic", key=key).pk,
    )
    assert kinds(answers) == set()
    assert len(set(answers)) == 1
    assert Classroom.objects.count() == 1
    assert Member.objects.count() == 1


def test_a_list_is_taken_once_however_often_it_is_sent(world: World) -> None:
    key, names = uuid.uuid4(), [NewPupil(f"P{number}") for number in range(20)]
    answers = at_once(
        50,
        lambda number: pupils.create_pupils(
            world.classroom, names, (world.teacher, world.coteacher)[number % 2], key
        ),
    )
    assert kinds(answers) == set()
    assert Member.objects.filter(classroom=world.classroom, nickname__startswith="P").count() == 20


def test_one_nickname_goes_to_one_of_fifty_who_want_it(world: World) -> None:
    answers = at_once(
        50,
        lambda _: pupils.create_pupils(world.classroom, [NewPupil("Deniz")], world.teacher),
    )
    assert kinds(answers) == {ListRefused}
    assert sum(isinstance(one, list) for one in answers) == 1


def test_the_last_places_of_a_class_are_not_given_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Member.objects.active().pupils().filter(classroom=world.classroom).count()
    monkeypatch.setattr(pupils, "MOST_PUPILS", there + 5)
    at_once(
        50,
        lambda number: pupils.create_pupils(
            world.classroom, [NewPupil(f"Q{number}")], world.teacher
        ),
    )
    assert Member.objects.active().pupils().filter(classroom=world.classroom).count() == there + 5


def test_moving_there_and_back_and_taking_out_at_once_leaves_each_in_one_place(
    world: World,
) -> None:
    here = world.classroom
    there = Classroom.objects.create(name="8b", rules="classic")
    join(there, world.teacher, role=Member.Role.TEACHER, nickname="T")
    ids = [one.pk for one in world.pupils]
    twins = [join(there, pupil_account(), nickname=f"R{number}").pk for number in range(3)]

    def act(number: int) -> None:
        match number % 3:
            case 0:
                members.move_pupils(source=here, target=there, member_ids=ids, actor=world.teacher)
            case 1:
                members.move_pupils(
                    source=there, target=here, member_ids=twins, actor=world.teacher
                )
            case _:
                members.remove_pupils(classroom=here, member_ids=[ids[0]], actor=world.coteacher)

    answers = at_once(48, act)
    assert kinds(answers) <= {members.MemberGone}
    for row in Member.objects.filter(pk__in=[*ids[1:], *twins]):
        assert Member.objects.active().filter(player=row.player_id).count() == 1


def test_a_link_makes_one_teacher_of_fifty_who_follow_it(world: World) -> None:
    token = invitations.invite(classroom=world.classroom, actor=world.teacher)
    followers = [account() for _ in range(50)]
    answers = at_once(50, lambda number: invitations.accept(token=token, player=followers[number]))
    assert kinds(answers) == {InvitationGone}
    assert sum(isinstance(one, Member) for one in answers) == 1
    assert TeacherInvitation.objects.get().used_by in followers


def test_a_class_that_is_deleted_while_pupils_are_added_ends_in_one_of_the_two(
    world: World,
) -> None:
    room = world.classroom

    def act(number: int) -> None:
        if number == 25:
            services.delete_class(classroom=room, actor=world.teacher, name=room.name)
        else:
            pupils.create_pupils(room, [NewPupil(f"S{number}")], world.teacher)

    answers = at_once(50, act)
    assert kinds(answers) <= {ClassGone}
    assert not Member.objects.filter(classroom=room.pk).exists()

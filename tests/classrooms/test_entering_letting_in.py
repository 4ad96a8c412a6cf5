"""Who asked to come in is let in or declined, one or several at once."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import clock
from accounts.models import Player, User
from classrooms.entering import cards, requests
from classrooms.people.errors import Archived, ClassGone, NicknamesTaken
from classrooms.people.models import Member
from tests.classrooms.entering import ask, asked, make
from tests.classrooms.world import World, account, client_of, make_work

pytestmark = pytest.mark.django_db


def test_several_are_let_in_or_declined_at_once(world: World) -> None:
    row = make(world)
    for name in ("One", "Two", "Three", "Four"):
        ask(Client(), row.code, name)
    page, client = f"/classes/{world.classroom.pk}/requests/", world.client(world.coteacher)
    client.post(page, {"member": [str(asked(n).pk) for n in ("One", "Two")], "answer": "approve"})
    gone = asked("Three").player.user
    assert gone is not None
    client.post(
        page, {"member": [str(asked(n).pk) for n in ("Three", "Four")], "answer": "decline"}
    )
    assert asked("One").state == asked("Two").state == Member.State.ACTIVE
    assert not Member.objects.filter(nickname__in=["Three", "Four"]).exists()
    assert not User.objects.filter(pk=gone.pk).exists()  # nothing of them is kept
    row.refresh_from_db()
    assert row.used == 2  # their places are there again


def test_declining_an_account_or_somebody_with_work_deletes_neither(world: World) -> None:
    from tests.classrooms.world import make_assignment

    row = make(world)
    player = account()
    ask(client_of(player), row.code, "Has account")
    ask(client_of(world.exmember), row.code, "Has work")
    work = make_work(make_assignment(world), asked("Has work"), correct=[True])
    ids = [asked("Has account").pk, asked("Has work").pk]
    assert requests.decline(world.classroom, ids, actor=world.teacher) == 2
    assert Player.objects.filter(pk=player.pk).exists()
    work.refresh_from_db()
    assert work.member.state == Member.State.LEFT


def test_requests_of_another_class_are_not_touched(world: World) -> None:
    ask(Client(), make(world).code)
    pk = asked().pk
    assert requests.approve(world.otherclass, [pk], actor=world.otherteacher) == 0
    with pytest.raises(ClassGone):
        requests.approve(world.classroom, [pk], actor=world.otherteacher)
    assert asked().state == Member.State.PENDING


def test_a_nickname_taken_since_keeps_the_request(world: World) -> None:
    ask(Client(), make(world).code)
    Member.objects.filter(pk=world.pupils[0].pk).update(nickname="deniz")
    with pytest.raises(NicknamesTaken):
        requests.approve(world.classroom, [asked().pk], actor=world.teacher)
    assert asked().state == Member.State.PENDING


def test_an_archived_class_makes_no_code_and_lets_nobody_in(world: World) -> None:
    ask(Client(), make(world).code)
    world.classroom.archived_at = clock.now()
    world.classroom.save()
    for act in (
        lambda: make(world),
        lambda: requests.approve(world.classroom, [asked().pk], actor=world.teacher),
    ):
        with pytest.raises(Archived):
            act()
    assert (
        world.client(world.teacher).get(f"/classes/{world.classroom.pk}/join/").status_code == 200
    )


def test_a_pending_pupil_sees_nothing_of_the_class(world: World) -> None:
    ask(Client(), make(world).code)
    assert (
        world.client(world.pending).get(f"/classes/{world.classroom.pk}/cards/").status_code == 404
    )
    child = asked().player
    assert child.user is not None
    cards.renew(child)  # though a teacher could not even make one
    assert child.card.used_at is None

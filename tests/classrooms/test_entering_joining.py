"""Joining by a code: who gets in, who waits, what a guess learns, and races for the last place."""

from __future__ import annotations

import datetime as dt
import logging
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import clock
from accounts.limits import Limited
from accounts.models import Player, User
from classrooms.entering import codes, joining, requests
from classrooms.entering.joining import Asker
from classrooms.people.models import JoinCode, Member, PupilCard
from tests.classrooms.entering import ask, asked, by_card, enter, make, offered, who
from tests.classrooms.world import World, account, client_of, make_class
from tests.together import at_once

pytestmark = pytest.mark.django_db


def test_somebody_without_an_account_asks_waits_comes_in_and_has_a_card(world: World) -> None:
    """The whole way: from a code on the board to a card that opens on another device."""
    code = make(world).code
    child = Client()
    assert ask(child, codes.grouped(code).lower(), real_name="Deniz A.").status_code == 302
    assert who(child) == ""
    assert 'hx-trigger="every 3s"' in child.get("/join/waiting/").content.decode()
    page = world.client(world.teacher).get(f"/classes/{world.classroom.pk}/join/").content.decode()
    assert "Deniz A." in page
    world.client(world.teacher).post(
        f"/classes/{world.classroom.pk}/requests/",
        {"member": [str(asked().pk)], "answer": "approve"},
    )
    page = child.get("/join/waiting/").content.decode()
    found = re.search(r'class="code-shown">([^<]+)<', page)
    offer = re.search(r'name="offer" value="([^"]+)"', page)
    assert found is not None
    assert offer is not None
    assert not PupilCard.objects.exists()  # it counts when the child says that it is noted
    answer = child.post("/join/come-in/", {"offer": offer.group(1)})
    assert answer.headers["Location"] == f"/classes/{world.classroom.pk}/"
    assert who(child) == str(asked().player.user_id)
    assert child.post("/join/come-in/", {"offer": offer.group(1)}).status_code == 302
    other = Client()
    assert enter(other, found.group(1)).status_code == 302
    assert who(other) == who(child)


def test_a_card_is_taken_once_and_only_the_one_that_was_offered(world: World) -> None:
    code = make(world, approval=False).code
    child = Client()
    ask(child, code)
    offers = [offered(child) for _ in range(2)]
    child.post("/join/come-in/", {"offer": "WEAK"})
    child.post("/join/come-in/", {"offer": offers[0][:-1] + "x"})
    assert not PupilCard.objects.exists()
    child.post("/join/come-in/", {"offer": offers[0]})
    digest = PupilCard.objects.get().digest
    child.post("/join/come-in/", {"offer": offers[1]})
    assert PupilCard.objects.get().digest == digest


def test_whoever_asked_elsewhere_does_not_get_this_childs_card(world: World) -> None:
    code = make(world, approval=False).code
    first, second = Client(), Client()
    ask(first, code, "First")
    ask(second, code, "Second")
    second.post("/join/come-in/", {"offer": offered(first)})
    assert who(second) == ""
    assert not PupilCard.objects.exists()


def test_an_account_joins_as_itself(world: World) -> None:
    code = make(world).code
    player = account()
    client = client_of(player)
    assert ask(client, code).headers["Location"] == "/join/waiting/"
    member = asked()
    assert (member.player, member.state) == (player, Member.State.PENDING)
    assert not User.objects.filter(
        username__startswith="pupil-", player__memberships=member
    ).exists()
    requests.approve(world.classroom, [member.pk], actor=world.teacher)
    page = client.get("/join/waiting/").content.decode()
    assert f"/classes/{world.classroom.pk}/" in page
    assert 'name="offer"' not in page  # an account needs no card


def test_a_pupil_joins_a_second_class_with_the_same_card(world: World) -> None:
    code = make(world, approval=False).code
    pupil = world.otherpupil.player
    answer = ask(by_card(pupil), code, "Elif")
    assert answer.headers["Location"] == f"/classes/{world.classroom.pk}/"
    assert asked("Elif").player == pupil


def test_a_visitor_of_the_device_does_not_become_the_child(world: World) -> None:
    code = make(world).code
    client = Client()
    client.post("/account/tokens/", {"name": "phone"})
    visitor = Player.objects.get(user=None)
    ask(client, code)
    assert asked().player != visitor
    assert Player.objects.filter(pk=visitor.pk, user=None).exists()


def test_codes_that_let_nobody_in_get_one_answer(world: World) -> None:
    """Unknown, run out, closed, full, and of an archived class."""
    player = account()
    run_out = make(world)
    JoinCode.objects.filter(pk=run_out.pk).update(expires_at=clock.now(), closed_at=clock.now())
    closed = make(world)
    full = make(world, places=1)
    assert ask(Client(), full.code, "First").status_code == 302
    archived = JoinCode.objects.create(
        classroom=world.otherclass,
        code=codes.make(codes.JOIN),
        expires_at=clock.now() + dt.timedelta(days=1),
        places=9,
    )
    world.otherclass.archived_at = clock.now()
    world.otherclass.save()
    answers = set()
    for code in (codes.make(codes.JOIN), run_out.code, closed.code, full.code, archived.code):
        client = client_of(player)
        client.get("/join/")
        answer = ask(client, code)
        answers.add((answer.status_code, re.sub(r'value="[^"]*"', "", answer.content.decode())))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 422
    assert not Member.objects.filter(player=player).exists()


def test_a_code_is_valid_for_fourteen_days(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    code, now = make(world).code, clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(days=13, hours=23))
    assert ask(Client(), code, "In time").status_code == 302
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(days=14, seconds=1))
    assert ask(Client(), code, "Too late").status_code == 422


def test_a_new_code_ends_the_one_before_and_closing_ends_both(world: World) -> None:
    first, second = make(world), make(world)
    assert ask(Client(), first.code).status_code == 422
    joining.close_code(world.classroom, actor=world.teacher)
    joining.close_code(world.classroom, actor=world.teacher)
    assert ask(Client(), second.code).status_code == 422
    assert world.classroom.trail.filter(action="code.closed").count() == 1


def test_asking_again_takes_no_second_place(world: World) -> None:
    row = make(world, places=2)
    client = client_of(account())
    for _ in range(3):
        assert ask(client, row.code).status_code == 302
    row.refresh_from_db()
    assert row.used == 1


def test_whoever_was_taken_out_waits_for_a_teacher_even_where_nobody_else_does(
    world: World,
) -> None:
    row = make(world, approval=False)
    client = client_of(world.exmember)
    ask(client, row.code, "Back again")
    assert asked("Back again").state == Member.State.PENDING


def test_a_teacher_who_types_the_code_stays_a_teacher(world: World) -> None:
    row = make(world, approval=False)
    answer = ask(world.client(world.teacher), row.code)
    assert answer.headers["Location"] == f"/classes/{world.classroom.pk}/"
    assert world.member(world.teacher).role == Member.Role.TEACHER


@pytest.mark.parametrize("taken", ["Aylin", "AYLIN", " aylin "])
def test_a_nickname_that_is_taken_is_said_and_nothing_is_lost(world: World, taken: str) -> None:
    row = make(world)
    answer = ask(Client(), row.code, taken)
    assert answer.status_code == 409
    assert row.code in answer.content.decode()
    row.refresh_from_db()
    assert row.used == 0
    assert not User.objects.filter(player=None).exists()


def test_right_codes_and_typing_errors_do_not_count_wrong_ones_do(
    world: World, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "join-wrong-address": (2, 3600)}
    code = make(world).code
    for number in range(5):
        assert ask(Client(), code, f"Child {number}").status_code == 302
    assert ask(Client(), "0123").status_code == 422
    wrong = [ask(Client(), codes.make(codes.JOIN)).status_code for _ in range(3)]
    assert wrong == [422, 422, 429]
    assert ask(Client(), code, "Late").status_code == 429


def test_a_class_that_types_the_code_of_yesterday_does_not_shut_its_school_out(
    world: World, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "join-wrong-address": (3, 3600)}
    old, new = make(world).code, make(world).code
    assert {ask(Client(), old, f"Child {number}").status_code for number in range(8)} == {422}
    assert ask(Client(), new).status_code == 302


def test_one_account_may_err_ten_times_an_hour(world: World) -> None:
    client = client_of(account())
    answers = [ask(client, codes.make(codes.JOIN)).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert ask(Client(), make(world).code).status_code == 302  # it locks nobody else out


def test_an_alarm_is_raised_once_where_very_many_guess(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "join-wrong-anywhere": (3, 3600)}
    with caplog.at_level(logging.ERROR, "classrooms.entering.joining"):
        for number in range(8):
            Client().post(
                "/join/",
                {"code": codes.make(codes.JOIN), "nickname": "X"},
                REMOTE_ADDR=f"192.0.2.{number}",
            )
    assert len(caplog.records) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_fifty_at_once_get_exactly_the_places() -> None:
    world = make_class()
    row = make(world, places=17, approval=False)

    def act(number: int) -> Any:
        request = RequestFactory().post("/join/")
        return joining.ask_to_join(request, row.code, Asker(None, f"Child {number}"))

    answers = at_once(20, act)
    answers += at_once(20, lambda number: act(20 + number)) + at_once(10, lambda n: act(40 + n))
    assert sum(isinstance(one, Member) for one in answers) == 17
    row.refresh_from_db()
    assert row.used == 17
    assert Member.objects.filter(asked_by=row).count() == 17
    assert User.objects.filter(player=None).count() == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_fifty_wrong_codes_at_once_twenty_are_looked_at(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "join-wrong-address": (20, 86_400)}

    def act(number: int) -> Any:
        request = RequestFactory().post("/join/")
        return joining.ask_to_join(request, codes.make(codes.JOIN), Asker(None, "X"))

    answers = at_once(50, act)
    assert answers.count(None) == 20
    assert sum(isinstance(one, Limited) for one in answers) == 30


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_account_that_asks_many_times_at_once_has_one_place() -> None:
    world = make_class()
    row, player = make(world, places=5), account()

    def act(number: int) -> Any:
        request = RequestFactory().post("/join/")
        return joining.ask_to_join(request, row.code, Asker(player, "Deniz"))

    answers = at_once(12, act)
    assert {one.pk for one in answers} == {asked().pk}
    row.refresh_from_db()
    assert row.used == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_teachers_who_make_a_code_at_once_one_code_is_in_force() -> None:
    world = make_class()
    answers = at_once(
        8,
        lambda number: joining.make_code(
            world.classroom,
            actor=(world.teacher, world.coteacher)[number % 2],
            places=5,
            approval=True,
        ),
    )
    assert not [one for one in answers if isinstance(one, Exception)]
    assert JoinCode.objects.filter(classroom=world.classroom, closed_at=None).count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_letting_in_and_declining_at_once_leave_one_answer() -> None:
    world = make_class()
    row = make(world)
    request = RequestFactory().post("/join/")
    member = joining.ask_to_join(request, row.code, Asker(None, "Deniz"))
    assert member is not None
    deeds = (requests.approve, requests.decline)
    answers = at_once(
        6, lambda number: deeds[number % 2](world.classroom, [member.pk], actor=world.teacher)
    )
    assert sum(answers) == 1
    row.refresh_from_db()
    assert row.used == Member.objects.filter(pk=member.pk).count()


def test_the_page_of_the_code_asks_the_same_for_few_and_many_requests(world: World) -> None:
    row, page = make(world, places=200), f"/classes/{world.classroom.pk}/join/"
    client = world.client(world.teacher)
    client.get("/rules/")
    counts = []
    for name in ("One", "Many"):
        for number in range(1 if name == "One" else 25):
            ask(Client(), row.code, f"{name} {number}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


def test_waiting_costs_little_since_every_phone_asks_again_and_again(world: World) -> None:
    child = Client()
    ask(child, make(world).code)
    child.get("/join/waiting/")
    with CaptureQueriesContext(connection) as queries:
        child.get("/join/waiting/")
    assert len(queries) <= 4

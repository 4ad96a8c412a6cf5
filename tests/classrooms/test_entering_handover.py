"""Handing an account over: a card becomes an account, once, and every work is kept."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import clock
from accounts.models import Player, Session, User
from accounts.players import merge_players
from classrooms.assignments.models import Extension, Recipient, Work
from classrooms.entering import cards, codes, handover
from classrooms.people.errors import MemberGone
from classrooms.people.models import HandoverCode, Member, PupilCard
from classrooms.people.trail import note
from puzzles.models import Attempt
from tests.classrooms.entering import by_card, enter, who
from tests.classrooms.world import (
    PASSWORD,
    World,
    account,
    client_of,
    join,
    make_assignment,
    make_class,
    make_work,
)
from tests.together import at_once

pytestmark = pytest.mark.django_db
PAGE = "/enter/handover/"


def make(world: World, number: int = 0) -> str:
    """A one-time code for a pupil of the class."""
    return handover.make_code(world.classroom, world.pupils[number].pk, actor=world.teacher)


def become(client: Client, code: str, **fields: str) -> Any:
    """Send the form of somebody without an account."""
    data = {
        "code": code,
        "username": "aylin-k",
        "email": "aylin@example.org",
        "password1": PASSWORD,
        **fields,
    }
    return client.post(PAGE, data)


def test_a_card_becomes_an_account_and_all_work_is_kept(world: World) -> None:
    pupil = world.pupil
    work = make_work(make_assignment(world), world.pupils[0], correct=[True, False, None])
    code = cards.renew(pupil)
    client = Client()
    enter(client, code)
    assert become(client, codes.grouped(make(world))).status_code == 302
    user = User.objects.get(player=pupil)
    assert (user.username, user.email) == ("aylin-k", "aylin@example.org")
    assert user.check_password(PASSWORD)
    assert who(client) == str(user.pk)
    assert client.get("/account/").context["card"] == ""
    assert enter(Client(), code).status_code == 422
    assert not PupilCard.objects.exists()
    assert not HandoverCode.objects.exists()
    work.refresh_from_db()
    assert work.member.player == pupil
    assert [one.to for one in mail.outbox] == [["aylin@example.org"]]
    fresh = Client()
    fresh.post("/account/login/", {"login": "aylin@example.org", "password": PASSWORD})
    assert who(fresh) == str(user.pk)


def test_it_works_without_being_in_by_card(world: World) -> None:
    assert become(Client(), make(world)).status_code == 302


def test_other_sessions_of_the_card_end(world: World) -> None:
    elsewhere = by_card(world.pupil)
    become(Client(), make(world))
    assert elsewhere.get("/account/").context["user"].is_anonymous
    assert Session.objects.filter(user=world.pupil.user).count() == 1


def test_a_code_is_for_one_use_and_one_day_and_a_new_one_ends_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make(world)
    second = make(world)
    assert become(Client(), first).status_code == 422
    assert become(Client(), second).status_code == 302
    assert become(Client(), second, username="other", email="o@example.org").status_code == 422
    third, now = make(world, 1), clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(days=1, seconds=1))
    assert become(Client(), third, username="other", email="o@example.org").status_code == 422


def test_codes_that_open_nothing_get_one_answer(world: World) -> None:
    used = make(world)
    become(Client(), used)
    switched_off = make(world, 1)
    User.objects.filter(player=world.pupils[1].player).update(is_active=False)
    answers = set()
    for code in (used, switched_off, codes.make(codes.HANDOVER)):
        answer = become(Client(), code, username="other", email="o@example.org")
        body = re.sub(r'value="[^"]*"', "", answer.content.decode())
        answers.add((answer.status_code, body))
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"password1": "short"}, "password1"),
        ({"password1": "password"}, "password1"),
        ({"email": ""}, "email"),
        ({"email": "nonsense"}, "email"),
        ({"username": "x"}, "username"),
    ],
)
def test_what_sign_up_refuses_is_refused_and_the_code_is_still_good(
    world: World, fields: dict[str, str], wrong: str
) -> None:
    code = make(world)
    answer = become(Client(), code, **fields)
    assert answer.status_code == 422
    assert wrong in answer.context["form"].errors
    assert become(Client(), code).status_code == 302


def test_whose_an_address_is_is_not_told(world: World) -> None:
    someone = account()
    assert someone.user is not None
    EmailAddress.objects.create(user=someone.user, email=someone.user.email, verified=True)
    answer = become(Client(), make(world), email=someone.user.email, password1=f"{PASSWORD}-2")
    assert answer.status_code == 302
    assert [one.to for one in mail.outbox] == [[someone.user.email]]  # its owner learns of it
    browser = Client()
    browser.post("/account/login/", {"login": someone.user.email, "password": PASSWORD})
    assert who(browser) == str(someone.user_id)  # and the address stays theirs
    mine = EmailAddress.objects.get(user__player=world.pupil)
    assert not mine.verified
    assert not mine.set_verified()


def test_nobody_may_guess_codes_for_long(world: World, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "handover-wrong-address": (2, 3600)}
    wrong = [
        become(Client(), codes.make(codes.HANDOVER), username=f"n{number}").status_code
        for number in range(3)
    ]
    assert wrong == [422, 422, 429]


def test_only_a_pupil_of_the_class_without_e_mail_gets_a_code(world: World) -> None:
    has_account = join(world.classroom, account())
    for pk in (has_account.pk, world.otherpupil.pk, world.member(world.teacher).pk, uuid.uuid4()):
        with pytest.raises(MemberGone):
            handover.make_code(world.classroom, pk, actor=world.teacher)


def test_the_page_of_a_teacher_shows_the_code_once(world: World) -> None:
    page = f"/classes/{world.classroom.pk}/members/{world.pupils[0].pk}/handover/"
    client = world.client(world.teacher)
    assert "code-shown" not in client.get(page).content.decode()
    shown = client.post(page).content.decode()
    found = re.search(r'class="code-shown">([^<]+)<', shown)
    assert found is not None
    assert found.group(1) not in client.get(page).content.decode()
    assert become(Client(), found.group(1)).status_code == 302


# --- into an account that is there ------------------------------------------------------------


def test_an_account_takes_over_the_classes_and_the_work(world: World) -> None:
    player = account()
    work = make_work(make_assignment(world), world.pupils[0], correct=[True])
    pupil_user = world.pupil.user
    assert pupil_user is not None
    code = cards.renew(world.pupil)
    assert client_of(player).post(PAGE, {"code": make(world)}).status_code == 302
    work.refresh_from_db()
    assert work.member.player == player
    assert work.member.nickname == world.pupils[0].nickname
    assert not User.objects.filter(username=pupil_user.username).exists()
    assert not Player.objects.filter(pk=world.pupil.pk).exists()
    assert enter(Client(), code).status_code == 422


def test_where_both_are_in_the_class_the_tries_stand_in_their_order(world: World) -> None:
    """Works of both, handed in by turns, graded and not, under way, and all that hangs on them."""
    player, pupil = account(), world.pupils[0]
    kept = join(world.classroom, player, nickname="Mine")
    assignment, now = make_assignment(world, tries=10), clock.now()
    others = make_assignment(world, everyone=False)
    Recipient.objects.create(assignment=others, member=pupil)
    Extension.objects.create(assignment=others, member=pupil, tries=3)
    pupil.notes.create(text="of the pupil", author=world.teacher)
    note(world.classroom, "member.renamed", actor=world.teacher, member=pupil)
    works = []
    for place, (member, graded) in enumerate(
        [(pupil, True), (kept, True), (pupil, False), (kept, True)]
    ):
        number = Work.objects.filter(member=member).count() + 1
        moment = now + dt.timedelta(minutes=place)
        fields = {"try_no": number, "submitted_at": moment}
        work = make_work(assignment, member, correct=[True] if graded else None, **fields)
        if graded:
            _attempt(work, member, moment)
        works.append(work)
    mine = make_work(assignment, kept, try_no=3)
    theirs = make_work(assignment, pupil, try_no=3)
    theirs.answers.create(index=0, answer={"cannot": True})
    handed = client_of(player).post(PAGE, {"code": make(world)})
    assert handed.status_code == 302
    rows = list(Work.objects.filter(assignment=assignment).order_by("try_no"))
    assert [row.pk for row in rows] == [*(work.pk for work in works), theirs.pk]
    assert [row.try_no for row in rows] == [1, 2, 3, 4, 5]
    assert {row.member_id for row in rows} == {kept.pk}
    assert not Work.objects.filter(pk=mine.pk).exists()  # it had no answer yet
    numbers = {
        one.class_answer.work.try_no: one.try_no
        for one in Attempt.objects.filter(context="assignment", player=player)
    }
    assert numbers == {1: 1, 2: 2, 4: 4}  # the third is graded later, and its number is free
    assert Recipient.objects.get(assignment=others).member == kept
    assert Extension.objects.get(assignment=others).member == kept
    assert kept.notes.get().text == "of the pupil"
    assert kept.trail.filter(action="member.renamed").exists()
    kept.refresh_from_db()
    assert (kept.nickname, kept.real_name) == ("Mine", pupil.real_name)


def _attempt(work: Work, member: Member, moment: dt.datetime) -> None:
    item = work.assignment.puzzle_set.items.order_by("index").first()
    assert item is not None
    attempt = Attempt.objects.create(
        player=member.player,
        puzzle=item.puzzle,
        context="assignment",
        context_id=work.assignment_id,
        try_no=work.try_no,
        key=uuid.uuid4(),
        answer={"cannot": True},
        answered_at=moment,
        correct=True,
        verdict={},
        rules_version=1,
        engine_version="x",
        generator_version=1,
    )
    work.answers.filter(index=0).update(attempt=attempt)


def test_whoever_was_taken_out_is_in_again_through_the_pupil(world: World) -> None:
    player = account()
    kept = join(world.classroom, player, state=Member.State.LEFT, left_at=clock.now())
    client_of(player).post(PAGE, {"code": make(world)})
    kept.refresh_from_db()
    assert kept.state == Member.State.ACTIVE


def test_a_teacher_of_the_class_does_not_swallow_a_pupil(world: World) -> None:
    code = make(world)
    answer = world.client(world.teacher).post(PAGE, {"code": code})
    assert answer.status_code == 422
    assert Player.objects.filter(pk=world.pupil.pk).exists()
    assert become(Client(), code).status_code == 302  # and the code is still good


def test_somebody_in_by_a_card_takes_nobody_over(world: World) -> None:
    code = make(world, 1)
    client = by_card(world.pupil)
    client.post(PAGE, {"code": code})
    assert Player.objects.filter(pk=world.pupils[1].player_id).exists()


def test_merging_pupils_of_no_class_in_common_moves_each_membership(world: World) -> None:
    pupil, player = world.pupil, account()
    join(world.otherclass, player, nickname="There")
    merge_players(pupil, player)
    assert Member.objects.filter(player=player).count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_one_code_at_once_one_gets_the_account() -> None:
    world = make_class()
    code = make(world)
    rivals = [account() for _ in range(4)]
    become(Client(), codes.make(codes.HANDOVER))  # threads do not import at once

    def act(number: int) -> int:
        if number < 4:
            answer = client_of(rivals[number]).post(PAGE, {"code": code})
        else:
            fields = {"username": f"name-{number}", "email": f"n{number}@example.org"}
            answer = become(Client(), code, **fields)
        return int(answer.status_code)

    answers = at_once(8, act)
    assert sorted(answers) == [302] + [422] * 7
    holder = Member.objects.get(pk=world.pupils[0].pk).player
    assert holder.user is not None
    assert holder.user.has_usable_password()
    assert not HandoverCode.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_using_the_code_and_a_new_card_at_once_leave_one_way_in() -> None:
    world = make_class()
    code = make(world)
    page = f"/classes/{world.classroom.pk}/cards/"
    teacher = world.client(world.teacher)

    def act(number: int) -> int:
        if number:
            return int(teacher.post(page, {"member": [str(world.pupils[0].pk)]}).status_code)
        return int(become(Client(), code).status_code)

    answers = at_once(2, act)
    assert answers[0] == 302
    user = User.objects.get(player=world.pupil)
    assert user.email
    assert not PupilCard.objects.filter(player=world.pupil).exists()

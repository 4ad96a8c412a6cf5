"""Pairs of requests that must look alike: one about somebody who is there, one about nobody.

Each case makes what it needs and gives two functions of a number, which both return an answer. The
tests compare what the answers say, the benchmark how long they take.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.core.mail.backends.locmem import EmailBackend
from django.http import HttpResponse
from django.test import Client

from accounts import clock
from accounts.models import Player, User
from classrooms.entering import cards, codes, handover, joining
from classrooms.people.models import Classroom, JoinCode, Member

PASSWORD: Final = "an-old-tea-glass"
Ask = Callable[[int], HttpResponse]


@dataclass(frozen=True)
class Case:
    """A door, and what somebody outside must not learn there."""

    name: str
    known: Ask
    unknown: Ask


class SlowMail(EmailBackend):
    """A mail server at some distance, in memory: whoever waits for it is seen to wait."""

    SECONDS = 0.05

    def send_messages(self, messages: Any) -> int:
        import time

        time.sleep(self.SECONDS)
        sent: int = super().send_messages(messages)
        return sent


def cases() -> list[Case]:
    """All doors, with somebody behind each."""
    user = User.objects.create_user("aylin", "aylin@example.org", PASSWORD)
    Player.objects.create(user=user)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    room, member = _class()
    dead = handover.make_code(room, member.pk, actor=_teacher(room))
    handover.make_code(room, member.pk, actor=_teacher(room))  # the one before has ended
    ended = joining.make_code(room, actor=_teacher(room), places=20, approval=True)
    JoinCode.objects.filter(pk=ended.pk).update(expires_at=clock.now() - dt.timedelta(days=1))
    old = cards.renew(member.player)
    cards.renew(member.player)
    return [
        _pair("log-in by name", _log_in, "aylin", "nobody"),
        _pair("log-in by e-mail", _log_in, "aylin@example.org", "nobody@example.org"),
        _pair("reset", _reset, "aylin@example.org", "nobody@example.org"),
        Case(
            "sign-up",
            lambda number: _sign_up(number, "aylin@example.org"),
            lambda number: _sign_up(number, f"new{number}@example.org"),
        ),
        Case(
            "join",
            lambda number: _join(ended.code, number),
            lambda number: _join(codes.make(codes.JOIN), number),
        ),
        Case(
            "card",
            lambda _: _post("/enter/", {"code": old}),
            lambda _: _post("/enter/", {"code": codes.make(codes.CARD)}),
        ),
        Case(
            "handover",
            lambda _: _post("/enter/handover/", {"code": dead}),
            lambda _: _post("/enter/handover/", {"code": codes.make(codes.HANDOVER)}),
        ),
    ]


def said(answer: HttpResponse) -> tuple[int, str, str]:
    """Status, where it leads, and the text without what was typed or is made anew."""
    text = answer.content.decode()
    text = re.sub(r'(?:name|value|id|content)="[^"]*"', "", text)
    return answer.status_code, answer.get("Location", ""), text


def _pair(name: str, ask: Callable[[str], HttpResponse], there: str, nobody: str) -> Case:
    return Case(name, lambda _: ask(there), lambda _: ask(nobody))


def _post(path: str, fields: dict[str, Any]) -> HttpResponse:
    answer: HttpResponse = Client().post(path, fields)  # type: ignore[assignment]
    return answer


def _log_in(name: str) -> HttpResponse:
    return _post("/account/login/", {"login": name, "password": "not this one"})


def _reset(email: str) -> HttpResponse:
    return _post("/account/password/reset/", {"email": email})


_made = iter(range(10**9))


def _sign_up(number: int, email: str) -> HttpResponse:
    fields = {"username": f"new-{next(_made)}-{number}", "email": email, "password1": PASSWORD}
    return _post("/account/signup/", fields)


def _join(code: str, number: int) -> HttpResponse:
    return _post("/join/", {"code": code, "nickname": f"Child {number}"})


def _class() -> tuple[Classroom, Member]:
    room = Classroom.objects.create(name="Okey club", rules="101-guide")
    teacher = Player.objects.create(user=User.objects.create_user("kaya"))
    Member.objects.create(classroom=room, player=teacher, role="teacher", nickname="Kaya")
    pupil = User(username="pupil-1")
    pupil.set_unusable_password()
    pupil.save()
    member = Member.objects.create(
        classroom=room, player=Player.objects.create(user=pupil), role="pupil", nickname="Ada"
    )
    return room, member


def _teacher(room: Classroom) -> Player:
    found: Player = Member.objects.get(classroom=room, role="teacher").player
    return found

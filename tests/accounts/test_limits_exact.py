"""Every limit holds exactly when two hundred come at once, through the page that it guards.

The limits are those of the settings: a new one without a way here fails. Each is set to seven, the
others out of the way. Where no secret is guessed sixty come; with `ISTAKA_LONG=1` all are two
hundred.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import uuid
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings as site_settings
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import clock, metering
from accounts.models import Player, RateCount, User
from accounts.second_factor import Adapter
from classrooms.entering import codes
from classrooms.lti import their_keys
from classrooms.lti.errors import LtiRefused
from classrooms.lti.models import LtiPlatform
from tests.accounts.conftest import PASSWORD
from tests.site import addresses, objects
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

THREADS: Final = 20  # as many connections
MANY, FEW = 10, 3  # calls of each
GUESSED: Final = ("login-account", "reset-account", "join-wrong-address", "second-factor")
LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
LIMIT: Final = 7
Act = Callable[[int], bool]  # whether the call with this number was let through


def let_through(answer: Any) -> bool:
    """Whether an answer is not the one to too many; no call may be our fault."""
    assert answer.status_code < 500, answer.status_code
    return bool(answer.status_code != 429)


def posting(path: str, fields: Callable[[int], dict[str, Any]], **more: Any) -> Act:
    """Everybody sends a form from a browser of their own."""
    return lambda number: let_through(Client(**more).post(path, fields(number)))


def by_a_player(path: str, fields: dict[str, Any]) -> Act:
    """One player sends a form from many browsers."""
    visitor = addresses.caller("visitor")
    cookies = visitor.client.cookies

    def act(number: int) -> bool:
        client = Client()
        client.cookies = deepcopy(cookies)
        return let_through(client.post(path, fields))

    return act


def _json(path: str, data: dict[str, Any]) -> Act:
    token = addresses.caller("token")
    text = json.dumps(data)

    def act(number: int) -> bool:
        answer = Client().post(path, text, content_type="application/json", headers=token.headers)
        return let_through(answer)

    return act


def _account() -> User:
    user = User.objects.create_user("aylin", "aylin@example.org", PASSWORD)
    Player.objects.create(user=user)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _api() -> Act:
    token = addresses.caller("token")
    return lambda _: let_through(Client().get("/api/v1/rulesets/", headers=token.headers))


def _log_in_as_one() -> Act:
    _account()
    return lambda number: let_through(
        Client(REMOTE_ADDR=f"198.51.100.{number}").post(
            "/account/login/", {"login": "Aylin", "password": "wrong"}
        )
    )


def _reset_one() -> Act:
    _account()
    return posting("/account/password/reset/", lambda _: {"email": "aylin@example.org"})


def _mail_to_one() -> Act:
    """Signing up with an address that is taken sends it a mail; every form looks the same."""
    _account()

    def act(number: int) -> bool:
        with_it = {"email": "aylin@example.org"}
        assert let_through(Client().post("/account/password/reset/", with_it))
        return False

    return act


def _mail_by_one() -> Act:
    user = _account()

    def act(number: int) -> bool:
        client = Client()
        client.force_login(user)
        fields = {"email": f"a{number}@example.org", "action_add": ""}
        return let_through(client.post("/account/email/", fields))

    return act


def _second_factor() -> Act:
    user = _account()
    Authenticator.objects.create(
        user=user, type="totp", data={"secret": Adapter().encrypt("JBSWY3DPEHPK3PXP")}
    )
    first = Client()
    first.post("/account/login/", {"login": "aylin", "password": PASSWORD})
    cookies = first.cookies

    def act(number: int) -> bool:
        client = Client()
        client.cookies = deepcopy(cookies)
        return let_through(client.post("/account/second-factor/code/", {"code": "000000"}))

    return act


def _join_as_one() -> Act:
    user = _account()

    def act(number: int) -> bool:
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        client.force_login(user)
        return let_through(client.post("/join/", _wrong_code(number)))

    return act


def _wrong_code(number: int) -> dict[str, str]:
    return {"code": codes.make(codes.JOIN), "nickname": f"Child {number}"}


def _wrong_handover(number: int) -> dict[str, str]:
    return {
        "code": codes.make(codes.HANDOVER),
        "username": f"new-{number}",
        "email": f"new{number}@example.org",
        "password1": PASSWORD,
    }


def _join_anywhere() -> Act:
    """It refuses nothing: what is beyond it is told, and counted no further."""

    def act(number: int) -> bool:
        client = Client(REMOTE_ADDR=f"198.51.{number}.7")
        assert let_through(client.post("/join/", _wrong_code(number)))
        return False

    return act


def _keys() -> Act:
    platform = LtiPlatform.objects.create(
        name="P",
        issuer="https://platform.example",
        client_id="x",
        keys_url="https://127.0.0.1:9/keys",
    )

    def act(number: int) -> bool:
        try:
            their_keys.key_of(platform, f"unknown {number}")
        except LtiRefused as refused:
            return refused.code == "platform.silent"  # it was asked
        raise AssertionError("a key out of nothing")

    return act


def _tiles() -> Act:
    puzzle = objects.puzzle()["puzzle_id"]
    return by_a_player(f"/puzzles/{puzzle}/lanes/", {"melds": "R1 R2 R3"})


def _answer() -> Act:
    puzzle = objects.puzzle()["puzzle_id"]
    fields = {"answer": "cannot", "key": str(uuid.uuid4())}
    return by_a_player(f"/puzzles/{puzzle}/answer/", fields)


def _launch(number: int) -> dict[str, Any]:
    return {"state": "x", "id_token": "y"}


WAYS: Final[dict[str, Callable[[], Act]]] = {
    "api": _api,
    "engine": lambda: _json(
        "/api/v1/judge/", {"rules": "101-guide", "indicator": "B10", "melds": "R1 R2 R3"}
    ),
    "visitor": lambda: posting("/api/v1/visitor/", lambda _: {}),
    "login-account": _log_in_as_one,
    "login-address": lambda: posting(
        "/account/login/", lambda number: {"login": f"nobody{number}", "password": "x"}
    ),
    "signup-address": lambda: posting(
        "/account/signup/", lambda number: {"username": f"n{number}", "password1": "short"}
    ),
    "reset-account": _reset_one,
    "reset-address": lambda: posting(
        "/account/password/reset/", lambda number: {"email": f"n{number}@example.org"}
    ),
    "mail-account": _mail_to_one,
    "mail-sender": _mail_by_one,
    "card-address": lambda: posting("/enter/", lambda _: {"code": codes.make(codes.CARD)}),
    "card-wrong-address": lambda: posting("/enter/", lambda _: {"code": codes.make(codes.CARD)}),
    "handover-wrong-address": lambda: posting("/enter/handover/", _wrong_handover),
    "join-wrong-account": _join_as_one,
    "join-wrong-address": lambda: posting("/join/", _wrong_code),
    "join-wrong-anywhere": _join_anywhere,
    "join-alarm": _join_anywhere,
    "second-factor": _second_factor,
    "referee": lambda: by_a_player("/notation/", {"record": "{}"}),
    "lti": lambda: posting("/lti/launch/", _launch),
    "lti-keys": _keys,
    "lanes": _tiles,
    "answer": _answer,
    "set": lambda: by_a_player("/puzzles/sets/", {"rules": "101-guide", "count": 3}),
    "form": lambda: by_a_player("/theme/", {"theme": "dark"}),
}
# Each try costs so many of what is allowed, or refuses nothing and is seen in the count alone.
COSTS: Final = {"referee": 10}
SEEN_IN_THE_COUNT: Final = {"mail-account", "join-wrong-anywhere", "join-alarm"}


def test_every_limit_of_the_settings_has_a_way() -> None:
    assert set(WAYS) == set(site_settings.ISTAKA_LIMITS)


@pytest.mark.parametrize("name", WAYS)
def test_of_very_many_at_once_exactly_the_limit_gets_through(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    noon = dt.datetime.combine(clock.today(), dt.time(9), tzinfo=dt.UTC)
    monkeypatch.setattr(clock, "now", lambda: noon)  # in one window
    monkeypatch.setattr(metering.PAGES, "most", THREADS)  # which refuses before anything counts
    settings.ISTAKA_LTI = True
    act = WAYS[name]()
    RateCount.objects.all().delete()
    allowed = LIMIT * COSTS.get(name, 1)
    free = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 86_400))
    if name == "join-alarm":  # rung by what is beyond the other one
        free["join-wrong-anywhere"] = (10, 86_400)
    settings.ISTAKA_LIMITS = free | {name: (allowed, 86_400)}
    each = MANY if LONG or name in GUESSED else FEW
    found = at_once(THREADS, lambda at: [act(at * each + number) for number in range(each)])
    errors = [one for one in found if isinstance(one, Exception)]
    assert errors == []
    if name not in SEEN_IN_THE_COUNT:
        assert sum(sum(one) for one in found) == LIMIT
    counts = RateCount.objects.filter(key__startswith=f"{name}:")
    assert list(counts.values_list("count", flat=True)) == [allowed]
    if name == "mail-account":
        assert len(mail.outbox) == LIMIT

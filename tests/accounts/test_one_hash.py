"""A log-in hashes one password, whomever the name may mean: how long it takes tells nothing."""

from __future__ import annotations

from typing import Any, Final
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import characters, text
from pytest_django import Settings

from accounts.hashers import Argon2
from accounts.models import Player, User

pytestmark = pytest.mark.django_db
TWICE: Final = "two@example.org"  # of two accounts, confirmed by neither
TAKEN: Final = "taken@example.org"  # of two accounts, confirmed by the younger
CALLED: Final = "called@example.org"  # the name of one account and the address of an older one
OWNED: Final = "owned@example.org"  # the name of one account and the confirmed address of another


def _account(name: str, email: str = "", *, confirmed: bool = False, **more: Any) -> User:
    user: User = User.objects.create_user(name, email, f"the password of {name}", **more)
    Player.objects.create(user=user)
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=confirmed)
    return user


@pytest.fixture
def people(settings: Settings) -> None:
    """Every way in which a name can mean somebody, or more than one."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 3_600))
    _account("plain")
    _account("confirmed", "one@example.org", confirmed=True)
    _account("unconfirmed", "unsure@example.org")
    for name in ("first", "second"):
        _account(name, TWICE)
    _account("squatter", TAKEN)
    _account("owner", TAKEN, confirmed=True)
    _account("older", CALLED)
    _account(CALLED)
    _account(OWNED)
    _account("rightful", OWNED, confirmed=True)
    _account("off", "off@example.org", is_active=False)
    User.objects.create_user("by-card", "card@example.org")  # without a password


def _log_in(name: str, password: str) -> tuple[str, int]:
    """Who is logged in afterwards, and how many passwords were hashed."""
    hashed = list[str]()

    def counted(way: str) -> Any:
        real = getattr(Argon2, way)

        def count(self: Argon2, *args: Any, **kwargs: Any) -> Any:
            hashed.append(way)
            return real(self, *args, **kwargs)

        return count

    client = Client()
    with mock.patch.multiple(Argon2, verify=counted("verify"), encode=counted("encode")):
        client.post("/account/login/", {"login": name, "password": password})
    key = client.session.get("_auth_user_id")
    return (User.objects.get(pk=key).username if key else "", len(hashed))


NAMES: Final = (
    *("plain", "PLAIN", " plain ", "confirmed", "unconfirmed", "first", "second", "off", "by-card"),
    *("one@example.org", "ONE@example.org", "unsure@example.org", "off@example.org"),
    *("card@example.org", "nobody", "nobody@example.org", "@", "a@b", "'", "x" * 300, "nul\x00"),
    *(TWICE, TWICE.upper(), TAKEN, CALLED, OWNED),
)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_password_is_hashed_once(name: str) -> None:
    someone, hashed = _log_in(name, "not this one")
    assert someone == ""
    # what the form refuses unread is looked up for nobody
    assert hashed == (0 if "\x00" in name else 1)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("plain", "plain"),
        ("PLAIN", "plain"),
        ("one@example.org", "confirmed"),
        ("ONE@Example.org", "confirmed"),
        ("unsure@example.org", "unconfirmed"),
        (TWICE, "first"),
        ("second", "second"),
        (TAKEN, "owner"),
        ("squatter", "squatter"),
        (CALLED, CALLED),
        ("older", "older"),
        (OWNED, OWNED),
        ("rightful", "rightful"),
    ],
)
def test_the_right_password_is_hashed_once_and_opens(name: str, whose: str) -> None:
    assert _log_in(name, f"the password of {whose}") == (whose, 1)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("name", "whose"),
    [(TWICE, "second"), (TAKEN, "squatter"), (CALLED, "older"), (OWNED, "rightful")],
)
def test_the_password_of_another_who_gave_the_same_opens_nothing(name: str, whose: str) -> None:
    assert _log_in(name, f"the password of {whose}") == ("", 1)


@pytest.mark.parametrize(("name", "made"), [("Aylin", True), ("aylin@example.org", False)])
def test_no_new_name_is_an_address(name: str, made: bool) -> None:
    """Whoever owns the address could not log in with it any more."""
    Client().post("/account/signup/", {"username": name, "password1": "an-old-tea-glass"})
    assert User.objects.exists() == made


@pytest.mark.usefixtures("people")
def test_who_is_switched_off_is_as_slow_as_anybody() -> None:
    assert _log_in("off", "the password of off") == ("", 1)


@pytest.mark.usefixtures("people")
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text(characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=80))
def test_whatever_is_typed_is_hashed_once(name: str) -> None:
    _, hashed = _log_in(name, "not this one")
    assert hashed == (1 if name.strip() else 0)

"""Who may do what in a class: every address below one, every method, every role around it."""

from __future__ import annotations

import uuid
from typing import Final

import pytest
from django.db import transaction
from django.test import Client
from django.utils.module_loading import import_string
from pytest_django import Settings

from accounts import tokens
from accounts.models import Player
from tests.classrooms.world import World, account, client_of
from tests.site import addresses
from tests.site.addresses import ASKED, NOT_ALLOWED, SAFE, Address, row_counts
from tests.site.written import check, written

pytestmark = pytest.mark.django_db

INSIDE: Final = ("pupil", "teacher", "coteacher")
OUTSIDE: Final = (
    *("anonymous", "account", "otherteacher", "otherpupil", "staff"),
    *("exmember", "pending", "deactivated"),
)
LINES: Final = [line for line in addresses.listed() if line.in_class]
# as a page that does not exist, or sent to log in, where nobody is
SHUT: Final = {404}
SENT_TO_LOG_IN: Final = {302, 303, 401, 404}


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as the matrix is large."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


def player(world: World, role: str) -> Player | None:
    """Who asks in this role."""
    match role:
        case "anonymous":
            return None
        case "account":
            return account()
        case "staff":
            return account(is_staff=True, is_superuser=True)
        case "otherpupil":
            found: Player = world.otherpupil.player
            return found
        case _:
            asked: Player = getattr(world, role)
            return asked


def ask(line: Address, who: Player | None, method: str, path: str) -> int:
    """The code that this player gets: with a session, in the API with a token.

    What is read or refused must have written nothing.
    """
    headers = {}
    if who is None:
        client = Client()
    elif line.is_api:
        client = Client()
        headers = {"authorization": f"Bearer {tokens.issue(who, 'test')[1]}"}
    else:
        client = client_of(who)
    before = written()
    code: int = line.ask(client, method, path, headers).status_code
    check(before, method, code, f"{method} {path}")
    return code


def params(line: Address, world: World, role: str) -> dict[str, object]:
    found: dict[str, object] = import_string(line.in_class)(world, role)
    return found


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_a_class_answers_its_members_as_listed(line: Address, world: World) -> None:
    for role in INSIDE:
        for method in ASKED:
            with transaction.atomic():
                path = line.path(params(line, world, role))
                codes = line.inside(method, role)
                code = ask(line, player(world, role), method, path)
                assert code in codes, f"{method} {path} as {role}: {code}"
                transaction.set_rollback(True)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_a_class_does_not_exist_for_anybody_else(line: Address, world: World) -> None:
    real = line.path(params(line, world, "teacher"))
    random = line.path(
        {
            name: uuid.uuid4() if isinstance(value, uuid.UUID) else value
            for name, value in params(line, world, "teacher").items()
        }
    )
    for role in OUTSIDE:
        who = player(world, role)
        nobody = who is None or (who.user is not None and not who.user.is_active)
        for method in ASKED:
            with transaction.atomic():
                code, made_up = (ask(line, who, method, path) for path in (real, random))
                shut = {NOT_ALLOWED} if method not in line.methods else SHUT
                if method in SAFE and method != "GET":
                    shut = line.codes(method, role)
                elif nobody and method in line.methods:
                    shut = SENT_TO_LOG_IN
                if nobody and line.is_api:
                    shut = shut | {401}  # the API reads the token before the method
                assert code in shut, f"{method} {real} as {role}: {code}"
                assert code == made_up, f"{method} {real} as {role}: {code}, at random {made_up}"
                transaction.set_rollback(True)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_what_lies_in_another_class_is_not_found_in_ones_own(line: Address, world: World) -> None:
    """A teacher writes the ids of another class's objects behind the id of their own class."""
    there = params(line, world, "teacher")
    if set(there) == {"class_id"}:
        pytest.skip("names nothing but the class")
    path = line.path({**there, "class_id": world.otherclass.pk})
    for method in line.methods:
        code = ask(line, world.otherteacher, method, path)
        assert code == 404, f"{method} {path}: {code}"


@pytest.mark.parametrize(
    "line", [line for line in LINES if "GET" in line.methods], ids=lambda line: line.route
)
def test_reading_in_a_class_changes_no_row(line: Address, world: World) -> None:
    for role in INSIDE:
        path = line.path(params(line, world, role))
        asker = player(world, role)
        assert asker is not None
        client = client_of(asker)
        before = row_counts()
        for method in ("GET", "HEAD", "OPTIONS"):
            assert getattr(client, method.lower())(path).status_code < 500
        assert row_counts() == before


@pytest.mark.parametrize(
    "line",
    [line for line in LINES if "POST" in line.methods and not line.is_api],
    ids=lambda line: line.route,
)
def test_a_write_in_a_class_needs_the_csrf_token(line: Address, world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    assert world.teacher.user is not None
    client.force_login(world.teacher.user)
    path = line.path(params(line, world, "teacher"))
    before = row_counts()
    assert line.ask(client, "POST", path).status_code == 403
    assert row_counts() == before

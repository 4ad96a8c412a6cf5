"""Every address × method × role answers as urls.yaml says, and none is missing there."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from pytest_django import Settings

from accounts.models import Player
from tests.site import addresses
from tests.site.addresses import ASKED, ROLES, SAFE, Address, caller, row_counts
from tests.site.written import check, written

pytestmark = pytest.mark.django_db

LINES = addresses.listed()


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as the matrix is large."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


def test_every_address_of_the_site_is_listed_and_nothing_else() -> None:
    routes = [line.route for line in LINES if not line.public]
    assert len(routes) == len(set(routes)), "an address is listed twice"
    assert addresses.known() - set(routes) == set(), "not listed in urls.yaml"
    assert set(routes) - addresses.known() == set(), "listed, but no longer there"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_each_method_answers_each_role_as_listed(line: Address, role: str) -> None:
    who = caller(role)
    known = deepcopy(who.client.cookies)
    own = line.factory is not None and who.player is not None and _is_seen(line, role)
    own_path = line.path(line.factory(who.player)) if own else ""  # type: ignore[misc, arg-type]
    for method in ASKED:
        codes, path = line.codes(method, role), own_path or line.path()
        # what is said to OPTIONS is of the address, whatever lies there or does not
        if line.factory is not None and not own and codes != {405} and method != "OPTIONS":
            codes = codes & {405} | {404} if method in SAFE else {404}
        with transaction.atomic():  # what one method changes, the next finds as it was
            before = written()
            answer = line.ask(who.client, method, path, who.headers)
            check(before, method, answer.status_code, f"{method} {path} as {role}")
            transaction.set_rollback(True)
        assert answer.status_code in codes, f"{method} {path} as {role}: {answer.status_code}"
        who.client.cookies = deepcopy(known)  # one may have logged out


@pytest.mark.parametrize(
    "line", [line for line in LINES if line.object], ids=lambda line: line.route
)
def test_what_belongs_to_somebody_else_is_the_same_as_what_does_not_exist(line: Address) -> None:
    assert line.factory is not None
    foreign = [line.path(line.factory(Player.objects.create())), line.path()]
    for role in ROLES:
        for method in line.methods:
            who = caller(role)
            bodies = []
            for path in foreign:
                answer = line.ask(who.client, method, path, who.headers)
                assert answer.status_code == 404, f"{method} {path} as {role}"
                bodies.append(_without_the_address(answer.content.decode(), path))
            assert bodies[0] == bodies[1]


@pytest.mark.parametrize(
    "line", [line for line in LINES if "GET" in line.methods], ids=lambda line: line.route
)
def test_reading_changes_no_row(line: Address) -> None:
    for role in ROLES:
        who = caller(role)
        path = line.path(line.factory(who.player)) if line.factory and who.player else line.path()
        before = row_counts()
        for method in ("GET", "HEAD", "OPTIONS"):
            answer = getattr(who.client, method.lower())(path, headers=who.headers)
            assert answer.status_code < 500
        assert row_counts() == before


@pytest.mark.parametrize(
    "line", [line for line in LINES if "POST" in line.methods], ids=lambda line: line.route
)
def test_a_write_by_a_session_needs_the_csrf_token(line: Address) -> None:
    if line.route == "api/v1/visitor/":
        pytest.skip("makes a new identity for whoever asks, and reads no session")
    if line.route in {"lti/login/", "lti/launch/"}:
        pytest.skip("comes from a learning platform, with a state of its own; and is off here")
    for role in ("visitor", "account"):
        who = caller(role, enforce_csrf=True)
        path = line.path(line.factory(who.player)) if line.factory and who.player else line.path()
        before = row_counts()
        answer = line.ask(who.client, "POST", path)
        assert answer.status_code in ({403, 405} if line.is_api else {403}), path
        assert row_counts() == before


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.route)
def test_every_answer_carries_the_headers_of_a_careful_site(line: Address) -> None:
    for method in ("GET", "POST"):
        answer = line.ask(caller("account").client, method)
        _check_headers(answer.headers)


@pytest.mark.parametrize("path", ["/nothing/", "/api/v1/nothing/", "/static/css/tokens.css"])
def test_errors_and_static_files_carry_them_too(client: Client, path: str) -> None:
    _check_headers(client.get(path).headers)


def test_a_page_that_fails_carries_them_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okeysite.views.render", lambda *_: 1 / 0)
    answer = Client(raise_request_exception=False).get("/privacy/")
    assert answer.status_code == 500
    assert b"<h1>" in answer.content
    _check_headers(answer.headers)


def test_a_page_of_the_admin_is_for_the_staff() -> None:
    routes = [route for route in addresses.every_route() if route.startswith("admin/")]
    assert len(routes) > 20
    visitor, account = caller("visitor"), caller("account")
    for route in routes:
        path = Address(route, {}).path()
        for who in (visitor, account):
            assert who.client.get(path).status_code in (302, 404), path


def test_the_resolver_has_no_other_way_in() -> None:
    # a language prefix or a debug tool would open addresses that are not in the list
    assert all(str(entry.pattern) != "__debug__/" for entry in get_resolver().url_patterns)


def _check_headers(headers: object) -> None:
    policy = headers["Content-Security-Policy"]  # type: ignore[index]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for directive in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert directive in policy
    expected = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=()",
    }
    for name, value in expected.items():
        assert value in headers[name], name  # type: ignore[index]


def _is_seen(line: Address, role: str) -> bool:
    """A token is known to the API alone, a session to both."""
    return role != "token" or line.is_api


def _without_the_address(body: str, path: str) -> str:
    body = body.replace(path, "")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", body)

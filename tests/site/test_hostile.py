"""Input that turns into a 500 elsewhere: every address answers it with an error that says why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from pytest_django import Settings

from tests.site import addresses
from tests.site.addresses import Address, Caller, caller

pytestmark = pytest.mark.django_db

JSON: dict[str, bytes] = {
    "nothing": b"",
    "not JSON": b"{",
    "two values": b"1 2",
    "open brackets": b"[" * 60_000,
    "valid and deep": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "nine levels": b"[" * 9 + b"]" * 9,
    "too large": b'"' + b"x" * 200_000 + b'"',
    "NUL": b'{"hand": "\\u0000", "rules": "\\u0000", "key": "\\u0000"}',
    "NUL in a key": b'{"\\u0000": 1}',
    "lone surrogate": b'{"hand": "\\ud800", "rules": "\\udfff", "name": "\\ud800"}',
    "raw NUL": b'{"hand": "\x00"}',
    "bad UTF-8": b'{"hand": "\xff\xfe"}',
    "UTF-16": '{"hand": "R1"}'.encode("utf-16"),
    "NaN": b'{"count": NaN}',
    "infinite": b'{"count": 1e400, "seed": -1e400}',
    "a number of 5000 digits": b'{"count": ' + b"9" * 5_000 + b"}",
    "a huge integer": b'{"count": 9223372036854775808, "try_no": 1e30}',
    "a double key": b'{"rules": "101-guide", "rules": "classic"}',
    "a list where an object belongs": b"[1, 2]",
    "a list of everything": b'[null, true, 1, "x", [], {}]',
    "a thousand objects": b"[" + b",".join([b"{}"] * 1_000) + b"]",
    "a text": b'"hand"',
    "a number": b"7",
    "null": b"null",
    "null fields": b'{"hand": null, "melds": null, "rules": null, "answer": null, "key": null}',
    "wrong types": b'{"hand": [1], "melds": {}, "rules": 3, "answer": "x", "key": [], "count": {}}',
    "a thousand tiles": json.dumps({"hand": "R1 " * 1_000, "indicator": "B10"}).encode(),
    "three of a face": b'{"hand": "R1 R1 R1", "indicator": "B10", "rules": "101-guide"}',
    "emoji": '{"hand": "🀄🀄", "indicator": "🀄", "rules": "🀄"}'.encode(),
    "a format": b'{"hand": "%s %(x)s {0}", "rules": "%n"}',
}
TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    MULTIPART_CONTENT,
    "application/xml",
    "application/json; charset=utf-16",
    "nonsense",
    "",
)
QUERIES = (
    "?rules=%00&date=%00&kind=%00&theme=%00&page=%00",
    "?rules=%ff&date=%ff&kind=%ff&page=%ff",
    "?rules=abc&date=abc&kind=abc&theme=abc&page=abc&page_size=abc",
    "?date=0000-00-00&page=0",
    "?date=9999-12-31&page=99999999999999999999999",
    "?date=2026-02-30&page=-1&page_size=-5",
    "?date[]=1&date=1&date=2&rules=101-guide&rules=classic",
    "?" + "x=1&" * 300,
    "?a=%F0%9F%80%84&b=%ED%A0%80",
    "?format=xml",
)


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as the table is long."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


def _api_posts() -> list[Address]:
    return [line for line in addresses.listed() if line.is_api and "POST" in line.methods]


@contextmanager
def undone() -> Iterator[None]:
    """Whatever a request does is taken back: the next one finds the same objects."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _path(line: Address, who: Caller) -> str:
    """The address with an object of one's own, so that the body is really looked at."""
    if line.factory is not None and who.player is not None:
        return line.path(line.factory(who.player))
    return line.path()


@pytest.mark.parametrize("line", _api_posts(), ids=lambda line: line.route)
def test_a_hostile_body_is_an_error_with_code_and_message(line: Address) -> None:
    who = caller("token")
    path = _path(line, who)
    for name, body in JSON.items():
        with undone():
            answer = who.client.post(
                path, body, content_type="application/json", headers=who.headers
            )
        _check(answer, name)


@pytest.mark.parametrize("line", _api_posts(), ids=lambda line: line.route)
def test_another_kind_of_body_is_refused(line: Address) -> None:
    who = caller("token")
    path = _path(line, who)
    for content_type in TYPES:
        for body in (b'{"a": 1}', b"a=1&b=%00", b"--x\r\nnonsense"):
            with undone():
                answer = who.client.generic(
                    "POST", path, body, content_type=content_type, headers=who.headers
                )
            _check(answer, f"{content_type} {body!r}")


@pytest.mark.parametrize(
    "line", [line for line in addresses.listed() if "GET" in line.methods], ids=lambda x: x.route
)
def test_a_hostile_query_is_never_our_fault(line: Address) -> None:
    who = caller("token" if line.is_api else "account")
    path = _path(line, who)
    for query in QUERIES:
        with undone():
            answer = who.client.get(path + query, headers=who.headers)
        assert answer.status_code < 500, query
        if line.is_api:
            _check(answer, query)


@pytest.mark.parametrize(
    "line", [line for line in addresses.listed() if line.is_api], ids=lambda line: line.route
)
def test_asking_for_another_format_is_never_our_fault(line: Address) -> None:
    who = caller("token")
    path = _path(line, who)
    for accept in ("text/html", "application/xml", "nonsense", "*/*;q=x", ""):
        for method in line.methods:
            with undone():
                answer = line.ask(who.client, method, path, {**who.headers, "accept": accept})
            assert answer.status_code < 500, f"{method} {accept}"


def _forms() -> Iterator[dict[str, Any]]:
    yield {}
    for value in ("", "\x00", "\ud800".encode("utf-8", "surrogatepass"), "x" * 40_000, "%s", "🀄"):
        yield dict.fromkeys(
            (
                *("answer", "melds", "key", "context", "context_id", "try_no", "rules", "count"),
                *("name", "login", "password", "username", "password1", "email", "next", "seed"),
                *("language", "theme", "kinds", "difficulty_from", "difficulty_to", "theme"),
            ),
            value,
        )
    yield {f"field{number}": "x" for number in range(300)}
    yield {"name": ["a", "b"], "melds": ["R1", "R2"], "count": ["1", "-1"], "answer": ["melds"]}


def _bodies() -> Iterator[tuple[bytes, str]]:
    """Every body as what a form may be sent as; of what is never read as a form, one each."""
    bodies = (b"\x00" * 100, b"a=%00&%00=b", b"=" * 1_000, b"--x\r\nnonsense")
    for content_type in TYPES:
        read = content_type in ("application/x-www-form-urlencoded", MULTIPART_CONTENT)
        yield from ((body, content_type) for body in bodies[: None if read else 1])


@pytest.mark.parametrize(
    "line",
    [line for line in addresses.listed() if "POST" in line.methods and not line.is_api],
    ids=lambda line: line.route,
)
def test_a_hostile_form_is_never_our_fault(line: Address) -> None:
    for role in ("visitor", "account"):
        who = caller(role)
        path, known = _path(line, who), deepcopy(who.client.cookies)
        for form in _forms():
            with undone():
                answer = who.client.post(path, form)
            assert answer.status_code < 500, form
            who.client.cookies = deepcopy(known)  # a form may log out
    who = caller("visitor")
    path = _path(line, who)
    for body, content_type in _bodies():
        with undone():
            answer = who.client.generic("POST", path, body, content_type=content_type)
        assert answer.status_code < 500, f"{content_type} {body!r}"


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/puzzles/%00/",
        "/puzzles/daily/%00/",
        "/puzzles/daily/2026-99-99/",
        "/puzzles/daily/" + "9" * 3_000 + "/",
        "/puzzles/" + "9" * 3_000 + "/",
        "/api/v1/rulesets/%00/",
        "/api/v1/rules/%ff/",
        "/rules/%00/%00/",
        "/static/%00",
        "/static/../okeysite/settings.py",
        "/static/..%2f..%2fmanage.py",
        "/account/password/reset/key/zzzzzzzzzzzzzzzzzzzz-x/",
        "/account/confirm-email/%00/",
        "//evil.example/",
    ],
)
def test_a_hostile_path_is_not_found(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 301, 302, 400, 404)
    assert b"SECRET_KEY" not in answer.content


def test_a_host_that_is_not_ours_is_refused(client: Client) -> None:
    assert client.get("/privacy/", headers={"host": "evil.example"}).status_code == 400
    assert client.get("/privacy/", headers={"host": "a\r\nb"}).status_code == 400


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (JSON["open brackets"], "request.too-deep"),
        (JSON["nine levels"], "request.too-deep"),
        (JSON["too large"], "request.too-large"),
        (JSON["NUL"], "request.bad-text"),
        (JSON["lone surrogate"], "request.bad-text"),
        (JSON["bad UTF-8"], "request.not-utf8"),
        (JSON["NaN"], "request.bad-number"),
        (JSON["infinite"], "request.bad-number"),
        (JSON["a number of 5000 digits"], "request.bad-number"),
        (JSON["a double key"], "request.double-key"),
        (JSON["not JSON"], "request.not-json"),
    ],
)
def test_the_parser_says_what_is_wrong(body: bytes, code: str) -> None:
    from okeysite.api.errors import RequestError
    from okeysite.api.parsers import read_json

    with pytest.raises(RequestError) as raised:
        read_json(body)
    assert raised.value.get_codes() == code


def test_brackets_in_a_text_are_not_depth() -> None:
    from okeysite.api.parsers import read_json

    assert read_json(b'{"a": "[[[[[[[[[[[[\\"[[["}') == {"a": '[[[[[[[[[[[["[[['}


def _check(answer: Any, what: str) -> None:
    assert answer.status_code < 500, what
    if answer.status_code >= 400 and "openapi" not in answer.headers["Content-Type"]:
        error = answer.json()["error"]
        assert set(error) == {"code", "at", "message"}, what
        assert error["code"], what
        assert error["message"], what

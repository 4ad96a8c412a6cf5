"""What is sent to a page comes back as text: from a query, a form, or the path, wherever it
stands.

Which fields a page reads is found out by listening to it (`reading.py`), so a new one is tried by
itself. Each gets another text. What comes back is read by Chromium as the page that it would make
of it, and every fifth is opened under the policy it came with; with `ISTAKA_LONG=1` each with
every text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client
from playwright.sync_api import BrowserContext
from pytest_django import Settings

from tests.browser.payloads import PAYLOADS, fitting
from tests.browser.reading import read_names
from tests.browser.stage import Stage, build
from tests.browser.test_injection import TRACE, enter, show
from tests.site import addresses
from tests.site.addresses import Address

LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
ROUNDS: Final = len(PAYLOADS) if LONG else 1
OPENED: Final = 1 if LONG else 5  # of so many pages one
TEXTS: Final = fitting(None)


@pytest.fixture(autouse=True)
def as_often_as_there_are_fields(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 60))


class Answers:
    """What the site answers to hostile requests, all of them undone."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.shift = 0
        self.sent: dict[str, set[str]] = {}  # route and method: names of fields

    def texts(self, names: set[str]) -> dict[str, str]:
        """Another text for each name, and others the next time."""
        self.shift += 1
        return {
            name: TEXTS[(self.shift * 5 + place) % len(TEXTS)]
            for place, name in enumerate(sorted(names))
        }

    def queries(self, line: Address, client: Client) -> Iterator[Any]:
        """A page, asked for with a hostile text in every field that it reads."""
        path = self.stage.path(line)
        names = set(re.findall(r"[?&](\w+)=", line.query))
        with read_names() as read:
            self._get(client, f"{path}{line.query}")
        names |= read
        for _round in range(ROUNDS if names else 0):
            texts = self.texts(names)
            with read_names() as read:
                yield self._get(client, path, texts)
            if further := read - names:  # read only once something was asked for
                names |= further
                yield self._get(client, path, self.texts(names))
        self.sent.setdefault(f"GET {line.route}", set()).update(names)

    def forms(self, line: Address, client: Client) -> Iterator[Any]:
        """A form, sent with a hostile text in every field; and in those that it can do without."""
        path = self.stage.path(line)
        data = line.data or {}
        with read_names() as read:
            self._post(client, path, data)
        names = read | set(data)
        for _round in range(ROUNDS):
            with read_names() as read:
                yield self._post(client, path, self.texts(names))
            names |= read
            yield self._post(client, path, self.texts(names - set(data)) | data)
        self.sent.setdefault(f"POST {line.route}", set()).update(names)

    def _get(self, client: Client, path: str, data: dict[str, str] | None = None) -> Any:
        return _undone(client, lambda: client.get(path, data))

    def _post(self, client: Client, path: str, data: dict[str, Any]) -> Any:
        return _undone(client, lambda: client.post(path, data))


def _undone(client: Client, ask: Callable[[], Any]) -> Any:
    """The answer; rows and cookies are as they were."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        answer = ask()
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer


def test_what_is_sent_comes_back_as_text(
    new_context: Callable[..., BrowserContext], live_server: Any
) -> None:
    answers = Answers(build())
    page, traps = enter(new_context, live_server.url, Client())
    page.goto("/imprint/")
    shown = 0
    for answer in _all(answers):
        assert answer.status_code < 500, answer.request["PATH_INFO"]
        body = b"".join(answer) if answer.streaming else answer.content
        if not answer.get("content-type", "").startswith("text/html"):
            continue
        text = body.decode()
        if not TRACE.search(text):
            continue
        shown += 1
        if shown % OPENED == 0:
            show(page, text, answer["content-security-policy"])
            traps.look(page)
        traps.look(page, text)
        assert not traps.snapped, (answer.request, traps.snapped)
    assert shown > 40, "hardly anything came back"
    assert answers.sent["GET rules/"] >= {"q", "rules"}
    assert answers.sent["POST classes/"] >= {"name", "nickname", "rules", "zone", "key"}


def _all(answers: Answers) -> Iterator[Any]:
    stage = answers.stage
    for line in addresses.listed():
        if line.is_api or line.route.startswith("admin/") or line.route == "account/logout/":
            continue
        for role in ("teacher", "pupil") if line.in_class else ("account", "visitor"):
            codes = line.inside if line.in_class else line.codes
            client = stage.client(role)
            key = f"GET {line.route}"
            if "GET" in line.methods and 200 in codes("GET", role) and key not in answers.sent:
                yield from answers.queries(line, client)
            key = f"POST {line.route}"
            if (
                "POST" in line.methods
                and 404 not in codes("POST", role)
                and not answers.sent.get(key)
            ):
                yield from answers.forms(line, client)


def test_a_path_comes_back_as_text(
    new_context: Callable[..., BrowserContext], live_server: Any
) -> None:
    page, traps = enter(new_context, live_server.url, Client())
    page.goto("/imprint/")
    client = Client()
    routes = [line for line in addresses.listed() if "<str:" in line.route and not line.is_api]
    assert len(routes) >= 5
    for number, text in enumerate(TEXTS):
        told = quote(text, safe="")
        line = routes[number % len(routes)]
        names = re.findall(r"<str:(\w+)>", line.route)
        for path in (line.path(dict.fromkeys(names, told)), f"/{told}/"):
            answer = client.get(path)
            assert answer.status_code < 500, path
            if answer.get("content-type", "").startswith("text/html"):
                traps.look(page, answer.content.decode())
                assert not traps.snapped, (path, traps.snapped)

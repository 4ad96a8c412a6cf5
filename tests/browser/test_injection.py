"""Nothing that people write is ever more than text: in no page, for no role, in no file.

Seventy hostile texts stand in every field that a person can fill, and every page of every role is
opened in Chromium; where a name stands alone on a page it is another text on each. What is sent by
a form or asked for in an address comes back on the page as well. `ISTAKA_LONG=1`: every page with
every text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.template import Context, Template
from django.test import Client
from playwright.sync_api import APIResponse, BrowserContext, Page, Route
from pytest_django import Settings

from tests.browser.conftest import WAIT_MS
from tests.browser.payloads import PAYLOADS, PLACES
from tests.browser.planting import CLOSED, CLOSED_ANYWHERE, PLANTED, plant, text_fields
from tests.browser.stage import build
from tests.browser.traps import Traps

LONG: Final = os.environ.get("ISTAKA_LONG") == "1"
TRACE: Final = re.compile("xss|alert|evil|Deniz|__class__|panic|data:text")  # of every text
SETTLE_MS: Final = 500  # what a page loads by itself has been asked for by then


@pytest.fixture(autouse=True)
def as_often_as_there_are_pages(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100_000, 60))
    settings.ISTAKA_LTI = True


def enter(new_context: Callable[..., BrowserContext], url: str, client: Any) -> tuple[Page, Traps]:
    """A browser with somebody's session, and traps set."""
    context = new_context(base_url=url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(WAIT_MS)
    context.add_cookies(
        [{"name": one.key, "value": one.value, "url": url} for one in client.cookies.values()]
    )
    return context.new_page(), Traps(context, url)


def is_page(answer: APIResponse) -> bool:
    """Whether a browser shows it as a page."""
    return answer.headers.get("content-type", "").startswith("text/html")


def show(page: Page, body: str, policy: str) -> None:
    """Open a page with this body and policy, as if the site had answered it."""

    def answer(route: Route) -> None:
        headers = {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": policy,
        }
        route.fulfill(headers=headers, body=f"<!doctype html>{body}")

    page.route("**/answered/", answer)
    page.goto("/answered/")
    page.unroute("**/answered/")


def test_every_text_that_is_kept_is_planted_or_closed() -> None:
    known = {label for labels in CLOSED.values() for label in labels} | set(PLANTED)
    found = {label for label, _field in text_fields()}
    names = {label.rpartition(".")[2] for label in found}
    unknown = {label for label in found - known if label.rpartition(".")[2] not in CLOSED_ANYWHERE}
    assert unknown == set(), "say in planting.py whether people write it"
    assert known - found == set()
    assert CLOSED_ANYWHERE - names == set()


def test_a_text_put_in_as_it_is_is_caught(
    new_context: Callable[..., BrowserContext], live_server: Any
) -> None:
    """Each text, unescaped, in the place where it bites: no trap is blind, no text is harmless."""
    page, traps = enter(new_context, live_server.url, Client())
    policy = page.request.get("/imprint/").headers["content-security-policy"]
    harmless, ran = [], False
    page.goto("/imprint/")
    for payload in PAYLOADS:
        if not PLACES[payload.place]:
            continue
        text = payload.text
        if payload.place == "decoded":  # what a page would show that decodes it once more
            text = "<svg xss onload=alert(1)>"
        body = PLACES[payload.place].format(text)
        traps.look(page, body)
        by_looking = traps.snapped.copy()
        traps.snapped.clear()
        show(page, body, policy)
        traps.look(page)
        # where no script runs, what `noscript` holds is read as what it is
        if not traps.snapped or not (by_looking or "noscript" in text):
            harmless.append(payload)
        ran |= any("policy" in one or "asked" in one for one in traps.snapped)
        traps.snapped.clear()
    assert harmless == []
    assert ran


def test_a_text_that_a_template_would_read_bites_there() -> None:
    for payload in PAYLOADS:
        if payload.place == "template":
            try:
                said = str(Template(payload.text).render(Context()))
            except Exception:
                said = ""
            assert said != payload.text


def test_what_people_write_is_text_on_every_page(
    new_context: Callable[..., BrowserContext], live_server: Any
) -> None:
    stage = build()
    pages = list(stage.pages())
    rounds = range(len(PAYLOADS)) if LONG else range(1)
    seen: dict[str, set[str]] = {label: set() for label in PLANTED}
    shift = 0
    for role in sorted({role for role, _path in pages}):
        page, traps = enter(new_context, live_server.url, stage.client(role))
        for _round in rounds:
            for path in (path for other, path in pages if other == role):
                shift += 1
                planted = plant(shift)
                answer = page.request.get(path)
                assert answer.status < 500, path
                if not is_page(answer) or not TRACE.search(answer.text()):
                    continue
                page.goto(path)
                said = traps.look(page)
                for label, texts in planted.items():
                    seen[label] |= {text for text in texts if text in said}
        page.wait_for_timeout(SETTLE_MS)
        assert not traps.snapped, "\n".join(traps.snapped)
        page.context.close()
    unseen = [label for label, texts in seen.items() if not texts]
    assert unseen == [], "planted, and on no page"
    read = {text for texts in seen.values() for text in texts}
    assert {one.text for one in PAYLOADS} - read == set(), "on no page"

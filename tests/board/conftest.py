"""A site with one known hand of the day, and a browser that collects what it complains about."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from accounts import clock
from okey.hand import Hand
from okey.notation import format_melds
from okey.search import arrange_pairs, arrange_points, best_points, count_pairs
from puzzles.canonical import canonical_key
from puzzles.kinds.base import Proposal
from puzzles.models import Daily
from puzzles.store import store_reserved
from tests.board.board import BoardPage

RULES = "101-guide"
HAND = "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 R3 B9 Y12 B4 Y5 Y2 Y9 K3 F *"
PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1440, height=900)
WAIT_MS = 30_000  # for what a person waits for, on a machine that is busy


def proposal(text: str = HAND, indicator: str = "B10") -> Proposal:
    """The puzzle "can you open" about this hand."""
    hand = Hand.parse(text, indicator)
    points = best_points(hand)
    return Proposal(
        kind="can-open",
        rules=RULES,
        seed="browser",
        index=0,
        position={"indicator": indicator, "hand": text.split()},
        canonical_key=canonical_key(hand),
        features={"tiles": len(hand.tiles), "okeys": hand.okeys},
        themes=(),
        difficulty=1_200,
        solution={
            "opens": points >= 101,
            "opens_by": ["melds"] if points >= 101 else [],
            "best_points": points,
            "best_melds": format_melds(arrange_points(hand).melds),
            "pairs": count_pairs(hand),
            "pair_melds": format_melds(arrange_pairs(hand)),
            "threshold": 101,
            "pairs_needed": None,
            "greedy_points": points,
            "themes": [],
        },
    )


@pytest.fixture(scope="package", autouse=True)
def _database_beside_an_event_loop() -> Iterator[None]:
    """Playwright leaves a loop running in this thread, which Django's database refuses."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def daily(transactional_db: None) -> Daily:
    """Today's hand."""
    today = clock.today()
    puzzle = store_reserved(proposal(), public_from=clock.day_start(today))
    return Daily.objects.create(date=today, rules=RULES, puzzle=puzzle, seed="browser")


@pytest.fixture(scope="package")
def chrome(chromium_path: str) -> Iterator[Browser]:
    """The browser of these tests."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield browser
        browser.close()
    expect.set_options(timeout=None)


@pytest.fixture
def open_page(chrome: Browser, live_server: Any) -> Iterator[Any]:
    """Open an address in a context of its own. Every complaint of the browser fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(path: str, viewport: ViewportSize = DESKTOP, **options: Any) -> Page:
        options.setdefault("locale", "en")
        context = chrome.new_context(
            viewport=viewport, base_url=live_server.url, reduced_motion="reduce", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((live_server.url, "data:"))
                else complaints.append(f"third party: {request.url}")
            ),
        )
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def board(daily: Daily, open_page: Any) -> Any:
    """Open the page of today's hand as a board."""

    def open_(viewport: ViewportSize = DESKTOP, **options: Any) -> BoardPage:
        return BoardPage(open_page("/puzzles/daily/", viewport, **options))

    return open_

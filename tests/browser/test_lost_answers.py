"""An answer that gets lost: the tiles stay, it is said why, and one press sends it again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit


@pytest.fixture
def visit(open_site: Open, live_server: Any) -> Visit:
    """A table with every meld that opens."""
    world.put_daily(world.opener())
    visit = open_site(language="de", width=390)
    visit.goto("/")
    for number, meld in enumerate(world.opener().best):
        for code in meld:
            hands.tap(visit, code, number)
    visit.ready()
    return visit


def test_a_lost_answer_is_sent_again_with_one_press(visit: Visit) -> None:
    visit.watch.expect("ERR_FAILED")
    visit.watch.expect("htmx:sendError")
    visit.watch.expect("htmx:afterRequest")
    visit.page.route("**/answer/", lambda route: route.abort(), times=1)
    visit.open_button.tap()
    lost = "No connection. Your answer was not sent; your tiles stay as they lie."
    expect(visit.panel).to_contain_text(visit.text(lost))
    visit.expect_laid(world.opener().best)
    visit.panel.locator("[data-send-again]").tap()
    visit.expect_result("right")


def test_the_word_of_a_lost_answer_goes_with_the_next_move(visit: Visit) -> None:
    visit.watch.expect("ERR_FAILED")
    visit.watch.expect("htmx:sendError")
    visit.watch.expect("htmx:afterRequest")
    visit.page.route("**/answer/", lambda route: route.abort(), times=1)
    visit.open_button.tap()
    expect(visit.panel.locator("[data-send-again]")).to_be_visible()
    visit.page.locator("[data-do=undo]").tap()
    expect(visit.panel.locator("[data-send-again]")).to_have_count(0)


def test_while_an_answer_is_judged_the_tiles_rest_and_nothing_is_sent_twice(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/answer/", lambda route: held.append(route), times=1)
    with visit.page.expect_request("**/answer/"):
        visit.open_button.tap()
    expect(visit.panel).to_have_attribute("aria-busy", "true")
    expect(visit.open_button).to_be_disabled()
    expect(visit.cannot_button).to_be_disabled()
    expect(visit.page.locator("[data-rack]")).to_have_js_property("inert", True)
    held[0].continue_()
    visit.expect_result("right")
    expect(visit.panel).to_have_attribute("aria-busy", "false")
    expect(visit.page.locator("[data-table]")).to_have_js_property("inert", False)

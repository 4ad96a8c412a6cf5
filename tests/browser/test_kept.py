"""Nothing that was laid gets lost: by reload, back and forward, or a server that is away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit


@pytest.fixture
def visit(open_site: Open, live_server: object) -> Visit:
    """Somebody who has laid two melds of today's hand, the second one unfinished."""
    world.put_daily(world.opener())
    opened = open_site(language="de")
    opened.deal()
    hands.lay(opened, _laid(), hands.tap)
    _expect_as_left(opened)
    return opened


def test_by_reload(visit: Visit) -> None:
    slots = visit.slots()
    visit.page.reload()
    _expect_as_left(visit)
    assert visit.slots() == slots


def test_by_back_and_forward(visit: Visit) -> None:
    slots = visit.slots()
    visit.goto("/puzzles/archive/")
    visit.page.go_back()
    _expect_as_left(visit)
    assert visit.slots() == slots
    hands.tap(visit, world.opener().best[1][2], 1)
    expect(visit.lanes.nth(1)).to_have_attribute("data-state", "ok")
    visit.page.go_forward()
    expect(visit.page.locator("h1")).to_have_text(visit.text("Past days"))
    visit.page.go_back()
    visit.expect_laid([world.opener().best[0], world.opener().best[1][:3]])


def test_the_same_hand_on_its_own_page_has_the_same_table(visit: Visit) -> None:
    visit.goto("/puzzles/daily/")
    _expect_as_left(visit)


def test_a_change_of_language_keeps_the_table(visit: Visit) -> None:
    visit.page.locator(".masthead details.menu:not(.phone-menu) summary").click()
    visit.page.locator(".masthead button[value=tr]").click()
    expect(visit.page.locator("html")).to_have_attribute("lang", "tr")
    visit.language = "tr"
    _expect_as_left(visit)


def test_a_server_that_is_away_is_said_and_the_next_move_asks_again(visit: Visit) -> None:
    visit.watch.expect("ERR_INTERNET_DISCONNECTED")
    visit.watch.expect("htmx:sendError")
    visit.watch.expect("htmx:afterRequest")
    visit.page.context.set_offline(True)
    hands.tap(visit, world.opener().best[1][2], 1)
    offline = "No connection. Your tiles stay as they lie; the next move tries again."
    expect(visit.strip).to_contain_text(visit.text(offline))
    visit.expect_laid([world.opener().best[0], world.opener().best[1][:3]])
    visit.page.context.set_offline(False)
    visit.page.locator("[data-do=undo]").click()
    _expect_as_left(visit)


def test_a_late_verdict_does_not_speak_of_other_tiles(visit: Visit) -> None:
    """The verdict on a table that was cleared meanwhile comes to nothing, and without an error."""
    held: list[Route] = []
    visit.page.route("**/lanes/**", lambda route: held.append(route), times=1)
    with visit.page.expect_request("**/lanes/**"):
        hands.tap(visit, world.opener().best[1][2], 1)
    visit.page.locator("[data-do=clear]").locator("visible=true").click()
    expect(visit.lanes).to_have_count(0)
    held[0].continue_()
    expect(visit.strip).to_have_attribute("data-state", "empty")
    assert sorted(visit.rack_codes()) == sorted(world.opener().tiles)


def _laid() -> world.Lanes:
    best = world.opener().best
    return [best[0], best[1][:2]]


def _expect_as_left(visit: Visit) -> None:
    visit.ready()
    visit.expect_laid(_laid())
    expect(visit.lanes.nth(0)).to_have_attribute("data-state", "ok")
    expect(visit.lanes.nth(1)).to_have_attribute("data-state", "short")

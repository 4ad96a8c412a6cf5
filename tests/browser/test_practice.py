"""The practice table on a phone: turns by tap and by keys, and the rack stays as it was sorted."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tutor.models import Game

PHONE: dict[str, Any] = {"width": 360, "height": 740}


def sit_down(page: Page) -> None:
    """Begin a round against one bot."""
    page.locator("label:has(> input[name=rules][value='101-club'])").click()
    page.locator("label:has(> input[name=seats][value='2'])").click()
    page.locator("#new-game .button.is-primary").click()
    page.wait_for_selector(".practice[data-started]")


def version(page: Page) -> str:
    return page.locator("#deed input[name=version]").input_value()


def after_move(page: Page, seen: str) -> None:
    """Wait for the table as it is after a move."""
    expect(page.locator("#deed input[name=version]")).not_to_have_value(seen)
    page.wait_for_selector(".practice[data-started]")


def rack(page: Page) -> list[str]:
    """What lies in the places of the rack."""
    return page.locator(".slot").evaluate_all(
        "all => all.map((one) => one.querySelector('[data-tile]')?.dataset.tile ?? '')"
    )


def test_turns_are_played_by_tap_and_by_keys(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce", **PHONE)
    page = visit.page
    visit.goto("/play/")
    sit_down(page)
    inspect(visit, "a table")
    page.locator("[data-sort=colours]").tap()

    # By tap: draw where it is the time for it, a tile, the button.
    draw = page.locator("#deed button[value=draw]")
    if draw.count():
        seen = version(page)
        draw.tap()
        after_move(page, seen)
    page.locator("[data-move=discard]").tap()
    expect(page.locator(".tip")).to_be_visible()  # no tile is chosen yet
    seen = version(page)
    thrown = page.locator(".rack [data-tile]").first
    kept = thrown.get_attribute("data-tile")
    before = rack(page)
    thrown.tap()
    page.locator("[data-move=discard]").tap()
    after_move(page, seen)
    expect(page.locator("[data-log] li").first).to_be_visible()
    # What stays lies where it lay; of two equal tiles the one that was tapped has gone.
    places = [(at, one[:-2]) for at, one in enumerate(before) if one and one != kept]
    assert [(at, one[:-2]) for at, one in enumerate(rack(page)) if one] == places

    # By keys: the focus is on what can be done, a tile is picked up with Enter.
    seen = version(page)
    page.locator("#deed button[value=draw]").focus()
    page.keyboard.press("Enter")
    after_move(page, seen)
    seen = version(page)
    page.locator(".rack [data-tile]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[data-move=discard]").focus()
    page.keyboard.press("Enter")
    after_move(page, seen)
    expect(page.locator(".tip")).to_have_count(0)
    inspect(visit, "after two turns")

    # Left and come back to: the game is in the list, at the same move.
    visit.goto("/play/")
    page.locator(".sheet-list a").first.tap()
    page.wait_for_selector(".practice[data-started]")
    assert Game.objects.get().version == int(version(page))

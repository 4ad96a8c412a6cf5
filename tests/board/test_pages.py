"""Pages in the browser: language, theme, menu, the hand that is still being dealt."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from accounts import clock
from puzzles.models import Daily
from puzzles.store import store_reserved
from tests.board.board import BoardPage
from tests.board.conftest import PHONE, RULES, proposal


def test_a_hand_that_is_dealt_while_the_page_waits_comes_in_and_can_be_played(
    transactional_db: None, open_page: Any
) -> None:
    page = open_page("/")
    expect(page.locator("#pending")).to_be_visible()
    today = clock.today()
    puzzle = store_reserved(proposal(), public_from=clock.day_start(today))
    Daily.objects.create(date=today, rules=RULES, puzzle=puzzle, seed="browser")
    shown = BoardPage(page)
    shown.by_tap("R10 R11 R12")
    expect(shown.lane(1)).to_have_attribute("data-state", "ok")


def test_the_switches_of_language_and_theme_hold_on_the_next_page(
    daily: Daily, open_page: Any
) -> None:
    page = open_page("/", color_scheme="light")
    page.locator(".masthead details.menu:not(.phone-menu) summary").click()
    page.locator(".masthead button[value=tr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    with page.expect_response(lambda response: response.url.endswith(reverse("theme"))):
        page.locator(".theme-switch button").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/puzzles/")
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_phone_menu_leads_to_every_page_and_closes_with_escape(
    daily: Daily, open_page: Any
) -> None:
    page = open_page("/", PHONE)
    menu = page.locator(".phone-menu")
    menu.locator("summary").click()
    links = menu.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    page.keyboard.press("Escape")
    expect(menu.locator("a").first).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    assert {reverse("practice"), reverse("archive"), reverse("sets")} < set(links)
    for link in links:
        response = page.goto(link)
        assert response.status == 200, link

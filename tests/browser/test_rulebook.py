"""The rulebook in a browser: search while typing, words to tap, keyboard, phone, axe, paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit

PAGES = [
    "/rules/?rules=classic",
    "/rules/?q=12-13-1",
    "/rules/?q=qqqqqq",
    "/rules/?print=1",
    "/rules/glossary/",
    "/rules/101-guide/run.no-wrap/",
    "/rules/101-guide/deal.tiles/",
    "/rules/101-guide/take.must-use/",
    "/rules/101-club/penalty.layable-discard/",
    "/rules/101-siler/factor.direct/",
    "/rules/101-siler/match.winner/",
]


@pytest.mark.parametrize(("language", "part"), [("de", 0), ("tr", 1), ("en", 2)])
def test_axe_finds_nothing_and_nothing_overflows(
    open_site: Open, live_server: object, language: str, part: int
) -> None:
    visit = open_site(language=language, reduced_motion="reduce")
    for path in PAGES[part::3]:
        visit.goto(path)
        inspect(visit, path)


@pytest.mark.parametrize("language", ["de", "tr"])
def test_every_kind_of_example_fits_on_the_smallest_phone(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language, width=320)
    for path in PAGES:
        visit.goto(path)
        assert visit.overflow() <= 0, path


# Search


def test_rules_are_found_while_one_types_and_the_address_follows(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="de")
    visit.goto("/rules/")
    box = visit.page.locator("#q")
    box.press_sequentially("gösterge", delay=20)
    first = visit.page.locator("#found .found-list h3").first
    expect(visit.page.locator("#found mark").first).to_have_text(re.compile("Anzeiger", re.I))
    expect(first).to_be_visible()
    expect(visit.page).to_have_url(re.compile(r"q=g%C3%B6sterge"))
    expect(visit.said).to_contain_text(re.compile(r"\d"))
    expect(box).to_be_focused()
    visit.page.reload()
    expect(visit.page.locator("#q")).to_have_value("gösterge")
    expect(first).to_be_visible()


def test_an_emptied_box_shows_the_chapters_again(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/rules/?q=wrap")
    expect(visit.page.locator(".found-list")).to_be_visible()
    visit.page.locator("#q").fill("")
    expect(visit.page.locator("#found #melds")).to_be_visible()


def test_what_is_found_may_be_narrowed_to_one_rule_set(
    open_site: Open, live_server: object
) -> None:
    visit = open_site()
    visit.goto("/rules/?rules=classic&q=12-13-1")
    rows = visit.page.locator(".found-list > li")
    everywhere = rows.count()
    visit.page.locator("input[name=in][value=one]").check(force=True)
    expect(visit.page).to_have_url(re.compile("in=one"))
    expect(rows).not_to_have_count(everywhere)
    expect(visit.page.locator(".found-list a[href$='/run.no-wrap/']")).to_have_count(0)


def test_after_coming_back_the_page_is_whole(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/rules/")
    visit.page.locator("#q").fill("wrap")
    visit.page.locator(".found-list h3 a").first.click()
    expect(visit.page.locator("article.rule")).to_be_visible()
    visit.page.go_back()
    expect(visit.page.locator("h1")).to_be_visible()
    expect(visit.page.locator(".masthead")).to_be_visible()
    expect(visit.page.locator(".found-list")).to_be_visible()


def test_without_a_script_the_box_is_a_form(open_site: Open, live_server: object) -> None:
    visit = open_site(language="tr", java_script_enabled=False)
    visit.goto("/rules/?rules=classic")
    visit.page.locator("#q").fill("12-13-1")
    visit.page.locator("#q").press("Enter")
    expect(visit.page).to_have_url(re.compile("rules=classic&q=12-13-1"))
    expect(
        visit.page.locator(".found-list a[href='/rules/classic/run.wrap-end/']").first
    ).to_be_visible()


def test_with_the_keyboard_alone_one_gets_from_the_box_to_a_rule(
    open_site: Open, live_server: object
) -> None:
    visit = open_site()
    visit.goto("/rules/")
    visit.page.locator("#q").focus()
    visit.page.keyboard.type("run.no-wrap")
    expect(visit.page.locator(".found-list > li")).to_have_count(1)
    link = visit.page.locator(".found-list h3 a").first
    for _ in range(12):
        visit.page.keyboard.press("Tab")
        if link.evaluate("one => one === document.activeElement"):
            break
    expect(link).to_be_focused()
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("article.rule")).to_be_visible()


# A rule's page


def test_in_two_clicks_from_home_one_sees_where_12_13_1_is_a_run(
    open_site: Open, live_server: object
) -> None:
    visit = open_site()
    visit.goto("/")
    visit.page.locator(".masthead nav a[href='/rules/']").first.click()
    visit.page.locator("a[href='/rules/101-guide/run.no-wrap/']").first.click()
    classic = visit.page.locator("#elsewhere li").first
    expect(classic).to_contain_text("Classic Okey: allowed")
    expect(classic.locator(".tile")).to_have_count(3)
    expect(classic).to_contain_text("26")


@pytest.mark.parametrize("script", [True, False])
def test_a_word_tells_its_meaning_when_tapped(
    open_site: Open, live_server: object, script: bool
) -> None:
    visit = open_site(language="de", width=390, java_script_enabled=script)
    visit.goto("/rules/101-guide/run.no-wrap/")
    word = visit.page.locator(".word-tap").first
    meaning = visit.page.locator(f"#{word.get_attribute('popovertarget')}")
    expect(meaning).to_be_hidden()
    word.click()
    expect(meaning).to_be_visible()
    assert visit.overflow() <= 0
    _inside(visit, meaning.bounding_box())
    visit.page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()


def _inside(visit: Visit, box: object) -> None:
    size = visit.page.viewport_size
    assert isinstance(box, dict)
    assert size is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]


def test_the_link_to_a_rule_is_copied(open_site: Open, live_server: object) -> None:
    visit = open_site(permissions=["clipboard-read", "clipboard-write"])
    visit.goto("/rules/101-guide/run.gap/?from=somewhere")
    visit.page.locator("[data-copy-link]").click()
    expect(visit.said).to_have_text("Link copied")
    copied = visit.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/rules/101-guide/run.gap/")
    assert copied.startswith("http")


def test_on_paper_there_is_no_chrome_and_all_texts_are_there(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="de")
    visit.goto("/rules/?rules=101-club&print=1")
    visit.page.emulate_media(media="print")
    expect(visit.page.locator(".masthead")).to_be_hidden()
    expect(visit.page.locator(".on-screen")).to_be_hidden()
    expect(visit.page.locator(".printed-rule").last).to_be_visible()
    shades = visit.page.evaluate(
        """[...new Set([...document.querySelectorAll('.printed-rule p, .printed h2, .printed h3')]
            .map(one => getComputedStyle(one).color))]"""
    )
    assert all(len(set(re.findall(r"\d+", shade)[:3])) == 1 for shade in shades), shades
    visit.goto("/rules/101-guide/run.no-wrap/")
    expect(visit.page.locator(".rule-actions")).to_be_hidden()
    expect(visit.page.locator(".example").first).to_be_visible()


def test_a_word_of_the_glossary_has_an_address(open_site: Open, live_server: object) -> None:
    visit = open_site(language="tr", width=390)
    visit.goto("/rules/glossary/#run")
    expect(visit.page.locator("#run")).to_be_in_viewport()

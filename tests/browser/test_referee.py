"""The referee in a browser: tapped, typed, by keyboard, without a script, on every screen."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from okey import Hand, rule_set
from okey.search import outs
from tests.browser import hands
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit

OPENS = "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4"
WAITS = "R10 R11 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4 Y12"
HAND = f"/referee/?rules=101-guide&indicator=B10&hand={OPENS.replace(' ', '+').replace('*', '%2A')}"
MELDS = f"{HAND}&melds=K11+K12+K13+K1|R7+Y7+B7+K7"
SCORE = (
    "/referee/score/?rules=101-siler&winner=0&by=melds&teams=on&indicator=B10&opened1=melds"
    "&left1=47+%2A&worth1=160&layable1=1&opened3=pairs&left3=12"
)
TABLE = (
    "/referee/table/?rules=101-club&indicator=B10&hand=R7+K2+K5+Y1&stock=20&phase=stock"
    "&table0=R10+R11+R12+R13|Y9+B9+K9|B12+B13+%2A&table2=R4+R5+R6|K11+K12+K13"
)


def asked(page: Page) -> dict[str, str]:
    """What the address says."""
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}


def tap(visit: Visit, face: str) -> None:
    """Tap a tile of the palette; on a phone its colour is chosen first."""
    tile = visit.page.locator(f'.palette-tile[data-face="{face}"]')
    if not tile.is_visible():
        colour = {"R": "red", "Y": "yellow", "B": "blue", "K": "black"}[face[0]]
        hands.touch(visit, visit.page.locator(f".palette-colours .is-{colour}"))
    hands.touch(visit, tile)


def ready(visit: Visit) -> None:
    """Wait until the script has taken the palette over."""
    expect(visit.page.locator("[data-palette-box]")).to_have_attribute("data-started", "")


# Hand


def palette_places(visit: Visit) -> Any:
    """Where on the page the palette stands, and what is tapped beside it."""
    return visit.page.evaluate(
        """() => [...document.querySelectorAll('[data-undo], [data-into], .palette-colours')]
            .filter(one => one.offsetParent)
            .map(one => one.getBoundingClientRect().top + scrollY)"""
    )


@pytest.mark.parametrize(("language", "width"), [("de", 390), ("tr", 1440), ("en", 360)])
def test_a_hand_is_tapped_together_and_the_address_keeps_it(
    open_site: Open, live_server: object, language: str, width: int
) -> None:
    visit = open_site(language=language, width=width)
    page = visit.page
    visit.goto("/referee/")
    ready(visit)
    places = palette_places(visit)
    tap(visit, "B10")
    expect(page.locator("#id_indicator")).to_have_value("B10")
    # The okey's face is the okey from now on.
    expect(page.locator('.palette-tile[data-face="B11"]')).to_have_attribute("data-code", "*")
    ready(visit)
    for face in ("R7", "R8", "B11", "R8"):
        tap(visit, face)
    expect(page.locator("#id_hand")).to_have_value("R7 R8 * R8")
    expect(page.locator("[data-rack-slots] button")).to_have_count(4)
    gone = page.locator('.palette-tile[data-face="R8"]')
    expect(gone).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#answer [data-verdict]")).to_be_visible()
    page.wait_for_url(re.compile(r"hand=R7\+R8\+%2A\+R8"))
    assert palette_places(visit) == places  # nothing moves under a finger when something is told
    # A third copy does not exist: said beside the tile, and nothing is added.
    gone.dispatch_event("click")  # Playwright itself waits for what is disabled
    expect(page.locator(".tip")).to_be_visible()
    expect(page.locator("#id_hand")).to_have_value("R7 R8 * R8")
    # A tap on the rack takes out, undo puts back.
    hands.touch(visit, page.locator("[data-rack-slots] button").nth(1))
    expect(page.locator("#id_hand")).to_have_value("R7 * R8")
    hands.touch(visit, page.locator("[data-undo]"))
    expect(page.locator("#id_hand")).to_have_value("R7 R8 * R8")
    page.wait_for_url(re.compile(r"hand=R7\+R8\+%2A\+R8"))
    told = page.locator("#answer [data-verdict]").inner_text()
    page.reload()
    ready(visit)
    expect(page.locator("#answer [data-verdict]")).to_have_text(told)
    expect(page.locator("[data-rack-slots] button")).to_have_count(4)
    assert visit.overflow() <= 0


def test_a_hand_is_entered_by_keyboard_alone(open_site: Open, live_server: object) -> None:
    visit = open_site(language="en")
    page = visit.page
    visit.goto("/referee/?indicator=B10")
    ready(visit)
    page.locator('.palette-tile[data-face="R1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect(page.locator("#id_hand")).to_have_value("R1 R2 Y2")
    page.locator("[data-rack-slots] button").first.focus()
    page.keyboard.press("Delete")
    expect(page.locator("#id_hand")).to_have_value("R2 Y2")
    expect(page.locator("[data-rack-slots] button").first).to_be_focused()
    # One way in for the Tab key on the palette, and one on the rack.
    assert page.locator('.palette-tile[tabindex="0"]').count() == 1
    expect(page.locator("#answer [data-verdict]")).to_be_visible()


def test_typing_is_answered_in_place_and_a_mistake_is_said_at_its_field(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="de")
    page = visit.page
    visit.goto("/referee/?indicator=B10")
    ready(visit)
    page.locator("#id_hand").fill(OPENS)
    expect(page.locator("#answer .verdict-line.is-right")).to_be_visible()
    page.locator("#id_hand").fill("R7 Q9")
    expect(page.locator("#id_hand_error")).to_contain_text("Q9")
    expect(page.locator("#id_hand")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#id_hand")).to_have_value("R7 Q9")
    page.locator("#id_hand").fill("R7 R9")
    expect(page.locator("#id_hand_error")).to_be_hidden()
    expect(page.locator("#id_hand")).not_to_have_attribute("aria-invalid", "true")


def test_what_it_waits_for_is_searched_on_demand_and_stays_in_the_address(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="en", width=390)
    page = visit.page
    visit.goto(f"/referee/?indicator=B10&hand={WAITS.replace(' ', '+')}")
    hands.touch(visit, page.locator("#draws a"))
    found = outs(Hand.parse(WAITS, "B10"), rule_set("101-guide"))
    expect(page.locator(".outs li")).to_have_count(len(found.outs))
    page.wait_for_url("**show=draws*")
    page.reload()
    expect(page.locator(".outs li")).to_have_count(len(found.outs))


def test_pasted_notation_fills_every_field(open_site: Open, live_server: object) -> None:
    visit = open_site(language="en")
    page = visit.page
    visit.goto("/referee/")
    ready(visit)
    page.locator("#id_hand").fill("rules: classic\nindicator: K13\nhand: K1 R7 R8")
    expect(page.locator("#id_rules_classic")).to_be_checked()
    expect(page.locator("#id_indicator")).to_have_value("K13")
    assert asked(page)["hand"] == "* R7 R8"


def test_the_link_is_copied_and_gives_the_same_result_in_another_browser(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="en", permissions=["clipboard-read", "clipboard-write"])
    page = visit.page
    visit.goto(MELDS)
    page.locator("[data-copy-link]").click()
    expect(page.locator(".tip")).to_have_text(visit.text("Copied"))
    address = page.evaluate("navigator.clipboard.readText()")
    page.locator("[data-copy-link] ~ [data-copy]").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "indicator: B10" in text
    assert f"hand: {OPENS}" in text
    other = open_site(language="en", width=390)
    other.page.goto(address)
    assert (
        other.page.locator("[data-verdict]").all_inner_texts()
        == page.locator("[data-verdict]").all_inner_texts()
    )
    expect(other.page.locator("#answer .is-ringed")).to_have_count(2)


def test_another_language_and_another_rule_set_keep_what_was_entered(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="en")
    page = visit.page
    visit.goto("/referee/?indicator=B10")
    ready(visit)
    page.locator("#id_hand").fill("R12 R13 R1")
    page.wait_for_url("**hand=R12*")
    page.locator("label", has=page.locator("#id_rules_classic")).click()
    page.wait_for_url("**rules=classic*")
    expect(page.locator("#id_hand")).to_have_value("R12 R13 R1")
    page.locator(".masthead details.menu:not(.phone-menu) summary").click()
    page.locator(".masthead button[value=de]").click()
    visit.language = "de"
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert asked(page)["rules"] == "classic"
    expect(page.locator("#id_hand")).to_have_value("R12 R13 R1")


# Score


def test_a_round_is_scored_while_it_is_filled_in(open_site: Open, live_server: object) -> None:
    visit = open_site(language="tr", width=390)
    page = visit.page
    visit.goto("/referee/score/?rules=101-club")
    page.locator("#id_winner_1").locator("..").tap()
    expect(page.locator(".card > .seat-fields.is-finished")).to_have_count(1)
    expect(page.locator("#id_left0")).to_have_count(0)
    page.locator("#id_opened1_2").locator("..").tap()
    expect(page.locator("#id_left1_error")).to_be_visible()
    page.locator("#id_left1").fill("47")
    totals = page.locator("#answer .score-seats").first.locator("[data-total]")
    expect(totals).to_have_text(["−101", "47", "202", "202"])
    page.locator("#id_okey_last").locator("..").locator("label").tap()
    expect(totals).to_have_text(["−202", "94", "404", "404"])
    page.wait_for_url("**okey_last=on*")
    page.reload()
    expect(totals).to_have_text(["−202", "94", "404", "404"])
    assert visit.overflow() <= 0


# Table


def test_a_move_is_composed_and_judged(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de")
    page = visit.page
    visit.goto(TABLE)
    expect(page.locator(".composer .is-tile")).to_be_hidden()
    page.locator("#id_kind").select_option("discard")
    expect(page.locator(".composer .is-typed")).to_be_hidden()
    expect(page.locator(".composer .is-on")).to_be_hidden()
    page.locator("#id_tile").fill("R7")
    expect(page.locator("#answer .judged-move.is-right .message.is-error")).to_contain_text("101")
    page.locator("#id_kind").select_option("add")
    page.locator("#id_on").fill("2")
    expect(page.locator("#answer .judged-move.is-wrong .referee-note")).to_have_count(1)
    page.locator("#id_on").fill("4")
    expect(page.locator("#answer .verdict-line.is-right")).to_be_visible()
    assert asked(page)["move"] == "add R7 @4"


def test_what_can_be_done_now_is_shown_on_demand(open_site: Open, live_server: object) -> None:
    visit = open_site(language="en", width=390)
    visit.goto(TABLE)
    hands.touch(visit, visit.page.locator("#now a"))
    expect(visit.page.locator("#now .chip").first).to_be_visible()


# Without a script


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_all_of_it_works_without_a_script(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language, width=390, java_script_enabled=False)
    page = visit.page
    visit.goto("/referee/")
    assert page.locator(".needs-js").locator("visible=true").count() == 0
    page.locator("#id_indicator").fill("B10")
    page.locator("#id_hand").fill(WAITS)
    page.locator("#referee-form .button.is-primary").click()
    expect(page.locator("#answer [data-verdict]")).to_be_visible()
    page.locator("#draws a").click()
    expect(page.locator(".outs li").first).to_be_visible()
    expect(page.locator(".keep a.no-js")).to_be_visible()
    visit.goto("/referee/score/?rules=classic")
    page.locator("#id_winner_2").locator("..").click()
    page.locator("#referee-form .button.is-primary").click()
    expect(page.locator("#answer .score-seats").first.locator("[data-total]")).to_have_text(
        ["−2", "0", "−2", "−2"]
    )
    visit.goto(TABLE)
    page.locator("#id_move").fill("discard R7")
    page.locator("#referee-form .button.is-primary").click()
    expect(page.locator("#answer .judged-move.is-right .message.is-error")).to_be_visible()


# Looks


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language, reduced_motion="reduce")
    for path in ("/referee/", f"{MELDS}&show=draws", SCORE, f"{TABLE}&move=discard+R7&show=now"):
        visit.goto(path)
        inspect(visit, path[:40])


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_the_navigation_stays_on_one_line(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language)
    visit.goto("/referee/")
    for width in (1024, 1100, 1280, 1440):
        visit.page.set_viewport_size({"width": width, "height": 900})
        links = visit.page.locator(".masthead-in > .nav a")
        boxes = [box for one in links.all() if (box := one.bounding_box())]  # None: not shown
        tops = {round(box["y"]) for box in boxes}
        heights = [box["height"] for box in boxes]
        assert len(boxes) >= 5
        assert len(tops) == 1
        assert max(heights) < 50, f"{language} at {width}"
        assert visit.overflow() <= 0
    visit.page.set_viewport_size({"width": 360, "height": 700})
    visit.page.locator(".phone-menu summary").click()
    expect(visit.page.locator('.phone-menu a[href="/referee/"]')).to_be_visible()

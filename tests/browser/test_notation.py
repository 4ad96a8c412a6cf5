"""The notation page in a browser: trying, pasting, stepping by button, key and slider, axe."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from okey.record import format_record
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit
from tutor.notation.links import packed, step_url
from tutor.notation.replays import step_page
from tutor.notation.samples import sample_records

RECORD = sample_records()["1-101-guide"]
LAST = len(RECORD.moves)
FIRST_PENALTY = 2  # moves before it, and it


def url(step: int, key: str = "1-101-guide") -> str:
    return step_url(packed(sample_records()[key]), step)


def said(step: int, language: str) -> str:
    return step_page(RECORD, step, language).round.said


def expect_step(visit: Visit, step: int) -> None:
    """Wait until the step is shown: its sentence, its number, its place in the list."""
    page = visit.page
    expect(page.locator("[data-said]")).to_have_text(said(step, visit.language))
    expect(page.locator("[data-count]")).to_have_text(re.compile(rf"^{step} \D+ {LAST}$"))
    expect(page.locator("[data-moves] [aria-current=step]")).to_have_attribute("data-to", str(step))
    expect(page).to_have_url(re.compile(rf"step={step}(#|$)"))


def go(page: Page, where: str) -> None:
    page.locator(f"[data-go={where}]").click()


def send(page: Page) -> None:
    """Send the record that was pasted."""
    page.locator("#record-text").locator("xpath=ancestor::form").locator("button").click()


# Trying


@pytest.mark.parametrize("language", ["en", "de", "tr"])
def test_what_is_typed_is_read_without_sending_it(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language)
    visit.goto("/notation/")
    page = visit.page
    page.locator("#try-melds").fill("R5 R6 * | K12 K13 K1")
    tried = page.locator("#tried-melds")
    expect(tried.locator(".chip.is-right")).to_have_count(1)
    expect(tried.locator(".chip.is-wrong")).to_have_count(1)
    expect(tried.locator(".is-ringed")).not_to_have_count(0)
    page.locator("#try-melds").fill("R5 Q6")
    expect(tried.locator(".error")).to_contain_text("Q6")
    page.locator("#try-melds").fill("")
    expect(tried).to_be_empty()
    page.locator("#try-move").fill("2: discard R7")
    expect(page.locator("#tried-move .notation-said")).to_be_visible()


def test_another_indicator_reads_again_what_was_typed(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/notation/")
    page = visit.page
    page.locator("#try-tiles").fill("R9 F")
    expect(page.locator("#tried-tiles [role=img]").last).to_have_accessible_name(
        "false okey, counts as blue 11"
    )
    page.locator("#try-indicator").fill("R8")
    expect(page.locator("#tried-tiles [role=img]").last).to_have_accessible_name(
        "false okey, counts as red 9"
    )


# Stepping


@pytest.mark.parametrize(("language", "width"), [("de", 390), ("tr", 1440), ("en", 360)])
def test_a_record_is_stepped_through_with_buttons(
    open_site: Open, live_server: object, language: str, width: int
) -> None:
    visit = open_site(language=language, width=width)
    visit.goto(url(0))
    for step in range(1, 5):
        go(visit.page, "next")
        expect_step(visit, step)
    go(visit.page, "previous")
    expect_step(visit, 3)
    go(visit.page, "last")
    expect_step(visit, LAST)
    expect(visit.page.locator(".score-seat")).to_have_count(4)
    go(visit.page, "first")
    expect(visit.page.locator("[data-count]")).to_have_text(re.compile(rf"^0 \D+ {LAST}$"))
    expect(visit.page.locator(".score-seat")).to_have_count(0)
    expect(visit.page.locator("[data-go=previous]")).to_have_attribute("aria-disabled", "true")


def test_arrow_keys_step_and_leave_fields_alone(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto(url(10))
    keys = visit.page.keyboard
    keys.press("ArrowRight")
    expect_step(visit, 11)
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect_step(visit, 9)
    keys.press("End")
    expect_step(visit, LAST)
    keys.press("Home")
    expect(visit.page.locator("[data-count]")).to_have_text(re.compile(r"^0 "))
    visit.page.locator(".stepper-record summary").click()
    visit.page.locator("#record-text").focus()
    keys.press("ArrowRight")
    visit.page.wait_for_timeout(200)
    expect(visit.page.locator("[data-count]")).to_have_text(re.compile(r"^0 "))


def test_the_slider_and_the_list_lead_to_their_step(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto(url(0))
    slider = visit.page.locator("[data-slider]")
    slider.fill("33")
    expect_step(visit, 33)
    slider.focus()
    visit.page.keyboard.press("ArrowRight")
    expect_step(visit, 34)
    visit.page.locator("[data-to='5']").click()
    expect_step(visit, 5)
    expect(slider).to_have_value("5")


def test_of_many_steps_in_a_row_the_last_one_is_shown(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto(url(0))
    for _ in range(25):
        visit.page.keyboard.press("ArrowRight")
    expect_step(visit, 25)


def test_a_step_is_announced(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de")
    visit.goto(url(0))
    go(visit.page, "next")
    expect(visit.said).to_contain_text(said(1, "de"))


def test_the_list_of_moves_follows_and_the_page_stays(open_site: Open, live_server: object) -> None:
    visit = open_site(width=1440)
    visit.goto(url(0))
    go(visit.page, "last")
    expect_step(visit, LAST)
    current = visit.page.locator("[data-moves] [aria-current]")
    expect(current).to_be_in_viewport()
    assert visit.page.evaluate("scrollY") == 0


def test_a_pasted_record_can_be_reloaded_sent_on_and_changed(
    open_site: Open, live_server: object
) -> None:
    visit = open_site(language="de")
    visit.goto("/notation/")
    visit.page.locator("#record-text").fill(format_record(RECORD))
    send(visit.page)
    visit.page.wait_for_url("**/notation/?r=*")
    go(visit.page, "next")
    expect_step(visit, 1)
    visit.page.reload()
    expect_step(visit, 1)
    other = open_site(language="tr")
    other.page.goto(visit.page.url)
    expect_step(other, 1)


def test_an_error_selects_its_line(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.watch.expect("422")
    visit.goto("/notation/")
    text = format_record(RECORD).replace("draw; discard B12", "draw; discard B14")
    visit.page.locator("#record-text").fill(text)
    send(visit.page)
    expect(visit.page.locator("#record-error")).to_contain_text("B14")
    chosen = visit.page.locator("#record-text").evaluate(
        "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    )
    assert chosen == "draw; discard B14"


def test_without_a_script_the_links_step(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", width=390, java_script_enabled=False)
    visit.goto(url(FIRST_PENALTY))
    go(visit.page, "next")
    expect_step(visit, FIRST_PENALTY + 1)
    expect(visit.page.locator(".round-event")).to_have_count(1)
    assert visit.page.locator(".needs-js").locator("visible=true").count() == 0
    visit.page.locator("[data-to='30']").click()
    expect_step(visit, 30)


# Looks


@pytest.mark.parametrize("language", ["de", "tr"])
def test_axe_finds_nothing_and_nothing_overflows(
    open_site: Open, live_server: object, language: str
) -> None:
    visit = open_site(language=language, reduced_motion="reduce")
    visit.goto("/notation/?melds=R5+R6+R8&tiles=Q1&move=draw")
    inspect(visit, "notation")
    visit.goto(url(20))
    inspect(visit, "a step")
    visit.goto(url(LAST))
    inspect(visit, "the end")
    visit.goto(url(999, "4-101-siler-duo"))
    inspect(visit, "partners")


def test_axe_finds_nothing_where_a_move_is_refused(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    visit.goto("/notation/")
    text = format_record(RECORD).partition("\n\n")[0]
    visit.page.locator("#record-text").fill(f"{text}\nopen R1 R5 R11 | B7 B13 *\ndraw")
    send(visit.page)
    visit.page.wait_for_url("**/notation/?r=*")
    go(visit.page, "last")
    expect(visit.page.locator(".step-refusal")).to_be_visible()
    expect(visit.page.locator(".step-refusal .is-ringed")).not_to_have_count(0)
    inspect(visit, "refused")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_on_a_phone_the_buttons_are_large_and_under_the_thumb(
    open_site: Open, live_server: object, width: int, height: int
) -> None:
    visit = open_site(language="de", width=width, height=height)
    visit.goto(url(20))
    for where in ("first", "previous", "next", "last"):
        box = visit.page.locator(f"[data-go={where}]").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert height - 130 < box["y"] < height
    hand = visit.page.locator(".round-hand").first.locator(".tile")
    boxes = [tile.bounding_box() for tile in hand.all()]
    assert len({round(box["y"]) for box in boxes if box}) <= 2  # rows of a rack

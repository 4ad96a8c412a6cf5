"""Without JavaScript: an answer by notation or by "cannot open", language, theme, a set."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from jobs.drain import drain_jobs
from puzzles.models import Attempt
from tests.browser import world
from tests.browser.conftest import Open


@pytest.mark.parametrize(("language", "width"), [("de", 390), ("tr", 1440)])
def test_a_hand_is_opened_by_notation(
    open_site: Open, live_server: object, language: str, width: int
) -> None:
    deal = world.opener()
    world.put_daily(deal)
    visit = open_site(language=language, width=width, java_script_enabled=False)
    visit.goto("/")
    assert visit.page.locator(".needs-js").locator("visible=true").count() == 0
    visit.page.locator("details.typed summary").click()
    expect(visit.page.locator("details.typed code")).to_have_text(" ".join(visit.rack_codes()))
    visit.page.locator("#typed-melds").fill("\n".join(" ".join(lane) for lane in deal.best))
    visit.page.locator("details.typed button[value=melds]").click()
    visit.expect_result("right")
    expect(visit.panel).to_contain_text(deal.explain(deal.best, language).headline)
    visit.expect_laid(deal.best)
    assert Attempt.objects.get().correct


def test_a_mistake_in_the_notation_uses_nothing_up_and_keeps_the_text(
    open_site: Open, live_server: object
) -> None:
    world.put_daily(world.opener())
    visit = open_site(language="de", java_script_enabled=False)
    visit.watch.expect("400")
    visit.goto("/")
    visit.page.locator("details.typed summary").click()
    visit.page.locator("#typed-melds").fill("R5 Q9 B5")
    visit.page.locator("details.typed button[value=melds]").click()
    expect(visit.panel.locator("[data-not-taken]")).to_contain_text("Q9")
    expect(visit.page.locator("#typed-melds")).to_have_value("R5 Q9 B5")
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()


def test_a_wrong_answer_is_explained_with_its_rings(open_site: Open, live_server: object) -> None:
    deal, lanes = world.mistake()
    world.put_daily(deal)
    visit = open_site(language="tr", java_script_enabled=False)
    visit.goto("/")
    visit.page.locator("details.typed summary").click()
    visit.page.locator("#typed-melds").fill(world.notation(lanes))
    visit.page.locator("details.typed button[value=melds]").click()
    visit.expect_result("wrong")
    told = deal.explain(lanes, "tr")
    expect(visit.panel.locator("h2").first).to_have_text(told.title)
    expect(visit.lanes.locator(".is-ringed")).to_have_count(
        sum(1 for ring in told.rings if ring.badge)
    )
    visit.panel.locator("[data-try-again]").click()
    expect(visit.board).to_have_attribute("data-try", "2")


def test_a_hand_that_cannot_open(open_site: Open, live_server: object) -> None:
    world.put_daily(world.stuck())
    visit = open_site(language="en", java_script_enabled=False)
    visit.goto("/")
    visit.cannot_button.click()
    visit.expect_result("right")
    expect(visit.panel).to_contain_text(world.stuck().explain_cannot("en").text)


def test_language_and_theme_are_switched_and_kept(open_site: Open, live_server: object) -> None:
    visit = open_site(language="en", java_script_enabled=False, color_scheme="light")
    visit.goto("/puzzles/")
    visit.page.locator(".theme-switch button").click()
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")
    visit.page.locator(".masthead details.menu:not(.phone-menu) summary").click()
    visit.page.locator(".masthead button[value=de]").click()
    visit.language = "de"
    visit.goto("/puzzles/archive/")
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(visit.page.locator("h1")).to_have_text(visit.text("Past days"))


def test_a_set_is_ordered_looked_at_again_and_begun(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", java_script_enabled=False)
    visit.goto("/puzzles/sets/")
    visit.page.locator("#id_count").fill("2")
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/puzzles/sets/*-*/")
    drain_jobs()
    visit.page.reload()
    visit.page.locator(".pick a").first.click()
    visit.cannot_button.click()
    expect(visit.panel.locator("[data-result]")).to_be_visible()

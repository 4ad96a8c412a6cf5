"""axe finds nothing on any page, light and dark, wide and narrow; and nothing overflows."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts import clock
from accounts.models import User
from jobs.drain import drain_jobs
from jobs.models import Job
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
SIZES = [(320, 568), (360, 640), (390, 844), (768, 1024), (844, 390), (1440, 900)]
PUBLIC = [
    "/puzzles/",
    "/puzzles/archive/",
    "/puzzles/sets/",
    "/account/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/rules/",
    "/rules/101-guide/run.no-wrap/",
    "/style/",
    "/privacy/",
    "/imprint/",
]


def test_pages_that_everybody_sees(open_site: Open, live_server: object) -> None:
    world.put_daily(world.stuck(), clock.today() - dt.timedelta(days=1))
    world.put_daily(world.opener())
    visit = open_site(language="de", reduced_motion="reduce")
    for path in PUBLIC:
        visit.goto(path)
        inspect(visit, path)


def test_a_page_that_is_not_there(open_site: Open, live_server: object) -> None:
    visit = open_site(language="tr", reduced_motion="reduce")
    visit.watch.expect("404")
    visit.goto("/nothing/")
    inspect(visit, "404")


def test_the_hand_that_is_being_dealt(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    visit.goto("/")
    expect(visit.page.locator("#pending")).to_be_visible()
    inspect(visit, "being dealt")


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_a_hand_from_the_first_tile_to_a_wrong_and_a_right_answer(
    open_site: Open, live_server: object, language: str
) -> None:
    deal, lanes = world.mistake()
    world.put_daily(deal)
    visit = open_site(language=language, reduced_motion="reduce")
    visit.deal()
    inspect(visit, "untouched")
    hands.lay(visit, [lanes[0], lanes[1][:2]], hands.tap)
    expect(visit.lanes.nth(1)).to_have_attribute("data-state", "short")
    hands.touch(visit, visit.rack.locator("[data-tile]").first)
    inspect(visit, "one meld, one begun, one tile picked up")
    visit.page.keyboard.press("Escape")
    _answer(visit, world.notation(lanes))
    visit.expect_result("wrong")
    inspect(visit, "wrong")
    visit.panel.locator("[data-lay]").click()
    visit.ready()
    expect(visit.strip).to_have_attribute("data-state", "ok")
    inspect(visit, "laid so")
    hands.touch(visit, visit.open_button)
    expect(visit.panel.locator(".is-right")).to_be_visible()
    inspect(visit, "right")


def test_a_hand_that_cannot_open(open_site: Open, live_server: object) -> None:
    world.put_daily(world.stuck())
    visit = open_site(language="de", reduced_motion="reduce")
    visit.deal("/puzzles/daily/")
    hands.touch(visit, visit.cannot_button)
    visit.expect_result("right")
    inspect(visit, "proved")


def test_sets_and_the_work_behind_them(open_site: Open, live_server: object) -> None:
    visit = open_site(language="de", reduced_motion="reduce")
    visit.goto("/puzzles/sets/")
    visit.page.locator("#id_count").fill("3")
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/puzzles/sets/*-*/")
    expect(visit.page.locator("progress")).to_be_visible()
    address = visit.page.url
    inspect(visit, "a set that is being made")
    job = Job.objects.get(parent=None)
    visit.goto(f"/jobs/{job.pk}/")
    inspect(visit, "its work")
    drain_jobs()
    expect(visit.page.locator("[data-state=done]")).to_be_visible()
    inspect(visit, "its work, done")
    visit.page.goto(address)
    expect(visit.page.locator(".pick a")).to_have_count(3)
    inspect(visit, "a set")
    visit.page.locator(".pick a").first.click()
    visit.ready()
    inspect(visit, "a hand of the set")


def test_the_account_page_of_somebody_logged_in(open_site: Open, live_server: object) -> None:
    User.objects.create_user("nermin", password="an-old-tea-glass")
    visit = open_site(language="de", reduced_motion="reduce")
    log_in(visit, "nermin", "an-old-tea-glass")
    visit.goto("/account/")
    visit.page.locator("#tokens form input[type=text]").fill("laptop")
    visit.page.locator("#tokens form .button").last.click()
    expect(visit.page.locator("#new-token")).to_be_visible()
    inspect(visit, "account")
    for path in ["/account/delete/", "/account/password/change/", "/account/email/"]:
        visit.goto(path)
        inspect(visit, path)


def inspect(visit: Visit, where: str) -> None:
    """Ask axe in the four looks of a page, and measure it on every screen."""
    page = visit.page
    before = page.viewport_size
    assert before is not None
    for size in [(1440, 900), (390, 844)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme="light")
        _axe(visit, f"{where}, light, {size[0]}", {"type": "tag", "values": TAGS})
        page.emulate_media(color_scheme="dark")
        _axe(visit, f"{where}, dark, {size[0]}", {"type": "rule", "values": ["color-contrast"]})
    page.emulate_media(color_scheme="light")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert visit.overflow() <= 0, f"{where} is {visit.overflow()} px too wide at {width}"
    page.set_viewport_size(before)


def log_in(visit: Visit, name: str, password: str) -> None:
    """Log in as a person does."""
    visit.goto("/account/login/")
    visit.page.locator("input[name=login]").fill(name)
    visit.page.locator("input[name=password]").fill(password)
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_url("**/")


def test_axe_would_find_a_fault(open_site: Open, live_server: object) -> None:
    visit = open_site()
    visit.goto("/privacy/")
    visit.page.evaluate(
        """document.querySelector("main").insertAdjacentHTML("beforeend",
           '<input><p id="pale">pale</p>');
           document.getElementById("pale").style.color = "#ddd";"""
    )
    found = _violations(visit, {"type": "tag", "values": TAGS})
    assert {one.partition(":")[0] for one in found} == {"label", "color-contrast"}


def _axe(visit: Visit, where: str, only: dict[str, Any]) -> None:
    told = _violations(visit, only)
    assert not told, f"{where}\n" + "\n".join(told)


def _violations(visit: Visit, only: dict[str, Any]) -> list[str]:
    """What axe finds; its script is put into the page once."""
    if not visit.page.evaluate("'axe' in window"):
        visit.page.evaluate(Axe().axe_script)
    found = visit.page.evaluate(
        "only => axe.run({ runOnly: only, resultTypes: ['violations'] })", only
    )
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def _answer(visit: Visit, melds: str) -> None:
    """Type an answer, as one may with a script, too."""
    visit.page.locator("details.typed summary").click()
    visit.page.locator("#typed-melds").fill(melds)
    visit.page.locator("details.typed button[value=melds]").click()
    visit.ready()

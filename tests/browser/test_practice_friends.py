"""Two people at one table, each in front of their own browser: a whole round against each other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect, walk
from tests.browser.visit import Visit
from tutor.models import Game
from tutor.practice import company

# A round that the host, who begins it, finishes in the fifth turn.
SHORT = "friends 36"
PHONE: dict[str, Any] = {"width": 390, "height": 844, "reduced_motion": "reduce"}
MOST_TURNS = 120
BACK_WITHIN_MS = 30_000  # a bot's turns and the next time the page asks, on a busy machine


@pytest.fixture(autouse=True)
def warm(client: Client, live_server: object) -> None:
    """Let the process of the server read what it reads only once."""
    client.get("/play/")
    client.get("/play/join/nothing/")


def host_a_table(visit: Visit, rules: str = "classic") -> str:
    """Begin a table with friends; return the link."""
    page = visit.page
    visit.goto("/play/")
    first = page.locator("#new-game").element_handle()
    page.locator(f"label:has(> input[name=rules][value='{rules}'])").click()
    page.wait_for_function("one => !one.isConnected", arg=first)  # the form for these rules
    name = page.locator("#id_name")
    expect(name).to_be_hidden()
    page.locator("label:has(> input[name=company][value=friends])").click()
    name.fill("Ayşe")
    page.locator("label:has(> input[name=advice][value=yes])").click()
    page.locator("#new-game .button.is-primary").click()
    page.wait_for_selector(".practice[data-started]")
    return page.locator("#join-link").input_value()


def join(visit: Visit, link: str, name: str = "Ben") -> None:
    """Sit down by the link."""
    visit.page.goto(link)
    visit.page.locator("input[name=name]").fill(name)
    visit.page.locator("main form .button.is-primary").click()
    visit.page.wait_for_selector(".practice[data-started]")


def is_on_turn(page: Page) -> bool:
    return page.locator("#deed .answers .button").count() > 0


def is_over(page: Page) -> bool:
    return page.locator("[data-round-over]").count() > 0


def play_a_turn(page: Page) -> None:
    """Ask what to do and do it, until the turn is somebody else's."""
    for _ in range(4):
        page.locator("#deed .chip", has=page.locator("use[href$='#bulb']")).click()
        page.locator("[data-advice] .button").click()
        expect(page.locator("[data-advice]")).to_have_count(0)
        page.wait_for_selector(".practice[data-started]")
        if not is_on_turn(page):
            return
    raise AssertionError("a turn that does not end")


def test_two_browsers_play_a_round_against_each_other(
    open_site: Open, live_server: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "secrets", SimpleNamespace(randbelow=lambda _count: 0))
    host, friend = open_site(language="de", **PHONE), open_site(language="tr", **PHONE)
    link = host_a_table(host)
    Game.objects.update(seed=SHORT)
    inspect(host, "waiting, the host")
    friend.page.goto(link)
    inspect(friend, "a link")
    walk(friend, "a link")
    join(friend, link)
    inspect(friend, "waiting, a friend")
    # Who has sat down comes to the host's page by itself.
    expect(host.page.locator(".practice-places")).to_contain_text("Ben")
    host.page.locator("#deed .button.is-primary").click()
    for one in (host, friend):
        one.page.wait_for_selector(".practice-board")
    assert host.page.locator(".practice-badge").count() == 2  # bots in the other seats

    turns, sorted_by_friend = 0, False
    while not is_over(host.page) and turns < MOST_TURNS:
        visits = (host, friend) if is_on_turn(host.page) else (friend, host)
        current, other = (one.page for one in visits)
        expect(current.locator("#deed .answers .button").first).to_be_visible()
        if turns == 1:
            inspect(visits[0], "on turn")
            inspect(visits[1], "another's turn")
        if turns == 2:
            # A reload in the middle: everything is there again, and the round goes on.
            pages = (current, other)
            before = [page.locator(".rack [data-tile]").count() for page in pages]
            for page in pages:
                page.reload()
                page.wait_for_selector(".practice[data-started]")
            after = [page.locator(".rack [data-tile]").count() for page in pages]
            assert before == after
        if turns == 3:
            # What one does while the other thinks stays as it is when the table comes anew.
            other.locator("#company > summary").click()
            other.locator("[data-sort=pairs]").click()
            sorted_by_friend = True
            tile = other.locator(".rack [data-tile]").first
            tile.click()
            lifted = tile.get_attribute("data-tile")
            rack = other.locator(".slot").evaluate_all(
                "all => all.map((one) => one.querySelector('[data-tile]')?.dataset.tile ?? '')"
            )
            version = other.locator("#deed input[name=version]").input_value()
            play_a_turn(current)
            expect(other.locator("#deed input[name=version]")).not_to_have_value(version)
            if is_over(other):
                break
            expect(other.locator("#company")).to_have_attribute("open", "")
            pressed = other.locator(".rack [aria-pressed=true]")
            expect(pressed).to_have_attribute("data-tile", lifted or "")
            found = other.locator(".slot").evaluate_all(
                "all => all.map((one) => one.querySelector('[data-tile]')?.dataset.tile ?? '')"
            )
            assert found == rack
            said = other.locator("#say").inner_text()
            assert said.strip(), "nothing was announced"
            other.keyboard.press("Escape")
        else:
            play_a_turn(current)
        turns += 1
        if is_over(current):
            break
        expect(other.locator("#deed .answers .button, [data-round-over]").first).to_be_visible(
            timeout=BACK_WITHIN_MS
        )
    assert turns > 4
    assert sorted_by_friend
    for one in (host, friend):
        expect(one.page.locator("[data-round-over]")).to_be_visible(timeout=BACK_WITHIN_MS)
        expect(one.page.locator("#score-title")).to_be_visible()
        expect(one.page.locator(".practice-mistakes, #mistakes-title + div p").first).to_be_visible(
            timeout=BACK_WITHIN_MS
        )
        inspect(one, "the end")
    game = Game.objects.get()
    assert game.state == "over"
    assert game.rounds[0]["stood_in"] == []


def test_a_seat_that_is_taken_back_and_one_that_is_left(
    open_site: Open, live_server: object
) -> None:
    host, friend = open_site(language="en", **PHONE), open_site(language="de", **PHONE)
    friend.watch.expect("404")
    link = host_a_table(host)
    join(friend, link)
    expect(host.page.locator("#take-back-1")).to_be_visible()
    host.page.locator("#deed .button.is-primary").click()
    friend.page.wait_for_selector(".practice-board")
    # The friend lets a bot play, and comes back.
    friend.page.locator("#company > summary").click()
    friend.page.locator("#leave-table").click()
    expect(friend.page.locator("[data-status]")).to_contain_text(
        friend.text("A bot plays for you until you come back.")
    )
    expect(host.page.locator(".practice-badge")).to_have_count(3)
    friend.page.locator("#deed .is-primary").click()
    expect(host.page.locator(".practice-badge")).to_have_count(2)
    # The host takes the seat back: the friend's page says so by itself.
    host.page.locator("#company > summary").click()
    host.page.locator("#take-back-1").click()
    expect(host.page.locator(".practice-badge")).to_have_count(3)
    expect(friend.page.locator("#game [role=alert]")).to_have_text(
        friend.text("You no longer have a seat at this table.")
    )
    friend.page.goto(link)
    inspect(friend, "a link to a table that one has left")
    friend.page.goto("/play/join/nothing/")
    inspect(friend, "a link that opens nothing")


def test_a_page_asks_no_more_while_nobody_looks_and_a_lost_answer_is_no_harm(
    open_site: Open, live_server: object
) -> None:
    host, friend = open_site(language="en", **PHONE), open_site(language="en", **PHONE)
    for pattern in ("Failed to load", "htmx:", "net::"):
        host.watch.expect(pattern)  # what is lost on purpose
    link = host_a_table(host)
    asked: list[str] = []
    host.page.on("request", lambda one: asked.append(one.url) if "?version=" in one.url else None)
    host.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
        }"""
    )
    host.page.wait_for_timeout(500)
    asked.clear()
    host.page.wait_for_timeout(5_000)
    assert asked == []
    join(friend, link)
    host.page.route("**/*version=*", lambda route: route.abort())
    host.page.evaluate(
        """() => {
          delete document.hidden;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    host.page.wait_for_timeout(2_500)
    expect(host.page.locator(".practice-places")).not_to_contain_text("Ben")
    host.page.unroute("**/*version=*")
    expect(host.page.locator(".practice-places")).to_contain_text("Ben")

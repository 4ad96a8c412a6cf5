"""The trainer by keyboard alone: a streak to its end, a whole set, a puzzle of each form."""

from __future__ import annotations

import uuid

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import Player
from accounts.players import SESSION_KEY
from jobs.drain import drain_jobs
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, PuzzleSet, Run, RunItem, SetItem, Submission
from puzzles.runs import places
from puzzles.store import store_shared
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit
from tests.puzzles.conftest import RULES, best_melds, opens, proposals
from tests.puzzles.test_asked_pages import OF_FORM, right_of, stored
from tutor.tasks.base import Form

MANY = 60  # stops of the keyboard after which a page has none that is looked for


def reach(page: Page, selector: str) -> None:
    """Go on with Tab until the focus is on what is looked for."""
    for _ in range(MANY):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def press(page: Page, selector: str) -> None:
    """Reach a button or link, and press it."""
    reach(page, selector)
    page.keyboard.press("Enter")


def as_player(visit: Visit, player: Player) -> None:
    """Give the browser the session of a player."""
    client = Client()
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    visit.page.context.add_cookies(
        [{"name": cookie.key, "value": cookie.value, "url": visit.watch.url}]
    )


def answer(page: Page, form: Form, said: str) -> None:
    """Give an answer by keyboard."""
    if form is Form.MELDS:
        reach(page, "details.typed summary")
        page.keyboard.press("Enter")
        reach(page, "#typed-melds")
        page.keyboard.type(said)
        press(page, "details.typed button[value=melds]")
        return
    if form in (Form.TILE, Form.CHOICE):
        reach(page, "#exercise input[type=radio]")
        for _ in range(MANY):
            if page.evaluate("said => document.activeElement.value === said", said):
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
    elif form is Form.TILES:
        for one in said.split():
            reach(page, f"#exercise input[type=checkbox][value='{one}']")
            page.keyboard.press("Space")
    elif form is Form.NUMBER:
        reach(page, "#task-number")
        page.keyboard.type(said)
    elif form is Form.NUMBERS:
        for at, one in enumerate(said.split()):
            reach(page, f"#task-number-{at}")
            page.keyboard.type(one)
    elif form is Form.MOVES:
        reach(page, "#task-moves")
        page.keyboard.type(said)
    press(page, "#answer-form .is-primary")


@pytest.mark.parametrize(("key", "rules"), OF_FORM.values())
def test_a_puzzle_of_each_form_is_answered_by_keyboard_alone(
    open_site: Open, live_server: object, key: str, rules: str
) -> None:
    puzzle, form = stored(key, rules), KINDS[key].form
    visit = open_site(language="tr", reduced_motion="reduce")
    page = visit.page
    visit.goto(f"/puzzles/{puzzle.pk}/")
    if form is Form.MELDS:
        visit.ready()
    answer(page, form, right_of(key, rules))
    told = page.locator("[data-result=right], [data-result=better]")
    expect(told.first).to_be_visible()
    assert Attempt.objects.get().correct
    expect(page.locator(".before-answer")).not_to_be_visible()
    inspect(visit, f"{form}, answered")


def test_what_cannot_be_read_is_said_beside_the_puzzle_and_uses_nothing_up(
    open_site: Open, live_server: object
) -> None:
    puzzle = stored(*OF_FORM[Form.MOVES])
    visit = open_site(width=360, reduced_motion="reduce")
    visit.watch.expect("400")
    visit.goto(f"/puzzles/{puzzle.pk}/")
    answer(visit.page, Form.MOVES, "throw everything")
    expect(visit.page.locator("#exercise .error")).to_be_focused()
    expect(visit.page.locator("#task-moves")).to_have_value("throw everything")
    assert not Attempt.objects.answered().exists()


def test_a_streak_is_played_to_its_end_on_a_phone_by_keyboard(
    open_site: Open, live_server: object
) -> None:
    store_shared(proposals())
    visit = open_site(language="de", width=390, reduced_motion="reduce")
    page = visit.page
    visit.goto(f"/puzzles/streak/?rules={RULES}")
    press(page, "main form .is-primary")
    page.wait_for_url("**/puzzles/runs/*/")
    inspect(visit, "a streak")
    RunItem.objects.update(colours="RYBK")  # as the answers are written
    Attempt.objects.update(colours="RYBK")  # the first was opened already
    page.reload()
    for score, right in enumerate((True, True, False)):
        expect(page.locator(".run-state dd").first).to_have_text(str(score))
        visit.ready()
        item = places.current(Run.objects.get())
        assert item is not None
        if opens(item.puzzle) != right:
            press(page, "#answer-form button[value=cannot]")
        else:
            answer(page, Form.MELDS, best_melds(item.puzzle) if right else "R1 R2 R3")
    expect(page.locator("h1")).to_contain_text("2")
    assert Run.objects.get().score == 2
    assert Run.objects.get().finished_at is not None
    inspect(visit, "a streak that is over")


def test_a_set_is_handed_in_whole_by_keyboard(open_site: Open, live_server: object) -> None:
    player = Player.objects.create()
    made = PuzzleSet.objects.create(
        owner=player, rules="101-guide", kinds=["meld-value"], count=2, seed="two", key=uuid.uuid4()
    )
    number = stored(*OF_FORM[Form.NUMBER])
    tile = stored(*OF_FORM[Form.TILE])
    for index, puzzle in enumerate((number, tile)):
        SetItem.objects.create(set=made, index=index, puzzle=puzzle)
    visit = open_site(language="de", width=390, reduced_motion="reduce")
    as_player(visit, player)
    page = visit.page
    visit.goto(f"/puzzles/sets/{made.pk}/")
    inspect(visit, "a set to share")
    press(page, "form[action$='/whole/'] button")
    page.wait_for_url("**/puzzles/submissions/*/")
    whole = page.url
    press(page, ".pick a")
    page.wait_for_url("**/submissions/*/1/")
    answer(page, Form.NUMBER, right_of(*OF_FORM[Form.NUMBER]))
    page.wait_for_url("**/submissions/*/2/")
    assert not Attempt.objects.answered().exists()  # nothing is judged yet
    page.goto(whole)
    inspect(visit, "a set half answered")
    press(page, "form[action$='/hand-in/'] button")
    expect(page.locator("progress")).to_be_visible()
    drain_jobs()
    expect(page.locator(".pick .is-right")).to_have_count(1)
    expect(page.locator("h1")).to_contain_text("1")
    assert Submission.objects.get().graded_at is not None
    inspect(visit, "a set that was graded")

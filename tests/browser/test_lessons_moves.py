"""Moves in lessons are made with the tiles: by mouse, finger, tap, keyboard, and without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from okey import RULE_SETS
from tests.browser import hands
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit
from tutor.lessons.loading import lessons
from tutor.lessons.model import Station
from tutor.lessons.services import exercise_of

RULES = RULE_SETS["101-club"]
PHONE = {"width": 390, "reduced_motion": "reduce"}


def reach(visit: Visit, lesson: str, task: str) -> tuple[Station, str]:
    """Go to the first station with this task, past what comes before it; answer a right move."""
    stations = lessons()[lesson].stations(RULES)
    visit.goto(f"/learn/{lesson}/?rules={RULES.key}")
    station = next(one for one in stations if one.step.task == task)
    for _ in stations:
        at = visit.page.locator("input[name=at]").first
        if at.input_value() == station.name:
            break
        visit.page.locator(".lesson form .button").first.click()
        expect(at).not_to_have_value(stations[0].name)
    seed = visit.page.locator("#answer-form input[name=seed]").input_value()
    exercise = exercise_of(station, RULES, seed)
    return station, station.step.kind.right(exercise, RULES)[0]


def parts(move: str) -> tuple[str, int]:
    """The tile and the meld of a move."""
    found = re.fullmatch(r"(?:add|swap) (\S+) @(\d+).*", move)
    assert found is not None, move
    return found[1], int(found[2])


def on_rack(visit: Visit, code: str) -> Locator:
    return visit.page.locator(f"[data-make-rack] [data-code='{code}']:enabled").first


def meld(visit: Visit, number: int) -> Locator:
    return visit.page.locator(".task-cloth .task-meld[data-kind]").nth(number - 1)


def carry(visit: Visit, code: str, number: int, *, finger: bool = False) -> None:
    """Carry a tile onto a meld."""
    target = meld(visit, number).locator(".tile").last
    target.evaluate("one => one.scrollIntoView({ block: 'center' })")
    tile, box = on_rack(visit, code), target.bounding_box()
    start = tile.bounding_box()
    assert box is not None
    assert start is not None
    to = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if finger:
        hands.finger(visit, tile, *to)
    else:
        hands.carry(visit, tile, *to)


def check(visit: Visit, result: str) -> None:
    hands.touch(visit, visit.page.locator("#answer-form button.is-primary"))
    expect(visit.page.locator("#exercise")).to_have_attribute("data-result", result)


@pytest.mark.parametrize(
    ("language", "lesson", "task"),
    [("de", "path/laying-off", "lay-off"), ("tr", "path/swapping", "swap-okey")],
)
def test_a_tile_is_tapped_and_then_its_meld_on_a_phone(
    open_site: Open, live_server: object, language: str, lesson: str, task: str
) -> None:
    visit = open_site(language=language, **PHONE)
    _, right = reach(visit, lesson, task)
    code, number = parts(right)
    expect(visit.page.locator(".task-options")).to_be_hidden()
    hands.touch(visit, on_rack(visit, code))
    inspect(visit, task)
    hands.touch(visit, meld(visit, number).locator("[data-make-onto]"))
    put = visit.page.locator(".is-put")
    expect(put).to_have_count(1)
    # A tile laid is taken back with a tap, and another way is as good: the meld itself.
    hands.touch(visit, put)
    expect(put).to_have_count(0)
    hands.touch(visit, on_rack(visit, code))
    hands.touch(visit, meld(visit, number).locator(".tile").first)
    expect(put).to_have_count(1)
    check(visit, "right")
    assert visit.overflow() == 0


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_tile_is_carried_onto_its_meld(
    open_site: Open, live_server: object, finger: bool
) -> None:
    visit = open_site(**(PHONE if finger else {}))
    _, right = reach(visit, "path/laying-off", "lay-off")
    carry(visit, *parts(right), finger=finger)
    expect(visit.page.locator(".is-put")).to_have_count(1)
    check(visit, "right")


def test_a_tile_is_laid_off_by_keyboard_alone_and_a_wrong_one_is_explained(
    open_site: Open, live_server: object
) -> None:
    visit = open_site()
    station, right = reach(visit, "path/laying-off", "lay-off")
    seed = visit.page.locator("#answer-form input[name=seed]").input_value()
    exercise = exercise_of(station, RULES, seed)
    wrong = next(
        f"add {tile} @1"
        for tile in dict.fromkeys(exercise.round.hand or ())  # type: ignore[union-attr]
        if not station.step.kind.check(exercise, f"add {tile} @1", RULES).correct
    )
    for move, result in ((wrong, "wrong"), (right, "right")):
        code, number = parts(move)
        hands.tab_to(visit, on_rack(visit, code))
        visit.page.keyboard.press("Enter")
        expect(visit.said).not_to_be_empty()
        target = meld(visit, number).locator("[data-make-onto]")
        for _ in range(40):
            visit.page.keyboard.press("Shift+Tab")
            if hands.is_focused(target):
                break
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#answer-form button.is-primary")).to_be_focused()
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator("#exercise")).to_have_attribute("data-result", result)
        expect(visit.page.locator(".task-made")).to_be_visible()
        if result == "wrong":
            expect(visit.page.locator("#exercise .explanation h2")).not_to_be_empty()
            visit.page.locator("[data-try-again]").click()
            expect(on_rack(visit, parts(right)[0])).to_be_visible()


def test_without_a_script_the_moves_are_chosen_from(open_site: Open, live_server: object) -> None:
    visit = open_site(java_script_enabled=False)
    _, right = reach(visit, "path/laying-off", "lay-off")
    expect(visit.page.locator("[data-make]")).to_be_hidden()
    visit.page.locator(f"label:has(input[value='{right}'])").click()
    visit.page.locator("#answer-form button.is-primary").click()
    expect(visit.page.locator("#exercise")).to_have_attribute("data-result", "right")

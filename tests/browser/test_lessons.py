"""Lessons in a browser: three of them by keyboard on a phone, and axe in every form of answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from okey import RULE_SETS, Tile
from okey.hand import read_tile
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.browser.visit import Visit
from tutor.lessons.loading import lessons
from tutor.lessons.model import Station
from tutor.lessons.services import exercise_of
from tutor.tasks.base import Form, read_some_tiles

RULES = RULE_SETS["101-club"]
STEPS = 40  # more keys than any page has stops


class Keys:
    """Somebody who learns with the keyboard alone."""

    def __init__(self, visit: Visit, lesson: str) -> None:
        self.visit, self.page = visit, visit.page
        self.stations = {one.name: one for one in lessons()[lesson].stations(RULES)}
        visit.goto(f"/learn/{lesson}/?rules={RULES.key}")

    def field(self, name: str) -> str:
        return self.page.locator(f"input[name={name}]").first.input_value()

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until what is wanted has the focus."""
        for _ in range(STEPS):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab reaches {selector}")

    def answer(self, station: Station) -> None:
        """Give the right answer of a station."""
        exercise = exercise_of(station, RULES, self.field("seed"))
        kind = station.step.kind
        right = kind.right(exercise, RULES)[0]
        keyboard = self.page.keyboard
        if kind.form is Form.MELDS and right in exercise.options:
            self.tab_to(f"#answer-form button[value={right}]")
        elif kind.form is Form.MELDS:
            self.lay(right)
            self.tab_to("#answer-form button[value=melds]")
        elif kind.form is Form.NUMBER:
            self.tab_to("#task-number")
            keyboard.type(right)
        elif kind.form is Form.TILES:
            self.choose_tiles(list(read_some_tiles(exercise, right)), exercise.okey)
        else:
            self.tab_to("#answer-form input[name=answer]")
            values = [
                one.get_attribute("value")
                for one in self.page.locator("#answer-form input[name=answer]").all()
            ]
            keyboard.press("Space")
            for _ in range(values.index(right)):
                keyboard.press("ArrowDown")
        keyboard.press("Enter")

    def choose_tiles(self, wanted: list[Tile], okey: Tile) -> None:
        self.tab_to("#answer-form input[name=answer]")
        for one in self.page.locator("#answer-form input[name=answer]").all():
            expect(one).to_be_focused()
            tile = read_tile(one.get_attribute("value") or "", okey, "page")
            if tile in wanted:
                wanted.remove(tile)
                self.page.keyboard.press("Space")
            if not wanted:
                return
            self.page.keyboard.press("Tab")

    def lay(self, melds: str) -> None:
        """Lay melds: a digit puts the tile with the focus at the end of that meld."""
        self.visit.ready()
        for number, meld in enumerate(melds.split("|"), 1):
            for code in (word.partition("=")[0] for word in meld.split()):
                self.visit.on_rack(code).focus()
                self.page.keyboard.press(str(number))
        expect(self.visit.lanes).to_have_count(melds.count("|") + 1)

    def play(self) -> None:
        """The whole lesson."""
        for station in self.stations.values():
            expect(self.page.locator("input[name=at]").first).to_have_value(station.name)
            if station.step.task:
                self.answer(station)
                expect(self.page.locator("[data-result=right]").first).to_be_visible()
                expect(self.page.locator("[data-next]")).to_be_focused()
            else:
                self.tab_to(".lesson form button")
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".lesson-end .is-won")).to_have_count(3)


@pytest.mark.parametrize(
    ("language", "lesson"),
    [("de", "path/reading-okey"), ("tr", "path/groups"), ("en", "path/counting")],
)
def test_a_lesson_is_played_by_keyboard_on_a_phone(
    open_site: Open, live_server: object, language: str, lesson: str
) -> None:
    Keys(open_site(language=language, width=390, reduced_motion="reduce"), lesson).play()


@pytest.mark.parametrize(("language", "part"), [("de", 0), ("tr", 1)])
def test_axe_finds_nothing_in_lessons(
    open_site: Open, live_server: object, language: str, part: int
) -> None:
    visit = open_site(language=language, reduced_motion="reduce")
    pages = [
        "/learn/?rules=classic",
        "/learn/path/reading-okey/?rules=classic",
        "/learn/path/opening/?rules=101-club",
        "/learn/path/laying-off/?rules=101-club",
        "/learn/path/safe-discards/?rules=101-club",
        "/learn/path/scoring/?rules=101-club",
    ]
    for path in pages[part::2]:
        visit.goto(path)
        inspect(visit, path)

"""What a person has in front of them: a page, in their language, and the board on it."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect

from tests.browser.watch import Watch
from tests.browser.world import Deal, Lanes


class Visit:
    """A page with the board that may be on it."""

    def __init__(self, page: Page, language: str, watch: Watch) -> None:
        self.page = page
        self.language = language
        self.watch = watch
        self.board = page.locator("[data-board]")
        self.rack = page.locator("[data-rack]")
        self.lanes = page.locator("[data-lanes] > [data-lane]")
        self.new_meld = page.locator("[data-new-meld]")
        self.strip = page.locator("#strip .strip-line")
        self.panel = page.locator("#explanation")
        self.said = page.locator("#say")
        self.open_button = page.locator("#answer-form button[value=melds]")
        self.cannot_button = page.locator("#answer-form button[value=cannot]")

    def text(self, message: str, **values: object) -> str:
        """A text of the site in this person's language; `{name}` is filled in."""
        with translation.override(self.language):
            text = gettext(message)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def goto(self, path: str = "/") -> None:
        """Open an address of the site, and see that the page speaks this person's language."""
        self.page.goto(path)
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)

    def deal(self, path: str = "/") -> None:
        """Open an address with a board and wait until the script has taken it over."""
        self.goto(path)
        self.ready()

    def ready(self) -> None:
        """Wait until the board answers to keys: its script makes one tile the way in."""
        stop = self.board.locator("[data-tile][tabindex='0']").first
        stop.wait_for(state="attached")

    # Where tiles lie

    def on_rack(self, code: str) -> Locator:
        """A tile on the rack."""
        return self.rack.locator(f'[data-tile][data-code="{code}"]').first

    def in_lane(self, lane: int) -> Locator:
        """The tiles of a lane."""
        return self.lanes.nth(lane).locator("[data-tile]")

    def laid(self) -> Lanes:
        """What lies in the lanes."""
        return [
            lane.locator("[data-tile]").evaluate_all("all => all.map(one => one.dataset.code)")
            for lane in self.lanes.all()
        ]

    def slots(self) -> list[str | None]:
        """What lies in the places of the rack, by the ids of the tiles."""
        found: list[str | None] = self.page.locator("[data-slot]").evaluate_all(
            "all => all.map(one => one.querySelector('[data-tile]')?.dataset.tile ?? null)"
        )
        return found

    def rack_codes(self) -> list[str]:
        """The tiles on the rack, in their order."""
        found: list[str] = self.rack.locator("[data-tile]").evaluate_all(
            "all => all.map(one => one.dataset.code)"
        )
        return found

    def expect_laid(self, lanes: Lanes) -> None:
        """Wait until exactly this lies on the table."""
        expect(self.lanes).to_have_count(len(lanes))
        for number, lane in enumerate(lanes):
            tiles = self.in_lane(number)
            expect(tiles).to_have_count(len(lane))
            found = tiles.evaluate_all("all => all.map(one => one.dataset.code)")
            assert found == lane

    def expect_verdicts(self, deal: Deal, lanes: Lanes) -> None:
        """Wait until every lane and the sum say what the engine says of a legal table."""
        verdict = deal.judge(lanes)
        for number, meld in enumerate(verdict.melds):
            expect(self.lanes.nth(number)).to_have_attribute("data-state", "ok")
            points = self.lanes.nth(number).locator("[data-lane-verdict] .points")
            expect(points).to_have_text(str(meld.points))
        expect(self.strip).to_have_attribute("data-state", "ok")
        expect(self.strip.locator(".total")).to_contain_text(str(verdict.points))

    # What the answer says

    def expect_result(self, state: str) -> None:
        """Wait for the answer to the answer."""
        expect(self.panel.locator("[data-result]")).to_have_attribute("data-result", state)

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        found: int = self.page.evaluate(
            "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

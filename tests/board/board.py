"""The board as a person works it: by tap, by drag, by keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One board in the browser. Tiles are named by their notation."""

    page: Page

    def tile(self, code: str) -> Locator:
        """The tile on the rack."""
        return self.page.locator(f'[data-rack] [data-code="{code}"]').first

    def laid(self, code: str) -> Locator:
        """The tile on the table."""
        return self.page.locator(f'[data-lanes] [data-code="{code}"]').first

    def lane(self, number: int) -> Locator:
        """A lane of the table, from 1."""
        return self.page.locator("[data-lanes] > [data-lane]").nth(number - 1)

    def slot(self, number: int) -> Locator:
        """A place of the rack, from 0."""
        return self.page.locator(f'[data-slot="{number}"]')

    @property
    def new_meld(self) -> Locator:
        """Where the next meld begins."""
        return self.page.locator("[data-new-meld]")

    @property
    def strip(self) -> Locator:
        """Verdict, sum and meter."""
        return self.page.locator("#strip")

    @property
    def explanation(self) -> Locator:
        """What an answer is told."""
        return self.page.locator("#explanation")

    def expect_melds(self, notation: str) -> None:
        """What would be sent now."""
        expect(self.page.locator("#answer-form input[name=melds]")).to_have_value(notation)

    def rack_codes(self) -> list[str]:
        """What stands on the rack, `-` for an empty place."""
        codes: list[str] = self.page.locator("[data-slot]").evaluate_all(
            'slots => slots.map(s => s.querySelector("[data-tile]")?.dataset.code ?? "-")'
        )
        return codes

    def by_tap(self, melds: str) -> None:
        """Lay melds by tapping a tile, then its place."""
        for number, meld in enumerate(melds.split("|"), start=1):
            for at, code in enumerate(meld.split()):
                self.tile(code).click()
                if at:
                    self.lane(number).locator("[data-place]").click()
                else:
                    self.new_meld.click()

    def by_drag(self, melds: str) -> None:
        """Lay melds by dragging with the mouse."""
        for number, meld in enumerate(melds.split("|"), start=1):
            for at, code in enumerate(meld.split()):
                target = self.lane(number).locator("[data-lane-tiles]") if at else self.new_meld
                self.drag(self.tile(code), target)

    def by_keys(self, melds: str) -> None:
        """Lay melds with the digits: the tile that has the focus goes to the end of that meld."""
        for number, meld in enumerate(melds.split("|"), start=1):
            for code in meld.split():
                self.tile(code).focus()
                self.page.keyboard.press(str(number))

    def drag(self, tile: Locator, target: Locator, *, right: bool = True) -> None:
        """Drag a tile to the right or left end of a target, in steps as a hand does."""
        tile.scroll_into_view_if_needed()
        start, end = tile.bounding_box(), target.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(start["x"] + start["width"] / 2 + 6, start["y"] + 6, steps=2)
        x = end["x"] + (end["width"] * 0.8 if right else 6)
        mouse.move(x, end["y"] + end["height"] / 2, steps=8)
        mouse.up()

    def answer(self, name: str = "melds") -> None:
        """Press "Open" or "Cannot open"."""
        self.page.locator(f'#answer-form button[value="{name}"]').click()

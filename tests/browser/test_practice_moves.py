"""At the practice table tiles are laid off, exchanged and thrown by drag, tap and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Locator, expect

from tests.browser import hands
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tests.tutor.games import begin_deal
from tests.tutor.sheets import visitor
from tutor.models import Game

SEED = "moves 27"
# Up to a turn of seat 0 that has taken the B4, which fits meld 2; the B11 fits the okey of meld 7.
MOVES = [
    "open R7 *=R8 R9 R10 | B5 B6 B7 | R10 B10 K10 | Y12 B12 K12",
    "discard Y13",
    "draw",
    "discard R8",
    "draw",
    "discard R1",
    "take",
    "open R6 R7 R8 | R11 R12 R13 | B10 *=B11 B12 | R1 Y1 K1 | R3 Y3 K3",
    "discard B4",
    "take",
]


@pytest.fixture
def seated(client: Client, open_site: Open, live_server: object) -> Callable[..., Visit]:
    """Somebody in front of this turn."""

    def sit(**where: object) -> Visit:
        game = begin_deal(visitor(client), SEED, level="random")
        game.rounds[0]["moves"] = MOVES
        game.save()
        visit = open_site(**where)
        (cookie,) = client.cookies.values()
        visit.page.context.add_cookies(
            [{"name": cookie.key, "value": cookie.value, "url": visit.watch.url}]
        )
        visit.goto(f"/play/{game.pk}/")
        visit.page.wait_for_selector(".practice[data-started]")
        return visit

    return sit


def meld(visit: Visit, number: int) -> Locator:
    return visit.page.locator(f"[data-meld='{number}']")


def tiles(visit: Visit, number: int) -> Locator:
    return meld(visit, number).locator(".round-tiles > .tile")


def made() -> list[str]:
    """The moves of the game beyond those it began with."""
    moves: list[str] = Game.objects.get().rounds[0]["moves"][len(MOVES) :]
    return moves


def expect_made(visit: Visit, *moves: str) -> None:
    """Wait until the table has come anew after these moves."""
    expect(visit.page.locator("#deed input[name=version]")).not_to_have_value("1")
    visit.page.wait_for_selector(".practice[data-started]")
    assert made()[: len(moves)] == list(moves)


def carry(visit: Visit, tile: Locator, to: Locator, by: Callable[..., None] = hands.carry) -> None:
    to.evaluate("one => one.scrollIntoView({ block: 'center' })")  # not under the dock
    box = to.bounding_box()
    assert box is not None
    by(visit, tile, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def take_back(visit: Visit) -> None:
    """Take the last move back."""
    before = visit.page.locator("#deed input[name=version]").input_value()
    visit.page.locator("#deed [formaction$='/undo/']").click()
    expect(visit.page.locator("#deed input[name=version]")).not_to_have_value(before)
    visit.page.wait_for_selector(".practice[data-started]")


def test_by_dragging_with_the_mouse(seated: Callable[..., Visit]) -> None:
    visit = seated()
    carry(visit, visit.on_rack("B4"), tiles(visit, 2).nth(1))
    expect(tiles(visit, 2)).to_have_count(4)
    expect_made(visit, "add B4 @2")
    # On the okey itself: the tile takes its place, and the okey comes to the rack.
    carry(visit, visit.on_rack("B11"), tiles(visit, 7).nth(1))
    expect(visit.on_rack("*")).to_be_visible()
    assert made() == ["add B4 @2", "swap B11 @7"]
    # An okey goes to the end at which it is let go.
    carry(visit, visit.on_rack("*"), tiles(visit, 5).first)
    expect(tiles(visit, 5)).to_have_count(4)
    assert made()[2] == "add * @5 low"
    take_back(visit)
    carry(visit, visit.on_rack("*"), tiles(visit, 5).last)
    expect(tiles(visit, 5)).to_have_count(4)
    assert made()[2] == "add * @5 high"
    carry(visit, visit.on_rack("K5"), visit.page.locator("[data-move=discard]"))
    expect(visit.on_rack("K5")).to_have_count(0)
    assert made()[3] == "discard K5"


def test_by_tapping_on_a_phone(seated: Callable[..., Visit]) -> None:
    visit = seated(width=390, language="tr")
    hands.touch(visit, visit.on_rack("B4"))
    hands.touch(visit, meld(visit, 2).locator("[data-add]:visible"))
    expect(tiles(visit, 2)).to_have_count(4)
    expect_made(visit, "add B4 @2")
    take_back(visit)
    hands.touch(visit, visit.on_rack("B4"))
    hands.touch(visit, tiles(visit, 2).last)  # the meld itself is the place, too
    expect(tiles(visit, 2)).to_have_count(4)
    hands.touch(visit, visit.on_rack("B11"))
    hands.touch(visit, meld(visit, 7).locator("[data-swap]:visible"))
    expect(visit.on_rack("*")).to_be_visible()
    assert made() == ["add B4 @2", "swap B11 @7"]
    hands.touch(visit, visit.on_rack("*"))
    hands.touch(visit, meld(visit, 5).locator("[data-end=high]:visible"))
    expect(tiles(visit, 5)).to_have_count(4)
    assert made()[2] == "add * @5 high"
    assert visit.overflow() == 0


def test_by_dragging_with_a_finger_on_a_phone(seated: Callable[..., Visit]) -> None:
    visit = seated(width=390, language="de")
    carry(visit, visit.on_rack("B4"), tiles(visit, 2).nth(1), hands.finger)
    expect(tiles(visit, 2)).to_have_count(4)
    expect_made(visit, "add B4 @2")
    carry(visit, visit.on_rack("B11"), tiles(visit, 7).nth(1), hands.finger)
    expect(visit.on_rack("*")).to_be_visible()
    assert made() == ["add B4 @2", "swap B11 @7"]


def test_by_keyboard_alone(seated: Callable[..., Visit]) -> None:
    visit = seated()
    page = visit.page
    for code, number, button, after in (
        ("B4", 2, "[data-add]", tiles(visit, 2).nth(3)),
        ("B11", 7, "[data-swap]", visit.on_rack("*")),
    ):
        hands.tab_to(visit, visit.rack.locator("[data-tile][tabindex='0']"))
        hands.go_to(visit, visit.on_rack(code))
        page.keyboard.press("Enter")
        expect(visit.said).not_to_be_empty()
        # The melds come before the rack, so the way to them leads back.
        target = meld(visit, number).locator(f"{button}:visible")
        for _ in range(60):
            page.keyboard.press("Shift+Tab")
            if hands.is_focused(target):
                break
        page.keyboard.press("Enter")
        expect(after).to_be_visible()
        page.wait_for_selector(".practice[data-started]")
    assert made() == ["add B4 @2", "swap B11 @7"]


def test_a_move_that_is_refused_leaves_the_tile_and_says_why(seated: Callable[..., Visit]) -> None:
    visit = seated()
    carry(visit, visit.on_rack("K5"), tiles(visit, 2).nth(1))
    expect(visit.page.locator("[data-refused]")).to_be_visible()
    expect(visit.on_rack("K5")).to_be_visible()
    assert made() == []

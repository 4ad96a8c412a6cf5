"""A hand is played by tap, drag and keyboard alike; what was laid stays; verdicts come at once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.board.board import BoardPage
from tests.board.conftest import DESKTOP, PHONE

RIGHT = "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13"  # 46 + 28 + 36 = 110
WRONG = "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1"
SCREENS = pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
WAYS = pytest.mark.parametrize("way", [BoardPage.by_tap, BoardPage.by_drag, BoardPage.by_keys])


@SCREENS
@WAYS
def test_a_hand_is_opened_by_tap_by_drag_and_by_keyboard(
    board: Any, screen: ViewportSize, way: Any
) -> None:
    shown: BoardPage = board(screen)
    way(shown, RIGHT)
    shown.expect_melds(RIGHT)
    expect(shown.strip).to_contain_text("110")
    expect(shown.lane(3)).to_have_attribute("data-state", "ok")
    shown.answer()
    expect(shown.explanation.locator("[data-result]")).to_have_count(1)
    expect(shown.explanation.locator(".verdict-line.is-right")).to_be_visible()


@SCREENS
def test_a_wrong_answer_is_explained_with_rings_and_the_nearest_change_can_be_laid(
    board: Any, screen: ViewportSize
) -> None:
    shown: BoardPage = board(screen)
    shown.by_tap(WRONG)
    expect(shown.lane(3)).to_have_attribute("data-state", "bad")
    shown.answer()
    expect(shown.explanation.locator(".verdict-line.is-wrong")).to_be_visible()
    # The badges on the tiles are those of the sentence.
    expect(shown.laid("K13").locator(".badge")).to_have_text("1")
    expect(shown.laid("K1").locator(".badge")).to_have_text("2")
    expect(shown.explanation.locator(".sentence .badge")).to_have_text(["1", "2"])
    shown.explanation.locator("[data-lay]").click()
    shown.expect_melds(RIGHT)
    expect(shown.explanation).to_be_hidden()
    shown.answer()
    expect(shown.explanation.locator(".verdict-line.is-right")).to_be_visible()


def test_cannot_open_is_disproved_with_the_melds_that_open(board: Any) -> None:
    shown: BoardPage = board()
    shown.answer("cannot")
    expect(shown.explanation.locator(".verdict-line.is-wrong")).to_be_visible()
    expect(shown.explanation.locator(".melds li").first).to_be_visible()


def test_an_okey_in_a_lane_shows_the_face_that_it_stands_for(board: Any) -> None:
    shown: BoardPage = board()
    shown.by_tap("R10 R11 * R13")
    okey = shown.laid("*")
    expect(okey.locator("[data-number]")).to_have_attribute("href", "/static/svg/tiles.svg#n12")
    expect(okey.locator("[data-colour]")).to_have_attribute("href", "/static/svg/tiles.svg#red")
    expect(okey).to_have_attribute("aria-label", "okey, stands for red 12, in meld 1")
    shown.page.reload()
    shown.expect_melds("R10 R11 * R13")
    expect(okey.locator("[data-number]")).to_have_attribute("href", "/static/svg/tiles.svg#n12")
    shown.page.locator('.actions [data-do="clear"]').click()
    expect(shown.tile("*").locator("[data-number]")).to_have_attribute(
        "href", "/static/svg/tiles.svg#n11"
    )


def test_a_drop_lands_where_it_was_dropped_and_moves_nothing_else(board: Any) -> None:
    shown: BoardPage = board()
    shown.by_tap("R11 R12")
    before = shown.rack_codes()
    shown.drag(shown.tile("R10"), shown.lane(1).locator("[data-lane-tiles]"), right=False)
    shown.expect_melds("R10 R11 R12")
    after = shown.rack_codes()
    assert [code if code != "R10" else "-" for code in before] == after
    shown.drag(shown.laid("R11"), shown.slot(23))
    shown.expect_melds("R10 R12")
    assert shown.rack_codes() == [*after[:23], "R11"]


def test_a_drop_on_a_taken_place_is_refused_with_a_reason_and_changes_nothing(board: Any) -> None:
    shown: BoardPage = board()
    before = shown.rack_codes()
    shown.drag(shown.slot(0).locator("[data-tile]"), shown.slot(5))
    expect(shown.page.locator(".tip")).to_be_visible()
    assert shown.rack_codes() == before


def test_the_same_tile_again_lets_go_and_twice_on_a_laid_tile_takes_it_back(board: Any) -> None:
    shown: BoardPage = board(PHONE)
    tile = shown.tile("R7")
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    shown.page.wait_for_timeout(400)  # slower than a double tap
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "false")
    before = shown.rack_codes()
    shown.by_tap("R7")
    shown.expect_melds("R7")
    shown.page.wait_for_timeout(400)
    shown.laid("R7").dblclick()
    shown.expect_melds("")
    assert shown.rack_codes() == before


def test_undo_and_redo_go_back_and_forth_and_sorting_only_arranges_the_rack(board: Any) -> None:
    shown: BoardPage = board()
    shown.by_tap("R10 R11 R12")
    laid = shown.rack_codes()
    for how in ("runs", "groups", "pairs", "colours"):
        shown.page.locator(f'[data-sort="{how}"]').click()
        assert sorted(shown.rack_codes()) == sorted(laid)
        shown.expect_melds("R10 R11 R12")
    shown.page.keyboard.press("Control+z")
    undo = shown.page.locator('[data-do="undo"]')
    for _ in range(6):
        if undo.is_enabled():
            undo.click()
    shown.expect_melds("")
    redo = shown.page.locator('[data-do="redo"]')
    for _ in range(3):
        redo.click()
    shown.expect_melds("R10 R11 R12")


def test_the_keyboard_picks_up_with_enter_puts_down_with_enter_and_lets_go_with_escape(
    board: Any,
) -> None:
    shown: BoardPage = board()
    keys = shown.page.keyboard
    shown.tile("R10").focus()
    keys.press("Enter")
    expect(shown.tile("R10")).to_have_attribute("aria-pressed", "true")
    expect(shown.page.locator("#say")).to_have_text("red 10 picked up")
    keys.press("Escape")
    expect(shown.tile("R10")).to_have_attribute("aria-pressed", "false")
    keys.press("Enter")
    for _ in range(3):
        keys.press("ArrowUp")
    expect(shown.new_meld).to_be_focused()
    keys.press("Enter")
    shown.expect_melds("R10")
    expect(shown.laid("R10")).to_be_focused()
    expect(shown.page.locator("#say")).to_have_text("red 10 laid in meld 1")
    keys.press("Delete")
    shown.expect_melds("")


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (390, 844), (640, 360), (844, 390)])
def test_no_page_scrolls_sideways_and_tiles_are_large_enough(
    board: Any, size: tuple[int, int]
) -> None:
    shown: BoardPage = board(ViewportSize(width=size[0], height=size[1]))
    shown.by_keys(RIGHT)
    expect(shown.lane(3)).to_have_attribute("data-state", "ok")
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for box in shown.page.locator("[data-tile]").evaluate_all(
        "tiles => tiles.map(t => [t.clientWidth, t.clientHeight])"
    ):
        assert min(box) >= 24

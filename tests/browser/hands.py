"""Three ways to lay tiles: by tap, by drag (mouse or finger), and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.visit import Visit
from tests.browser.world import Lanes

Way = Callable[[Visit, str, int], None]  # lays a tile of the rack at the end of a lane
STEPS = 6  # of a movement


def lay(visit: Visit, lanes: Lanes, way: Way) -> None:
    """Lay melds out of the rack, tile by tile."""
    already = visit.lanes.count()
    for number, lane in enumerate(lanes, already):
        for place, code in enumerate(lane, 1):
            way(visit, code, number)
            expect(visit.in_lane(number)).to_have_count(place)


def tap(visit: Visit, code: str, lane: int) -> None:
    """Touch the tile, then the place for it."""
    touch(visit, visit.on_rack(code))
    fresh = lane == visit.lanes.count()
    touch(visit, visit.new_meld if fresh else visit.lanes.nth(lane).locator("[data-place]"))


def touch(visit: Visit, target: Locator) -> None:
    """Tap on a screen that can be touched, else click."""
    if visit.page.evaluate("navigator.maxTouchPoints > 0"):
        target.tap()
    else:
        target.click()


def drag(visit: Visit, code: str, lane: int) -> None:
    """Carry the tile with the mouse."""
    x, y = _end_of(visit, lane)
    carry(visit, visit.on_rack(code), x, y)


def carry(visit: Visit, tile: Locator, x: float, y: float) -> None:
    """Press the mouse on the tile, move it in steps to a point, and let go."""
    mouse = visit.page.mouse
    start = _middle(tile)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 5, start[1] - 5)
    mouse.move(start[0] + 8, start[1] - 8)
    lifted(visit)
    for step in range(1, STEPS + 1):
        mouse.move(*_between(start, (x, y), step / STEPS))
    mouse.up()


def lifted(visit: Visit) -> None:
    """Wait until the tile is in the air: no hand moves faster than that."""
    expect(visit.page.locator(".is-dragging").first).to_be_attached()


def swipe(visit: Visit, code: str, lane: int) -> None:
    """Carry the tile with a finger."""
    x, y = _end_of(visit, lane)
    finger(visit, visit.on_rack(code), x, y)


def finger(visit: Visit, tile: Locator, x: float, y: float) -> None:
    """Put a finger on the tile, move it to a point, and lift it."""
    session = visit.page.context.new_cdp_session(visit.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        where: list[dict[str, Any]] = [{"x": left, "y": top} for left, top in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    start = _middle(tile)
    send("touchStart", start)
    send("touchMove", (start[0] + 5, start[1] - 5))
    send("touchMove", (start[0] + 8, start[1] - 8))
    lifted(visit)
    for step in range(1, STEPS + 1):
        send("touchMove", _between(start, (x, y), step / STEPS))
    send("touchEnd")
    session.detach()


def keys(visit: Visit, code: str, lane: int) -> None:
    """Go to the tile with the arrows and press the number of the lane."""
    go_to(visit, visit.on_rack(code))
    visit.page.keyboard.press(str(lane + 1))


def keys_carrying(visit: Visit, code: str, lane: int) -> None:
    """Pick the tile up with Enter, go to the place with the arrows, put it down with Enter."""
    go_to(visit, visit.on_rack(code))
    visit.page.keyboard.press("Enter")
    fresh = lane == visit.lanes.count()
    go_to(visit, visit.new_meld if fresh else visit.lanes.nth(lane).locator("[data-place]"))
    visit.page.keyboard.press("Enter")


def tab_to(visit: Visit, target: Locator, *, most: int = 60) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        visit.page.keyboard.press("Tab")
        if is_focused(target):
            return
    raise AssertionError(f"Tab does not reach {target}")


def go_to(visit: Visit, target: Locator, *, most: int = 80) -> None:
    """Press arrow keys until the focus is there: up and down to its row, then along it."""
    for _ in range(most):
        if is_focused(target):
            return
        focus = visit.page.evaluate(
            "(() => { const box = document.activeElement.getBoundingClientRect();"
            " return [box.left + box.width / 2, box.top + box.height / 2, box.height]; })()"
        )
        x, y = _middle(target)
        if abs(y - focus[1]) > focus[2] / 2:
            key = "ArrowDown" if y > focus[1] else "ArrowUp"
        else:
            key = "ArrowRight" if x > focus[0] else "ArrowLeft"
        visit.page.keyboard.press(key)
    raise AssertionError(f"the arrows do not reach {target}")


def is_focused(target: Locator) -> bool:
    """Whether this element has the focus."""
    return bool(target.evaluate("one => one === document.activeElement"))


def reveal(visit: Visit, target: Locator) -> None:
    """Scroll so that the target lies between the top and the rack that is pinned below."""
    _at_rest(target)
    target.evaluate(
        """one => {
          const box = one.getBoundingClientRect();
          const dock = document.querySelector(".dock").getBoundingClientRect().top;
          let top = 0;
          if (box.top < 4) top = box.top - 12;
          else if (box.bottom > dock - 4) top = box.bottom - dock + 12;
          scrollBy({ top, behavior: "instant" });
        }"""
    )


def _end_of(visit: Visit, lane: int) -> tuple[float, float]:
    """A point just right of the last tile of a lane, or the middle of the place for a new one."""
    if lane == visit.lanes.count():
        reveal(visit, visit.new_meld)
        return _middle(visit.new_meld)
    last = visit.in_lane(lane).last
    reveal(visit, last)
    _at_rest(last)
    box = last.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2


def _at_rest(target: Locator) -> None:
    """Wait until nothing on the board moves any more, as a person does who looks where to go."""
    target.evaluate(
        """one => Promise.allSettled((one.closest("[data-board]") ?? one)
             .getAnimations({ subtree: true }).map(moving => moving.finished))"""
    )


def _middle(target: Locator) -> tuple[float, float]:
    _at_rest(target)
    box = target.bounding_box()
    assert box is not None, target
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

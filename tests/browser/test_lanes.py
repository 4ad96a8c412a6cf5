"""What a lane says and shows: long melds on a small screen, names and verdicts for the ear."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tutor.texts import phrase


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (844, 390), (1440, 900)])
def test_thirteen_tiles_in_a_lane_are_all_seen_and_reached(
    open_site: Open, live_server: object, width: int, height: int
) -> None:
    world.put_daily(world.opener())
    visit = open_site(language="de", width=width, height=height)
    visit.deal()
    hands.tab_to(visit, visit.rack.locator("[data-tile][tabindex='0']"))
    for count in range(1, 14):
        visit.page.keyboard.press("1")
        expect(visit.in_lane(0)).to_have_count(count)
    assert visit.overflow() <= 0
    expect(visit.lanes.first).to_have_attribute("data-state", "bad")
    boxes = [tile.bounding_box() for tile in visit.in_lane(0).all()]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert len(edges) == 13
    assert edges[0][0] >= 0
    assert edges[-1][1] <= width
    lefts = [left for left, _ in edges]
    assert lefts == sorted(lefts)
    assert min(later - left for left, later in itertools.pairwise(lefts)) >= 20
    # The last one can still be taken back by tapping it and then a free place.
    hands.reveal(visit, visit.in_lane(0).last)
    hands.touch(visit, visit.in_lane(0).last)
    hands.touch(visit, visit.page.locator("[data-slot]:not(:has([data-tile])) [data-place]").first)
    expect(visit.in_lane(0)).to_have_count(12)


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_names_and_verdicts_for_the_ear(
    open_site: Open, live_server: object, language: str
) -> None:
    deal = world.opener()
    world.put_daily(deal)
    visit = open_site(language=language)
    visit.deal()
    first = visit.on_rack(deal.best[0][0])
    spoken = first.get_attribute("data-name")
    assert spoken == _spoken(deal.best[0][0], deal, language)
    expect(first).to_have_role("button")
    expect(first).to_have_accessible_name(visit.text("{tile}, on the rack", tile=spoken))
    expect(visit.page.get_by_role("list", name=visit.text("Rack"))).to_be_visible()
    expect(visit.page.get_by_role("list", name=visit.text("Table"))).to_be_visible()
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(visit.said).to_have_text(visit.text("{tile} picked up", tile=spoken))
    visit.new_meld.click()
    expect(visit.said).to_have_text(
        visit.text("{tile} laid in meld {number}", tile=spoken, number=1)
    )
    laid = visit.in_lane(0).first
    expect(laid).to_have_accessible_name(
        visit.text("{tile}, in meld {number}", tile=spoken, number=1)
    )
    # The strip is a live region, and says what the lanes are worth.
    expect(visit.page.locator("#strip")).to_have_role("status")
    for code in deal.best[0][1:]:
        hands.tap(visit, code, 0)
    points = deal.judge(deal.best[:1]).melds[0].points
    expect(visit.strip).to_contain_text(
        phrase("strip.short", language, short=deal.rules.opening.points - points)  # type: ignore[union-attr]
    )
    # So does the answer, which also takes the focus.
    visit.cannot_button.click()
    visit.expect_result("wrong")
    expect(visit.said).to_contain_text(deal.explain_cannot(language).headline)
    expect(visit.panel).to_be_focused()


def test_a_screen_reader_hears_why_a_drop_is_refused(open_site: Open, live_server: object) -> None:
    world.put_daily(world.opener())
    visit = open_site(language="tr")
    visit.deal()
    slots = visit.slots()
    x, y = _middle(visit, 5)
    hands.carry(visit, visit.page.locator("[data-slot='0'] [data-tile]"), x, y)
    refused = visit.text("This place is taken. Choose a free one.")
    expect(visit.page.locator(".tip")).to_have_text(refused)
    expect(visit.said).to_have_text(refused)
    assert visit.slots() == slots


def test_the_first_click_after_a_drag_is_heard(open_site: Open, live_server: object) -> None:
    world.put_daily(world.opener())
    visit = open_site(language="de")
    visit.deal()
    undo = visit.page.locator("[data-do=undo]")
    first, *rest = visit.rack_codes()
    hands.drag(visit, first, 0)
    for code in dict.fromkeys(rest[:10]):
        before = visit.slots()
        hands.drag(visit, code, 0)
        expect(visit.in_lane(0)).to_have_count(2)
        undo.click()
        expect(visit.in_lane(0)).to_have_count(1)
        assert visit.slots() == before


def _spoken(code: str, deal: world.Deal, language: str) -> str:
    from tutor.names import tile_name

    return tile_name(code, str(deal.hand.okey), language)


def _middle(visit: Visit, slot: int) -> tuple[float, float]:
    box = visit.page.locator(f"[data-slot='{slot}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

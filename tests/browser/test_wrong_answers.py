"""A wrong answer is explained on the tiles, and the way out can be laid with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from puzzles.models import Attempt
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tests.browser.world import Deal, Lanes
from tutor.explain import Explanation


@pytest.mark.parametrize(("language", "width"), [("de", 1440), ("tr", 390), ("en", 360)])
def test_the_rule_the_tiles_and_the_nearest_change(
    open_site: Open, live_server: object, language: str, width: int
) -> None:
    deal, lanes = world.mistake()
    world.put_daily(deal)
    visit = open_site(language=language, width=width)
    visit.deal()
    _answer(visit, deal, lanes)
    told = deal.explain(lanes, language)
    expect(visit.panel.locator(".verdict-line")).to_contain_text(told.headline)
    expect(visit.panel.locator("h2").first).to_have_text(told.title)
    _expect_rings(visit, told, lanes)
    _expect_badges_in_the_sentence(visit, told)
    rule = visit.panel.locator(f'a[href="{told.rule_url}"]')
    expect(rule).to_contain_text(told.title)
    assert told.change is not None
    proposal = visit.panel.locator(".proposal").first
    expect(proposal).to_contain_text(visit.text("Nearest legal change"))
    expect(proposal).to_contain_text(told.change.sentence)
    assert visit.overflow() <= 0

    # Lay it so: the change lies on the table, in a new try, and opens.
    visit.panel.locator("[data-lay]").click()
    expect(visit.board).to_have_attribute("data-try", "2")
    visit.ready()
    changed = [lane.split() for lane in told.change.layout.split(" | ")]
    changed = [[tile.partition("=")[0] for tile in lane] for lane in changed]
    visit.expect_laid(changed)
    hands.touch(visit, visit.open_button)
    visit.expect_result("right" if told.change.total == deal.solution.best_points else "better")
    assert list(Attempt.objects.order_by("try_no").values_list("correct", flat=True)) == [
        False,
        True,
    ]


def test_the_rule_can_be_read_and_the_way_back_shows_the_answer(
    open_site: Open, live_server: object
) -> None:
    deal, lanes = world.mistake()
    world.put_daily(deal)
    visit = open_site(language="de")
    visit.deal()
    _answer(visit, deal, lanes)
    told = deal.explain(lanes, "de")
    visit.panel.locator(f'a[href="{told.rule_url}"]').click()
    expect(visit.page.locator("h1")).to_contain_text(told.title)
    visit.page.go_back()
    visit.expect_result("wrong")
    visit.expect_laid(lanes)
    _expect_rings(visit, told, lanes)


def test_saying_that_it_cannot_open_is_disproved_with_melds_that_open(
    open_site: Open, live_server: object
) -> None:
    deal = world.opener()
    world.put_daily(deal)
    visit = open_site(language="tr", width=390)
    visit.deal()
    visit.cannot_button.tap()
    visit.expect_result("wrong")
    told = deal.explain_cannot("tr")
    expect(visit.panel).to_contain_text(told.headline)
    expect(visit.panel.locator(".melds > li")).to_have_count(len(deal.best))
    visit.panel.locator("[data-try-again]").click()
    expect(visit.board).to_have_attribute("data-try", "2")
    assert sorted(visit.rack_codes()) == sorted(deal.tiles)


def _answer(visit: Visit, deal: Deal, lanes: Lanes) -> None:
    hands.lay(visit, lanes, hands.tap)
    expect(visit.strip).to_have_attribute("data-state", "bad")
    expect(visit.lanes.last).to_have_attribute("data-state", "bad")
    hands.touch(visit, visit.open_button)
    visit.expect_result("wrong")


def _expect_rings(visit: Visit, told: Explanation, lanes: Lanes) -> None:
    """Rings on the tiles that the explanation means, with its numbers, and on no other."""
    wanted = {(ring.lane, ring.position): ring.badge for ring in told.rings if ring.badge}
    assert wanted
    expect(visit.lanes.locator(".is-ringed")).to_have_count(len(wanted))
    for number, lane in enumerate(lanes):
        for place in range(len(lane)):
            tile = visit.in_lane(number).nth(place)
            badge = tile.locator(".badge")
            if (number, place) not in wanted:
                expect(badge).to_have_count(0)
                continue
            mark = wanted[number, place]
            expect(badge).to_have_text(str(mark))
            name = visit.text(
                "{tile}, in meld {number}", tile=tile.get_attribute("data-name"), number=number + 1
            )
            label = visit.text("{tile}, marked {number}", tile=name, number=mark)
            expect(tile).to_have_attribute("aria-label", label)


def _expect_badges_in_the_sentence(visit: Visit, told: Explanation) -> None:
    sentence = visit.panel.locator(".sentence").first
    expect(sentence.locator(".badge")).to_have_text(
        [str(part.badge) for part in told.parts if part.badge]
    )
    for part in told.parts:
        expect(sentence).to_contain_text(part.text.strip())

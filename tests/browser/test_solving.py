"""A visitor solves today's hand: by tap, by drag and by keyboard, in the browser's language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from okey.judge import judge
from puzzles.models import Attempt, Puzzle
from puzzles.texts import kind_texts
from tests.browser import hands, world
from tests.browser.conftest import Open
from tests.browser.visit import Visit
from tutor.loading import content
from tutor.names import face_of
from tutor.names import tile_names as names_of

LANGUAGES = ("de", "tr", "en")
PHONE, DESK = 390, 1440


@pytest.fixture
def daily(live_server: object) -> Puzzle:
    return world.put_daily(world.opener())


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_tap(open_site: Open, daily: Puzzle, language: str, width: int) -> None:
    visit = _sit_down(open_site, language, width)
    hands.lay(visit, world.opener().best, hands.tap)
    _open(visit, daily)


def test_by_tap_on_a_phone_lying_down(open_site: Open, daily: Puzzle) -> None:
    visit = _sit_down(open_site, "de", 844, height=390)
    assert visit.overflow() <= 0
    hands.lay(visit, world.opener().best, hands.tap)
    for part in (visit.rack, visit.page.locator("#strip"), visit.open_button):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 390
    _open(visit, daily)


@pytest.mark.parametrize(("language", "width"), [("de", DESK), ("tr", PHONE)])
def test_by_dragging_with_the_mouse(
    open_site: Open, daily: Puzzle, language: str, width: int
) -> None:
    visit = _sit_down(open_site, language, width)
    hands.lay(visit, world.opener().best, hands.drag)
    _open(visit, daily)


def test_by_dragging_with_a_finger(open_site: Open, daily: Puzzle) -> None:
    visit = _sit_down(open_site, "en", PHONE)
    hands.lay(visit, world.opener().best, hands.swipe)
    _open(visit, daily)


@pytest.mark.parametrize(("language", "width"), [("tr", DESK), ("en", PHONE)])
def test_by_keyboard_alone(open_site: Open, daily: Puzzle, language: str, width: int) -> None:
    visit = _sit_down(open_site, language, width)
    deal = world.opener()
    hands.tab_to(visit, visit.rack.locator("[data-tile][tabindex='0']"))
    hands.lay(visit, deal.best[:1], hands.keys_carrying)
    # A tile that was put down keeps the focus: back to the rack as anybody would go.
    hands.tab_to(visit, visit.rack.locator("[data-tile][tabindex='0']"))
    hands.lay(visit, deal.best[1:], hands.keys)
    visit.expect_laid(deal.best)
    visit.expect_verdicts(deal, deal.best)
    hands.tab_to(visit, visit.open_button)
    visit.page.keyboard.press("Enter")
    _expect_opened(visit, daily)
    assert hands.is_focused(visit.panel)


@pytest.mark.parametrize(("language", "width"), [("de", DESK), ("tr", PHONE), ("en", PHONE)])
def test_a_hand_that_cannot_open_is_proved(open_site: Open, language: str, width: int) -> None:
    deal = world.stuck()
    world.put_daily(deal)
    visit = open_site(language=language, width=width)
    visit.deal()
    expect(visit.cannot_button).to_have_text(content(language, "tasks")["options"]["cannot"])
    hands.touch(visit, visit.cannot_button)
    visit.expect_result("right")
    told = deal.explain_cannot(language)
    assert told.correct
    expect(visit.panel).to_contain_text(told.headline)
    expect(visit.panel).to_contain_text(told.text)
    shown = visit.panel.locator(".melds > li")
    expect(shown).to_have_count(len(deal.solution.best_melds))
    points = [int(one) for one in shown.locator(".points").evaluate_all(_LAST_TEXT)]
    assert sum(points) == deal.solution.best_points
    assert Attempt.objects.get().correct


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_okey_shows_the_face_that_it_stands_for(open_site: Open, language: str) -> None:
    deal = world.opener_with_okey()
    world.put_daily(deal)
    visit = open_site(language=language)
    visit.deal()
    lane = next(lane for lane in deal.best if "*" in lane)
    hands.lay(visit, [lane], hands.tap)
    melds = deal.melds([lane])
    judged = judge(melds, rules=deal.rules, indicator=deal.hand.indicator).melds[0]
    assert judged.faces is not None
    face = judged.faces[lane.index("*")]
    tile = visit.in_lane(0).nth(lane.index("*"))
    number = "".join(filter(str.isdigit, face))
    expect(tile.locator("[data-number]")).to_have_attribute("href", _ends_with(f"#n{number}"))
    name = str(names_of([face_of(face)], language).items[0])
    okey = tile.get_attribute("data-name")
    stands = visit.text("{tile}, stands for {face}", tile=okey, face=name)
    expected = visit.text("{tile}, in meld {number}", tile=stands, number=1)
    expect(tile).to_have_attribute("aria-label", expected)
    # Back on the rack it stands for nothing any more.
    visit.page.locator("[data-do=clear]").locator("visible=true").click()
    expect(visit.on_rack("*")).to_have_attribute(
        "aria-label", visit.text("{tile}, on the rack", tile=okey)
    )


_LAST_TEXT = "all => all.map(one => one.lastChild.textContent.trim())"


def _ends_with(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text) + "$")


def _sit_down(open_site: Open, language: str, width: int, **more: Any) -> Visit:
    visit = open_site(language=language, width=width, **more)
    visit.deal()
    assert sorted(visit.rack_codes()) == sorted(world.opener().tiles)
    asked = kind_texts("can-open", language)["ask"]
    expect(visit.page.locator("#task-title")).to_have_text(asked)
    expect(visit.open_button).to_have_text(visit.text("Open"))
    return visit


def _open(visit: Visit, daily: Puzzle) -> None:
    deal = world.opener()
    visit.expect_laid(deal.best)
    visit.expect_verdicts(deal, deal.best)
    hands.touch(visit, visit.open_button)
    _expect_opened(visit, daily)


def _expect_opened(visit: Visit, daily: Puzzle) -> None:
    deal = world.opener()
    visit.expect_result("right")
    told = deal.explain(deal.best, visit.language)
    expect(visit.panel.locator(".verdict-line")).to_contain_text(told.headline)
    attempt = Attempt.objects.get()
    assert attempt.puzzle_id == daily.pk
    assert attempt.context == "daily"
    assert attempt.correct
    assert attempt.answer == {"melds": world.notation(deal.best)}
    assert visit.overflow() <= 0

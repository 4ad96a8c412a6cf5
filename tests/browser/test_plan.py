"""A plan of moves is put together by mouse and finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from okey.moves import Add, parse_move
from okey.rules.rulesets import rule_set
from puzzles import gates
from puzzles.kinds.registry import KINDS
from puzzles.store import store_shared
from tests.browser import hands
from tests.browser.conftest import Open
from tests.browser.test_accessible import inspect
from tests.puzzles.kinds import some


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_tile_is_carried_onto_a_meld(open_site: Open, live_server: object, finger: bool) -> None:
    rules, kind = rule_set("101-club"), KINDS["lay-off"]
    one = some("lay-off", "101-club")[0]
    made = store_shared([gates.proposal_of(kind, rules, one, seed="carried")])[0]
    assert made is not None
    size = {"width": 390, "height": 1800} if finger else {}  # rack and melds are in sight
    visit = open_site(**size, reduced_motion="reduce")
    visit.goto(f"/puzzles/{made.puzzle.pk}/")
    field = visit.page.locator("#task-moves")
    for count, move in enumerate(one.right[0].split("; "), 1):
        action = parse_move(move, one.exercise.indicator).action
        assert isinstance(action, Add)
        code = str(action.tile.tile)
        tile = visit.page.locator(f"[data-plan-rack] [data-code='{code}']:enabled").first
        meld = visit.page.locator(".task-meld[data-kind]").nth(action.meld - 1).locator(".tiles")
        meld.evaluate("one => one.scrollIntoView({ block: 'center' })")
        box = meld.bounding_box()
        assert box is not None
        where = box["x"] + box["width"] - 6, box["y"] + box["height"] / 2
        (hands.finger if finger else hands.carry)(visit, tile, *where)
        expect(visit.page.locator("[data-plan-rack] :disabled")).to_have_count(count)
        assert field.input_value().split("; ")[-1].startswith(f"add {code} @{action.meld}")
    inspect(visit, "a plan")
    assert visit.overflow() == 0

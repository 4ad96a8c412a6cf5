"""How much the search for a finish looks at: searches are counted, not seconds."""

from __future__ import annotations

import random

import pytest

from okey.position_text import parse_position
from okey.search.turn_best import finish
from okey.search.turn_finish import finishing
from okey.search.turn_laid import Laying
from okey.search.turn_state import Tiles, held, stand_of
from okey.table import Round
from tests.engine.turns import position

MOST = 400  # searches of what a hand can lay, in one question

# Two okeys lie on the table that the hand could exchange, but only after an opening. Many orders
# lead to the same tiles: once each of them was tried, 8,000 searches together.
TWO_OKEYS = """
rules: 101-club
indicator: K5
turn: 2 play
hand 0: 21
hand 1: 5
hand 2: F K10 {more} Y12 R6 B6 R3 K8 Y13 K2 Y10 Y5 Y2 B12 Y6 B5 B2 K8 B6 R6 K9 K5
hand 3: 21
opened: - melds=129 - -
table: 1: run: Y5 Y6 Y7 | 1: run: Y9 *=Y10 Y11 *=Y12 | 1: group: R3 B3 K3 | 1: group: R8 Y8 B8
stock: 10
turns: 3 3 2 2
this turn: stock
"""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Tiles]:
    """The hands that were searched so far."""
    asked: list[Tiles] = []
    value = Laying.value

    def counted(self: Laying, hand: Tiles, *rest: int) -> int:
        asked.append(hand)
        return value(self, hand, *rest)

    monkeypatch.setattr(Laying, "value", counted)
    return asked


@pytest.mark.parametrize("more", ["K7", "Y3", "R5", "B13"])
def test_a_hand_that_does_not_open_looks_for_no_finish_behind_an_opening(
    searches: list[Tiles], more: str
) -> None:
    seen = parse_position(TWO_OKEYS.format(more=more))
    assert finish(seen) is None
    assert len(searches) <= 5


def test_a_hand_that_opens_tries_no_tiles_twice_at_one_table(searches: list[Tiles]) -> None:
    text = TWO_OKEYS.format(more="K7")
    opens = "R10 R11 R12 B11 B12 B13 K10 K11 K12 Y12 Y10 Y1 Y2 Y5 Y6 B5 B6 B7 K1 K3 K4 R5"
    text = text.replace(text[text.index("hand 2") : text.index("hand 3")], f"hand 2: {opens}\n")
    finish(parse_position(text))
    assert len(searches) <= MOST


def test_no_position_takes_many_searches(searches: list[Tiles]) -> None:
    chance = random.Random("bounded")
    asked = 0
    while asked < 120:
        seen, tile = position(chance, most=chance.choice([6, 12, 21]))
        if seen.seats[0].opened is None and stand_of(seen).okeys_out:
            asked += 1
            for within in (False, True):
                searches.clear()
                _finish(seen, tile.index, in_opening=within)
                assert len(searches) <= MOST, seen


def _finish(seen: Round, tile: int, *, in_opening: bool) -> None:
    hand = held(seen.seats[0].hand or ())
    finishing(stand_of(seen), hand, tile if hand[tile] else None, in_opening=in_opening)

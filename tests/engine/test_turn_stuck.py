"""The look at a hand before a search for a finish: it may only say no where no turn finishes."""

from __future__ import annotations

import os
import random

import pytest

from okey import RuleSet, Tile, rule_set
from okey.rules.parameters import Groups, Okeys, Pairs
from okey.rules.rulesets import derive
from okey.search.turn_finish import finishing
from okey.search.turn_state import held, stand_of
from okey.search.turn_stuck import stuck
from okey.table import Source
from tests.engine.plays import position
from tests.engine.turns import position as small_position
from tests.engine.turns import reached

LONG = os.environ.get("ISTAKA_LONG") == "1"
GUIDE, CLUB = rule_set("101-guide"), rule_set("101-club")


def is_stuck(hand: str, tile: str, table: str = "", rules: RuleSet = GUIDE) -> bool:
    """Whether the hand, the tile in it, is told to have no finish; the okey is B11."""
    round_ = position(hand, table, rules, indicator="B10")
    assert round_.hand is not None
    return stuck(round_, held(round_.hand), Tile.parse(tile))


@pytest.mark.parametrize(
    ("hand", "tile", "table"),
    [
        ("R7 R8 R9 K1 Y4", "R7", ""),  # two tiles fit nothing, and one is thrown
        ("R7 R8 R9 K1", "K1", ""),  # the tile that must be laid fits nothing
        ("R7 R8 R9 K1 Y4", "R7", "1: K4 K5 K6"),
        ("R7 Y7 R9 Y9 K1", "K1", ""),  # two of a number are no group
        ("R7 R8 R9 F K1", "R7", ""),  # a false okey is B11
    ],
)
def test_a_hand_with_two_tiles_that_fit_nothing_is_stuck(hand: str, tile: str, table: str) -> None:
    assert is_stuck(hand, tile, table)


@pytest.mark.parametrize(
    ("hand", "tile", "table"),
    [
        ("R7 R8 R9 K1", "R7", ""),  # one tile is thrown
        ("R7 R8 R9 K1 Y4 *", "R7", ""),  # an okey may help out
        ("R7 R8 R9 K1 Y4", "R7", "1: K2 K3 K4"),  # the K1 fits the table
        ("R7 R8 R9 K1 Y4", "R7", "1: R4 B4 K4"),  # and here the Y4
        ("R7 R8 R9 Y4 Y4 K1", "R7", ""),  # two alike are a pair
        ("R7 R8 R9 R4 B4 K4 K1", "R4", ""),  # three of a number are a group
        ("R12 R13 R1 K4", "R1", ""),  # the 1 may lie behind the 13
        ("B9 B10 F K1", "B9", ""),  # a false okey is B11
    ],
)
def test_a_hand_that_may_come_out_is_left_to_the_search(hand: str, tile: str, table: str) -> None:
    assert not is_stuck(hand, tile, table)


def test_an_okey_to_exchange_helps_out_where_okeys_are_exchanged() -> None:
    hand, table = "R7 R8 R9 K6 K1 Y4", "1: K4 K5 *=K6"
    assert is_stuck(hand, "R7", table, GUIDE)
    assert not is_stuck(hand, "R7", table, CLUB)


@pytest.mark.parametrize(
    "rules",
    [
        derive(GUIDE, "twice", groups=Groups(colour_twice=True)),
        derive(GUIDE, "wild", okeys=Okeys(false_okey="wild")),
        derive(CLUB, "numbers", pairs=Pairs(same_number=True)),
    ],
    ids=lambda rules: str(rules.key),
)
def test_where_other_melds_are_legal_nothing_is_plain(rules: RuleSet) -> None:
    assert not is_stuck("R7 R8 R9 K1 Y4", "K1", rules=rules)


def test_who_is_stuck_finishes_in_no_order_of_moves() -> None:
    told = 0
    for seed in range(60_000, 60_000 + (20_000 if LONG else 400)):
        round_, tile = small_position(random.Random(seed), most=4)
        assert round_.hand is not None
        hand = held((*round_.hand, tile))
        if not stuck(round_, hand, tile):
            continue
        told += 1
        assert finishing(stand_of(round_), hand, tile.index) is None, (round_, tile)
        if round_.player.opened is not None:
            drawn = round_.drawn(tile, Source.DISCARD)
            ends = [now for now in reached(drawn) if now.turn.used and now.player.size <= 1]
            assert not ends, (round_, tile)
    assert told > 20

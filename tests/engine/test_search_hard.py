"""Hands with more wild tiles than a game has, and those that take longest."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from okey import OKEY, Hand, read_indicator
from okey.deal import deal
from okey.search import (
    arrange_tiles,
    best_points,
)
from okey.tiles import FACES, face
from tests.engine.recorded import assert_laid, read, sum_of

from . import oracle

# More wild tiles than a game has: rules that are wrong on purpose


@pytest.mark.parametrize(("okeys", "size"), [(3, 9), (4, 9), (3, 10), (4, 10)])
def test_three_and_four_wild_tiles_are_searched_exactly(okeys: int, size: int) -> None:
    for index in range(12):
        dealt = deal("wild", index, tiles=22)
        plain = [tile for tile in dealt.tiles if tile.is_face][: size - okeys]
        hand = Hand(dealt.indicator, (*plain, *[OKEY] * okeys))
        ways = oracle.outcomes(str(hand), str(hand.okey))
        assert best_points(hand) == max(ways.values())
        laid = arrange_tiles(hand)
        assert (laid.tiles, laid.points) == (max(ways), ways[max(ways)])
        # One by one: the judge knows no more than two okeys together.
        for meld in laid.melds:
            if sum(laid.tile == OKEY for laid in meld.tiles) <= 2:
                assert_laid(hand, (meld,), sum_of(meld))
        assert sum(map(sum_of, laid.melds)) == laid.points


@pytest.mark.parametrize("okeys", [3, 4])
def test_an_integer_program_agrees_on_full_hands_with_more_wild_tiles(okeys: int) -> None:
    for index in range(4):
        dealt = deal("wild", index, tiles=22)
        plain = [tile for tile in dealt.tiles if tile.is_face][: 21 - okeys]
        hand = Hand(dealt.indicator, (*plain, *[OKEY] * okeys))
        assert best_points(hand) == oracle.most(str(hand), str(hand.okey), points=1, tiles=0)


# The hardest hands


WORST = Path(__file__).parents[2] / "benchmarks" / "worst_hands.jsonl"


def test_the_hands_that_take_longest_are_answered_exactly() -> None:
    """Dense hands have shortcuts of their own."""
    lines = [json.loads(line) for line in WORST.read_text().splitlines()]
    assert lines
    for line in lines:
        hand = read(line | {"hand": line["hand"].split()})
        text, okey = str(hand), str(hand.okey)
        assert best_points(hand) == oracle.most(text, okey, points=1, tiles=0), text
        most = arrange_tiles(hand)
        assert most.tiles * 1000 + most.points == oracle.most(text, okey, points=1, tiles=1000)


def test_a_lonely_tile_is_laid_where_two_okeys_help_it() -> None:
    # Best is a group of the B13 with both okeys: 39.
    tiles = "R2 R5 R5 R6 R6 Y2 Y3 Y5 Y5 Y6 B2 B2 B4 B5 B5 B6 B6 B13 K2 K5 K6 * *"
    hand = Hand(read_indicator("K9"), Hand.parse(tiles, "K9", most=23).tiles)
    assert best_points(hand) == oracle.most(tiles, "K10", points=1, tiles=0) == 118


def test_dense_hands_with_stray_tiles_are_answered_exactly() -> None:
    """A few numbers in all colours, both okeys, and tiles that fit nothing else."""
    rng = Random(5)
    for _ in range(80):
        numbers = rng.sample(range(1, 14), rng.choice((3, 4, 5)))
        dense = [tile for tile in FACES if tile.number in numbers for _ in range(2)]
        stray = rng.sample([tile for tile in FACES if tile.number not in numbers], 2)
        tiles = [*rng.sample(dense, rng.choice((16, 18))), *stray, OKEY, OKEY]
        # The okey is any face that is not in the hand: it only names the false okeys.
        okey = next(tile for tile in FACES if tile not in tiles)
        indicator = face(okey.colour, (okey.number - 2) % 13 + 1)
        hand = Hand(indicator, tuple(tiles))
        assert best_points(hand) == oracle.most(str(hand), str(okey), points=1, tiles=0), str(hand)

"""Deals are repeatable for ever, fair, and never of tiles that do not exist."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.deal import deal
from okey.tiles import FACES, FALSE_OKEY, OKEY, okey_face

# What was dealt once must be dealt for ever: puzzles are stored by seed and index.
PINNED = {
    (
        "istaka",
        0,
        21,
    ): "Y11 | R12 B9 K2 B5 B1 B2 K13 R13 K6 R6 K10 K13 K1 K11 R9 K11 R2 K7 R7 K12 Y7",
    ("istaka", 1, 22): (
        "B4 | Y4 K11 K13 B8 B4 Y13 R1 Y5 B1 R13 B2 R8 R12 Y7 B3 R7 R10 R1 B6 K8 Y1 R6"
    ),
    ("günlük", 365, 14): "Y9 | Y8 R5 R3 K8 R12 R1 K11 K7 R10 Y3 Y7 K3 K1 K10",
}


@pytest.mark.parametrize(("question", "dealt"), PINNED.items())
def test_a_seed_and_an_index_always_deal_the_same(
    question: tuple[str, int, int], dealt: str
) -> None:
    seed, index, tiles = question
    hand = deal(seed, index, tiles=tiles)
    assert f"{hand.indicator} | {hand}" == dealt


def test_other_seeds_indices_and_sizes_deal_other_hands() -> None:
    deals = {
        (str(hand.indicator), str(hand)[:30])
        for seed in ("a", "b", "1", "1 0", "")
        for index in range(20)
        for size in (14, 15, 21, 22)
        for hand in (deal(seed, index, tiles=size),)
    }
    assert len(deals) == 5 * 20 * 4


@given(st.text(), st.integers(0, 10**12), st.integers(1, 22))
def test_no_deal_holds_more_tiles_than_there_are(seed: str, index: int, tiles: int) -> None:
    hand = deal(seed, index, tiles=tiles)
    assert len(hand.tiles) == tiles
    assert hand.indicator.is_face
    counts = Counter([*hand.tiles, hand.indicator])
    assert max(counts.values()) <= 2
    assert okey_face(hand.indicator) not in hand.tiles  # printed, it is the okey


def test_every_tile_is_dealt_equally_often() -> None:
    """The bounds are six standard deviations of the counts to be expected."""
    deals, size = 12_000, 21
    hands = [deal("fair", index, tiles=size) for index in range(deals)]

    def near(count: int, chance: float, tries: int = deals) -> bool:
        return abs(count - tries * chance) < 6 * sqrt(tries * chance * (1 - chance))

    indicators = Counter(hand.indicator for hand in hands)
    assert all(near(indicators[face], 2 / 104) for face in FACES)
    # Each of the two false okeys, and of the two okeys, is one of 105 tiles that can be dealt.
    for tile in (FALSE_OKEY, OKEY):
        copies = Counter(hand.tiles.count(tile) for hand in hands)
        both = size * (size - 1) / (105 * 104)
        assert near(copies[2], both)
        assert near(copies[1], 2 * (size / 105 - both))
    # Printed faces, okeys by theirs: each copy in 21 of 105 places unless it is turned.
    faces = Counter(
        hand.okey if tile is OKEY else tile
        for hand in hands
        for tile in hand.tiles
        if tile is not FALSE_OKEY
    )
    assert all(near(faces[face], size / 105 * 103 / 104, 2 * deals) for face in FACES)
    places = Counter(hand.tiles[0] for hand in hands if hand.tiles[0].is_face)
    assert all(near(places[face], 1 / 53, deals) for face in FACES)


@pytest.mark.parametrize(("index", "tiles"), [(-1, 21), (0, 0), (0, 23)])
def test_an_impossible_deal_is_refused(index: int, tiles: int) -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal("x", index, tiles=tiles)

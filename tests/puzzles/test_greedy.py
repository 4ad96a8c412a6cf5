"""The hasty player: always the dearest meld. Never better than the best, and sometimes worse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.deal import deal
from okey.hand import Hand
from okey.search import best_points
from puzzles.greedy import greedy_points


@given(st.integers(0, 100_000), st.sampled_from([14, 21, 22]))
def test_the_hasty_player_never_lays_more_than_the_best(index: int, tiles: int) -> None:
    hand = deal("greedy", index, tiles=tiles)
    assert greedy_points(hand) <= best_points(hand)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("R10 R11 R12 R13", 46),
        ("R10 R11 * R13", 46),
        ("R12 R13 *", 36),  # never 12-13-1
        ("R13 Y13 B13 K13 R12 R11", 52),  # the group first; the run with the red 13 is gone
        ("F B12 B13", 36),  # a false okey is the blue 11
        ("R1 R2", 0),
        ("R12 *", 0),
    ],
)
def test_the_dearest_meld_is_taken_first(hand: str, points: int) -> None:
    assert greedy_points(Hand.parse(hand, "B10")) == points


def test_the_dearest_meld_first_can_miss_the_best() -> None:
    hand = Hand.parse("R11 R12 R13 Y11 Y12 Y13 B13 K13", "K5")
    assert greedy_points(hand) == 52  # the four 13s, and no run is left
    assert best_points(hand) == 75  # three of them, and the red run

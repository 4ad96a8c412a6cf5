"""Pairs that are declared, and pairs that hold a certain tile."""

from __future__ import annotations

from collections.abc import Sequence

from okey.rules.model import RuleSet
from okey.tiles import Tile
from puzzles.proofs.racks import most_pairs, without
from puzzles.proofs.state import State


def can_declare(state: State) -> bool:
    """Whether so many pairs can be declared, a tile that was taken in one of them."""
    declaring, hand = state.rules.declaring, state.hand
    if declaring is None or hand is None:
        return False
    if state.taken is None or state.used:
        return most_pairs(hand, state.rules) >= declaring.pairs
    return pairs_with(hand, state.taken, state.rules) >= declaring.pairs


def pairs_with(hand: Sequence[Tile], tile: Tile, rules: RuleSet) -> int:
    """The most pairs of a hand that have this tile in one of them; 0 where it fits into none."""
    rest = without(hand, [tile])
    assert rest is not None
    found = 0
    for other in dict.fromkeys(rest):
        if most_pairs((tile, other), rules):
            others = without(rest, [other])
            assert others is not None
            found = max(found, 1 + most_pairs(others, rules))
    return found

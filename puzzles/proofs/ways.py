"""What can be laid off and exchanged now: every tile, every meld, every end."""

from __future__ import annotations

from collections.abc import Iterator

from okey.tiles import OKEY, Tile
from puzzles.proofs.lying import additions, freed, within_cap
from puzzles.proofs.state import State, gain, lose, use
from puzzles.proofs.turns import put


def adds(state: State) -> Iterator[tuple[Tile, int, State, int]]:
    """Every tile of the hand that can be laid off now: tile, meld, state then, number laid."""
    hand = state.hand
    if hand is None or state.opened[state.seat] is None or state.size < 2:
        return
    for tile in dict.fromkeys(hand):
        for number, meld in enumerate(state.table, 1):
            if not within_cap(meld, state.rules):
                continue
            for after, _, counts in additions(meld, tile, state.rules, state.okey):
                laid_off = use(put(lose(state, [tile]), number, after), [tile])
                yield tile, number, laid_off, counts


def swaps(state: State) -> Iterator[tuple[Tile, int, State]]:
    """Every exchange for an okey that is possible now: tile, meld, state then."""
    hand = state.hand
    if hand is None or state.opened[state.seat] is None:
        return
    for tile in dict.fromkeys(hand):
        for number, meld in enumerate(state.table, 1):
            after = freed(meld, tile, state.rules, state.okey)
            if after is not None:
                yield tile, number, use(put(gain(lose(state, [tile]), OKEY), number, after), [tile])

"""Outs: the draws that let a hand open; and advice: the outs that each discard keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okey.errors import InputError
from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search.best import best_value
from okey.search.codes import pack_hand
from okey.search.solve import can_open
from okey.search.tables import POINTS
from okey.tiles import COPIES, TILES, Tile


@dataclass(frozen=True, slots=True)
class Out:
    """A tile that lets the hand open (classic: completes it), and its copies not yet seen."""

    tile: Tile
    copies: int


@dataclass(frozen=True, slots=True)
class Outs:
    """All outs in the order of tiles, and their copies together."""

    outs: tuple[Out, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to throw, the unseen copies of the outs then, and the best points left.

    `best_points` is None where a whole hand is shown at the end.
    """

    discard: Tile
    outs: int
    best_points: int | None


@dataclass(frozen=True, slots=True)
class Advice:
    """Every kind of tile in the hand as a discard, best first, and whether the hand opens now."""

    discards: tuple[Discard, ...]
    open_now: bool


def outs(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> Outs:
    """The draws that let a hand without the drawn tile open, or complete it.

    `seen` are tiles visible elsewhere; the hand and the indicator are counted anyway. Raise
    `InputError` (`count.hand`) for a hand of another size.
    """
    if len(hand.tiles) != rules.hand.others:
        raise InputError("count.hand", f"hand: {len(hand.tiles)}")
    unseen = _unseen(hand, seen)
    found = tuple(
        Out(tile, unseen[tile.index])
        for tile in TILES
        if unseen[tile.index] and can_open(Hand(hand.indicator, (*hand.tiles, tile)), rules)
    )
    return Outs(found, sum(out.copies for out in found))


def advise(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> Advice:
    """What each discard of a hand with the drawn tile keeps: outs first, then points.

    `seen` as in `outs`; the tile thrown is seen as well. Raise `InputError` (`count.hand`) for a
    hand of another size.
    """
    if len(hand.tiles) != rules.hand.starter:
        raise InputError("count.hand", f"hand: {len(hand.tiles)}")
    seen = tuple(seen)
    discards = []
    for tile in sorted(set(hand.tiles)):
        at = hand.tiles.index(tile)
        left = Hand(hand.indicator, hand.tiles[:at] + hand.tiles[at + 1 :])
        points = None if rules.opening is None else best_value(pack_hand(left), POINTS.under(rules))
        discards.append(Discard(tile, outs(left, rules, (*seen, tile)).total, points))
    discards.sort(key=lambda d: (-d.outs, -(d.best_points or 0), d.discard.index))
    return Advice(tuple(discards), can_open(hand, rules))


def _unseen(hand: Hand, seen: Iterable[Tile]) -> Sequence[int]:
    """By tile index, how many copies nobody has seen. The okey's printed face has none."""
    visible = Counter(tile.index for tile in (*hand.tiles, hand.indicator, *seen))
    visible[hand.okey.index] = COPIES
    return [max(0, COPIES - visible[tile.index]) for tile in TILES]

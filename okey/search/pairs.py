"""Pairs: two equal tiles, a tile and an okey, two okeys, two false okeys (decision HD-18)."""

from __future__ import annotations

from collections import Counter

from okey.hand import Hand
from okey.melds import LAID, Meld, okey_as
from okey.search.codes import OKEY_SHIFT, pack_hand, pairs_and_singles
from okey.tiles import FALSE_OKEY, OKEY, TILES


def pairs_from(pairs: int, singles: int, okeys: int) -> int:
    """How many pairs: `pairs` of equal tiles, `singles` left over, and the okeys."""
    return pairs + singles + (okeys - singles) // 2 if okeys > singles else pairs + okeys


def count_pairs(hand: Hand) -> int:
    """The most pairs of a hand, each tile in one of them.

    >>> count_pairs(Hand.parse("R3 R3 B8 * F F", "B10"))
    3
    """
    return pairs_of(pack_hand(hand))


def pairs_of(packed: int) -> int:
    """The most pairs of a packed hand."""
    return pairs_from(*pairs_and_singles(packed), packed >> OKEY_SHIFT)


def arrange_pairs(hand: Hand) -> tuple[Meld, ...]:
    """The most pairs of a hand; okeys go to the left-over tiles with the highest numbers."""
    counts = Counter(tile.index for tile in hand.tiles)
    okeys = counts.pop(OKEY.index, 0)
    pairs = [
        Meld((LAID[index], LAID[index]))
        for index, count in sorted(counts.items())
        for _ in range(count // 2)
    ]
    single_faces = [
        (hand.okey if index == FALSE_OKEY.index else TILES[index], LAID[index])
        for index, count in counts.items()
        if count % 2
    ]
    single_faces.sort(key=lambda single: (-single[0].number, single[0].index))
    for face, laid in single_faces[:okeys]:
        pairs.append(Meld((laid, okey_as(face))))
    left = max(0, okeys - len(single_faces))
    pairs.extend(Meld((okey_as(hand.okey), okey_as(hand.okey))) for _ in range(left // 2))
    return tuple(pairs)

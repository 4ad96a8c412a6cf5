"""The melds that hold a certain face or tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from okey.melds import Meld, MeldKind
from okey.reading import read
from okey.search.turn_state import (
    FALSE,
    OPEN,
    WILD,
    Stand,
    Tiles,
    laid,
    number_of,
    slot_face,
)
from okey.tiles import NUMBERS

Slots = tuple[int, ...]


def holding(
    stand: Stand, face: int, lengths: Sequence[int], bits: int, okeys: int
) -> Iterator[tuple[MeldKind, Slots]]:
    """The runs and groups of these lengths that hold a face, with at most so many faces lacking.

    `bits` are the faces that there is a tile for, each a bit by its index.
    """
    lacking = ~bits
    for kind, places, faces in _holding(
        face, stand.last, tuple(lengths), stand.rules.groups.colour_twice
    ):
        if (faces & lacking).bit_count() <= okeys:
            yield kind, places


def faces_held(stand: Stand, hand: Tiles) -> int:
    """The faces that a hand has a tile for, each a bit by its index."""
    bits = 0
    for tile, count in hand.items():
        face = stand.face(tile)
        if count > 0 and face is not None:
            bits |= 1 << face
    return bits


@cache
def _holding(
    face: int, last: int, lengths: tuple[int, ...], colour_twice: bool
) -> tuple[tuple[MeldKind, Slots, int], ...]:
    """The same whatever there are tiles for, each with its faces as bits."""
    number = number_of(face)
    base = face - number + 1
    chosen = combinations_with_replacement if colour_twice else combinations
    found: list[tuple[MeldKind, Slots]] = []
    for length in lengths:
        for slot in (number, number + NUMBERS):
            if slot > last:
                continue
            for start in range(max(1, slot - length + 1), min(slot, last - length + 1) + 1):
                slots = range(start, start + length)
                found.append((MeldKind.RUN, tuple(slot_face(base, one) for one in slots)))
        if length <= 4:
            groups = chosen(range(number - 1, 52, NUMBERS), length)
            found += [(MeldKind.GROUP, faces) for faces in groups if face in faces]
    return tuple((kind, places, sum({1 << one for one in places})) for kind, places in found)


def meld_of(stand: Stand, kind: MeldKind, tiles: Sequence[int], faces: Sequence[int]) -> Meld:
    """A meld with every okey's face declared; in a group of three the number alone.

    Wild false okeys, which nobody declares, may leave the kind open: it is declared then.
    """
    unsettled = kind is MeldKind.GROUP and len(faces) == 3
    lies = tuple(
        laid(tile, OPEN if unsettled else face, number_of(face))
        for tile, face in zip(tiles, faces, strict=True)
    )
    return Meld(lies, kind if FALSE in stand.wild and FALSE in tiles else None)


# Pairs


def pair_partners(stand: Stand, tile: int) -> Iterator[int]:
    """The tiles that may lie beside a tile in a pair."""
    if stand.rules.pairs.same_number or tile in stand.wild:
        others: Sequence[int] = range(WILD, -1, -1)
    else:
        face = stand.face(tile)
        assert face is not None
        others = (*stand.tiles(face), *stand.wild)
    for other in others:
        if read(pair_of(stand, tile, other), stand.rules, stand.okey) is not None:
            yield other


def pair_of(stand: Stand, tile: int, other: int) -> Meld:
    """Two tiles as a pair; an okey stands for the other tile."""
    own = stand.face(other if tile in stand.wild else tile)
    face = stand.okey.index if own is None else own
    return Meld((laid(tile, face), laid(other, face)))

"""Where one tile can go on the table in a turn, and what that takes out of the hand.

Every way to lay a tile off, to exchange it for an okey and to lay it in a further meld, with the
tiles and okeys that this needs beside it. Okeys come from the hand, or from the table for the
tiles they stand for. What an opening is made of is left to `turn_open`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from okey.melds import Meld, MeldKind
from okey.moves import Action, Add, End, Lay, Swap
from okey.search.turn_state import (
    OPEN,
    WILD,
    Lying,
    Stand,
    Tiles,
    laid,
    less,
    slot_face,
)
from okey.tiles import NUMBERS, TILES

Slots = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to bring a tile onto the table.

    `spent` are the tiles that leave the hand, the tile itself first; `gives` is how many okeys come
    into it that are not laid again. `actions` do it.
    """

    spent: tuple[int, ...]
    actions: tuple[Action, ...]
    gives: int = 0


@dataclass(frozen=True, slots=True)
class Freed:
    """Okeys exchanged out of melds on the table: for which tiles, and from where."""

    spent: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    places: tuple[int, ...] = ()  # the meld that each okey came out of


def ways(stand: Stand, hand: Tiles, tile: int) -> Iterator[Way]:
    """Every way to use `tile`, one of `hand`, without an opening; simple ways first.

    Ways that take more of the same tiles than another may be missing.
    """
    rest = less(hand, (tile,))
    assert rest is not None
    yield from _swapped_in(stand, tile)
    if stand.lays_off:
        for lying in stand.table:
            yield from laid_off(stand, rest, tile, lying)
    if stand.lays_pairs:
        yield from _in_pairs(stand, rest, tile)
    if stand.lays_melds:
        yield from _in_melds(stand, rest, tile)


# Exchanging


def _swapped_in(stand: Stand, tile: int) -> Iterator[Way]:
    """Exchange the tile itself for an okey that stands for it."""
    if not stand.swaps(tile):
        return
    swap = stand.rules.swap
    face = stand.face(tile)
    for lying in stand.with_okeys:
        there = any(f == face and wild for f, wild in zip(lying.faces, lying.wild, strict=True))
        undetermined = swap is not None and swap.undetermined and not lying.settled
        if there or (undetermined and face in lying.missing):
            yield Way((tile,), (_swap(tile, lying),), gives=1)


def _swap(tile: int, lying: Lying) -> Swap:
    return Swap(TILES[tile], lying.at + 1)


def freed(stand: Stand, hand: Tiles, okeys: int, first: int = 0) -> Iterator[Freed]:
    """Every way to get exactly so many okeys off the table for tiles of the hand."""
    if okeys == 0:
        yield Freed()
        return
    for at in range(first, len(stand.with_okeys)):
        lying = stand.with_okeys[at]
        for one in _freed_from(stand, hand, lying):
            if len(one.places) > okeys:
                continue
            rest = less(hand, one.spent)
            if rest is None:
                continue
            for more in freed(stand, rest, okeys - len(one.places), at + 1):
                yield Freed(
                    one.spent + more.spent, one.actions + more.actions, one.places + more.places
                )


def _freed_from(stand: Stand, hand: Tiles, lying: Lying) -> Iterator[Freed]:
    """Every way to get okeys out of one meld."""
    swap = stand.rules.swap
    assert swap is not None
    if lying.settled:
        faces = [face for face, wild in zip(lying.faces, lying.wild, strict=True) if wild]
        yield from _exchanged(stand, hand, lying, faces)
        return
    if swap.undetermined:
        for size in range(1, lying.okeys + 1):
            for some in combinations(lying.missing, size):
                yield from _exchanged(stand, hand, lying, some, all_of_them=True)
    if stand.lays_off:
        # The fourth tile settles the others.
        for fourth in lying.missing:
            tile = stand.tile(fourth)
            rest = less(hand, (tile,))
            if rest is None:
                continue
            add = Add(laid(tile, fourth), lying.at + 1)
            others = [face for face in lying.missing if face != fourth]
            for one in _exchanged(stand, rest, lying, others):
                yield Freed((tile, *one.spent), (add, *one.actions), one.places)


def _exchanged(
    stand: Stand, hand: Tiles, lying: Lying, faces: Sequence[int], *, all_of_them: bool = False
) -> Iterator[Freed]:
    """Lay the tiles of some of these faces, or of all, for the okeys there."""
    for size in range(len(faces) if all_of_them else 1, len(faces) + 1):
        for chosen in combinations(faces, size):
            tiles = tuple(stand.tile(face) for face in chosen)
            if all(map(stand.swaps, tiles)) and less(hand, tiles) is not None:
                swaps = tuple(_swap(tile, lying) for tile in tiles)
                yield Freed(tiles, swaps, (lying.at,) * size)


def supplied(stand: Stand, hand: Tiles, okeys: int) -> Iterator[tuple[Freed, int]]:
    """Every way to have so many okeys: those off the table, and how many are the hand's own."""
    for own in range(min(okeys, hand[WILD]), -1, -1):
        for one in freed(stand, hand, okeys - own):
            yield one, own


# Laying off


def laid_off(stand: Stand, rest: Tiles, tile: int, lying: Lying) -> Iterator[Way]:
    """Lay the tile off onto one meld, after others that fill what is missing between."""
    if lying.kind is MeldKind.RUN:
        for end in (End.LOW, End.HIGH):
            yield from _at_end(stand, rest, tile, lying, end)
    elif lying.kind is MeldKind.GROUP and len(lying.faces) < 4:
        if tile == WILD:
            yield from _onto(stand, rest, tile, lying, lying.missing[:1], None)
        elif stand.face(tile) in lying.missing:
            yield Way((tile,), (Add(laid(tile, stand.face(tile)), lying.at + 1),))


def _at_end(stand: Stand, rest: Tiles, tile: int, lying: Lying, end: End) -> Iterator[Way]:
    up = end is End.HIGH
    slot = lying.high if up else lying.low
    room = min(lying.room[up], lying.room[2], stand.longest - len(lying.faces))
    faces: list[int] = []
    while len(faces) < room:
        slot += 1 if up else -1
        if not 1 <= slot <= stand.last:
            return
        face = slot_face(lying.base, slot)
        faces.append(face)
        if tile == WILD or stand.face(tile) == face:
            yield from _onto(stand, rest, tile, lying, faces, end)
        if tile == WILD:
            return


def _onto(
    stand: Stand, rest: Tiles, tile: int, lying: Lying, faces: Sequence[int], end: End | None
) -> Iterator[Way]:
    """Lay these faces off in turn: the tile at the last of them, what is there at the others."""
    for fillers in _filled(stand, rest, faces[:-1]):
        plain = tuple(filler for filler in fillers if filler != WILD)
        left = less(rest, plain)
        if left is None:
            continue
        adds = tuple(
            Add(laid(one, face), lying.at + 1, end)
            for one, face in zip((*fillers, tile), faces, strict=True)
        )
        wild = len(fillers) - len(plain)
        for one, own in supplied(stand, left, wild):
            okeys = lying.okeys - one.places.count(lying.at) + wild + (tile == WILD)
            if okeys <= stand.okeys_in_meld:
                yield Way((tile, *plain, *[WILD] * own, *one.spent), one.actions + adds)
        if tile == WILD and lying.okeys >= stand.okeys_in_meld:
            # An okey that lies there makes room for this one.
            for one in freed(stand, left, 1):
                stays = not any(isinstance(action, Add) for action in one.actions)
                if one.places == (lying.at,) and stays:
                    yield Way((tile, *one.spent), one.actions + adds, gives=1)


def _filled(stand: Stand, rest: Tiles, faces: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to fill these faces with tiles of the hand and okeys, plain tiles first."""
    own = [stand.tile(face) for face in faces]
    choices = [(tile, WILD) if rest[tile] else (WILD,) for tile in own]
    most = rest[WILD] + sum(lying.okeys for lying in stand.with_okeys)
    for fillers in product(*choices):
        if fillers.count(WILD) <= most:
            yield fillers


# Further melds


def _in_pairs(stand: Stand, rest: Tiles, tile: int) -> Iterator[Way]:
    """Lay the tile in a pair."""
    for other, face in pair_partners(stand, tile):
        if other != WILD and not rest[other]:
            continue
        meld = Meld((laid(tile, face), laid(other, face)))
        lay = Lay((meld,))
        if other != WILD:
            yield Way((tile, other), (lay,))
            continue
        for one, own in supplied(stand, rest, 1):
            yield Way((tile, *[WILD] * own, *one.spent), (*one.actions, lay))


def pair_partners(stand: Stand, tile: int) -> Iterator[tuple[int, int]]:
    """What may lie beside a tile in a pair, and the face that both then have."""
    pairs = stand.rules.pairs
    if tile == WILD:
        if pairs.two_okeys:
            yield WILD, stand.okey
        if pairs.okey_and_tile:
            yield from ((other, stand.face(other)) for other in range(WILD))
        return
    if tile < 52 or pairs.two_false_okeys:
        yield tile, stand.face(tile)
    if pairs.okey_and_tile:
        yield WILD, stand.face(tile)


def _in_melds(stand: Stand, rest: Tiles, tile: int) -> Iterator[Way]:
    """Lay the tile in a run or a group of three: a longer one holds one of these."""
    if tile == WILD:
        for other in [one for one in rest if one != WILD and rest[one]]:
            for kind, faces in trios(stand.face(other), stand.last):
                for at in range(3):
                    if at != faces.index(stand.face(other)):
                        yield from _laid(stand, rest, tile, kind, faces, at)
        return
    face = stand.face(tile)
    for kind, faces in trios(face, stand.last):
        yield from _laid(stand, rest, tile, kind, faces, faces.index(face))


def _laid(
    stand: Stand, rest: Tiles, tile: int, kind: MeldKind, faces: Slots, at: int
) -> Iterator[Way]:
    """Lay three faces, the tile at one place and what is there at the others."""
    for fillers in _filled(stand, rest, faces[:at] + faces[at + 1 :]):
        plain = tuple(filler for filler in fillers if filler != WILD)
        tiles = (*fillers[:at], tile, *fillers[at:])
        left = less(rest, plain)
        wild = tiles.count(WILD)
        if left is None or wild == len(tiles) or wild > stand.okeys_in_meld:
            continue
        lay = Lay((meld_of(kind, tiles, faces),))
        for one, own in supplied(stand, left, len(fillers) - len(plain)):
            yield Way((tile, *plain, *[WILD] * own, *one.spent), (*one.actions, lay))


def meld_of(kind: MeldKind, tiles: Sequence[int], faces: Sequence[int]) -> Meld:
    """A meld with every okey's face declared; in a group of three the number alone."""
    if kind is MeldKind.GROUP and len(faces) == 3:
        number = next(face for face in faces if face != OPEN) % NUMBERS + 1
        return Meld(
            tuple(
                laid(tile, OPEN if tile == WILD else face, number)
                for tile, face in zip(tiles, faces, strict=True)
            )
        )
    return Meld(tuple(laid(tile, face) for tile, face in zip(tiles, faces, strict=True)))


@cache
def trios(face: int, last: int) -> tuple[tuple[MeldKind, Slots], ...]:
    """The runs and groups of three that hold a face; `last` is the last slot of a run."""
    return homes(face, last, (3,))


@cache
def homes(
    face: int, last: int, lengths: tuple[int, ...] = (3, 4, 5)
) -> tuple[tuple[MeldKind, Slots], ...]:
    """The runs of these lengths, and the groups, that hold a face."""
    number = face % NUMBERS + 1
    base = face - number + 1
    found = []
    for length in lengths:
        for slot in (number, number + NUMBERS):
            if slot > last:
                continue
            for start in range(max(1, slot - length + 1), min(slot, last - length + 1) + 1):
                slots = range(start, start + length)
                found.append((MeldKind.RUN, tuple(slot_face(base, one) for one in slots)))
        if length <= 4:
            group = range(number - 1, 52, NUMBERS)
            found += [
                (MeldKind.GROUP, faces) for faces in combinations(group, length) if face in faces
            ]
    return tuple(found)


__all__ = [
    "Freed",
    "Way",
    "freed",
    "homes",
    "laid_off",
    "meld_of",
    "pair_partners",
    "supplied",
    "trios",
    "ways",
]

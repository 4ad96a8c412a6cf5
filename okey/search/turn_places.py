"""Where one tile can go on the table in a turn, and what that takes out of the hand.

Every way to lay a tile off, to exchange it for an okey and to lay it in a further meld, with the
tiles and okeys that this needs beside it. What an opening is made of is left to `turn_open`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from okey.fits import extended, run_numbers, swapped
from okey.melds import LAID, MeldKind
from okey.moves import Action, Add, End, Lay
from okey.reading import read
from okey.search.turn_freed import Freed, freed, swap_at
from okey.search.turn_melds import Slots, faces_held, holding, meld_of, pair_of, pair_partners
from okey.search.turn_state import OPEN, WILD, Lying, Stand, Tiles, kinds, laid, less, slot_face
from okey.table import TableMeld
from okey.tiles import NUMBERS, TILES

OKEY_THERE: Final = -2  # a place where an okey is to lie, whichever

Fillers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to bring a tile onto the table.

    `spent` are the tiles that leave the hand, the tile itself first; `gives` is how many okeys come
    into it that are not laid again. `actions` do it.
    """

    spent: tuple[int, ...]
    actions: tuple[Action, ...]
    gives: int = 0


def ways(stand: Stand, hand: Tiles, tile: int) -> Iterator[Way]:
    """Every way to use `tile`, one of `hand`, after an opening; simple ways first.

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


def _swapped_in(stand: Stand, tile: int) -> Iterator[Way]:
    """Exchange the tile itself for an okey that stands for it."""
    for lying in stand.with_okeys:
        if swapped(lying.meld, TILES[tile], stand.rules, stand.okey) is not None:
            yield Way((tile,), (swap_at(tile, lying),), gives=1)


# Okeys


def supplied(stand: Stand, hand: Tiles, okeys: int) -> Iterator[tuple[Freed, Fillers]]:
    """Every way to have so many okeys: those off the table, and the hand's own; own ones first."""
    for out in range(okeys + 1):
        for own in _own(stand, hand, okeys - out):
            for one in freed(stand, hand, out):
                yield one, own


def _own(stand: Stand, hand: Tiles, okeys: int) -> Iterator[Fillers]:
    """Every way to take so many wild tiles of the hand."""
    if len(stand.wild) == 1:
        if hand[WILD] >= okeys:
            yield (WILD,) * okeys
        return
    first, second = stand.wild
    for more in range(okeys + 1):
        if hand[first] >= okeys - more and hand[second] >= more:
            yield (first,) * (okeys - more) + (second,) * more


def _filled(stand: Stand, rest: Tiles, faces: Sequence[int]) -> Iterator[Fillers]:
    """Every way to fill these faces with tiles of the hand and okeys, plain tiles first."""
    choices = [(*(tile for tile in stand.tiles(face) if rest[tile]), OKEY_THERE) for face in faces]
    most = stand.okeys_out + sum(rest[tile] for tile in stand.wild)
    for fillers in product(*choices):
        if fillers.count(OKEY_THERE) <= most:
            yield fillers


def _with_okeys(fillers: Fillers, okeys: Sequence[int]) -> Fillers:
    """The fillers with okeys where they are to lie."""
    waiting = iter(okeys)
    return tuple(next(waiting) if one == OKEY_THERE else one for one in fillers)


# Laying off


def laid_off(stand: Stand, rest: Tiles, tile: int, lying: Lying) -> Iterator[Way]:
    """Lay the tile off onto one meld, after others that fill what is missing between."""
    face = stand.face(tile)
    if face is not None and not lying.fits(face):
        return
    if lying.kind is MeldKind.GROUP:
        add = added_to_group(stand, lying, tile)
        if add is not None:
            yield Way((tile,), (add,))
        elif tile in stand.wild and lying.wild >= stand.okeys_in_meld:
            yield from _after_freeing(stand, rest, tile, lying, None)
    elif lying.kind is MeldKind.RUN:
        for end in (End.LOW, End.HIGH):
            yield from _at_end(stand, rest, tile, lying, end)


def added_to_group(stand: Stand, lying: Lying, tile: int) -> Add | None:
    """Lay a tile off onto a group, if it fits."""
    for face in group_faces(lying.meld) if tile == WILD else (OPEN,):
        add = Add(laid(tile, face), lying.at + 1)
        if extended(lying.meld, add.tile, stand.rules, stand.okey) is not None:
            return add
    return None


def group_faces(meld: TableMeld) -> range:
    """The four faces of a group's number."""
    numbers = [one.stands_for for one in meld.tiles if isinstance(one.stands_for, int)]
    numbers += [one.tile.number for one in meld.tiles if one.tile.is_face]
    known = numbers[0]
    return range(known - 1, 52, NUMBERS)


def ends_of(stand: Stand, lying: Lying) -> tuple[int, int, int]:
    """Of a run: the 1 of its colour, its first slot and its last one (14 is the 1 after the 13)."""
    numbers = run_numbers(lying.meld, stand.rules, stand.okey)
    assert numbers is not None
    colour, first = numbers
    return colour * NUMBERS, first, first + lying.size - 1


def _at_end(stand: Stand, rest: Tiles, tile: int, lying: Lying, end: End) -> Iterator[Way]:
    up = end is End.HIGH
    base, low, high = ends_of(stand, lying)
    slot = high if up else low
    room = min(lying.room[up], lying.room[2], stand.longest - lying.size)
    faces: list[int] = []
    while len(faces) < room:
        slot += 1 if up else -1
        if not 1 <= slot <= stand.last:
            return
        faces.append(slot_face(base, slot))
        if stand.face(tile) in (None, faces[-1]):
            yield from _onto(stand, rest, tile, lying, faces, end)
        if tile in stand.wild:
            return


def _onto(
    stand: Stand, rest: Tiles, tile: int, lying: Lying, faces: Sequence[int], end: End
) -> Iterator[Way]:
    """Lay these faces off in turn: the tile at the last of them, what is there at the others."""
    for fillers in _filled(stand, rest, faces[:-1]):
        plain = tuple(filler for filler in fillers if filler != OKEY_THERE)
        left = less(rest, plain)
        if left is None:
            continue
        for one, own in supplied(stand, left, len(fillers) - len(plain)):
            lies = (*_with_okeys(fillers, (*own, *(WILD,) * len(one.places))), tile)
            wild = sum(tile in stand.wild for tile in lies)
            if lying.wild - one.places.count(lying.at) + wild > stand.okeys_in_meld:
                continue
            adds = tuple(
                Add(laid(lie, face), lying.at + 1, end)
                for lie, face in zip(lies, faces, strict=True)
            )
            if stand.usual or _stretches(stand, lying, one, adds):
                yield Way((tile, *plain, *own, *one.spent), one.actions + adds)
    if tile in stand.wild and lying.wild >= stand.okeys_in_meld:
        yield from _after_freeing(stand, rest, tile, lying, end)


def _after_freeing(
    stand: Stand, rest: Tiles, tile: int, lying: Lying, end: End | None
) -> Iterator[Way]:
    """Lay an okey off where one that lies there must make room for it."""
    for one in freed(stand, rest, 1):
        if one.places == (lying.at,):
            after = extended(one.melds[lying.at], LAID[tile], stand.rules, stand.okey, end)
            if after is not None:
                laid_now = next(new for new in after[0].tiles if new.tile == TILES[tile])
                add = Add(laid_now, lying.at + 1, end)
                yield Way((tile, *one.spent), (*one.actions, add), gives=1)


def _stretches(stand: Stand, lying: Lying, one: Freed, adds: Sequence[Add]) -> bool:
    """Whether tiles laid off in turn make legal melds, as the rule set reads them."""
    meld = one.melds.get(lying.at, lying.meld)
    for add in adds:
        after = extended(meld, add.tile, stand.rules, stand.okey, add.end)
        if after is None:
            return False
        meld = after[0]
    return True


# Further melds


def _in_pairs(stand: Stand, rest: Tiles, tile: int) -> Iterator[Way]:
    """Lay the tile in a pair."""
    for other in pair_partners(stand, tile):
        lay = Lay((pair_of(stand, tile, other),))
        if rest[other]:
            yield Way((tile, other), (lay,))
        if other == WILD:
            for one in freed(stand, rest, 1):
                yield Way((tile, *one.spent), (*one.actions, lay))


def _in_melds(stand: Stand, rest: Tiles, tile: int) -> Iterator[Way]:
    """Lay the tile in a run or a group of three: a longer one holds one of these."""
    own = stand.face(tile)
    faces = [own] if own is not None else [stand.face(other) for other in kinds(rest)]
    bits, okeys = faces_held(stand, rest), stand.okeys_out + sum(rest[one] for one in stand.wild)
    if own is None:
        okeys += 1  # the tile itself
    else:
        bits |= 1 << own
    for face in faces:
        if face is None:
            continue
        for kind, places in holding(stand, face, (3,), bits, okeys):
            at = places.index(face)
            for lies in (at,) if own is not None else [n for n in range(3) if n != at]:
                yield from _laid(stand, rest, tile, kind, places, lies)


def _laid(
    stand: Stand, rest: Tiles, tile: int, kind: MeldKind, places: Slots, at: int
) -> Iterator[Way]:
    """Lay three faces, the tile at one place and what is there at the others."""
    for fillers in _filled(stand, rest, places[:at] + places[at + 1 :]):
        plain = tuple(filler for filler in fillers if filler != OKEY_THERE)
        left = less(rest, plain)
        if left is None:
            continue
        for one, own in supplied(stand, left, len(fillers) - len(plain)):
            filled = _with_okeys(fillers, (*own, *(WILD,) * len(one.places)))
            meld = meld_of(stand, kind, (*filled[:at], tile, *filled[at:]), places)
            if read(meld, stand.rules, stand.okey) is not None:
                actions = (*one.actions, Lay((meld,)))
                yield Way((tile, *plain, *own, *one.spent), actions)


__all__ = ["Way", "added_to_group", "ends_of", "group_faces", "laid_off", "supplied", "ways"]

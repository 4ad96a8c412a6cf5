"""What fits a meld on the table: tiles laid off onto it, and tiles that take an okey's place.

Whether the meld that comes about is legal, `okey.reading` alone says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from okey.melds import GROUP, LAID, PAIR, RUN, LaidTile, Meld, new_meld, okey_as
from okey.moves import End
from okey.reading import (
    AS_LAID,
    LONGEST_GROUP,
    Reading,
    faces_of,
    false_face,
    last_slot,
    read,
    slot_number,
)
from okey.rules.model import RuleSet
from okey.table import TableMeld, new_table_meld
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face

_ENDS: Final = (End.HIGH, End.LOW)
_OF_NUMBER: Final = sum(1 << colour * NUMBERS for colour in Colour)  # the four ones, as bits


def on_table(owner: int, meld: Meld, reading: Reading) -> TableMeld:
    """A meld as it lies on the table once it is laid."""
    tiles, order = meld.tiles, reading.order
    if order is not AS_LAID[len(tiles)]:
        tiles = tuple(map(tiles.__getitem__, order))
    if reading.wild:
        faces = map(reading.faces.__getitem__, order)
        tiles = tuple(
            [
                okey_as(face) if laid.tile is OKEY else laid
                for laid, face in zip(tiles, faces, strict=True)
            ]
        )
    return new_table_meld(owner, reading.kind, tiles)


def extended(
    meld: TableMeld, laid: LaidTile, rules: RuleSet, okey: Tile, end: End | None = None
) -> tuple[TableMeld, End | None] | None:
    """Lay a tile off onto a run or a group; answer the meld then, and the end of a run.

    None where it does not fit. An okey that fits both ends of a run and names none goes to the end
    with the higher face. A group has no ends.
    """
    if meld.kind is RUN:
        return _longer_run(meld, laid, rules, okey, end)
    if meld.kind is GROUP and len(meld.tiles) < LONGEST_GROUP:
        whole = new_meld((*meld.tiles, laid), GROUP)
        reading = read(whole, rules, okey)
        return None if reading is None else (on_table(meld.owner, whole, reading), None)
    return None


def _longer_run(
    meld: TableMeld, laid: LaidTile, rules: RuleSet, okey: Tile, end: End | None
) -> tuple[TableMeld, End] | None:
    own = face_on_table(laid, rules, okey)
    places: list[tuple[End, Tile]] = []
    for at in _ENDS if end is None else (end,):
        wanted = end_face(meld, at, rules, okey)
        if wanted is not None and (own is None or own is wanted):
            places.append((at, wanted))
    if len(places) > 1:
        places.sort(key=lambda place: -place[1].number)  # stable: the high end first
    for at, wanted in places:
        tile = okey_as(wanted) if laid.tile.index == OKEY.index else laid
        tiles = (*meld.tiles, tile) if at is End.HIGH else (tile, *meld.tiles)
        reading = read(new_meld(tiles, RUN), rules, okey)
        if reading is not None and reading.order == AS_LAID[len(tiles)]:
            return new_table_meld(meld.owner, RUN, tiles), at
    return None


def end_face(meld: TableMeld, end: End, rules: RuleSet, okey: Tile) -> Tile | None:
    """The face that would continue a run at this end, None where nothing does."""
    numbers = run_numbers(meld, rules, okey)
    if numbers is None:
        return None
    colour, first = numbers
    slot = first + len(meld.tiles) if end is End.HIGH else first - 1
    return face(colour, slot_number(slot)) if 1 <= slot <= last_slot(rules) else None


def run_numbers(meld: TableMeld, rules: RuleSet, okey: Tile) -> tuple[Colour, int] | None:
    """The colour of a run and the slot of its first tile."""
    for at, laid in enumerate(meld.tiles):
        own = face_on_table(laid, rules, okey)
        if isinstance(own, Tile):
            # Behind the 13 the 1 stands in slot 14.
            first = own.index % NUMBERS + 1 - at
            return own.colour, first if first > 0 else first + NUMBERS
    return None


def face_on_table(laid: LaidTile, rules: RuleSet, okey: Tile) -> Tile | int | None:
    """The face of one tile of a meld; None for a wild tile that nobody declared."""
    index = laid.tile.index
    if index < FALSE_OKEY.index:
        return laid.tile
    return laid.stands_for if index == OKEY.index else false_face(okey, rules)


def layable(
    tile: Tile, table: tuple[TableMeld, ...], rules: RuleSet, okey: Tile
) -> Iterator[tuple[int, End | None]]:
    """The melds (from 0) and ends where a tile could be laid off, whoever may do it."""
    laid = LAID[tile.index]
    for index, meld in enumerate(table):
        for end in _ENDS if meld.kind is RUN else (None,):
            found = extended(meld, laid, rules, okey, end)
            if found is not None:
                yield index, end


def fits_somewhere(tile: Tile, table: tuple[TableMeld, ...], rules: RuleSet, okey: Tile) -> bool:
    """Whether a tile could be laid off onto any of these melds, whoever may do it."""
    own = tile
    if tile is OKEY or tile is FALSE_OKEY:
        bears = None if tile is OKEY else false_face(okey, rules)
        if bears is None:  # it is wild
            return next(layable(tile, table, rules, okey), None) is not None
        own = bears
    bit, (may_fit, near) = 1 << own.index, _near_all(table, rules, okey)
    if not may_fit & bit:
        return False
    laid = LAID[own.index]
    for meld, faces in zip(table, near, strict=True):
        if faces & bit and extended(meld, laid, rules, okey) is not None:
            return True
    return False


def near_faces(table: tuple[TableMeld, ...], rules: RuleSet, okey: Tile) -> int:
    """The only faces that may fit any of these melds, as bits by their index."""
    return _near_all(table, rules, okey)[0]


# The table asked about last, with what may fit: three moves of four leave it as it was.
_Near = tuple[int, list[int]]
_last: list[tuple[tuple[TableMeld, ...], RuleSet | None, Tile | None, _Near]]
_last = [((), None, None, (0, []))]


def _near_all(table: tuple[TableMeld, ...], rules: RuleSet, okey: Tile) -> _Near:
    """The only faces that may fit, as bits by their index: any of the melds, and each of them."""
    own_table, own_rules, own_okey, near = _last[0]
    if own_table is table and own_rules is rules and own_okey is okey:
        return near
    may_fit, each = 0, []
    for meld in table:
        for_rules, for_okey, faces = meld.memo
        if for_rules is not rules or for_okey is not okey:
            faces = _near_at(meld, rules, okey)
            meld.memo[:] = rules, okey, faces
        may_fit |= faces
        each.append(faces)
    near = may_fit, each
    _last[0] = table, rules, okey, near  # at once: other threads ask, too
    return near


def _near_at(meld: TableMeld, rules: RuleSet, okey: Tile) -> int:
    """The faces at a run's ends, or those of a group's number."""
    if meld.kind is RUN:
        numbers = run_numbers(meld, rules, okey)
        if numbers is None:
            return 0
        colour, first = numbers
        bits, last = 0, last_slot(rules)
        for slot in (first - 1, first + len(meld.tiles)):
            if 1 <= slot <= last:
                bits |= 1 << colour * NUMBERS + slot_number(slot) - 1
        return bits
    if meld.kind is GROUP and len(meld.tiles) < LONGEST_GROUP:
        for laid in meld.tiles:
            own = face_on_table(laid, rules, okey)
            if isinstance(own, Tile):
                return _OF_NUMBER << own.index % NUMBERS
    return 0


def okeys_stand_for(meld: TableMeld) -> tuple[Tile | int, ...]:
    """What the okeys of a meld on the table stand for; a number alone where the colour is open."""
    return tuple(laid.stands_for for laid in meld.tiles if laid.stands_for is not None)


def open_faces(meld: TableMeld, rules: RuleSet, okey: Tile) -> tuple[Tile, ...]:
    """The faces that an okey of a group of three may stand for, where its colour is open."""
    numbers = [stands for stands in okeys_stand_for(meld) if isinstance(stands, int)]
    if not numbers:
        return ()
    there = {
        own
        for laid, own in zip(meld.tiles, faces_of(meld.meld, okey, rules), strict=True)
        if laid.tile != OKEY and isinstance(own, Tile)
    }
    wanted = (face(colour, numbers[0]) for colour in Colour)
    return tuple(one for one in wanted if one not in there)


def swapped(meld: TableMeld, tile: Tile, rules: RuleSet, okey: Tile) -> TableMeld | None:
    """Put a tile in the place of the okey that stands for it; None where it has no such place."""
    swap = rules.swap
    if swap is None or tile is OKEY or (tile is FALSE_OKEY and not swap.false_okey):
        return None
    if meld.kind is PAIR and not swap.in_pairs:
        return None
    own = face_on_table(LAID[tile.index], rules, okey)
    for at, laid in enumerate(meld.tiles):
        stands = laid.stands_for
        if stands is None:
            continue
        if isinstance(stands, int):
            fits = swap.undetermined and own in open_faces(meld, rules, okey)
        else:
            fits = stands is own
        if fits:
            tiles = (*meld.tiles[:at], LAID[tile.index], *meld.tiles[at + 1 :])
            whole = Meld(tiles, meld.kind)
            reading = read(whole, rules, okey)
            return None if reading is None else on_table(meld.owner, whole, reading)
    return None

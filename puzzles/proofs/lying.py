"""Melds on the table: what goes onto them, and which tile frees an okey."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from okey.melds import Meld, MeldKind
from okey.rules.model import RuleSet
from okey.table import TableMeld
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile
from puzzles.proofs.melds import COLOURS, last_slot, read, seen, slot_number

Side = Literal["low", "high"]


@dataclass(frozen=True, slots=True)
class Lying:
    """A meld on the table.

    A run has its `colour`, the slot `first` and its `length`; `number` is that of a group. `wild`
    are the slots of a run in which okeys lie; in a group `colours` are those of the plain tiles,
    and `okeys` counts the others. `added` counts what was laid off onto it in this turn.
    """

    owner: int
    kind: MeldKind
    colour: int = 0
    first: int = 0
    length: int = 2
    wild: frozenset[int] = frozenset()
    number: int = 0
    colours: frozenset[int] = frozenset()
    okeys: int = 0
    added: int = 0


def on_table(meld: TableMeld, rules: RuleSet, okey: Tile, added: int = 0) -> Lying:
    """A meld that lies there already. Raise `ValueError` where it is none."""
    return laid(meld.owner, Meld(meld.tiles, meld.kind), rules, okey, added)


def laid(owner: int, meld: Meld, rules: RuleSet, okey: Tile, added: int = 0) -> Lying:
    """A meld as it lies once it is laid. Raise `ValueError` where it is none."""
    reading = read(meld, rules, okey)
    if reading is None:
        raise ValueError(str(meld))
    tiles = seen(meld, okey)
    if reading.kind is MeldKind.PAIR:
        return Lying(owner, reading.kind, added=added)
    if reading.kind is MeldKind.RUN:
        slots = [slot for _, slot in reading.places]
        wild = frozenset(slot for slot, tile in zip(slots, tiles, strict=True) if tile.wild)
        colour = reading.places[0][0]
        assert colour is not None
        return Lying(owner, reading.kind, colour, min(slots), len(slots), wild=wild, added=added)
    plain = frozenset(
        colour
        for (colour, _), tile in zip(reading.places, tiles, strict=True)
        if colour is not None and not tile.wild
    )
    return Lying(
        owner,
        reading.kind,
        length=len(tiles),
        number=reading.places[0][1],
        colours=plain,
        okeys=sum(tile.wild for tile in tiles),
        added=added,
    )


def face_of(tile: Tile, okey: Tile) -> tuple[int, int] | None:
    """Colour and number that a tile counts as; None for a wild one."""
    if tile.index == OKEY.index:
        return None
    index = okey.index if tile.index == FALSE_OKEY.index else tile.index
    return index // NUMBERS, index % NUMBERS + 1


def additions(
    meld: Lying, tile: Tile, rules: RuleSet, okey: Tile
) -> Iterator[tuple[Lying, Side | None, int]]:
    """What a meld can become by one tile: the meld, the end of a run, and the number laid.

    The cap of a turn is not looked at.
    """
    face = face_of(tile, okey)
    if meld.kind is MeldKind.RUN:
        sides: tuple[tuple[Side, int], ...] = (
            ("high", meld.first + meld.length),
            ("low", meld.first - 1),
        )
        for side, slot in sides:
            if 1 <= slot <= last_slot(rules) and face in (None, (meld.colour, slot_number(slot))):
                yield (
                    replace(
                        meld,
                        first=min(meld.first, slot),
                        length=meld.length + 1,
                        wild=meld.wild | {slot} if face is None else meld.wild,
                        added=meld.added + 1,
                    ),
                    side,
                    slot_number(slot),
                )
    elif meld.kind is MeldKind.GROUP and meld.length == 3:
        if face is None:
            yield (
                replace(meld, length=4, okeys=meld.okeys + 1, added=meld.added + 1),
                None,
                meld.number,
            )
        elif face[1] == meld.number and face[0] not in meld.colours:
            colours = meld.colours | {face[0]}
            yield (
                replace(meld, length=4, colours=colours, added=meld.added + 1),
                None,
                meld.number,
            )


def within_cap(before: Lying, rules: RuleSet) -> bool:
    """Whether one more tile may be laid off onto this meld in this turn."""
    cap = rules.table.run_cap if rules.table is not None else None
    return before.kind is not MeldKind.RUN or cap is None or before.added < cap


def freed(meld: Lying, tile: Tile, rules: RuleSet, okey: Tile) -> Lying | None:
    """The meld once this tile has taken the place of an okey; None where it cannot."""
    face = face_of(tile, okey)
    if rules.swap is None or face is None:
        return None
    if tile.index == FALSE_OKEY.index and not rules.swap.false_okey:
        return None
    if meld.kind is MeldKind.RUN:
        for slot in meld.wild:
            if face == (meld.colour, slot_number(slot)):
                return replace(meld, wild=meld.wild - {slot})
        return None
    if meld.kind is not MeldKind.GROUP or face[1] != meld.number or not meld.okeys:
        return None
    if face[0] in meld.colours or (meld.length < len(COLOURS) and not rules.swap.undetermined):
        return None
    return replace(meld, colours=meld.colours | {face[0]}, okeys=meld.okeys - 1)

"""What a meld can be: every run, group and pair that its tiles make, found by trying them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from okey.melds import Meld, MeldKind
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile

COLOURS: Final = range(4)


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile of a meld: its colour and number as far as they are fixed, and whether it is wild.

    A wild tile without a declared face fixes neither, one declared as a number alone no colour.
    """

    wild: bool
    colour: int | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A legal way to read a meld.

    `places` has a pair a tile in the order laid: in a run the colour and the slot (14 is the 1
    after the 13), in a group or pair the colour and the number; a colour that stays open is None.
    """

    kind: MeldKind
    points: int
    places: tuple[tuple[int | None, int], ...]
    as_laid: bool


def seen(meld: Meld, okey: Tile) -> tuple[Seen, ...]:
    """The tiles of a meld in the order laid."""
    tiles = []
    for laid in meld.tiles:
        if laid.tile.index == OKEY.index:
            face = laid.stands_for
            if isinstance(face, Tile):
                tiles.append(Seen(True, face.index // NUMBERS, face.index % NUMBERS + 1))
            else:
                tiles.append(Seen(True, None, face))
        else:
            index = okey.index if laid.tile.index == FALSE_OKEY.index else laid.tile.index
            tiles.append(Seen(False, index // NUMBERS, index % NUMBERS + 1))
    return tuple(tiles)


def read(meld: Meld, rules: RuleSet, okey: Tile) -> Reading | None:
    """How a meld counts that was laid so; None where it is illegal.

    The order laid goes before any other, then the highest points; of two kinds the higher total
    counts, the group where they are equal.
    """
    tiles = seen(meld, okey)
    if meld.kind is MeldKind.PAIR or (meld.kind is None and len(tiles) == 2):
        return pair(tiles, meld, rules)
    found = []
    if meld.kind is not MeldKind.RUN:
        found += groups(tiles)[:1]
    if meld.kind is not MeldKind.GROUP:
        own = sorted(runs(tiles, rules), key=lambda one: (not one.as_laid, -one.points))
        found += own[:1]
    return max(found, key=lambda one: one.points, default=None)


def last_slot(rules: RuleSet) -> int:
    """Where a run ends at the latest."""
    return NUMBERS + 1 if rules.runs.wrap_end else NUMBERS


def slot_number(slot: int) -> int:
    """The number of a slot; 14 is the 1 after the 13."""
    return 1 if slot > NUMBERS else slot


def runs(tiles: Sequence[Seen], rules: RuleSet) -> Iterator[Reading]:
    """Every run that these tiles make, in every order."""
    size = len(tiles)
    if size < 3 or all(tile.wild for tile in tiles):
        return
    for colour in COLOURS:
        if any(tile.colour not in (None, colour) for tile in tiles):
            continue
        for start in range(1, last_slot(rules) - size + 2):
            slots = range(start, start + size)
            taken = _slots(tiles, slots)
            if taken is None:
                continue
            if any(tile.colour is None and tile.number is not None for tile in tiles):
                continue  # a number without a colour is said of groups alone
            yield Reading(
                MeldKind.RUN,
                sum(map(slot_number, slots)),
                tuple((colour, slot) for slot in taken),
                taken == list(slots),
            )


def _slots(tiles: Sequence[Seen], slots: range) -> list[int] | None:
    """A slot for each tile, the order laid if it serves; None where they do not fill the slots."""
    if all(
        tile.number in (None, slot_number(slot)) for tile, slot in zip(tiles, slots, strict=True)
    ):
        return list(slots)
    free = list(slots)
    taken: list[int] = [0] * len(tiles)
    for at, tile in enumerate(tiles):
        if tile.number is not None:
            slot = next((one for one in free if slot_number(one) == tile.number), None)
            if slot is None:
                return None
            free.remove(slot)
            taken[at] = slot
    for at, tile in enumerate(tiles):
        if tile.number is None:
            taken[at] = free.pop(0)
    return taken


def groups(tiles: Sequence[Seen]) -> list[Reading]:
    """The group that these tiles make, if they do. In one of three an okey's colour stays open."""
    size = len(tiles)
    numbers = {tile.number for tile in tiles if tile.number is not None}
    if size not in (3, 4) or len(numbers) != 1 or all(tile.wild for tile in tiles):
        return []
    [number] = numbers
    fixed = [
        tile.colour for tile in tiles if tile.colour is not None and (size == 4 or not tile.wild)
    ]
    if len(set(fixed)) != len(fixed):
        return []
    open_ = [colour for colour in COLOURS if colour not in fixed]
    places: list[tuple[int | None, int]] = []
    for tile in tiles:
        settled = tile.colour is not None and (size == 4 or not tile.wild)
        if settled:
            places.append((tile.colour, number))
        else:
            places.append((open_.pop(0) if size == 4 else None, number))
    return [Reading(MeldKind.GROUP, number * size, tuple(places), True)]


def pair(tiles: Sequence[Seen], meld: Meld, rules: RuleSet) -> Reading | None:
    """The pair that two tiles make, if they do."""
    if len(tiles) != 2:
        return None
    wilds = sum(tile.wild for tile in tiles)
    false_okeys = sum(laid.tile.index == FALSE_OKEY.index for laid in meld.tiles)
    if (
        (wilds == 1 and not rules.pairs.okey_and_tile)
        or (wilds == 2 and not rules.pairs.two_okeys)
        or (false_okeys == 2 and not rules.pairs.two_false_okeys)
    ):
        return None
    faces = {(tile.colour, tile.number) for tile in tiles if tile.number is not None}
    if len(faces) > 1 or any(colour is None for colour, _ in faces):
        return None
    colour, number = next(iter(faces), (None, None))
    place = (colour, number or 0)
    return Reading(MeldKind.PAIR, 0, (place, place), True)

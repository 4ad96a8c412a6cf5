"""Tiles as counts: how many of each colour and number, and how many wild ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile

FACES: Final = 52


@dataclass(frozen=True, slots=True)
class Rack:
    """`faces` has the number of tiles of each of the 52 faces, false okeys among them."""

    faces: tuple[int, ...]
    wilds: int

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return sum(self.faces) + self.wilds


def face_index(tile: Tile, okey: Tile) -> int:
    """The face that a tile that is not wild counts as: a false okey bears the okey's."""
    return okey.index if tile.index == FALSE_OKEY.index else tile.index


def rack_of(tiles: Iterable[Tile], okey: Tile) -> Rack:
    """Count the tiles. `okey` is the face of the okey."""
    faces = [0] * FACES
    wilds = 0
    for tile in tiles:
        if tile.index == OKEY.index:
            wilds += 1
        else:
            faces[face_index(tile, okey)] += 1
    return Rack(tuple(faces), wilds)


def changed(rack: Rack, tile: Tile, okey: Tile, by: int) -> Rack:
    """The rack with a tile more, or less."""
    if tile.index == OKEY.index:
        return Rack(rack.faces, rack.wilds + by)
    faces = list(rack.faces)
    faces[face_index(tile, okey)] += by
    return Rack(tuple(faces), rack.wilds)


def most_pairs(tiles: Iterable[Tile], rules: RuleSet) -> int:
    """The most pairs: equal tiles, then an okey to each that is left alone, then two okeys.

    The false okeys are equal to one another and, their face being the okey's, to nothing else.
    """
    counts: dict[int, int] = {}
    for tile in tiles:
        counts[tile.index] = counts.get(tile.index, 0) + 1
    wilds, allowed = counts.pop(OKEY.index, 0), rules.pairs
    pairs = singles = 0
    for count in counts.values():  # plain loops: discards ask this for every throw and draw
        pairs += count >> 1
        singles += count & 1
    if not allowed.two_false_okeys and counts.get(FALSE_OKEY.index) == 2:
        pairs, singles = pairs - 1, singles + 2
    helped = min(wilds, singles) if allowed.okey_and_tile else 0
    # Two okeys are worth one pair together, two beside single tiles.
    left = wilds - helped
    return pairs + helped + (left // 2 if allowed.two_okeys else 0)


def without(tiles: Sequence[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...] | None:
    """The tiles less some of them; None where one of those is not there."""
    rest = list(tiles)
    for tile in gone:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def number_of(index: int) -> int:
    """The number of a face."""
    return index % NUMBERS + 1

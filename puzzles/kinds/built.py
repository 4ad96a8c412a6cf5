"""Hands put together out of melds and pairs, so that rare ends need not be waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from okey.rules.model import RuleSet
from okey.tiles import FACES, NUMBERS, OKEY, Tile, face
from puzzles.kinds.box import Box

Tiles = tuple[Tile, ...]
_LONGEST_GROUP: Final = 4

# Of the melds of a whole hand of fourteen.
SIZES: Final = ((3, 3, 4, 4), (3, 3, 3, 5), (4, 5, 5), (3, 3, 8), (3, 4, 7), (3, 5, 6), (4, 4, 6))


def a_meld(
    box: Box,
    size: int,
    *,
    low: int = 1,
    high: int = NUMBERS,
    runs: float = 0.5,
    wrap: bool = False,
) -> Tiles:
    """The faces of a run or a group of so many tiles, of numbers from `low` to `high`.

    Nothing is taken. `runs` is the share of runs among those that may be either; with `wrap` a run
    may end with the 1 after the 13.
    """
    if size > _LONGEST_GROUP or box.rng.random() < runs:
        if wrap and box.rng.random() < 0.2:
            colour = box.colour()
            first = NUMBERS - size + 2
            return (*(face(colour, n) for n in range(first, NUMBERS + 1)), face(colour, 1))
        low = min(low, NUMBERS - size + 1)
        return box.run(size, low=low, high=max(high, low + size - 1))
    return box.group(size, low=low, high=high)


def taken_melds(
    box: Box,
    sizes: Sequence[int],
    *,
    low: int = 1,
    high: int = NUMBERS,
    runs: float = 0.5,
    wrap: bool = False,
) -> list[Tiles] | None:
    """Take melds of these sizes out of a bag; None where a tile is gone."""
    melds: list[Tiles] = []
    for size in sizes:
        faces = a_meld(box, size, low=low, high=high, runs=runs, wrap=wrap)
        tiles = tuple(box.bearing(one) for one in faces)
        if not box.has(tiles):
            return None
        melds.append(box.take(tiles))
    return melds


def joined(melds: Sequence[Tiles]) -> list[Tile]:
    """All tiles of melds."""
    return [tile for meld in melds for tile in meld]


def with_okeys(box: Box, tiles: list[Tile], count: int) -> list[Tile]:
    """The tiles with okeys in the place of so many of them; those that go are out of the game."""
    box.take([OKEY] * count)
    changed = list(tiles)
    for at in box.rng.sample(range(len(tiles)), count):
        changed[at] = OKEY
    return changed


def taken_pairs(box: Box, count: int) -> list[Tile] | None:
    """Take so many pairs of equal tiles, rarely the two false okeys."""
    tiles: list[Tile] = []
    for _ in range(count):
        one = box.bearing(box.rng.choice(FACES))
        if not box.has((one, one)):
            return None
        tiles += box.take((one, one))
    return tiles


def complete_hand(box: Box, rules: RuleSet, *, by_pairs: float) -> list[Tile] | None:
    """Tiles that may be shown as a whole, with none, one or two okeys among them.

    `by_pairs`: the share of hands in pairs. None where the box does not hold what was drawn up.
    """
    rng = box.rng
    assert rules.showing is not None
    pairs = rules.showing.pairs if rng.random() < by_pairs else None
    if pairs is not None:
        tiles = taken_pairs(box, pairs)
    else:
        sizes = box.shuffled(rng.choice(SIZES))
        melds = taken_melds(box, sizes, runs=0.6, wrap=rules.runs.wrap_end)
        tiles = None if melds is None else joined(melds)
    if tiles is None or len(tiles) != rules.hand.others:
        return None
    return with_okeys(box, tiles, rng.choice((0, 0, 1, 1, 2)))

"""Tiles that look like a meld and are none, and pairs: what goes into a turn that is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from okey.tiles import FALSE_OKEY, NUMBERS, Colour, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.stories import Telling
from tutor.tasks.pieces import Bag


def plain(bag: Bag, faces: Sequence[Tile]) -> list[Tile] | None:
    """Tiles that bear these faces, if all are there."""
    tiles = [bag.bearing(tile) for tile in faces]
    return tiles if bag.has(tiles) else None


def gap(told: Telling) -> list[Tile] | None:
    """A run without a tile inside it."""
    run = list(scenes.some_run(told.rng))
    if len(run) < 4:
        return None
    run.pop(told.rng.randrange(1, len(run) - 1))
    return plain(told.bag, run)


def wrap(told: Telling) -> list[Tile] | None:
    """12-13-1."""
    colour = told.rng.choice(list(Colour))
    numbers = (NUMBERS - 1, NUMBERS, 1)
    return plain(told.bag, [face(colour, number) for number in numbers])


def wrap_on(told: Telling) -> list[Tile] | None:
    """13-1-2, where only a 1 may follow the 13."""
    colour = told.rng.choice(list(Colour))
    return plain(told.bag, [face(colour, number) for number in (NUMBERS, 1, 2)])


def colour_twice(told: Telling) -> list[Tile] | None:
    """A group in which one colour stands twice."""
    group = list(scenes.some_group(told.rng))
    group[-1] = group[0]
    return plain(told.bag, group)


def false_wild(told: Telling) -> list[Tile] | None:
    """A false okey in a place that is not its own."""
    run = list(scenes.some_run(told.rng))
    at = told.rng.randrange(1, len(run) - 1)
    if run[at] == told.round.okey:
        return None
    run[at] = FALSE_OKEY
    others = [tile for tile in run if tile != FALSE_OKEY]
    return run if told.round.okey not in others and told.bag.has(run) else None


def twins(told: Telling, count: int) -> list[list[Tile]]:
    found = []
    for _ in range(count):
        one = told.bag.any(lambda tile: told.bag.has((tile, tile)))
        told.bag.take((one,))
        found.append([one, one])
    return found

"""Melds with mistakes in them, made at random and the same every time."""

from __future__ import annotations

import random
from collections import Counter

from okey import FALSE_OKEY, OKEY, Meld, Tile, okey_face, read_indicator
from okey.melds import LAID
from okey.tiles import FACES, NUMBERS, Colour, face


def random_submissions(count: int, seed: str) -> list[tuple[tuple[Meld, ...], Tile]]:
    """Up to four melds that are nearly runs, groups or pairs, with the open indicator."""
    rng = random.Random(seed)
    found: list[tuple[tuple[Meld, ...], Tile]] = []
    while len(found) < count:
        indicator = read_indicator(rng.choice(["B10", "R3", "K13"]))
        melds = tuple(_nearly(rng, okey_face(indicator)) for _ in range(rng.randrange(1, 5)))
        tiles = Counter(laid.tile for meld in melds for laid in meld.tiles)
        tiles[indicator] += 1
        if max(tiles.values()) <= 2:
            found.append((melds, indicator))
    return found


def _nearly(rng: random.Random, okey: Tile) -> Meld:
    number, colour = rng.randrange(1, NUMBERS + 1), rng.choice(list(Colour))
    match rng.randrange(3):
        case 0:
            size = rng.randrange(2, 6)
            tiles = [face(colour, (number + step - 1) % NUMBERS + 1) for step in range(size)]
        case 1:
            tiles = [face(other, number) for other in rng.sample(list(Colour), 3)]
        case _:
            tiles = [face(colour, number)] * 2
    tiles = [FALSE_OKEY if tile == okey else tile for tile in tiles]
    for _ in range(rng.randrange(3)):
        tile = rng.choice([*FACES, FALSE_OKEY, OKEY, OKEY, OKEY])
        if tile != okey:
            tiles[rng.randrange(len(tiles))] = tile
    return Meld(tuple(LAID[tile.index] for tile in tiles))

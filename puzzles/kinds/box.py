"""All tiles but the indicator, counted by place: the tutor's bag, quick enough for streams."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from okey.tiles import COPIES, FACES, TILES, Tile, okey_face
from tutor.tasks.pieces import Bag


class Box(Bag):
    """See `Bag`."""

    def __init__(self, rng: Random, indicator: Tile | None = None) -> None:
        self.rng = rng
        self.indicator = rng.choice(FACES) if indicator is None else indicator
        self.okey = okey_face(self.indicator)
        self._counts = [COPIES] * len(TILES)
        self._counts[self.indicator.index] -= 1
        self._counts[self.okey.index] = 0

    def bearing(self, wanted: Tile) -> Tile:
        """See `Bag`."""
        return TILES[52] if wanted.index == self.okey.index else wanted

    def has(self, tiles: Iterable[Tile]) -> bool:
        """See `Bag`."""
        left: dict[int, int] = {}
        for tile in tiles:
            index = tile.index
            still = left.get(index, self._counts[index])
            if not still:
                return False
            left[index] = still - 1
        return True

    def take(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """See `Bag`."""
        taken = tuple(tiles)
        if not self.has(taken):
            raise ValueError(f"not in the box: {' '.join(map(str, taken))}")
        for tile in taken:
            self._counts[tile.index] -= 1
        return taken

    def any(self, fits: Callable[[Tile], bool] = lambda tile: True) -> Tile:
        """See `Bag`."""
        there = [tile for tile in FACES if self._counts[tile.index] and fits(tile)]
        return self.take([self.rng.choice(there)])[0]

    def some(self) -> Tile:
        """Take any numbered tile, each that is left equally often."""
        while True:
            tile = self.rng.choice(FACES)
            if self._counts[tile.index] > self.rng.randrange(COPIES):
                self._counts[tile.index] -= 1
                return tile

    def plain(self, faces: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """See `Bag`."""
        tiles = tuple(faces)
        okey = self.okey.index
        return None if any(tile.index == okey for tile in tiles) else tiles

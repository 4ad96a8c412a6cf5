"""What exercises are made of: a bag of all tiles, and runs, groups and pairs taken out of it.

Chance comes from the `Random` that a task gives. Nothing here judges: whether tiles are a legal
meld, and what they are worth, the task asks the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeVar

from okey.melds import LAID, LaidTile, Meld
from okey.reading import SHORTEST
from okey.tiles import COPIES, FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face, okey_face

_T = TypeVar("_T")
TRIES: Final = 2_000  # proposals before an exercise counts as impossible


class Bag:
    """All tiles but the indicator, from which an exercise takes its own.

    A face asked for is the tile that bears it: for the okey's face that is a false okey, while
    both tiles on which it is printed are the okeys. A tile is never taken a third time.
    """

    def __init__(self, rng: Random, indicator: Tile | None = None) -> None:
        self.rng = rng
        self.indicator = rng.choice(FACES) if indicator is None else indicator
        self.okey = okey_face(self.indicator)
        self._left = Counter(dict.fromkeys((*FACES, FALSE_OKEY, OKEY), COPIES))
        self._left[self.indicator] -= 1
        del self._left[self.okey]

    def bearing(self, wanted: Tile) -> Tile:
        """The tile that bears a face: a false okey for that of the okey."""
        return FALSE_OKEY if wanted == self.okey else wanted

    def has(self, tiles: Iterable[Tile]) -> bool:
        """Whether all these tiles are still there together."""
        return all(self._left[tile] >= count for tile, count in Counter(tiles).items())

    def take(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Take these tiles, all of which are there."""
        taken = tuple(tiles)
        if not self.has(taken):
            raise ValueError(f"not in the bag: {' '.join(map(str, taken))}")
        self._left.subtract(taken)
        return taken

    def any(self, fits: Callable[[Tile], bool] = lambda tile: True) -> Tile:
        """Take any numbered tile, or of those of which `fits` holds."""
        return self.take([self.rng.choice([t for t in FACES if self._left[t] > 0 and fits(t)])])[0]

    def colour(self) -> Colour:
        """Any colour."""
        return self.rng.choice(list(Colour))

    def run(self, length: int, *, low: int = 1, high: int = NUMBERS) -> tuple[Tile, ...]:
        """The faces of a run between two numbers; nothing is taken."""
        start = self.rng.randint(low, high - length + 1)
        colour = self.colour()
        return tuple(face(colour, start + step) for step in range(length))

    def group(self, length: int, *, low: int = 1, high: int = NUMBERS) -> tuple[Tile, ...]:
        """The faces of a group of a number between two others; nothing is taken."""
        number = self.rng.randint(low, high)
        colours = sorted(self.rng.sample(list(Colour), length))
        return tuple(face(colour, number) for colour in colours)

    def plain(self, faces: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """The tiles that bear these faces, None where one of them would be a false okey."""
        tiles = tuple(faces)
        return None if self.okey in tiles else tiles

    def shuffled(self, items: Iterable[_T]) -> tuple[_T, ...]:
        """The same things in another order."""
        mixed = list(items)
        self.rng.shuffle(mixed)
        return tuple(mixed)


def meld_of(tiles: Sequence[Tile]) -> Meld:
    """Tiles as a meld, in their order, with nothing declared."""
    return Meld(tuple(LAID[tile.index] for tile in tiles))


def with_okey(tiles: Sequence[Tile], at: int) -> tuple[Tile, ...]:
    """The tiles with an okey in the place of one of them."""
    return (*tiles[:at], OKEY, *tiles[at + 1 :])


def laid_text(tiles: Iterable[LaidTile | Tile]) -> str:
    """Tiles in notation."""
    return " ".join(map(str, tiles))


def proposed(propose: Callable[[], _T | None]) -> _T:
    """Ask until something is proposed."""
    for _ in range(TRIES):
        found = propose()
        if found is not None:
            return found
    raise RuntimeError("no exercise found")


__all__ = [
    "SHORTEST", "TRIES", "Bag", "laid_text", "meld_of", "proposed", "with_okey",
]  # fmt: skip

"""A hand: the tiles on one rack, beside the indicator that says what the okey is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from okey.errors import InputError
from okey.tiles import COPIES, FALSE_OKEY, OKEY, TILES, Tile, okey_face

MAX_TILES = 22
_index = attrgetter("index")


@dataclass(frozen=True, slots=True)
class Hand:
    """Tiles in the order given. The okey's printed face is already read as the okey."""

    indicator: Tile
    tiles: tuple[Tile, ...]

    @classmethod
    def parse(
        cls, text: str | Iterable[str], indicator: str | Tile, *, most: int = MAX_TILES
    ) -> Hand:
        """Read a hand from a text or a list of texts.

        >>> str(Hand.parse("R1 B11 F", "B10"))
        'R1 * F'

        Raise `InputError`: `notation.tile` for a tile that does not exist, `count.hand` for no tile
        or more than `most`, `count.face` for more than two of a face (the open indicator counts as
        a copy of its own), of okeys or of false okeys.
        """
        if isinstance(indicator, str):
            indicator = read_indicator(indicator)
        words = text.split() if isinstance(text, str) else list(text)
        if not 1 <= len(words) <= most:
            raise InputError("count.hand", f"hand: {len(words)}")
        okey = okey_face(indicator)
        tiles = tuple(read_tile(word, okey, "hand") for word in words)
        check_copies([*tiles, indicator], "hand")
        return cls(indicator, tiles)

    @property
    def okey(self) -> Tile:
        """The face of the okey, which is also the face of the false okey."""
        return okey_face(self.indicator)

    @property
    def okeys(self) -> int:
        """How many wild tiles the hand holds."""
        return self.tiles.count(OKEY)

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))


def read_indicator(text: str, at: str = "indicator") -> Tile:
    """Read the indicator, which is a face. Raise `InputError` (`notation.tile`) otherwise."""
    try:
        tile = Tile.parse(text)
    except InputError:
        raise InputError("notation.tile", f"{at}: {text[:40]}") from None
    if not tile.is_face:
        raise InputError("notation.tile", f"{at}: {text[:40]}")
    return tile


def check_copies(tiles: Iterable[Tile], at: str) -> None:
    """Raise `InputError` (`count.face`) where more than two of one tile are counted together."""
    counts = Counter(map(_index, tiles))
    if max(counts.values(), default=0) > COPIES:
        index = next(index for index, count in counts.items() if count > COPIES)
        raise InputError("count.face", f"{at}: {TILES[index]}")


def read_tile(word: str, okey: Tile, at: str) -> Tile:
    """Read a tile; the printed face of the okey is the okey. Raise `InputError`."""
    try:
        tile = Tile.parse(word)
    except InputError:
        raise InputError("notation.tile", f"{at}: {word[:40]}") from None
    return OKEY if tile.index == okey.index else tile


@cache
def tile_words(okey: int) -> dict[str, Tile]:
    """Every word that is a tile in a hand, by the index of the okey's face."""
    return {str(tile): OKEY if tile.index == okey else tile for tile in TILES}


def without(hand: Sequence[Tile], used: Sequence[Tile]) -> tuple[Tile, ...]:
    """The hand without these tiles; a tile that it does not hold is passed over."""
    if len(used) == 1:
        tile = used[0]
        for at, held in enumerate(hand):
            if held is tile:
                return (*hand[:at], *hand[at + 1 :])
        return tuple(hand)
    gone: dict[int, int] = {}
    for tile in used:
        index = tile.index
        gone[index] = gone.get(index, 0) + 1
    rest = []
    for tile in hand:
        index = tile.index
        if gone.get(index):
            gone[index] -= 1
        else:
            rest.append(tile)
    return tuple(rest)


__all__ = [
    "FALSE_OKEY",
    "MAX_TILES",
    "OKEY",
    "Hand",
    "check_copies",
    "read_indicator",
    "read_tile",
    "tile_words",
    "without",
]

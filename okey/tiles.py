"""Tiles: 52 faces (four colours, 1 to 13), the false okey and the okey.

A tile is one of 54 shared values: equal tiles are the same object. Faces come first, ordered by
colour and number, so that `tile.index` is an index into counted tables: red 1 is 0, black 13 is 51.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from okey.errors import InputError
from okey.values import plain_members

NUMBERS: Final = 13
COPIES: Final = 2  # of every face, and of the false okey


@plain_members
class Colour(IntEnum):
    """The four colours, in the order in which a group is written."""

    RED = 0
    YELLOW = 1
    BLUE = 2
    BLACK = 3

    @property
    def letter(self) -> str:
        """The colour's letter in the notation: R, Y, B or K."""
        return "RYBK"[self]


_COLOURS: Final = tuple(Colour)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile as a hand holds it.

    `index` is 0 to 51 for a face, 52 for the false okey, 53 for the okey (wild). Use `face`,
    `FALSE_OKEY`, `OKEY` or `Tile.parse` to get one.
    """

    index: int

    def __new__(cls, index: int) -> Tile:
        return _ONLY[index]

    def __reduce__(self) -> tuple[type[Tile], tuple[int]]:
        return Tile, (self.index,)  # a copy is the tile itself

    @property
    def is_face(self) -> bool:
        """Whether the tile is a plain face, neither false okey nor okey."""
        return self.index < 52

    @property
    def colour(self) -> Colour:
        """The colour of a face. Only faces have one."""
        return _COLOURS[self.index // NUMBERS]

    @property
    def number(self) -> int:
        """The number of a face, 1 to 13. Only faces have one."""
        return self.index % NUMBERS + 1

    def __str__(self) -> str:
        return TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Tile({TEXTS[self.index]!r})"

    @staticmethod
    def parse(text: str) -> Tile:
        """Read one tile: `R7`, `F` or `*`.

        >>> Tile.parse("K13").number
        13

        Raise `InputError` with code `notation.tile` for anything else.
        """
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise InputError("notation.tile", text[:40]) from None


TEXTS: Final = tuple(
    [f"{colour.letter}{number}" for colour in Colour for number in range(1, NUMBERS + 1)]
    + ["F", "*"]
)
_ONLY: Final = tuple(object.__new__(Tile) for _ in TEXTS)
TILES: Final = tuple(map(Tile, range(len(TEXTS))))
FACES: Final = TILES[:52]
FALSE_OKEY: Final = TILES[52]
OKEY: Final = TILES[53]
_BY_TEXT: Final = dict(zip(TEXTS, TILES, strict=True))


def text_of(tiles: Iterable[Tile]) -> str:
    """Tiles in notation, which takes less than to ask each of them.

    >>> text_of(TILES[12:14])
    'R13 Y1'
    """
    return " ".join([TEXTS[tile.index] for tile in tiles])


def face(colour: Colour, number: int) -> Tile:
    """The face of this colour and number (1 to 13)."""
    return FACES[colour * NUMBERS + number - 1]


def okey_face(indicator: Tile) -> Tile:
    """The face whose two copies are the okeys: the indicator's colour, one higher, 1 after 13.

    Source: "Okey 101 - Vollständiger Leitfaden", on the indicator and the okey.

    >>> okey_face(Tile.parse("R13"))
    Tile('R1')
    """
    return OKEYS[indicator.index]


# By the indicator's index: the face of the okey.
OKEYS: Final = tuple(face(tile.colour, tile.number % NUMBERS + 1) for tile in FACES)

"""Moves as text: `draw`, `open R7 R8 R9 | ...`, `add *=R12 @3 high`, `2: discard R7`.

Reading what was written gives the same move again: `parse_move(str(move), indicator) == move`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar, Final

from okey.errors import InputError
from okey.hand import read_tile, tile_words
from okey.melds import LaidTile, Meld, laid_tiles
from okey.notation import format_melds, parse_laid_tile, parse_melds
from okey.tiles import TILES, Tile, okey_face
from okey.values import plain_members, quick


@plain_members
class End(StrEnum):
    """An end of a run on the table."""

    LOW = "low"
    HIGH = "high"


class Deed:
    """What an action does with the hand."""

    __slots__ = ()
    lays: ClassVar[bool] = False  # the tiles go to the table, in melds or onto them

    @property
    def played(self) -> tuple[Tile, ...]:
        """The tiles of the hand that the action names."""
        return ()


@dataclass(frozen=True, slots=True)
class Draw(Deed):
    """Draw from the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take(Deed):
    """Take the left neighbour's last discard; `tile` is the one that the player means, if named."""

    tile: Tile | None = None

    def __str__(self) -> str:
        return "take" if self.tile is None else f"take {self.tile}"


@dataclass(frozen=True, slots=True)
class TakeIndicator(Deed):
    """Take the open indicator, to finish with it."""

    def __str__(self) -> str:
        return "take indicator"


@dataclass(frozen=True, slots=True)
class Open(Deed):
    """Lay the first melds."""

    lays: ClassVar[bool] = True
    melds: tuple[Meld, ...]

    @property
    def played(self) -> tuple[Tile, ...]:
        return tuple(laid_tiles(self.melds))

    def __str__(self) -> str:
        return f"open {format_melds(self.melds)}"


@dataclass(frozen=True, slots=True)
class Lay(Deed):
    """Lay further melds."""

    lays: ClassVar[bool] = True
    melds: tuple[Meld, ...]

    @property
    def played(self) -> tuple[Tile, ...]:
        return tuple(laid_tiles(self.melds))

    def __str__(self) -> str:
        return f"lay {format_melds(self.melds)}"


@dataclass(frozen=True, slots=True)
class Add(Deed):
    """Lay a tile off onto the `meld`-th meld laid (from 1), at the `end` named, if any."""

    lays: ClassVar[bool] = True
    tile: LaidTile
    meld: int
    end: End | None = None

    @property
    def played(self) -> tuple[Tile, ...]:
        return (self.tile.tile,)

    def __str__(self) -> str:
        return f"add {self.tile} @{self.meld}" + (f" {self.end}" if self.end else "")


@dataclass(frozen=True, slots=True)
class Swap(Deed):
    """Exchange a tile for the okey that stands for it in the `meld`-th meld laid (from 1)."""

    lays: ClassVar[bool] = True
    tile: Tile
    meld: int

    @property
    def played(self) -> tuple[Tile, ...]:
        return (self.tile,)

    def __str__(self) -> str:
        return f"swap {self.tile} @{self.meld}"


@dataclass(frozen=True, slots=True)
class Discard(Deed):
    """Throw a tile: the end of a turn, or of the round where it is the last one."""

    tile: Tile

    @property
    def played(self) -> tuple[Tile, ...]:
        return (self.tile,)

    def __str__(self) -> str:
        return f"discard {self.tile}"


@dataclass(frozen=True, slots=True)
class DeclarePairs(Deed):
    """Declare a hand of pairs."""

    def __str__(self) -> str:
        return "declare pairs"


@dataclass(frozen=True, slots=True)
class Finish(Deed):
    """Put a tile face down and show the hand in melds."""

    tile: Tile
    melds: tuple[Meld, ...]

    @property
    def played(self) -> tuple[Tile, ...]:
        return (self.tile, *laid_tiles(self.melds))

    def __str__(self) -> str:
        return f"finish {self.tile} {format_melds(self.melds)}"


@dataclass(frozen=True, slots=True)
class ShowIndicator(Deed):
    """Show the indicator's twin."""

    def __str__(self) -> str:
        return "show indicator"


@dataclass(frozen=True, slots=True)
class Pass(Deed):
    """End a round that waits for a finish."""

    def __str__(self) -> str:
        return "pass"


Action = (
    Draw | Take | TakeIndicator | Open | Lay | Add | Swap | Discard
    | DeclarePairs | Finish | ShowIndicator | Pass
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Move:
    """An action, and the seat that makes it; None is the seat on turn."""

    action: Action
    seat: int | None = None

    def __str__(self) -> str:
        return f"{self.action}" if self.seat is None else f"{self.seat}: {self.action}"


new_move, _new_open, _new_lay, _new_add = quick(Move), quick(Open), quick(Lay), quick(Add)

_SEAT: Final = re.compile(r"\s*([0-9]{1,2})\s*:")
_NUMBER: Final = re.compile(r"@([1-9][0-9]{0,2})")
_ENDS: Final = {end.value: end for end in End}
_WORDS_ALONE: Final[dict[tuple[str, ...], Action]] = {
    ("draw",): Draw(),
    ("take",): Take(),
    ("take", "indicator"): TakeIndicator(),
    ("declare", "pairs"): DeclarePairs(),
    ("show", "indicator"): ShowIndicator(),
    ("pass",): Pass(),
}


def parse_move(text: str, indicator: Tile, *, at: str = "move") -> Move:
    """Read one move.

    >>> from okey import read_indicator
    >>> str(parse_move("2:add  B11=R12 @3", read_indicator("B10")))
    '2: add *=R12 @3'

    Raise `InputError`: `notation.move` for what is no move, `notation.tile` and `notation.meld`
    for the tiles and melds in it.
    """
    known = plain_moves(indicator.index).get(text)
    if known is not None:
        return known
    seat = _SEAT.match(text) if ":" in text else None
    rest = text[seat.end() :] if seat else text
    words = tuple(rest.split())
    action = _WORDS_ALONE.get(words)
    if action is None:
        read = _READERS.get(words[0]) if words else None
        if read is not None:
            action = read(words[1:], indicator, at)
    if action is None:
        raise InputError("notation.move", f"{at}: {text.strip()[:40]}")
    return new_move(action, int(seat[1]) if seat else None)


@cache
def plain_moves(indicator: int) -> dict[str, Move]:
    """The moves that are written in one way only, beside this indicator."""
    moves = {" ".join(words): Move(action) for words, action in _WORDS_ALONE.items()}
    for text, tile in tile_words(okey_face(TILES[indicator]).index).items():
        moves[f"discard {text}"] = Move(Discard(tile))
    return moves


def _tile(word: str, indicator: Tile, at: str) -> Tile:
    return read_tile(word, okey_face(indicator), at)


def _melds(words: tuple[str, ...], indicator: Tile, at: str) -> tuple[Meld, ...]:
    return parse_melds(" ".join(words), indicator, at=at)


def _take(words: tuple[str, ...], indicator: Tile, at: str) -> Action | None:
    return Take(_tile(words[0], indicator, at)) if len(words) == 1 else None


def _open(words: tuple[str, ...], indicator: Tile, at: str) -> Action:
    return _new_open(_melds(words, indicator, at))


def _lay(words: tuple[str, ...], indicator: Tile, at: str) -> Action:
    return _new_lay(_melds(words, indicator, at))


def _add(words: tuple[str, ...], indicator: Tile, at: str) -> Action | None:
    if len(words) not in (2, 3):
        return None
    meld = _NUMBER.fullmatch(words[1])
    end = _ENDS.get(words[2]) if len(words) == 3 else None
    if meld is None or (end is None and len(words) == 3):
        return None
    return _new_add(parse_laid_tile(words[0], indicator, at=at), int(meld[1]), end)


def _swap(words: tuple[str, ...], indicator: Tile, at: str) -> Action | None:
    meld = _NUMBER.fullmatch(words[1]) if len(words) == 2 else None
    return Swap(_tile(words[0], indicator, at), int(meld[1])) if meld else None


def _discard(words: tuple[str, ...], indicator: Tile, at: str) -> Action | None:
    return Discard(_tile(words[0], indicator, at)) if len(words) == 1 else None


def _finish(words: tuple[str, ...], indicator: Tile, at: str) -> Action | None:
    if not words:
        return None
    return Finish(_tile(words[0], indicator, at), _melds(words[1:], indicator, at))


_READERS: Final[dict[str, Callable[[tuple[str, ...], Tile, str], Action | None]]] = {
    "take": _take,
    "open": _open,
    "lay": _lay,
    "add": _add,
    "swap": _swap,
    "discard": _discard,
    "finish": _finish,
}

"""What is left in a hand, as one writes it at a table: a sum, tiles, or both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from okey import Tile, okey_face
from okey.counted import tiles_worth
from okey.errors import InputError
from okey.hand import MAX_TILES, read_tile
from tutor.referee.forms import tidy

_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Left:
    """A sum of numbers, and tiles that were named."""

    total: int
    tiles: tuple[str, ...]


def read_left(text: str, at: str) -> Left | None:
    """Read what is left; None where nothing was filled in.

    >>> read_left("40 7 *", "left0")
    Left(total=47, tiles=('*',))

    Raise `InputError` (`count.hand`) for a number that no hand is worth.
    """
    words = tidy(text).split()
    if not words:
        return None
    numbers = [word for word in words if word.isascii() and word.isdigit()]
    if any(len(number) > _DIGITS for number in numbers):
        raise InputError("count.hand", f"{at}: {max(numbers, key=len)[:40]}")
    return Left(sum(map(int, numbers)), tuple(word for word in words if word not in numbers))


def hand_left(
    left: Left | None, indicator: Tile, used: Sequence[Tile], at: str
) -> tuple[Tile, ...]:
    """The tiles that this is, or that are worth as much. `used` lie in other hands.

    Raise `InputError` for a tile that does not exist, and for a sum that no hand can have.
    """
    if left is None:
        return ()
    named = tuple(read_tile(code, okey_face(indicator), at) for code in left.tiles)
    if not left.total:
        return named
    most = MAX_TILES - len(named)
    return (*tiles_worth(left.total, indicator, [*used, *named], most=most, at=at), *named)

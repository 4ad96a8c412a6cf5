"""Melds as text. `R10 R11 *=R12 R13 | group: R8 * *` are two melds, the second with its kind.

Tiles are read by `Tile.parse`, hands by `Hand.parse`, moves by `okey.moves`. Reading what was
written gives the same value again: `parse_melds(format_melds(melds), indicator) == melds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from okey.errors import InputError
from okey.hand import Hand, read_indicator
from okey.melds import LAID, LaidTile, Meld, MeldKind, new_meld, okey_as
from okey.tiles import FACES, OKEY, TILES, Tile, okey_face

BAR: Final = "|"
_KINDS: Final = {kind.value: kind for kind in MeldKind}
_NUMBERS: Final[dict[str, Tile | int]] = {str(number): number for number in range(1, 14)}
_FACES: Final[dict[str, Tile | int]] = {str(face): face for face in FACES}
_PLAIN: Final = {str(tile): LAID[tile.index] for tile in TILES}

parse_hand = Hand.parse


def parse_laid_tile(word: str, indicator: Tile, *, at: str = "melds") -> LaidTile:
    """Read one tile of a meld; the okey's printed face is read as the okey.

    >>> str(parse_laid_tile("B11=R12", read_indicator("B10")))
    '*=R12'

    Raise `InputError` (`notation.tile`).
    """
    laid = _words(indicator.index).get(word)
    if laid is None:
        raise InputError("notation.tile", f"{at}: {word[:40]}")
    return laid


@cache
def _words(indicator: int) -> dict[str, LaidTile]:
    """All that can be written for a tile of a meld beside this indicator."""
    okey = okey_face(TILES[indicator])
    words = _PLAIN | {str(okey): LAID[OKEY.index]}
    for text, face in (*_FACES.items(), *_NUMBERS.items()):
        words[f"{OKEY}={text}"] = words[f"{okey}={text}"] = okey_as(face)
    return words


def parse_meld(text: str, indicator: Tile, *, at: str = "melds") -> Meld:
    """Read one meld, in the order laid.

    Raise `InputError`: `notation.tile` for a tile that does not exist, `notation.meld` for an
    empty meld or an unknown kind.
    """
    prefix, colon, rest = text.partition(":")
    kind = None
    if colon:
        kind = _KINDS.get(prefix.strip())
        if kind is None:
            raise InputError("notation.meld", f"{at}: {text.strip()[:40]}")
    words = (rest if colon else text).split()
    if not words or BAR in words:
        raise InputError("notation.meld", f"{at}: {text.strip()[:40]}")
    known = _words(indicator.index)
    try:
        return new_meld(tuple(map(known.__getitem__, words)), kind)
    except KeyError:
        # One of them is no tile, and is named.
        return Meld(tuple(parse_laid_tile(word, indicator, at=at) for word in words), kind)


def parse_melds(
    text: str | Iterable[str], indicator: Tile, *, at: str = "melds"
) -> tuple[Meld, ...]:
    """Read melds from a text with bars, or from a list with one text a meld.

    Raise `InputError` as `parse_meld` does; no meld at all is `notation.meld`.
    """
    texts = text.split(BAR) if isinstance(text, str) else list(text)
    if not texts:
        raise InputError("notation.meld", f"{at}: ")
    return tuple([parse_meld(one, indicator, at=at) for one in texts])


def format_melds(melds: Sequence[Meld], *, kinds: bool = True) -> str:
    """Write melds in the order laid; without `kinds`, the tiles alone.

    >>> format_melds(parse_melds("run: R8 * *|* R3", read_indicator("B10")))
    'run: R8 * * | * R3'
    """
    return f" {BAR} ".join(str(meld) if kinds else meld.text for meld in melds)


__all__ = [
    "format_melds",
    "parse_hand",
    "parse_laid_tile",
    "parse_meld",
    "parse_melds",
    "read_indicator",
]

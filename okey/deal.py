"""Deals that depend on a seed and an index alone, on every platform and version of Python."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from itertools import count
from typing import Final

from okey.hand import MAX_TILES, Hand
from okey.tiles import COPIES, FACES, FALSE_OKEY, OKEY, okey_face

_NUMBERED: Final = [face for face in FACES for _ in range(COPIES)]
_WORDS: Final = struct.Struct(">16H")


def deal(seed: str, index: int, *, tiles: int) -> Hand:
    """Deal number `index` of a stream: an open indicator and a hand of `tiles` (1 to 22).

    Every real deal is equally likely: the indicator is any of the 104 numbered tiles (a false okey
    is turned again, decision HD-33), the hand any of the other 105. Raise `ValueError` for another
    number of tiles.

    >>> deal("a", 0, tiles=21) == deal("a", 0, tiles=21)
    True
    """
    if not 1 <= tiles <= MAX_TILES:
        raise ValueError(f"a hand of {tiles} tiles")
    words = _words(f"{seed}/{index}")
    wall = [*_NUMBERED, FALSE_OKEY, FALSE_OKEY]
    indicator = wall.pop(_below(len(_NUMBERED), words))
    okey = okey_face(indicator)
    for place in range(tiles):
        other = place + _below(len(wall) - place, words)
        wall[place], wall[other] = wall[other], wall[place]
    return Hand(indicator, tuple(OKEY if tile is okey else tile for tile in wall[:tiles]))


def _words(seed: str) -> Iterator[int]:
    """Numbers below 65536 without end, sixteen from each digest."""
    for block in count():
        yield from _WORDS.unpack(hashlib.sha256(f"{seed}/{block}".encode()).digest())


def _below(most: int, words: Iterator[int]) -> int:
    """A number below `most`, each equally likely: words beyond its last multiple are left out."""
    limit = 65536 - 65536 % most
    for word in words:
        if word < limit:
            return word % most
    raise AssertionError("the words do not end")

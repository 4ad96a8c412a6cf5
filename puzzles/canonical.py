"""Positions that differ only in the names of the colours are one position."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import Final

from okey.hand import Hand
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Tile

LETTERS: Final = "RYBK"
PERMUTATIONS: Final = tuple("".join(letters) for letters in permutations(LETTERS))
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_BASE_3: Final = tuple(3**power for power in range(NUMBERS))


def canonical_key(hand: Hand) -> str:
    """Name the position, the same for every permutation of its colours; at most 40 characters.

    A permutation moves whole colours, so the four colours, each written as its thirteen counts in
    base 3 (and the indicator's number where it has that colour), are sorted: that is the least of
    the 24 permutations. Okeys and false okeys have no colour of their own.

    >>> canonical_key(Hand.parse("R1 R1 F", "B10"))
    '0,0,0.10,2;f1o0'
    """
    codes = [0, 0, 0, 0]
    for tile in hand.tiles:
        if tile.index < len(FACES):
            codes[tile.index // NUMBERS] += _BASE_3[tile.index % NUMBERS]
    parts = [_base_36(code) for code in codes]
    indicator = hand.indicator
    parts[indicator.index // NUMBERS] += f".{indicator.number}"
    tiles = hand.tiles
    return f"{','.join(sorted(parts))};f{tiles.count(FALSE_OKEY)}o{tiles.count(OKEY)}"


def permute(hand: Hand, colours: str) -> Hand:
    """The same hand with its colours renamed: red becomes `colours[0]`, yellow `colours[1]`, ...

    `colours` is a permutation of `RYBK`. Raise `ValueError` for anything else.

    >>> str(permute(Hand.parse("R1 K2", "B10"), "KYBR"))
    'K1 R2'
    """
    table = _table(colours)
    return Hand(table[hand.indicator.index], tuple(table[tile.index] for tile in hand.tiles))


def permute_text(text: str, colours: str) -> str:
    """Tiles or melds in notation with their colours renamed.

    The notation's other words (`run`, `group`, `pair`) hold no capital letter, so that renaming
    letter by letter is exact.
    """
    _table(colours)
    return text.translate(str.maketrans(LETTERS, colours))


def colours_between(made: Hand, wanted: Hand) -> str | None:
    """The permutation that turns `made` into `wanted`, the order of tiles aside; None if none does.

    Of several (a hand may be its own mirror) the first in a fixed order.
    """
    target = Counter(wanted.tiles)
    for colours in PERMUTATIONS:
        shown = permute(made, colours)
        if shown.indicator == wanted.indicator and Counter(shown.tiles) == target:
            return colours
    return None


@cache
def _table(colours: str) -> tuple[Tile, ...]:
    if sorted(colours) != sorted(LETTERS):
        raise ValueError(f"not a permutation of {LETTERS}: {colours!r}")
    to = [LETTERS.index(letter) for letter in colours]
    faces = [FACES[to[tile.index // NUMBERS] * NUMBERS + tile.index % NUMBERS] for tile in FACES]
    return (*faces, FALSE_OKEY, OKEY)


def _base_36(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text

"""A hand as one integer, which one sum over its tiles makes.

From the lowest bit: the base-3 codes of the four colours (21 bits each, number 1 is the lowest
digit); the base-3 codes of the thirteen numbers (7 bits each, red is the lowest digit), which say
the same the other way round; the sum of all numbers but the okeys' (10 bits) and how many tiles
that are (6 bits); the number of false okeys (4 bits); the number of okeys. A false okey is counted
as the okey's own face as well, so that adding or taking a tile is one addition.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from okey.hand import Hand
from okey.search.tables import POW3
from okey.tiles import FACES, NUMBERS, OKEY, Tile

BITS: Final = 21  # 3**13 < 2**21
MASK: Final = (1 << BITS) - 1
NUMBER_BITS: Final = 7  # 3**4 < 2**7
NUMBER_MASK: Final = (1 << NUMBER_BITS) - 1
NUMBERS_SHIFT: Final = 4 * BITS
SUM_SHIFT: Final = NUMBERS_SHIFT + NUMBERS * NUMBER_BITS
SUM_MASK: Final = 1023
COUNT_SHIFT: Final = SUM_SHIFT + 10
COUNT_MASK: Final = 63
FALSE_SHIFT: Final = COUNT_SHIFT + 6
OKEY_SHIFT: Final = FALSE_SHIFT + 4
# By tile index, as tiles are indexed.
PACKED: Final[tuple[int, ...]] = (
    *(
        (POW3[tile.number - 1] << tile.colour * BITS)
        + (POW3[tile.colour] << NUMBERS_SHIFT + (tile.number - 1) * NUMBER_BITS)
        + (tile.number << SUM_SHIFT)
        + (1 << COUNT_SHIFT)
        for tile in FACES
    ),
    1 << FALSE_SHIFT,
    1 << OKEY_SHIFT,
)
# By the indicator's index: the face of the okey, one higher, 1 after 13.
OKEY_INDEX: Final = tuple(
    index - NUMBERS + 1 if index % NUMBERS == NUMBERS - 1 else index + 1 for index in range(52)
)
_OKEY_PACKED: Final = tuple(PACKED[OKEY_INDEX[index]] for index in range(52))

_index = attrgetter("index")
_packed = PACKED.__getitem__

Codes = tuple[int, int, int, int]


def pack_indices(tiles: Iterable[int], indicator: Tile) -> int:
    """Tiles, given by their indices, as one integer."""
    total: int = sum(map(_packed, tiles))
    false_okeys = total >> FALSE_SHIFT & 15
    return total + false_okeys * _OKEY_PACKED[indicator.index] if false_okeys else total


def pack(tiles: Iterable[Tile], indicator: Tile) -> int:
    """The tiles as one integer, each false okey counted as the okey's face too."""
    total: int = sum(map(_packed, map(_index, tiles)))
    false_okeys = total >> FALSE_SHIFT & 15
    return total + false_okeys * _OKEY_PACKED[indicator.index] if false_okeys else total


def pack_hand(hand: Hand) -> int:
    """A hand as one integer. Counts beyond two of a face or four okeys have no meaning here."""
    return pack(hand.tiles, hand.indicator)


def colour_codes(packed: int) -> Codes:
    """The four colours of a packed hand."""
    return (
        packed & MASK,
        packed >> BITS & MASK,
        packed >> 2 * BITS & MASK,
        packed >> 3 * BITS & MASK,
    )


def digits(code: int) -> list[int]:
    """How many of each number, 1 to 13, a colour's code holds."""
    counts = []
    for _ in range(NUMBERS):
        code, count = divmod(code, 3)
        counts.append(count)
    return counts


def _pairs_and_singles(code: int) -> tuple[int, int]:
    counts = digits(code)
    return counts.count(2), counts.count(1)


_HALF: Final = POW3[7]  # a code in two halves keeps the table small
_PAIRS: Final = tuple(_pairs_and_singles(code) for code in range(_HALF))


def pairs_and_singles(packed: int) -> tuple[int, int]:
    """How many pairs of equal tiles, and how many tiles are left over, okeys aside."""
    pairs = singles = 0
    for code in colour_codes(packed):
        for half in divmod(code, _HALF):
            more_pairs, more_singles = _PAIRS[half]
            pairs += more_pairs
            singles += more_singles
    return pairs, singles


def sum_of_numbers(packed: int) -> int:
    """The sum of the numbers on all tiles but the okeys; a false okey has the okey's number."""
    return packed >> SUM_SHIFT & SUM_MASK


def kinds_of_tiles(packed: int) -> list[int]:
    """What each kind of tile in a packed hand adds to it: faces, and the okey."""
    kinds = [
        PACKED[colour * NUMBERS + n]
        for colour, code in enumerate(colour_codes(packed))
        for n, count in enumerate(digits(code))
        if count
    ]
    return [*kinds, PACKED[OKEY.index]] if packed >> OKEY_SHIFT else kinds

"""Bounds of a dense hand: the limit of all arrangements, and how many okeys a colour needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from okey.search.codes import Codes, digits
from okey.search.tables import POW3, RunTable, Scale
from okey.tiles import NUMBERS

ALL_NUMBERS: Final = (1 << NUMBERS + 1) - 2  # as bits 1 to 13
HALF: Final = 7  # numbers in the lower half of a code
HALF_CODES: Final[int] = POW3[HALF]


@cache
def _half_present() -> tuple[int, ...]:
    return tuple(
        sum(1 << n for n, count in enumerate(digits(code), 1) if count)
        for code in range(HALF_CODES)
    )


def numbers_held(code: int) -> int:
    """The numbers that a colour holds, as bits 1 to 13."""
    high, low = divmod(code, HALF_CODES)
    half = _half_present()
    return half[low] | half[high] << HALF


def best_places(present: Sequence[int], scale: Scale) -> tuple[int, int]:
    """The most that the places are worth in which an okey alone, and two okeys, can lie.

    One okey lies among two tiles of its colour, or two of its number. Two that have no such place
    of their own lie in one run, beside or around a tile of it, or in one group.
    """
    weight = scale.weight
    if scale.wrap_end:
        return weight(NUMBERS), 2 * weight(NUMBERS)
    single = beside = around = some = 0  # beside, around: the lower of the two places
    for own in present:
        below, above = own << 1, own >> 1
        single |= below & (own << 2 | above) | above & own >> 2 | own & some
        beside |= below | own >> 2
        around |= above
        some |= own
    one = _highest(single, NUMBERS)
    two, apart = _highest(beside, NUMBERS - 1), _highest(around, NUMBERS - 2)
    double = max(
        weight(two) + weight(two + 1) if two else 0,
        weight(apart) + weight(apart + 2) if apart else 0,
        2 * weight(_highest(some, NUMBERS)),
    )
    alone = weight(one) if one else 0
    return alone, max(2 * alone, double)


def _highest(bits: int, most: int) -> int:
    """The highest of these numbers that is at most so high, 0 if none."""
    return max(0, (bits & ALL_NUMBERS & (2 << most) - 1).bit_length() - 1)


def lonely_numbers(present: Sequence[int], scale: Scale) -> list[int]:
    """The numbers of lonely tiles, which are laid with two okeys or not at all.

    No other colour has such a number, and its colour has none of the two numbers below and above.
    """
    if scale.wrap_end:
        return []
    some = several = lonely = 0
    for own in present:
        several |= some & own
        some |= own
        lonely |= own & ~(own << 1 | own << 2 | own >> 1 | own >> 2)
    lonely &= ~several
    return [n for n in range(1, NUMBERS + 1) if lonely >> n & 1] if lonely else []


def most_beside_lonely(number: int, scale: Scale) -> int:
    """The most that a lonely tile and two okeys are worth."""
    return sum(scale.weight(min(NUMBERS, number + more)) for more in range(3))


def worth_of_number(codes: Codes, number: int, scale: Scale) -> int:
    """What the tiles of a number are worth, of all colours."""
    unit: int = POW3[number - 1]
    return scale.weight(number) * sum(code // unit % 3 for code in codes)


class Needs(dict[int, int]):
    """How many okeys a colour needs above a number, by its code, to beat the start: 3 if too many.

    The numbers above are decided: what the colour still has of them is laid in runs or lost. With
    fewer okeys so much is lost that not even all other tiles and the best places make up for it.

    What runs with a tile above can be worth in those tiles and okeys is read from the tables. They
    may take up to two tiles from the number down, no more: longer ones can be cut there. So these
    two are filled up to what the colour holds at most, and all below them as well, so that they are
    all in runs whatever longer runs they begin, and their worth can be taken off. An okey at the
    place of a filled tile counts as lying elsewhere.
    """

    def __init__(
        self,
        number: int,
        scale: Scale,
        tables: Sequence[RunTable],
        lonely: Sequence[int],
        least: tuple[int, int, int],
    ) -> None:
        self.parts = (
            *tables,
            *_half_worths(scale),
            *least,
            POW3[number],
            POW3[max(number - 2, 0)],
            _fills(number, scale),
            [(POW3[n - 1], scale.weight(n)) for n in lonely if n > number],
        )

    def __missing__(self, code: int) -> int:
        r0, add1, add2, low, high, none, one, two, unit, below, fills, lonely = self.parts
        lower = code % unit
        fill, worth = fills[lower // below]
        code_above = code - lower
        filled = code_above + fill
        high_half, low_half = divmod(code_above, HALF_CODES)
        worth += low[low_half] + high[high_half]
        for place, weight in lonely:
            worth -= weight * (code // place % 3)
        gained = r0[filled] - worth  # what is lost, below 0
        if gained > none:
            need = 0
        elif gained + add1[filled] > one:
            need = 1
        else:
            need = 2 if gained + add2[filled] > two else 3
        self[code] = need
        return need


@cache
def _half_worths(scale: Scale) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the tiles of a lower and an upper half of a colour's code are worth."""

    def worth(code: int) -> int:
        return sum(count * scale.weight(n) for n, count in enumerate(digits(code), 1))

    return (
        tuple(worth(code) for code in range(HALF_CODES)),
        tuple(worth(code * HALF_CODES) for code in range(POW3[NUMBERS - HALF])),
    )


@cache
def _fills(number: int, scale: Scale) -> tuple[tuple[int, int], ...]:
    """What to fill a code with from a number down, and its worth.

    By how many tiles the colour has of that number and of the next lower, as two base-3 digits.
    """
    if number == 0:
        return ((0, 0),)
    fills = []
    for own in range(3):
        for below in range(3):
            # A 1 after 13 is a lower tile that helps as well: all are filled up then.
            copies = 2 if scale.wrap_end else max(own, below)
            top = number if own or scale.wrap_end else number - 1
            worth = sum(scale.weight(n) for n in range(1, top + 1))
            fills.append((copies * (POW3[top] - 1) // 2, copies * worth))
    return tuple(fills)

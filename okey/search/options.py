"""What each number offers: the ways to take groups of it, by its four counts and the okeys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from operator import mul
from typing import Final, NamedTuple

from okey.search.codes import NUMBER_BITS, NUMBERS_SHIFT
from okey.search.tables import POW3, USUAL_OKEYS, Groups, Scale, group_ways
from okey.tiles import NUMBERS

# A way to take groups of a number: what it is worth, its okeys, and what it takes from each code.
Way = tuple[int, int, int, int, int, int]
Ways = Sequence[Way]

# The counts of red, yellow, blue and black by their code; red is the lowest digit.
COUNTS: Final = tuple((r, y, b, k) for k, b, y, r in product(range(3), repeat=4))
# Where a packed hand has the code of each number, from 1 up.
SHIFTS: Final = tuple(NUMBERS_SHIFT + n * NUMBER_BITS for n in range(NUMBERS))


class Option(NamedTuple):
    """The ways of one number, and the most one can be worth.

    Ways with fewer okeys stand first, then those worth more. `most[k]` is the best with exactly k
    okeys, 0 if none.
    """

    ways: tuple[Way, ...]
    most: tuple[int, ...]


Options = tuple[tuple[Option | None, ...], ...]  # by number (from 1 up) and its 81 codes


@cache
def options_of(scale: Scale, okeys: int) -> Options:
    """What every code of every number offers to a hand with so many okeys, on this scale."""
    useful = okeys <= USUAL_OKEYS
    ways_of = [group_ways(counts, okeys, useful=useful) for counts in COUNTS]
    return tuple(
        tuple(
            option_of(ways, number, [weight] * 4, weight, okeys) if ways else None
            for ways in ways_of
        )
        for number in range(1, NUMBERS + 1)
        for weight in (scale.weight(number),)
    )


def option_of(
    ways: Iterable[Groups],
    number: int,
    tiles: Sequence[int],
    okey: int,
    okeys: int,
    units: Sequence[int] = POW3,
) -> Option:
    """The ways of one number, where a tile of each colour and an okey are worth so much."""
    unit = units[number - 1]
    most = [0] * (okeys + 1)
    valued: list[Way] = []
    for way in ways:
        x, y, z, w = way.taken
        gain = sum(map(mul, way.taken, tiles)) + way.okeys * okey
        most[way.okeys] = max(most[way.okeys], gain)
        valued.append((gain, way.okeys, x * unit, y * unit, z * unit, w * unit))
    valued.sort(key=lambda way: (way[1], -way[0]))
    return Option(tuple(valued), tuple(most))


def bounds_of(options: Iterable[Option], okeys: int) -> list[list[int]]:
    """bounds[k][i]: the most that groups of options 0 to i can add with at most k okeys.

    The last entry of each, at -1, is 0: no option is left.
    """
    bounds: list[list[int]] = [[] for _ in range(okeys + 1)]
    last = [0] * (okeys + 1)
    for option in options:
        last = [
            max(last[k - used] + option.most[used] for used in range(k + 1))
            for k in range(okeys + 1)
        ]
        for bound, most in zip(bounds, last, strict=True):
            bound.append(most)
    for bound in bounds:
        bound.append(0)
    return bounds

"""The exact search: which groups to take, so that they and the best runs left are worth most.

Depth first through the numbers from 13 down. Every node is a legal arrangement: the groups taken
so far, and the best runs of what is left in each colour, read from the tables. A branch is left as
soon as all groups that could still be added, counted as if they cost the runs nothing, do not lift
it above the best arrangement known. So the answer is always exact, and no budget is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from operator import mul
from typing import Final, NamedTuple

from okey.search.codes import (
    BITS,
    MASK,
    NUMBER_BITS,
    NUMBER_MASK,
    NUMBERS_SHIFT,
    OKEY_SHIFT,
    Codes,
    colour_codes,
)
from okey.search.tables import (
    POW3,
    USUAL_OKEYS,
    Groups,
    RunTable,
    Scale,
    group_ways,
    run_tables,
)
from okey.tiles import NUMBERS

# A way to take groups of a number: what it is worth, its okeys, and what it takes from each code.
Way = tuple[int, int, int, int, int, int]
NO_LIMIT: Final = 1 << 30


class Option(NamedTuple):
    """What one number offers: the ways to take its groups, and the most one can be worth.

    Ways with fewer okeys stand first. `most[k]` is the best with exactly k okeys, 0 if none.
    """

    ways: tuple[Way, ...]
    most: tuple[int, ...]


Options = tuple[tuple[Option | None, ...], ...]  # by number (from 1 up) and its 81 codes


class Choice(NamedTuple):
    """Groups taken of one number."""

    number: int
    groups: Groups


class Found(NamedTuple):
    """An arrangement before its runs are read back."""

    value: int
    choices: tuple[Choice, ...]
    codes: Codes  # what is left to each colour's runs
    okeys: tuple[int, ...]  # how many okeys each colour's runs may use


# The counts of red, yellow, blue and black by their code; red is the lowest digit.
COUNTS: Final = tuple((r, y, b, k) for k, b, y, r in product(range(3), repeat=4))


SHIFTS: Final = tuple(NUMBERS_SHIFT + n * NUMBER_BITS for n in range(NUMBERS))  # from number 1 up


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
    ways: Sequence[Groups], number: int, tiles: Sequence[int], okey: int, okeys: int
) -> Option:
    """The ways of one number, where a tile of each colour and an okey are worth so much."""
    unit = POW3[number - 1]
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
    """bounds[k][i]: the most that groups of options 0 to i can add with at most k okeys."""
    bounds: list[list[int]] = [[] for _ in range(okeys + 1)]
    last = [0] * (okeys + 1)
    for option in options:
        last = [
            max(last[k - used] + option.most[used] for used in range(k + 1))
            for k in range(okeys + 1)
        ]
        for bound, most in zip(bounds, last, strict=True):
            bound.append(most)
    return bounds


Ways = Sequence[Way]


class Searcher(NamedTuple):
    """The search with up to two okeys on one scale, and its parts, which draws are searched with.

    `search(packed, enough)` answers the most that a packed hand is worth, or stops as soon as it
    has found `enough`.
    """

    search: Callable[[int, int], int]
    no_okey: Callable[..., int]
    one_okey: Callable[..., int]
    two_okeys: Callable[..., int]


@cache
def searcher(scale: Scale) -> Searcher:
    """Make the search of a scale."""
    r0, r1, r2 = run_tables(scale, USUAL_OKEYS)
    numbers_0, numbers_1, numbers_2 = (
        [(shift, by_code) for shift, by_code in zip(SHIFTS, options_of(scale, okeys), strict=True)]
        for okeys in range(USUAL_OKEYS + 1)
    )

    # The inner functions keep to small integers. `ways` are those of the numbers that offer any,
    # from 1 up; `i` is the next to look at; f0, f1, f2 bound what options 0 to i can add with so
    # many okeys; `g` is the worth of the groups so far; a, b, c, d are the colours' codes.

    def no_okey(
        i: int, ways: list[Ways], f0: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        here = g + r0[a] + r0[b] + r0[c] + r0[d]
        if here > best:
            best = here
        while i >= 0:
            if here + f0[i] <= best or best >= enough:
                return best
            own = ways[i]
            i -= 1
            for worth, okeys, x, y, z, w in own:
                if okeys:
                    break
                best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
        return best

    def one_okey(
        i: int, ways: list[Ways], f0: list[int], f1: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        # The okey in the colour where it adds most.
        most = r1[a] - a0
        if (more := r1[b] - b0) > most:
            most = more
        if (more := r1[c] - c0) > most:
            most = more
        if (more := r1[d] - d0) > most:
            most = more
        here = none + most
        if here > best:
            best = here
        while i >= 0:
            if (here + f0[i] <= best and none + f1[i] <= best) or best >= enough:
                return best
            own = ways[i]
            i -= 1
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    best = one_okey(
                        i, ways, f0, f1, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                elif okeys == 1:
                    best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
                else:
                    break
        return best

    def two_okeys(
        i: int, ways: list[Ways], f0: list[int], f1: list[int], f2: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        # Both okeys in one colour, or one in each of the two colours where it adds most.
        first, second = r1[a] - a0, r1[b] - b0
        if second > first:
            first, second = second, first
        more = r1[c] - c0
        if more > first:
            first, second = more, first
        elif more > second:
            second = more
        more = r1[d] - d0
        if more > first:
            first, second = more, first
        elif more > second:
            second = more
        most = first + second
        if (more := r2[a] - a0) > most:
            most = more
        if (more := r2[b] - b0) > most:
            most = more
        if (more := r2[c] - c0) > most:
            most = more
        if (more := r2[d] - d0) > most:
            most = more
        here = none + most
        one = none + first
        if here > best:
            best = here
        while i >= 0:
            if (
                here + f0[i] <= best and one + f1[i] <= best and none + f2[i] <= best
            ) or best >= enough:
                return best
            own = ways[i]
            i -= 1
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    best = two_okeys(
                        i, ways, f0, f1, f2, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                elif okeys == 1:
                    best = one_okey(
                        i, ways, f0, f1, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                else:
                    best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
        return best

    def search(packed: int, enough: int) -> int:
        okeys = packed >> OKEY_SHIFT
        a, b = packed & MASK, packed >> BITS & MASK
        c, d = packed >> 2 * BITS & MASK, packed >> 3 * BITS & MASK
        ways: list[Ways] = []
        f0: list[int] = []
        f1: list[int] = []
        f2: list[int] = []
        most0 = most1 = most2 = 0
        if okeys == 0:
            for shift, by_code in numbers_0:
                if option := by_code[packed >> shift & NUMBER_MASK]:
                    own, (g0,) = option
                    ways.append(own)
                    most0 += g0
                    f0.append(most0)
            return no_okey(len(f0) - 1, ways, f0, 0, a, b, c, d, 0, enough)
        if okeys == 1:
            for shift, by_code in numbers_1:
                if option := by_code[packed >> shift & NUMBER_MASK]:
                    own, (g0, g1) = option
                    ways.append(own)
                    most1 = max(most1 + g0, most0 + g1)
                    most0 += g0
                    f0.append(most0)
                    f1.append(most1)
            return one_okey(len(f0) - 1, ways, f0, f1, 0, a, b, c, d, 0, enough)
        for shift, by_code in numbers_2:
            if option := by_code[packed >> shift & NUMBER_MASK]:
                own, (g0, g1, g2) = option
                ways.append(own)
                most2 = max(most2 + g0, most1 + g1, most0 + g2)
                most1 = max(most1 + g0, most0 + g1)
                most0 += g0
                f0.append(most0)
                f1.append(most1)
                f2.append(most2)
        return two_okeys(len(f0) - 1, ways, f0, f1, f2, 0, a, b, c, d, 0, enough)

    return Searcher(search, no_okey, one_okey, two_okeys)


def best_value(packed: int, scale: Scale, enough: int = NO_LIMIT) -> int:
    """The most that a packed hand is worth on a scale; or some value of at least `enough`."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        return searcher(scale).search(packed, enough)
    return _any_okeys(packed, scale, enough=enough).value


def find_best(packed: int, scale: Scale) -> Found:
    """An arrangement that is worth most."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        value = searcher(scale).search(packed, NO_LIMIT)
        return _any_okeys(packed, scale, below=value - 1, enough=value)
    return _any_okeys(packed, scale)


def _any_okeys(packed: int, scale: Scale, *, below: int = -1, enough: int = NO_LIMIT) -> Found:
    """The same search for any number of okeys, which also says what was found."""
    okeys = packed >> OKEY_SHIFT
    tables = run_tables(scale, max(okeys, USUAL_OKEYS))
    options = {
        number: option
        for number, (shift, by_code) in enumerate(
            zip(SHIFTS, options_of(scale, okeys), strict=True), 1
        )
        if (option := by_code[packed >> shift & NUMBER_MASK])
    }
    return descend(colour_codes(packed), okeys, [tables] * 4, options, below=below, enough=enough)


def split_okeys(
    tables: Sequence[Sequence[RunTable]], codes: Sequence[int], okeys: int
) -> tuple[int, tuple[int, ...]]:
    """The best runs of these colours with at most so many okeys, and each colour's share."""
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (okeys + 1)
    for own_tables, code in zip(tables, codes, strict=True):
        best = [
            max(
                (best[k - own][0] + own_tables[own][code], (*best[k - own][1], own))
                for own in range(k + 1)
            )
            for k in range(okeys + 1)
        ]
    return best[okeys]


def descend(
    codes: Codes,
    okeys: int,
    tables: Sequence[Sequence[RunTable]],
    options: Mapping[int, Option],
    *,
    below: int = -1,
    enough: int = NO_LIMIT,
) -> Found:
    """Search with a table R[j] for each colour and the options of each number, lowest first.

    Only arrangements worth more than `below` are looked for; there must be one. The search stops
    at one worth `enough`.
    """
    numbers = list(options)
    by_rank = list(options.values())
    bounds = bounds_of(by_rank, okeys)
    found = Found(below, (), (0, 0, 0, 0), (0, 0, 0, 0))

    def node(i: int, worth: int, codes: Codes, left: int, choices: tuple[Choice, ...]) -> None:
        nonlocal found
        runs = [split_okeys(tables, codes, k) for k in range(left + 1)]
        here = worth + runs[left][0]
        if here > found.value:
            found = Found(here, choices, codes, runs[left][1])
        for k in range(i, -1, -1):
            most = max(runs[left - used][0] + bounds[used][k] for used in range(left + 1))
            if worth + most <= found.value or found.value >= enough:
                return
            unit = POW3[numbers[k] - 1]
            for gain, used, *taken in by_rank[k].ways:
                if used > left:
                    break
                a, b, c, d = (code - take for code, take in zip(codes, taken, strict=True))
                x, y, z, w = (take // unit for take in taken)
                choice = Choice(numbers[k], Groups((x, y, z, w), used))
                node(k - 1, worth + gain, (a, b, c, d), left - used, (*choices, choice))

    node(len(numbers) - 1, 0, codes, okeys, ())
    return found

"""The exact search: which groups to take, so that they and the best runs left are worth most.

Depth first through the numbers from 13 down. Every node is a legal arrangement: the groups taken so
far, and the best runs of what is left in each colour, read from the tables. A branch is left as soon as
all groups that could still be added, counted as if they cost the runs nothing, do not lift it above the
best arrangement known. So the answer is always exact, and no budget is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
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


Options = tuple[tuple[Option | None, ...], ...]  # by number (from 13 down) and its 81 codes


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


@cache
def options_of(scale: Scale, okeys: int) -> Options:
    """What every code of every number offers to a hand with so many okeys, on this scale."""
    useful = okeys <= USUAL_OKEYS
    ways_of = [group_ways(counts, okeys, useful=useful) for counts in COUNTS]
    return tuple(
        tuple(
            _option(ways, scale.weight(number), number, okeys) if ways else None for ways in ways_of
        )
        for number in range(NUMBERS, 0, -1)
    )


# The counts of red, yellow, blue and black by their code; red is the lowest digit.
COUNTS: Final = tuple((r, y, b, k) for k, b, y, r in product(range(3), repeat=4))


def _option(ways: Sequence[Groups], weight: int, number: int, okeys: int) -> Option:
    unit = POW3[number - 1]
    ordered = sorted(ways, key=lambda way: (way.okeys, -way.size))
    most = [0] * (okeys + 1)
    for way in ways:
        most[way.okeys] = max(most[way.okeys], way.size * weight)
    return Option(
        tuple(
            (way.size * weight, way.okeys, *(count * unit for count in way.taken))  # type: ignore[misc]
            for way in ordered
        ),
        tuple(most),
    )


_SHIFTS: Final = tuple(
    NUMBERS_SHIFT + (number - 1) * NUMBER_BITS for number in range(NUMBERS, 0, -1)
)


def _bounds(options: Sequence[Option], okeys: int) -> list[list[int]]:
    """bounds[k][i]: the most that groups of options i and after can add with at most k okeys."""
    bounds = [[0] for _ in range(okeys + 1)]
    for option in reversed(options):
        last = [bound[-1] for bound in bounds]
        for k in range(okeys + 1):
            bounds[k].append(
                max(
                    last[k],
                    *(last[k - used] + option.most[used] for used in range(k + 1)),
                )
            )
    for bound in bounds:
        bound.reverse()
    return bounds


Search = Callable[[int, int], int]


@cache
def searcher(scale: Scale) -> Search:
    """The search of up to two okeys on this scale: a function of a packed hand.

    It answers the most that the hand is worth; its second argument is a value that is enough: the
    search stops as soon as it is reached and answers what was found.
    """
    r0, r1, r2 = run_tables(scale, USUAL_OKEYS)
    options_by_okeys = [options_of(scale, okeys) for okeys in range(USUAL_OKEYS + 1)]
    Nodes = list[Option]

    def plain(
        i: int,
        options: Nodes,
        f0: list[int],
        g: int,
        a: int,
        b: int,
        c: int,
        d: int,
        best: int,
        enough: int,
    ) -> int:
        """No okey left. `g`: the groups so far; a, b, c, d: the colours; `best`: the best known."""
        here = g + r0[a] + r0[b] + r0[c] + r0[d]
        if here > best:
            best = here
        for k in range(i, len(options)):
            if here + f0[k] <= best or best >= enough:
                return best
            for worth, okeys, x, y, z, w in options[k][0]:
                if okeys:
                    break
                best = plain(
                    k + 1, options, f0, g + worth, a - x, b - y, c - z, d - w, best, enough
                )
        return best

    def one(
        i: int,
        options: Nodes,
        bounds: list[list[int]],
        g: int,
        a: int,
        b: int,
        c: int,
        d: int,
        best: int,
        enough: int,
    ) -> int:
        """One okey left."""
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        here = none + max(r1[a] - a0, r1[b] - b0, r1[c] - c0, r1[d] - d0)
        if here > best:
            best = here
        f0, f1 = bounds[0], bounds[1]
        for k in range(i, len(options)):
            if best >= enough or (here + f0[k] <= best and none + f1[k] <= best):
                return best
            for worth, okeys, x, y, z, w in options[k][0]:
                if okeys == 0:
                    best = one(
                        k + 1, options, bounds, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                elif okeys == 1:
                    best = plain(
                        k + 1, options, f0, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                else:
                    break
        return best

    def two(
        i: int,
        options: Nodes,
        bounds: list[list[int]],
        g: int,
        a: int,
        b: int,
        c: int,
        d: int,
        best: int,
        enough: int,
    ) -> int:
        """Two okeys left."""
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        gains = sorted((r1[a] - a0, r1[b] - b0, r1[c] - c0, r1[d] - d0))
        single = none + gains[3]
        here = max(single + gains[2], none + max(r2[a] - a0, r2[b] - b0, r2[c] - c0, r2[d] - d0))
        if here > best:
            best = here
        f0, f1, f2 = bounds
        for k in range(i, len(options)):
            if best >= enough or (
                here + f0[k] <= best and single + f1[k] <= best and none + f2[k] <= best
            ):
                return best
            for worth, okeys, x, y, z, w in options[k][0]:
                if okeys == 0:
                    best = two(
                        k + 1, options, bounds, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                elif okeys == 1:
                    best = one(
                        k + 1, options, bounds, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
                else:
                    best = plain(
                        k + 1, options, f0, g + worth, a - x, b - y, c - z, d - w, best, enough
                    )
        return best

    def search(packed: int, enough: int = NO_LIMIT) -> int:
        okeys = packed >> OKEY_SHIFT
        a = packed & MASK
        b = packed >> BITS & MASK
        c = packed >> 2 * BITS & MASK
        d = packed >> 3 * BITS & MASK
        options = [
            option
            for shift, by_code in zip(_SHIFTS, options_by_okeys[okeys], strict=True)
            if (option := by_code[packed >> shift & NUMBER_MASK])
        ]
        bounds = _bounds(options, okeys)
        if okeys == 0:
            return plain(0, options, bounds[0], 0, a, b, c, d, 0, enough)
        if okeys == 1:
            return one(0, options, bounds, 0, a, b, c, d, 0, enough)
        return two(0, options, bounds, 0, a, b, c, d, 0, enough)

    return search


def best_value(packed: int, scale: Scale, enough: int = NO_LIMIT) -> int:
    """The most that a packed hand is worth on a scale; or some value of at least `enough`."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        return searcher(scale)(packed, enough)
    return _any_okeys(packed, scale, enough=enough).value


def find_best(packed: int, scale: Scale) -> Found:
    """An arrangement that is worth most."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        value = searcher(scale)(packed, NO_LIMIT)
        return _any_okeys(packed, scale, below=value - 1, enough=value)
    return _any_okeys(packed, scale)


def _any_okeys(packed: int, scale: Scale, *, below: int = -1, enough: int = NO_LIMIT) -> Found:
    """The same search for any number of okeys, which also says what was found."""
    okeys = packed >> OKEY_SHIFT
    tables = run_tables(scale, max(okeys, USUAL_OKEYS))
    options = {
        number: option
        for number, shift, by_code in zip(
            range(NUMBERS, 0, -1), _SHIFTS, options_of(scale, okeys), strict=True
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
    """Search with a table R[j] for each colour and the options of each number, highest first.

    Only arrangements worth more than `below` are looked for; there must be one. The search stops
    at one worth `enough`.
    """
    numbers = list(options)
    by_rank = list(options.values())
    bounds = _bounds(by_rank, okeys)
    found = Found(below, (), (0, 0, 0, 0), (0, 0, 0, 0))

    def node(i: int, worth: int, codes: Codes, left: int, choices: tuple[Choice, ...]) -> None:
        nonlocal found
        runs = [split_okeys(tables, codes, k) for k in range(left + 1)]
        here = worth + runs[left][0]
        if here > found.value:
            found = Found(here, choices, codes, runs[left][1])
        for k in range(i, len(numbers)):
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
                node(k + 1, worth + gain, (a, b, c, d), left - used, (*choices, choice))

    node(0, 0, codes, okeys, ())
    return found

"""The search with up to two okeys, which nearly every question comes down to.

Depth first through the numbers from 13 down. Every node is a legal arrangement: the groups taken
so far, and the best runs of what is left in each colour, read from the tables. A branch is left as
soon as all groups that could still be added, counted as if they cost the runs nothing, do not lift
it above the best arrangement known. So the answer is always exact, and no budget is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from okey.search.codes import (
    BITS,
    COUNT_MASK,
    COUNT_SHIFT,
    MASK,
    NUMBER_MASK,
    OKEY_SHIFT,
    SUM_MASK,
    SUM_SHIFT,
)
from okey.search.dense import search_dense
from okey.search.options import SHIFTS, Ways, options_of
from okey.search.tables import USUAL_OKEYS, RunTable, Scale, run_gains
from okey.tiles import NUMBERS

DENSE: Final = 1000  # ways multiplied over the numbers: from here on the shortcuts pay


class Searcher(NamedTuple):
    """The search on one scale, and its parts, which draws are searched with.

    `search(packed, enough)` answers the most that a packed hand is worth, or stops as soon as it
    has found `enough`. The parts search on from a node, see `make_searcher`.
    """

    search: Callable[[int, int], int]
    no_okey: Callable[..., int]
    one_okey: Callable[..., int]
    two_okeys: Callable[..., int]


@cache
def searcher(scale: Scale) -> Searcher:
    """The search of a scale, made when first asked for."""
    return make_searcher(scale, run_gains(scale))


def make_searcher(scale: Scale, tables: Sequence[RunTable]) -> Searcher:
    """Make the search of a scale over tables of runs as `run_gains` makes them."""
    r0, add1, add2 = tables
    point, each, most_okey = scale.point, scale.tile, scale.weight(NUMBERS)
    numbers_0, numbers_1, numbers_2 = (
        list(zip(SHIFTS, options_of(scale, okeys), strict=True)) for okeys in range(USUAL_OKEYS + 1)
    )

    # The node functions keep to small integers. `ways` are those of the numbers that offer any,
    # from 1 up; `i` is the next to look at. f0, f1, f2 bound what options 0 to i can add with so
    # many okeys, and end with a 0 for i = -1. `g` is the worth of the groups so far, a, b, c, d
    # are the colours' codes, `best` is the best known. A node answers the new best; it may stop
    # once that is `enough`.

    def no_okey(
        i: int, ways: list[Ways], f0: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        here = g + r0[a] + r0[b] + r0[c] + r0[d]
        if here > best:
            best = here
        if best < enough and here + f0[i] > best:
            return below_no_okey(i, ways, f0, g, here, a, b, c, d, best, enough)
        return best

    def below_no_okey(
        i: int, ways: list[Ways], f0: list[int],
        g: int, here: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        """The nodes below one that is worth `here`, where a group could be enough for more."""
        while here + f0[i] > best:
            own = ways[i]
            i -= 1
            rest = f0[i]
            for worth, okeys, x, y, z, w in own:
                if okeys or here + worth + rest <= best:
                    break
                p, q, r, s = a - x, b - y, c - z, d - w
                worth += g
                there = worth + r0[p] + r0[q] + r0[r] + r0[s]
                if there > best:
                    best = there
                    if best >= enough:
                        return best
                if there + rest > best:
                    best = below_no_okey(i, ways, f0, worth, there, p, q, r, s, best, enough)
                    if best >= enough:
                        return best
        return best

    def one_okey(
        i: int, ways: list[Ways], f0: list[int], f1: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        # The okey in the colour where it adds most.
        most = add1[a]
        if (more := add1[b]) > most:
            most = more
        if (more := add1[c]) > most:
            most = more
        if (more := add1[d]) > most:
            most = more
        here = none + most
        if here > best:
            best = here
        while here + f0[i] > best or none + f1[i] > best:
            if best >= enough:
                return best
            own = ways[i]
            i -= 1
            rest_1 = none + f0[i]  # the okey is used by this way
            rest_0 = here + f0[i]
            if (more := none + f1[i]) > rest_0:
                rest_0 = more
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    if rest_0 + worth > best:
                        best = one_okey(
                            i, ways, f0, f1,
                            g + worth, a - x, b - y, c - z, d - w, best, enough,
                        )  # fmt: skip
                elif okeys == 1:
                    if rest_1 + worth > best:
                        best = no_okey(
                            i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough
                        )
                else:
                    break
                if best >= enough:
                    return best
        return best

    def two_okeys(
        i: int, ways: list[Ways], f0: list[int], f1: list[int], f2: list[int],
        g: int, a: int, b: int, c: int, d: int, best: int, enough: int,
    ) -> int:  # fmt: skip
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
        # Both okeys in one colour, or one in each of the two colours where it adds most.
        first, second = add1[a], add1[b]
        if second > first:
            first, second = second, first
        more = add1[c]
        if more > first:
            first, second = more, first
        elif more > second:
            second = more
        more = add1[d]
        if more > first:
            first, second = more, first
        elif more > second:
            second = more
        most = first + second
        if (more := add2[a]) > most:
            most = more
        if (more := add2[b]) > most:
            most = more
        if (more := add2[c]) > most:
            most = more
        if (more := add2[d]) > most:
            most = more
        here = none + most
        one = none + first
        if here > best:
            best = here
        while here + f0[i] > best or one + f1[i] > best or none + f2[i] > best:
            if best >= enough:
                return best
            own = ways[i]
            i -= 1
            g0, g1 = f0[i], f1[i]
            rest_2 = none + g0
            rest_1 = one + g0
            if (more := none + g1) > rest_1:
                rest_1 = more
            rest_0 = here + g0
            if (more := one + g1) > rest_0:
                rest_0 = more
            if (more := none + f2[i]) > rest_0:
                rest_0 = more
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    if rest_0 + worth > best:
                        best = two_okeys(
                            i, ways, f0, f1, f2,
                            g + worth, a - x, b - y, c - z, d - w, best, enough,
                        )  # fmt: skip
                elif okeys == 1:
                    if rest_1 + worth > best:
                        best = one_okey(
                            i, ways, f0, f1,
                            g + worth, a - x, b - y, c - z, d - w, best, enough,
                        )  # fmt: skip
                elif rest_2 + worth > best:
                    best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
                if best >= enough:
                    return best
        return best

    def search(packed: int, enough: int) -> int:
        okeys = packed >> OKEY_SHIFT
        a, b = packed & MASK, packed >> BITS & MASK
        c, d = packed >> 2 * BITS & MASK, packed >> 3 * BITS & MASK
        # No arrangement is worth more than all tiles, each okey as a 13.
        all_laid = (
            point * (packed >> SUM_SHIFT & SUM_MASK)
            + each * (packed >> COUNT_SHIFT & COUNT_MASK)
            + okeys * most_okey
        )
        if all_laid < enough:
            enough = all_laid
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
            f0.append(0)
            return no_okey(len(ways) - 1, ways, f0, 0, a, b, c, d, 0, enough)
        if okeys == 1:
            for shift, by_code in numbers_1:
                if option := by_code[packed >> shift & NUMBER_MASK]:
                    own, (g0, g1) = option
                    ways.append(own)
                    most1 = max(most1 + g0, most0 + g1)
                    most0 += g0
                    f0.append(most0)
                    f1.append(most1)
            f0.append(0)
            f1.append(0)
            return one_okey(len(ways) - 1, ways, f0, f1, 0, a, b, c, d, 0, enough)
        product = 1
        for shift, by_code in numbers_2:
            if option := by_code[packed >> shift & NUMBER_MASK]:
                own, (g0, g1, g2) = option
                ways.append(own)
                product *= len(own)
                most2 = max(most2 + g0, most1 + g1, most0 + g2)
                most1 = max(most1 + g0, most0 + g1)
                most0 += g0
                f0.append(most0)
                f1.append(most1)
                f2.append(most2)
        f0.append(0)
        f1.append(0)
        f2.append(0)
        if product > DENSE:
            return search_dense(packed, scale, tables, ways, (f0, f1, f2), no_okey, enough)
        return two_okeys(len(ways) - 1, ways, f0, f1, f2, 0, a, b, c, d, 0, enough)

    return Searcher(search, no_okey, one_okey, two_okeys)

"""Dense hands with two okeys: a few numbers in many colours, where most groups compete with runs.

Groups counted as if they cost the runs nothing bound very little there. So more is known beforehand
and remembered than pays in other hands: a good start, a limit that it often reaches, colours that
are alike, and how many okeys a colour needs so that the limit stays near enough to beat the start.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from okey.search.codes import (
    COUNT_MASK,
    COUNT_SHIFT,
    NUMBER_MASK,
    SUM_MASK,
    SUM_SHIFT,
    colour_codes,
)
from okey.search.limits import (
    Needs,
    best_places,
    lonely_numbers,
    most_beside_lonely,
    numbers_held,
    worth_of_number,
)
from okey.search.options import SHIFTS, Way, Ways, options_of
from okey.search.tables import USUAL_OKEYS, RunTable, Scale
from okey.tiles import NUMBERS

LOWEST_FILLED: Final = 4  # all lower tiles are runs only where there are enough numbers
NEAR: Final = 9  # needs pay where no more than this is missing to the limit


def search_dense(
    packed: int,
    scale: Scale,
    tables: Sequence[RunTable],
    ways: list[Ways],
    bounds: tuple[list[int], list[int], list[int]],
    no_okey: Callable[..., int],
    enough: int,
) -> int:
    """The search of a dense hand with two okeys; `okey.search.nodes` explains the arguments."""
    f0, f1, f2 = bounds
    r0, add1, add2 = tables
    codes = colour_codes(packed)
    present = [numbers_held(code) for code in codes]
    lonely = lonely_numbers(present, scale)
    # No arrangement is worth more: all tiles but the lonely ones, and the okeys' best places.
    laid = scale.point * (packed >> SUM_SHIFT & SUM_MASK)
    laid += scale.tile * (packed >> COUNT_SHIFT & COUNT_MASK)
    laid -= sum(worth_of_number(codes, number, scale) for number in lonely)
    place, places = best_places(present, scale)
    beside_lonely = most_beside_lonely(lonely[-1], scale) if lonely else 0
    limit = laid + max(places, beside_lonely)
    enough = min(enough, limit)
    numbers = [
        number
        for number, (shift, by_code) in enumerate(
            zip(SHIFTS, options_of(scale, USUAL_OKEYS), strict=True), 1
        )
        if by_code[packed >> shift & NUMBER_MASK]
    ]
    start = _good_start(tables, ways, codes, enough)
    # The same where one okey, or both, are in groups of an option's number.
    weights = [scale.weight(number) for number in numbers]
    limit_1 = [laid + weight + place for weight in weights]
    limit_2 = [
        laid + weight * (3 if number in lonely else 2)  # with a lonely tile between them
        for number, weight in zip(numbers, weights, strict=True)
    ]
    near = limit - start <= NEAR
    # What is worth no more than the start: with both okeys elsewhere, one elsewhere, none.
    least = (start - limit, start - laid - place, start - laid)
    needs: list[dict[int, int]] = []  # by option, and at -1 of the end
    if near:
        for number in (*numbers, 0):
            if number == 0 or LOWEST_FILLED <= number < NUMBERS:
                needs.append(Needs(number, scale, tables, lonely, least))
            else:
                needs.append(defaultdict(int))

    def one_okey(i: int, g: int, a: int, b: int, c: int, d: int, best: int, cap: int) -> int:
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
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
        some_alike = None
        while here + f0[i] > best or none + f1[i] > best:
            if best >= enough:
                return best
            own = ways[i]
            if some_alike is None:
                some_alike = len({a, b, c, d}) < 4
            if some_alike:
                own = _different(own, (a, b, c, d))
            cap_1 = cap + weights[i] - place
            i -= 1
            if near:
                need = needs[i]
            rest_1 = none + f0[i]
            rest_0 = here + f0[i]
            if (more := none + f1[i]) > rest_0:
                rest_0 = more
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    if rest_0 + worth > best:
                        p, q, r, s = a - x, b - y, c - z, d - w
                        if not near or need[p] + need[q] + need[r] + need[s] <= 1:
                            best = one_okey(i, g + worth, p, q, r, s, best, cap)
                elif okeys > 1:
                    break
                elif rest_1 + worth > best and cap_1 > best:
                    best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
                if best >= enough:
                    return best
        return best

    def two_okeys(i: int, g: int, a: int, b: int, c: int, d: int, best: int) -> int:
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + a0 + b0 + c0 + d0
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
        some_alike = None
        while here + f0[i] > best or one + f1[i] > best or none + f2[i] > best:
            if best >= enough:
                return best
            own = ways[i]
            if some_alike is None:
                some_alike = len({a, b, c, d}) < 4
            if some_alike:
                own = _different(own, (a, b, c, d))
            cap_1, cap_2 = limit_1[i], limit_2[i]
            i -= 1
            if near:
                need = needs[i]
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
                        p, q, r, s = a - x, b - y, c - z, d - w
                        if not near or need[p] + need[q] + need[r] + need[s] <= 2:
                            best = two_okeys(i, g + worth, p, q, r, s, best)
                elif okeys == 1:
                    if rest_1 + worth > best and cap_1 > best:
                        p, q, r, s = a - x, b - y, c - z, d - w
                        if not near or need[p] + need[q] + need[r] + need[s] <= 1:
                            best = one_okey(i, g + worth, p, q, r, s, best, cap_1)
                elif rest_2 + worth > best and cap_2 > best:
                    best = no_okey(i, ways, f0, g + worth, a - x, b - y, c - z, d - w, best, enough)
                if best >= enough:
                    return best
        return best

    return two_okeys(len(ways) - 1, 0, *codes, start)


def _runs(tables: Sequence[RunTable], codes: Sequence[int], okeys: int) -> int:
    """What the runs of four colours are worth with so many okeys."""
    r0, add1, add2 = tables
    a, b, c, d = codes
    a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
    none = a0 + b0 + c0 + d0
    if okeys == 0:
        return none
    *_, second, first = sorted((add1[a], add1[b], add1[c], add1[d]))
    if okeys == 1:
        return none + first
    return none + max(first + second, add2[a], add2[b], add2[c], add2[d])


def _good_start(
    tables: Sequence[RunTable], ways: Sequence[Ways], codes: Sequence[int], enough: int
) -> int:
    """Take the groups that help most, one after the other, as long as any helps."""
    left = list(ways)
    okeys = USUAL_OKEYS
    worth = 0
    best = _runs(tables, codes, okeys)
    while best < enough:
        step: tuple[int, Way] | None = None
        for n, own in enumerate(left):
            for way in own:
                gain, used, x, y, z, w = way
                if used > okeys:
                    break
                a, b, c, d = codes
                there = worth + gain + _runs(tables, (a - x, b - y, c - z, d - w), okeys - used)
                if there > best:
                    best, step = there, (n, way)
        if step is None:
            break
        n, (gain, used, *taken) = step
        left[n] = ()
        worth += gain
        okeys -= used
        codes = [code - take for code, take in zip(codes, taken, strict=True)]
    return best


_alike: dict[tuple[int, ...], Ways] = {}  # options are kept for good, so their id names them


def _different(own: Ways, codes: tuple[int, ...]) -> Ways:
    """Leave out ways that others are the same as, up to colours that hold the same tiles."""
    # Colours that are alike get the same name: the place of the first of them.
    names = tuple(map(codes.index, codes))
    found = _alike.get((id(own), *names))
    if found is None:
        seen = set()
        kept = []
        for way in own:
            mark = (way[1], *sorted(zip(names, way[2:], strict=True)))
            if mark not in seen:
                seen.add(mark)
                kept.append(way)
        found = _alike[id(own), *names] = tuple(kept)
    return found

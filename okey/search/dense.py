"""Dense hands with two okeys: a few numbers in many colours, where most groups compete with runs.

Groups counted as if they cost the runs nothing bound very little there. So more is known beforehand
and remembered than pays in other hands: a good start, a limit that it often reaches, ceilings for
what is above a number, colours that are alike, and what the runs of each code are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from okey.search.codes import NUMBER_MASK, colour_codes, digits
from okey.search.options import SHIFTS, Way, Ways, options_of
from okey.search.tables import POW3, USUAL_OKEYS, RunTable, Scale
from okey.tiles import COPIES, NUMBERS

NO_CEILING: Final = 1 << 30
LOWEST_CEILING: Final = 4  # all lower tiles are runs only where there are enough numbers
NEAR: Final = 2  # ceilings pay where no more than this is missing to the limit

# A bound of what lies below a node: option, groups so far, codes, okeys.
Ceiling = Callable[[int, int, int, int, int, int, int], int]


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
    counts = [digits(code) for code in colour_codes(packed)]
    worths, beside_lonely = _worths(counts, scale)
    # No arrangement is worth more: all tiles but the lonely ones, and the okeys' best places.
    laid = sum(worths)
    place, places = _best_places(counts, scale)
    limit = laid + max(places, beside_lonely)
    enough = min(enough, limit)
    codes = colour_codes(packed)
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
        laid + weight * (2 if worths[number - 1] else 3)  # with a lonely tile between them
        for number, weight in zip(numbers, weights, strict=True)
    ]
    near = limit - start <= NEAR
    ceiling = _ceiling(numbers, scale, tables, worths, beside_lonely)
    alike: dict[tuple[int, ...], Ways] = {}

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
            if best >= enough or (near and ceiling(i, g, a, b, c, d, 1) <= best):
                return best
            own = ways[i]
            if some_alike is None:
                some_alike = len({a, b, c, d}) < 4
            if some_alike:
                own = _different(own, (a, b, c, d), alike)
            cap_1 = cap + weights[i] - place
            i -= 1
            rest_1 = none + f0[i]
            rest_0 = here + f0[i]
            if (more := none + f1[i]) > rest_0:
                rest_0 = more
            for worth, okeys, x, y, z, w in own:
                if okeys == 0:
                    if rest_0 + worth > best:
                        best = one_okey(i, g + worth, a - x, b - y, c - z, d - w, best, cap)
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
            if best >= enough or (near and ceiling(i, g, a, b, c, d, 2) <= best):
                return best
            own = ways[i]
            if some_alike is None:
                some_alike = len({a, b, c, d}) < 4
            if some_alike:
                own = _different(own, (a, b, c, d), alike)
            cap_1, cap_2 = limit_1[i], limit_2[i]
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
                        best = two_okeys(i, g + worth, a - x, b - y, c - z, d - w, best)
                elif okeys == 1:
                    if rest_1 + worth > best and cap_1 > best:
                        best = one_okey(i, g + worth, a - x, b - y, c - z, d - w, best, cap_1)
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


def _different(own: Ways, codes: tuple[int, ...], alike: dict[tuple[int, ...], Ways]) -> Ways:
    """Leave out ways that others are the same as, up to colours that hold the same tiles.

    `alike` remembers the answers of one search.
    """
    # Colours that are alike get the same name: the place of the first of them.
    names = tuple(map(codes.index, codes))
    found = alike.get((id(own), *names))
    if found is None:
        seen = set()
        kept = []
        for way in own:
            mark = (way[1], *sorted(zip(names, way[2:], strict=True)))
            if mark not in seen:
                seen.add(mark)
                kept.append(way)
        found = alike[id(own), *names] = tuple(kept)
    return found


def _best_places(counts: Sequence[Sequence[int]], scale: Scale) -> tuple[int, int]:
    """The most that the places are worth in which an okey alone, and two okeys, can lie.

    One okey lies among two tiles of its colour, or two of its number. Two that have no such place
    of their own lie in one run, beside or around a tile of it, or in one group.
    """
    if scale.wrap_end:
        return scale.weight(NUMBERS), 2 * scale.weight(NUMBERS)
    single = double = 0
    for own in counts:
        there = [False, False, *map(bool, own), False, False]  # number 1 is at 2
        for at in range(2, NUMBERS + 2):
            below2, below, _, above, above2 = there[at - 2 : at + 3]
            worth = scale.weight(at - 1)
            if (below and (below2 or above)) or (above and above2):
                single = max(single, worth)
            if at < NUMBERS + 1 and (below or above2):
                double = max(double, worth + scale.weight(at))
            if at < NUMBERS and above:
                double = max(double, worth + scale.weight(at + 1))
    for n, colours in enumerate(zip(*counts, strict=True), 1):
        if any(colours):
            double = max(double, 2 * scale.weight(n))
            if sum(map(bool, colours)) > 1:
                single = max(single, scale.weight(n))
    return single, max(2 * single, double)


def _worths(counts: Sequence[Sequence[int]], scale: Scale) -> tuple[list[int], int]:
    """By number, what its tiles are worth but for lonely ones; and the most of one between okeys.

    A tile is lonely where no other colour has its number and its colour has none of the two
    numbers below and above. It is laid with two okeys, or not at all.
    """
    worths = []
    beside_lonely = 0
    for n in range(NUMBERS):
        colours = [own for own in counts if own[n]]
        worth = scale.weight(n + 1)
        lonely = (
            len(colours) == 1
            and not scale.wrap_end
            and not any(colours[0][max(0, n - 2) : n])
            and not any(colours[0][n + 1 : n + 3])
        )
        worths.append(0 if lonely else worth * sum(own[n] for own in colours))
        if lonely:
            beside_lonely = worth + sum(scale.weight(min(NUMBERS, n + more)) for more in (2, 3))
    return worths, beside_lonely


def _ceiling(
    numbers: Sequence[int],
    scale: Scale,
    tables: Sequence[RunTable],
    worths: Sequence[int],
    beside_lonely: int,
) -> Ceiling:
    """Bound a node where the numbers above an option's are decided.

    The tiles up to that number are all laid, at best. What those above it can be worth in runs, if
    every lower tile may help without being used up, is read from the tables: with both copies of
    all lower tiles in a colour they are all in runs, whatever longer runs they begin. An okey that
    is no help to a higher tile lies at that number, at best.
    """
    r0, add1, add2 = tables
    places: list[tuple[int, int, int] | None] = []
    for number in numbers:
        if LOWEST_CEILING <= number < NUMBERS:
            lower = sum(worths[:number])
            full = COPIES * sum(scale.weight(n) for n in range(1, number + 1))
            places.append((POW3[number], lower - 4 * full, scale.weight(number)))
        else:
            places.append(None)

    def ceiling(i: int, g: int, a: int, b: int, c: int, d: int, okeys: int) -> int:
        place = places[i]
        if place is None:
            return NO_CEILING
        unit, lower, least = place
        a += unit - 1 - a % unit
        b += unit - 1 - b % unit
        c += unit - 1 - c % unit
        d += unit - 1 - d % unit
        a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
        none = g + lower + a0 + b0 + c0 + d0
        if okeys == 1:
            return none + max(least, add1[a], add1[b], add1[c], add1[d])
        *_, second, first = sorted((least, least, add1[a], add1[b], add1[c], add1[d]))
        both = max(first + second, add2[a], add2[b], add2[c], add2[d], beside_lonely)
        return none + both

    return ceiling

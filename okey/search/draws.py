"""Which draws lift a hand to a value, all found in one search.

The search is that of `best` with one tile more that is not yet known. At every node it may lie in
a run, which is one look into a table for each colour and number, or in a group of the next number,
which then is searched on without it. A draw is done with as soon as it is found to be enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from okey.search.codes import BITS, MASK, NUMBER_MASK, OKEY_SHIFT
from okey.search.nodes import searcher
from okey.search.options import COUNTS, SHIFTS, Option, Way, Ways, options_of
from okey.search.tables import POW3, USUAL_OKEYS, Scale, group_ways, run_tables
from okey.tiles import COPIES, NUMBERS

# Ways to take groups with the drawn tile of one number: which tile it is, and the ways.
Drawn = tuple[tuple[int, Ways], ...]


class DrawnOption(NamedTuple):
    """What one number offers once a tile of it is drawn.

    `drawn` has the tile's index and the ways that use it; what they take from the codes is without
    the drawn tile. `most[k]` is the best of all with exactly k okeys.
    """

    drawn: Drawn
    most: tuple[int, ...]


@cache
def drawn_options(scale: Scale, okeys: int) -> tuple[tuple[DrawnOption | None, ...], ...]:
    """By number (from 1 up) and its 81 codes, what a drawn tile adds."""
    return tuple(
        tuple(_drawn_option(counts, number, scale.weight(number), okeys) for counts in COUNTS)
        for number in range(1, NUMBERS + 1)
    )


def _drawn_option(
    counts: tuple[int, int, int, int], number: int, weight: int, okeys: int
) -> DrawnOption | None:
    unit = POW3[number - 1]
    most = [0] * (okeys + 1)
    drawn: list[tuple[int, Ways]] = []
    for colour in range(4):
        if counts[colour] == COPIES:
            continue
        added = tuple(count + (own == colour) for own, count in enumerate(counts))
        ways: list[Way] = []
        for way in group_ways((added[0], added[1], added[2], added[3]), okeys, useful=True):
            # A copy that stays is as good as the drawn one: then that one is no part of the group.
            if way.taken[colour] == added[colour]:
                x, y, z, w = (take - (own == colour) for own, take in enumerate(way.taken))
                gain = way.size * weight
                ways.append((gain, way.okeys, x * unit, y * unit, z * unit, w * unit))
                most[way.okeys] = max(most[way.okeys], gain)
        if ways:
            ways.sort(key=lambda way: (way[1], -way[0]))
            drawn.append((colour * NUMBERS + number - 1, tuple(ways)))
    return DrawnOption(tuple(drawn), tuple(most)) if drawn else None


class Hits(NamedTuple):
    """The tiles (by index) that are enough, and the highest value met among them."""

    tiles: set[int]
    top: int


# Of a number: where its code is, and by code what it offers without and with a drawn tile.
Offer = tuple[int, tuple[Option | None, ...], tuple[DrawnOption | None, ...]]
NEVER: Final = -(1 << 20)
NOTHING: Final = ((), (0, 0, 0))


@cache
def draw_search(scale: Scale) -> Callable[[int, int, Iterable[int]], Hits]:
    """Make the search for draws of a scale: a function of a packed hand, a value and draws.

    The hand has up to two okeys and is worth less than the value; the draws are faces of which it
    holds fewer than two.
    """
    r0, r1, r2 = run_tables(scale, USUAL_OKEYS)
    no_okey, one_okey, two_okeys = searcher(scale)[1:]
    three_thirteens = 3 * scale.weight(NUMBERS)
    # Three okeys bound what a drawn tile and two okeys can be in runs. Few hands ask for that.
    three_okeys = cache(lambda: run_tables(scale, USUAL_OKEYS + 1)[USUAL_OKEYS + 1])

    @cache
    def offers(okeys: int) -> list[Offer]:
        return list(zip(SHIFTS, options_of(scale, okeys), drawn_options(scale, okeys), strict=True))

    units = [(face // NUMBERS, POW3[face % NUMBERS]) for face in range(4 * NUMBERS)]

    def find(packed: int, needed: int, draws: Iterable[int]) -> Hits:
        okeys = packed >> OKEY_SHIFT
        r3 = three_okeys() if okeys == USUAL_OKEYS else r2
        known = needed - 1  # less is of no interest
        wanted = set(draws)
        tiles: set[int] = set()
        top = 0
        in_runs: tuple[list[tuple[int, int]], ...] = ([], [], [], [])
        for tile in wanted:
            colour, unit = units[tile]
            in_runs[colour].append((unit, tile))
        of_a, of_b, of_c, of_d = in_runs

        def hit(tile: int, value: int) -> None:
            nonlocal top
            if tile in wanted:
                wanted.remove(tile)
                tiles.add(tile)
            if value > top:
                top = value

        # f: what groups of the options 0 to i can add with so many okeys; e: with the drawn tile.
        ways: list[Ways] = []
        drawn: list[Drawn] = []
        f0: list[int] = []
        f1: list[int] = []
        f2: list[int] = []
        e0: list[int] = []
        e1: list[int] = []
        e2: list[int] = []
        m0 = m1 = m2 = 0
        n0 = n1 = n2 = NEVER
        for shift, options_by_code, drawn_by_code in offers(okeys):
            code = packed >> shift & NUMBER_MASK
            option = options_by_code[code]
            more = drawn_by_code[code]
            if not option and not more:
                continue
            own, most = option or NOTHING
            ways.append(own)
            drawn.append(more[0] if more else ())
            with_drawn = more[1] if more else (NEVER, NEVER, NEVER)
            if okeys == 2:
                n2 = max(
                    n2 + most[0], n1 + most[1], n0 + most[2],
                    m2 + with_drawn[0], m1 + with_drawn[1], m0 + with_drawn[2],
                )  # fmt: skip
                m2 = max(m2 + most[0], m1 + most[1], m0 + most[2])
            if okeys:
                n1 = max(n1 + most[0], n0 + most[1], m1 + with_drawn[0], m0 + with_drawn[1])
                m1 = max(m1 + most[0], m0 + most[1])
            n0 = max(n0 + most[0], m0 + with_drawn[0])
            m0 += most[0]
            f0.append(m0)
            f1.append(m1)
            f2.append(m2)
            e0.append(n0)
            e1.append(n1)
            e2.append(n2)
        for without in (f0, f1, f2):
            without.append(0)  # at -1: no option left
        for using in (e0, e1, e2):
            using.append(NEVER)

        def no_okey_node(i: int, g: int, a: int, b: int, c: int, d: int) -> None:
            a0, b0, c0, d0 = r0[a], r0[b], r0[c], r0[d]
            gap = needed - (g + a0 + b0 + c0 + d0)
            # A drawn tile adds no more to a colour's runs than an okey would.
            in_a, in_b, in_c, in_d = r1[a] - a0, r1[b] - b0, r1[c] - c0, r1[d] - d0
            most = max(in_a, in_b, in_c, in_d)
            if most >= gap:
                for code, of_code, here, adds in (
                    (a, of_a, a0, in_a),
                    (b, of_b, b0, in_b),
                    (c, of_c, c0, in_c),
                    (d, of_d, d0, in_d),
                ):
                    if adds >= gap:
                        enough = gap + here
                        for unit, tile in of_code:
                            if r0[code + unit] >= enough:
                                hit(tile, needed - enough + r0[code + unit])
            while i >= 0 and wanted and (most + f0[i] >= gap or e0[i] >= gap):
                own, with_drawn = ways[i], drawn[i]
                i -= 1
                for tile, own_drawn in with_drawn:
                    if tile in wanted:
                        for gain, used, x, y, z, w in own_drawn:
                            if used or gain + f0[i] < gap:
                                break
                            value = no_okey(
                                i, ways, f0, g + gain, a - x, b - y, c - z, d - w, known, needed
                            )
                            if value >= needed:
                                hit(tile, value)
                                break
                for gain, used, x, y, z, w in own:
                    if used:
                        break
                    no_okey_node(i, g + gain, a - x, b - y, c - z, d - w)

        def one_okey_node(i: int, g: int, a: int, b: int, c: int, d: int) -> None:
            codes = (a, b, c, d)
            plain = [r0[code] for code in codes]
            none = g + sum(plain)
            ones = [r1[code] - own for code, own in zip(codes, plain, strict=True)]
            twos = [r2[code] - own for code, own in zip(codes, plain, strict=True)]
            *_, second, first = sorted(ones)
            one = none + first
            two = none + max(first + second, *twos)
            if two >= needed:
                for code, of_code, here, single, double in zip(
                    codes, in_runs, plain, ones, twos, strict=True
                ):
                    other = second if single == first else first
                    if none + max(double, single + other) >= needed:
                        rest = none - here
                        for unit, tile in of_code:
                            value = rest + max(r1[code + unit], r0[code + unit] + other)
                            if value >= needed:
                                hit(tile, value)
            while i >= 0 and wanted:
                if (
                    max(two + f0[i], one + f1[i]) < needed
                    and max(one + e0[i], none + e1[i]) < needed
                ):
                    return
                own, with_drawn = ways[i], drawn[i]
                i -= 1
                for tile, own_drawn in with_drawn:
                    if tile in wanted:
                        for gain, used, x, y, z, w in own_drawn:
                            if used > 1:
                                break
                            if used == 0:
                                if max(one + f0[i], none + f1[i]) + gain < needed:
                                    continue
                                value = one_okey(
                                    i, ways, f0, f1,
                                    g + gain, a - x, b - y, c - z, d - w, known, needed,
                                )  # fmt: skip
                            else:
                                if none + f0[i] + gain < needed:
                                    continue
                                value = no_okey(
                                    i, ways, f0, g + gain, a - x, b - y, c - z, d - w, known, needed
                                )
                            if value >= needed:
                                hit(tile, value)
                                break
                for gain, used, x, y, z, w in own:
                    if used == 0:
                        one_okey_node(i, g + gain, a - x, b - y, c - z, d - w)
                    elif used == 1:
                        no_okey_node(i, g + gain, a - x, b - y, c - z, d - w)
                    else:
                        break

        def two_okeys_node(i: int, g: int, a: int, b: int, c: int, d: int) -> None:
            codes = (a, b, c, d)
            plain = [r0[code] for code in codes]
            none = g + sum(plain)
            ones = [r1[code] - own for code, own in zip(codes, plain, strict=True)]
            twos = [r2[code] - own for code, own in zip(codes, plain, strict=True)]
            threes = [r3[code] - own for code, own in zip(codes, plain, strict=True)]
            _, third, second, first = sorted(ones)
            one = none + first
            two = none + max(first + second, *twos)
            # The drawn tile and both okeys may be a run of their own, which three okeys are not.
            three = none + max(first + second + third, three_thirteens, *threes)
            for at, (code, of_code, here) in enumerate(zip(codes, in_runs, plain, strict=True)):
                best, next_best = sorted(ones[:at] + ones[at + 1 :])[:0:-1]
                both = max(best + next_best, *twos[:at], *twos[at + 1 :])
                three = max(three, none + twos[at] + best)
                rest = none - here
                for unit, tile in of_code:
                    more = code + unit
                    value = rest + max(r2[more], r1[more] + best, r0[more] + both)
                    if value >= needed:
                        hit(tile, value)
            while i >= 0 and wanted:
                if (
                    max(three + f0[i], two + f1[i], one + f2[i]) < needed
                    and max(two + e0[i], one + e1[i], none + e2[i]) < needed
                ):
                    return
                own, with_drawn = ways[i], drawn[i]
                i -= 1
                for tile, own_drawn in with_drawn:
                    if tile in wanted:
                        for gain, used, x, y, z, w in own_drawn:
                            p, q, r, s = a - x, b - y, c - z, d - w
                            worth = g + gain
                            if used == 0:
                                if max(two + f0[i], one + f1[i], none + f2[i]) + gain < needed:
                                    continue
                                value = two_okeys(
                                    i, ways, f0, f1, f2, worth, p, q, r, s, known, needed
                                )
                            elif used == 1:
                                if max(one + f0[i], none + f1[i]) + gain < needed:
                                    continue
                                value = one_okey(i, ways, f0, f1, worth, p, q, r, s, known, needed)
                            else:
                                value = no_okey(i, ways, f0, worth, p, q, r, s, known, needed)
                            if value >= needed:
                                hit(tile, value)
                                break
                for gain, used, x, y, z, w in own:
                    node = (two_okeys_node, one_okey_node, no_okey_node)[used]
                    node(i, g + gain, a - x, b - y, c - z, d - w)

        node = (no_okey_node, one_okey_node, two_okeys_node)[okeys]
        node(
            len(ways) - 1,
            0,
            packed & MASK,
            packed >> BITS & MASK,
            packed >> 2 * BITS & MASK,
            packed >> 3 * BITS & MASK,
        )
        return Hits(tiles, top)

    return find

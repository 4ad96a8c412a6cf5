"""For dense hands, a few numbers in many colours: bounds and shortcuts that cost more than a node.

Nearly every hand is searched faster without them. In a dense one most groups compete with runs for
the same tiles, so that groups counted as if they cost the runs nothing bound very little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from okey.search.codes import OKEY_SHIFT, colour_codes, digits
from okey.search.options import Ways
from okey.search.tables import POW3, USUAL_OKEYS, RunTable, Scale
from okey.tiles import COPIES, NUMBERS

NO_CEILING: Final = 1 << 30
NEAR: Final = 6
LOWEST_CEILING: Final = 4  # all lower tiles are runs only where there are enough numbers

# A bound of what lies below a node: option, groups so far, codes, okeys.
Ceiling = Callable[[int, int, int, int, int, int, int], int]


class Dense:
    """What the search of one dense hand knows beforehand, and remembers."""

    def __init__(
        self, packed: int, scale: Scale, tables: Sequence[RunTable], numbers: Sequence[int]
    ) -> None:
        """`numbers` are those of the options, from 1 up."""
        okeys = packed >> OKEY_SHIFT
        worths, beside_lonely = _worths(packed, scale)
        # No arrangement is worth more: all tiles but the lonely ones, each okey as a 13.
        self.most = sum(worths) + max(okeys * scale.weight(NUMBERS), beside_lonely)
        self.ceiling = _ceiling(scale, tables, numbers, worths, beside_lonely)
        # A ceiling pays where little is missing to the most.
        self.near = False
        self._different: dict[tuple[int, ...], Ways] = {}

    def different(self, own: Ways, a: int, b: int, c: int, d: int) -> Ways:
        """Leave out ways that others are the same as, up to colours that hold the same tiles."""
        # Colours that are alike get the same name: the place of the first of them.
        codes = (a, b, c, d)
        colours = (0, codes.index(b), codes.index(c), codes.index(d))
        found = self._different.get((id(own), *colours))
        if found is None:
            marked = {(way[1], *sorted(zip(colours, way[2:], strict=True))): way for way in own}
            found = self._different[id(own), *colours] = tuple(
                sorted(marked.values(), key=lambda way: (way[1], -way[0]))
            )
        return found


def _worths(packed: int, scale: Scale) -> tuple[list[int], int]:
    """By number, what its tiles are worth but for lonely ones; and the most of one between okeys.

    A tile is lonely where no other colour has its number and its colour has none of the two
    numbers below and above. It is laid with two okeys, or not at all.
    """
    counts = [digits(code) for code in colour_codes(packed)]
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
        if lonely and packed >> OKEY_SHIFT == USUAL_OKEYS:
            beside_lonely = worth + sum(scale.weight(min(NUMBERS, n + more)) for more in (2, 3))
    return worths, beside_lonely


def _ceiling(
    scale: Scale,
    tables: Sequence[RunTable],
    numbers: Sequence[int],
    worths: Sequence[int],
    beside_lonely: int,
) -> Ceiling:
    """Bound a node where the numbers above an option's are decided.

    The tiles up to that number are all laid, at best. What those above it can be worth in runs, if
    every lower tile may help without being used up, is read from the tables: with both copies of
    all lower tiles in a colour they are all in runs, whatever longer runs they begin. An okey that
    is no help to a higher tile lies at that number, at best.
    """
    r0, r1, r2 = tables
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
            return none + max(least, r1[a] - a0, r1[b] - b0, r1[c] - c0, r1[d] - d0)
        *_, second, first = sorted((least, least, r1[a] - a0, r1[b] - b0, r1[c] - c0, r1[d] - d0))
        both = max(first + second, r2[a] - a0, r2[b] - b0, r2[c] - c0, r2[d] - d0)
        return none + max(both, beside_lonely)

    return ceiling

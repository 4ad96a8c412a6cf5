"""Tables made once: the best runs of one colour, and the groups that one number can make.

A colour is one integer: how many of each number it holds (0 to 2), written in base 3 with number 1
as the lowest digit. A table R[j][code] holds the most that *runs* of that colour can be worth with
at most j okeys. Groups are the only thing that ties colours together; what four counts of one
number can make is listed by 81 codes.

What a tile is worth is a `Scale`: its points, or one for every tile, or both, one counted first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Final, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from okey.rules.model import RuleSet
from okey.tiles import NUMBERS

POW3: Final = tuple(3**exponent for exponent in range(NUMBERS + 2))
MOST_OKEYS: Final = 4  # rules that are wrong on purpose take false okeys as wild: two and two
USUAL_OKEYS: Final = 2


class RunTable(Protocol):
    """The most that a colour's runs are worth, by its code: bytes or an array, or worked out."""

    def __getitem__(self, code: int, /) -> int: ...


Words = NDArray[np.uint8] | NDArray[np.uint16]


class Scale(NamedTuple):
    """What is counted: a laid tile of number n is worth `point` x n + `tile`."""

    name: str
    point: int
    tile: int
    wrap_end: bool = False  # a 1 may end a run after 13

    def weight(self, number: int) -> int:
        """What one tile of this number (1 to 13) is worth."""
        return self.point * number + self.tile

    def under(self, rules: RuleSet) -> Scale:
        """This scale for the runs of a rule set."""
        return self._replace(wrap_end=True) if rules.runs.wrap_end else self

    @property
    def wide(self) -> bool:
        """Whether the runs of a colour can be worth more than a byte holds."""
        tiles = 2 * NUMBERS + MOST_OKEYS
        return self.point * (182 + NUMBERS * MOST_OKEYS) + self.tile * tiles > 255


POINTS: Final = Scale("points", 1, 0)
POINTS_THEN_TILES: Final = Scale("points, then tiles", 32, 1)
TILES_THEN_POINTS: Final = Scale("tiles, then points", 1, 512)
TILES_ALONE: Final = Scale("tiles", 0, 1)


def run_lengths(okeys: int) -> range:
    """The lengths of runs that need looking at: longer ones split into these.

    A run of six or more splits into shorter runs unless one part would be okeys alone, which takes
    at least three of them.
    """
    return range(3, 6) if okeys <= USUAL_OKEYS else range(3, 8)


def _window(present: Sequence[bool]) -> tuple[tuple[slice | int, ...], tuple[slice | int, ...]]:
    """Where a window's digits are (0, or 1 and 2), and where they are with those tiles taken."""
    here = tuple(slice(1, 3) if there else 0 for there in present)
    after = tuple(slice(0, 2) if there else 0 for there in present)
    return here, after


def _runs_ending(
    top: int, okeys: int, digits: int
) -> Iterator[tuple[int, int, int, tuple[bool, ...], int]]:
    """Every run whose highest tile other than an okey is digit `top`.

    Yield its first and last digit, the size of the window below `top`, which digits of the window
    are tiles (from the highest down; the others are okeys), and the number of okeys.
    """
    for above in range(min(okeys, digits - 1 - top) + 1):
        for length in run_lengths(okeys):
            below = length - 1 - above
            if not 0 <= below <= top:
                continue
            for present in product((True, False), repeat=below):
                need = above + present.count(False)
                if need <= okeys:
                    yield top - below, top + above, below, present, need


def build_run_tables(weights: Sequence[int], okeys: int, *, wide: bool) -> list[Words]:
    """Best runs of one colour for 0 to `okeys` okeys: one array of 3**len(weights) words each.

    Digit by digit from below, in two blocks a digit (one copy, two copies): the highest tile is
    dropped, or one of the runs that it ends takes it. Both lead to a block that is already filled.
    """
    digits = len(weights)
    kind = np.uint16 if wide else np.uint8
    tables: list[Words] = [np.zeros(POW3[digits], kind) for _ in range(okeys + 1)]
    for top in range(digits):
        size = POW3[top]
        runs = list(_runs_ending(top, okeys, digits))
        for copies in (1, 2):
            lower = slice((copies - 1) * size, copies * size)
            block = slice(copies * size, (copies + 1) * size)
            for table in tables:
                table[block] = table[lower]
            for first, last, below, present, need in runs:
                worth = kind(sum(weights[first : last + 1]))
                shape = (3,) * below + (POW3[top - below],)
                here, after = _window(present)
                for more in range(need, okeys + 1):
                    target = tables[more][block].reshape(shape)[here]
                    source = tables[more - need][lower].reshape(shape)[after]
                    np.maximum(target, source + worth, out=target)
            for fewer, more_ in pairwise(tables):
                np.maximum(more_[block], fewer[block], out=more_[block])
    return tables


def _fold_high_one(tables: list[Words]) -> list[Words]:
    """Let each 1 be the low one or the one after 13, whichever is better: 14 digits become 13."""
    folded: list[Words] = []
    for table in tables:
        low_ones = table.reshape(3, POW3[NUMBERS - 1], 3)  # [ones after 13, other digits, low ones]
        best = low_ones[0].copy()
        np.maximum(best[:, 1], low_ones[1][:, 0], out=best[:, 1])
        np.maximum(best[:, 2], low_ones[1][:, 1], out=best[:, 2])
        np.maximum(best[:, 2], low_ones[2][:, 0], out=best[:, 2])
        folded.append(best.reshape(-1))
    return folded


@cache
def run_tables(scale: Scale, okeys: int) -> tuple[RunTable, ...]:
    """R[j][code] on this scale for j = 0 to `okeys`, made when first asked for."""
    weights = [scale.weight(number) for number in range(1, NUMBERS + 1)]
    if scale.wrap_end:
        tables = build_run_tables([*weights, weights[0]], okeys, wide=scale.wide)
        tables = _fold_high_one(tables)
    else:
        tables = build_run_tables(weights, okeys, wide=scale.wide)
    return tuple(_table(table, scale) for table in tables)


def _table(words: Words, scale: Scale) -> bytes | array[int]:
    """As what Python looks up fastest."""
    return array("H", words.tobytes()) if scale.wide else words.tobytes()


@cache
def run_gains(scale: Scale) -> tuple[RunTable, RunTable, RunTable]:
    """R[0], and what one okey and two okeys add to it: what the search looks up, by code."""
    tables = run_tables(scale, USUAL_OKEYS)
    none, one, two = (_words(table, scale) for table in tables)
    return tables[0], _table(np.subtract(one, none), scale), _table(np.subtract(two, none), scale)


def _words(table: RunTable, scale: Scale) -> Words:
    words = cast(bytes, table)
    return np.frombuffer(words, np.uint16) if scale.wide else np.frombuffer(words, np.uint8)


class Groups(NamedTuple):
    """One way to take groups of one number: tiles of each colour, and okeys."""

    taken: tuple[int, int, int, int]
    okeys: int

    @property
    def size(self) -> int:
        """How many tiles, okeys included."""
        return sum(self.taken) + self.okeys


@cache
def one_group(okeys: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every single group: which colours are tiles (0 or 1 each), and how many okeys fill it up.

    At least one tile of a meld is no okey. Three or four tiles, no colour twice.
    """
    return tuple(
        (colours, filled)
        for colours in product((1, 0), repeat=4)
        for filled in range(okeys + 1)
        if sum(colours) >= 1 and 3 <= sum(colours) + filled <= 4
    )


@cache
def group_ways(
    counts: tuple[int, int, int, int], okeys: int, *, useful: bool
) -> tuple[Groups, ...]:
    """Every way to take one or more groups from the counts of one number.

    With `useful`, no way in which an okey stands for a tile of that number that the groups leave
    over: that tile can take the okey's place, and the okey its place, wherever it was. This holds
    for up to two okeys (a run keeps at least one tile) on scales that count places, not tiles.
    """
    # Colours are alike: the ways of the counts in order, in the colours' own order again.
    order = sorted(range(4), key=counts.__getitem__)
    places = [order.index(colour) for colour in range(4)]
    first, second, third, fourth = places
    return tuple(
        Groups((taken[first], taken[second], taken[third], taken[fourth]), used)
        for taken, used in _ways_in_order(tuple(sorted(counts)), okeys, useful=useful)
    )


@cache
def _ways_in_order(
    counts: tuple[int, ...], okeys: int, *, useful: bool
) -> tuple[tuple[tuple[int, ...], int], ...]:
    start = (0, 0, 0, 0)
    seen: set[tuple[tuple[int, ...], int, tuple[int, ...]]] = {(start, 0, (1, 1, 1, 1))}
    todo = list(seen)
    while todo:
        taken, used, common = todo.pop()
        for colours, filled in one_group(okeys):
            more = tuple(t + c for t, c in zip(taken, colours, strict=True))
            if used + filled > okeys or any(m > n for m, n in zip(more, counts, strict=True)):
                continue
            both = tuple(a & b for a, b in zip(common, colours, strict=True)) if filled else common
            state = (more, used + filled, both)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    ways = set()
    for taken, used, common in seen:
        left = [n - t for n, t in zip(counts, taken, strict=True)]
        if useful and any(rest and not c for rest, c in zip(left, common, strict=True)):
            continue
        if taken != start:
            ways.add((taken, used))
    return tuple(sorted(ways, key=lambda way: (-sum(way[0]) - way[1], way)))

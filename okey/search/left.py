"""The least left in a hand: what counts is the tile that stays, not the place where one lies.

An okey or a false okey in the hand may cost more than any place on the table is worth, so the
tables by number do not answer this. The runs of the few codes that one hand meets are searched
when asked for, and remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from okey.hand import Hand
from okey.search.arrange import Arrangement, Worth, read_runs, runs_with, write
from okey.search.best import descend
from okey.search.codes import (
    NUMBER_BITS,
    NUMBER_MASK,
    NUMBERS_SHIFT,
    OKEY_SHIFT,
    colour_codes,
    digits,
    pack_hand,
)
from okey.search.options import COUNTS, Option, option_of
from okey.search.tables import POW3, group_ways
from okey.tiles import NUMBERS, Colour, face


def arrange_left(hand: Hand, *, okey_value: int, false_okey_value: int) -> Arrangement:
    """The runs and groups that leave least in the hand, the numbers on plain tiles added up.

    `okey_value` and `false_okey_value` are what an okey and a false okey cost that stay.

    >>> hand = Hand.parse("R5 R6 R7 Y7 B7 * K1", "B10")
    >>> arrange_left(hand, okey_value=101, false_okey_value=101).tiles  # all but the K1
    6
    """
    packed = pack_hand(hand)
    okeys = packed >> OKEY_SHIFT

    def costs(colour: Colour) -> list[int]:
        return [
            false_okey_value if face(colour, number) == hand.okey else number
            for number in range(1, NUMBERS + 1)
        ]

    plain = [costs(colour) for colour in Colour]
    runs = [_RememberedRuns(_worth(own, okey_value), okeys) for own in plain]
    options: dict[int, Option] = {}
    for number in range(1, NUMBERS + 1):
        code = packed >> NUMBERS_SHIFT + (number - 1) * NUMBER_BITS & NUMBER_MASK
        # An okey that stays may cost more than the tile whose place it takes: look at all ways.
        ways = group_ways(COUNTS[code], okeys, useful=False)
        if ways:
            tiles = [own[number - 1] for own in plain]
            options[number] = option_of(ways, number, tiles, okey_value, okeys)
    tables = [own.tables for own in runs]
    found = descend(colour_codes(packed), okeys, tables, options)
    read = [
        read_runs(own.tables, code, share, own.worth)
        for own, code, share in zip(runs, found.codes, found.okeys, strict=True)
    ]
    return write(hand, read, found)


def _worth(costs: list[int], okey_value: int) -> Worth:
    return lambda number, okey: okey_value if okey else costs[number - 1]


@dataclass(slots=True)
class _RememberedRuns:
    """R[j][code] of one colour, worked out where asked for."""

    worth: Worth
    okeys: int
    _known: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def tables(self) -> list[_Row]:
        return [_Row(self.best, okeys) for okeys in range(self.okeys + 1)]

    def best(self, code: int, okeys: int) -> int:
        """The most that runs of these tiles and at most so many okeys save."""
        if not code:
            return 0
        best = self._known.get((code, okeys))
        if best is None:
            top = max(number for number, count in enumerate(digits(code), 1) if count)
            best = self.best(code - POW3[top - 1], okeys)
            for run, left, used in runs_with(code, top, okeys):
                saved = sum(self.worth(*slot) for slot in run)
                best = max(best, saved + self.best(left, okeys - used))
            self._known[code, okeys] = best
        return best


@dataclass(slots=True, frozen=True)
class _Row:
    """What a table of runs is asked: the most of a code."""

    best: Callable[[int, int], int]
    okeys: int

    def __getitem__(self, code: int) -> int:
        return self.best(code, self.okeys)

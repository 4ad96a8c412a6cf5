"""The most that runs and groups are worth, for many hands at once.

The numbers are passed through from the highest down. A line of the sheet says, for one hand, which
runs are open in each colour, how many wild tiles and left-out tiles there are so far, and the most
points that this can come by. At each number every line grows into all that can follow; lines that
agree but for the points become one. So nothing is guessed and nothing is cut but what can no
longer reach the points asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final, Literal

import numpy as np

from okey.rules.model import RuleSet
from okey.tiles import NUMBERS
from puzzles.proofs.open_runs import (
    BEYOND,
    COUNTS,
    EMPTY,
    STATES,
    WILDS,
    partings,
    steps,
)
from puzzles.proofs.racks import Rack

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

NONE: Final = -1  # points where there is no such arrangement

Kept = Literal["points", "left out", "held"]

# A line is one number: hand, mark, wild tiles left, four colours, points. The mark is what else
# is kept apart: tiles left out; or the numbers of wild tiles and, above, tiles of the okey's face.
_POINTS: Final = 11
_COLOUR: Final = 6
_WILD: Final = _POINTS + 4 * _COLOUR
_MARK: Final = _WILD + 2
_HELD: Final = _MARK + 5
_HAND: Final = _MARK + 7
_MARKS: Final = 128
_ALL_POINTS: Final = (1 << _POINTS) - 1
_FEW: Final = 8  # hands among which equal ones are not worth looking for
_SHIFTS: Final = tuple(_POINTS + colour * _COLOUR for colour in range(4))
_EMPTY: Final = sum(EMPTY << shift for shift in _SHIFTS)


class _Steps:
    """The steps of a colour, flat: those of an index begin at `first` and are `many`."""

    def __init__(self) -> None:
        self.first = np.zeros(len(STATES) * 3 * COUNTS * COUNTS * (WILDS + 1), dtype=np.int64)
        self.many = np.zeros_like(self.first)
        found: list[tuple[int, int, int, int]] = []
        for at, (state, tiles, after, later, wilds) in enumerate(
            product(range(len(STATES)), range(3), range(COUNTS), range(COUNTS), range(WILDS + 1))
        ):
            own = sorted(steps(state, tiles, after, later, wilds))
            self.first[at], self.many[at] = len(found), len(own)
            found += [(one.state - state, one.wilds, one.placed, one.skipped) for one in own]
        table = np.array(found, dtype=np.int64)
        self.placed = table[:, 2]
        self.wilds = table[:, 1]
        self.skipped = table[:, 3]
        self.plain = [(table[:, 0] << shift) - (self.wilds << _WILD) for shift in _SHIFTS]
        self.cache: dict[tuple[int, int, Kept, bool], Numbers] = {}

    def change(self, colour: int, number: int, kept: Kept, *, is_okey: bool) -> Numbers:
        """What each step adds to a line."""
        key = colour, number, kept, is_okey
        if key not in self.cache:
            change = self.plain[colour] + self.placed * number
            if kept == "left out":
                change += self.skipped << _MARK
            elif kept == "held":
                change += self.wilds * number << _MARK
                if is_okey:
                    change += self.placed - self.wilds << _HELD
            self.cache[key] = change
        return self.cache[key]


class _Groups:
    """The groups that can be taken out of four counts (a code of 81) with so many wild tiles."""

    def __init__(self) -> None:
        self.first = np.zeros(81 * (WILDS + 1), dtype=np.int64)
        self.many = np.zeros_like(self.first)
        rest: list[tuple[int, ...]] = []
        taken: list[tuple[int, ...]] = []
        for code, wilds in product(range(81), range(WILDS + 1)):
            counts = [code // 3**colour % 3 for colour in range(4)]
            at = code * (WILDS + 1) + wilds
            self.first[at] = len(rest)
            for one in partings():
                left = [have - used for have, used in zip(counts, one.colours, strict=True)]
                if min(left) >= 0 and one.wilds <= wilds:
                    rest.append(tuple(left))
                    taken.append((one.wilds, one.placed, *one.colours))
            self.many[at] = len(rest) - self.first[at]
        self.rest = np.array(rest, dtype=np.int64).T.copy() * (COUNTS * COUNTS * (WILDS + 1))
        table = np.array(taken, dtype=np.int64)
        self.wilds, self.placed, *self.colours = table.T.copy()

    def change(self, ways: Numbers, number: int, kept: Kept, okey: int | None) -> Numbers:
        """What laying groups adds to a line. `okey` is the okey's colour if it has the number."""
        change: Numbers = self.placed[ways] * number - (self.wilds[ways] << _WILD)
        if kept == "held":
            change += self.wilds[ways] * number << _MARK
            if okey is not None:
                change += self.colours[okey][ways] << _HELD
        return change


@cache
def _tables() -> tuple[_Steps, _Groups]:
    return _Steps(), _Groups()


def _grown(first: Numbers, many: Numbers) -> tuple[Numbers, Numbers]:
    """For each line as many copies as it has ways on: which line it was, and which way."""
    lines = np.repeat(np.arange(len(many)), many)
    return lines, np.arange(len(lines)) + (first - many.cumsum() + many)[lines]


def best(
    racks: Sequence[Rack],
    rules: RuleSet,
    *,
    kept: Kept = "points",
    okey: int | None = None,
    most_skipped: int | None = None,
    least: Sequence[int] | int = 0,
) -> Numbers:
    """The most points of each rack, by wild tiles left and by what else is kept apart.

    The answer is an array `[rack, wilds left, mark]`, NONE where nothing is so. The mark is 0
    where points alone are kept; or how many tiles that are not wild are left out; or what wild
    tiles count at their places, and 32 for every tile laid that bears the face `okey`.
    Arrangements that leave out more than `most_skipped`, or are worth less than `least`, may be
    missing.
    """
    hands, owners = _spread(racks, rules)
    last = hands.shape[2] - 2
    wilds = np.array([racks[owner].wilds for owner in owners], dtype=np.int64)
    needed = np.broadcast_to(np.asarray(least, dtype=np.int64), (len(racks),))[owners]
    numbers = [(last - at - 1) % NUMBERS + 1 for at in range(last)]
    if most_skipped is not None:
        kept = "left out"
    lost = _remove_idle(hands, wilds) * (kept == "left out")
    place = owners
    if len(hands) > _FEW:
        hands, wilds, needed, lost, place = _different(hands, wilds, needed, lost)
    left = _potential(hands, numbers)
    step, group = _tables()
    lines = (np.arange(len(hands)) << _HAND) + (lost << _MARK) + (wilds << _WILD) + _EMPTY
    if most_skipped is not None:
        lines = lines[lost <= most_skipped]
    wild = bool(wilds.any())
    codes = (hands[:, :, :last] * np.array([1, 3, 9, 27])[None, :, None]).sum(axis=1)
    # What a step needs to know of the two numbers that follow.
    ahead = (hands[:, :, 1 : last + 1] * COUNTS + hands[:, :, 2 : last + 2]) * (WILDS + 1)
    present: Flags = (hands[:, :, :last] > 0).max(axis=0)
    for at, number in enumerate(numbers):
        if not wild and not present[:, at].any():
            continue
        if not len(lines):
            break
        owner = lines >> _HAND
        have = lines >> _WILD & 3
        index = codes[owner, at] * (WILDS + 1) + have
        many = group.many[index]
        if many.max() > 1:
            rows, ways = _grown(group.first[index], many)
            lines = lines[rows] + group.change(ways, number, kept, _colour_at(okey, number))
            owner = owner[rows]
        else:
            ways = group.first[index]
        rest = group.rest[:, ways]
        for colour in range(4):
            if not wild and not present[colour, at]:
                continue
            state = lines >> _SHIFTS[colour] & 63
            index = state * (3 * COUNTS * COUNTS * (WILDS + 1)) + rest[colour]
            index += ahead[owner, colour, at]
            index += lines >> _WILD & 3
            change = step.change(
                colour, number, kept, is_okey=okey == colour * NUMBERS + number - 1
            )
            many = step.many[index]
            if (many == 1).all():
                lines = lines + change[step.first[index]]
                continue
            rows, ways = _grown(step.first[index], many)
            lines = lines[rows] + change[ways]
            owner = owner[rows]
            if colour < 3:
                rest = rest[:, rows]
        if most_skipped is not None:
            lines = lines[lines >> _MARK & _MARKS - 1 <= most_skipped]
        lines.sort()
        kinds = lines >> _POINTS
        keep = np.empty(len(lines), dtype=bool)
        keep[-1:] = True
        np.not_equal(kinds[1:], kinds[:-1], out=keep[:-1])
        lines = lines[keep]
        owner = lines >> _HAND
        highest = max(numbers[at + 1 :], default=0)
        hope = (lines & _ALL_POINTS) + left[owner, at] + (lines >> _WILD & 3) * highest
        lines = lines[hope >= needed[owner]]
    marks = 1 if kept == "points" else _MARKS
    sheet = np.full((len(hands), WILDS + 1, marks), NONE, dtype=np.int64)
    sheet[lines >> _HAND, lines >> _WILD & 3, lines >> _MARK & marks - 1] = lines & _ALL_POINTS
    if not rules.runs.wrap_end:
        return sheet if place is owners else sheet[place]
    answer = np.full((len(racks), WILDS + 1, marks), NONE, dtype=np.int64)
    np.maximum.at(answer, owners, sheet if place is owners else sheet[place])
    return answer


def idle(racks: Sequence[Rack], rules: RuleSet) -> list[int]:
    """How many tiles of each rack lie in no run and no group whatever is done, at least."""
    hands, owners = _spread(racks, rules)
    wilds = np.array([racks[owner].wilds for owner in owners], dtype=np.int64)
    answer = np.full(len(racks), 1 << 30)
    np.minimum.at(answer, owners, _remove_idle(hands, wilds))
    return [int(one) for one in answer]


def _different(
    hands: Numbers, wilds: Numbers, needed: Numbers, lost: Numbers
) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Each hand once, and where each of them went: many differ in idle tiles alone."""
    size = len(hands)
    flat = np.column_stack([hands.reshape(size, -1), wilds, lost, needed]).astype(np.int16)
    keys = np.ascontiguousarray(flat).view(np.dtype((np.void, flat.dtype.itemsize * flat.shape[1])))
    _, first, place = np.unique(keys.ravel(), return_index=True, return_inverse=True)
    return hands[first], wilds[first], needed[first], lost[first], place


def _colour_at(okey: int | None, number: int) -> int | None:
    """The okey's colour where its number is this one."""
    return None if okey is None or okey % NUMBERS + 1 != number else okey // NUMBERS


def _remove_idle(hands: Numbers, wilds: Numbers) -> Numbers:
    """Take away the tiles that lie in no run and no group whatever is done; how many they are.

    Such a run has three tiles in sequence of which all are there but for wild ones, such a group
    three colours.
    """
    counts = hands[:, :, :-2]
    there = (counts > 0).astype(np.int64)
    needed = (3 - wilds)[:, None, None]
    threes = there[:, :, :-2] + there[:, :, 1:-1] + there[:, :, 2:] >= needed
    serves = np.broadcast_to(there.sum(axis=1, keepdims=True) >= needed, counts.shape).copy()
    for step in range(3):
        serves[:, :, step : step + threes.shape[2]] |= threes
    lost: Numbers = np.where(serves, 0, counts).sum(axis=(1, 2))
    counts *= serves
    return lost


def _potential(hands: Numbers, numbers: Sequence[int]) -> Numbers:
    """What all tiles after each number are worth together."""
    tiles: Numbers = hands[:, :, : len(numbers)].sum(axis=1) * np.array(numbers)
    after: Numbers = tiles.sum(axis=1)[:, None] - tiles.cumsum(axis=1)
    return after


def _spread(racks: Sequence[Rack], rules: RuleSet) -> tuple[Numbers, Numbers]:
    """The racks as counts by colour from the highest number down, and whose they are.

    Where a 1 may follow the 13, the ones of each colour are parted between both ends in every way.
    """
    if not rules.runs.wrap_end:
        faces = np.array([rack.faces for rack in racks], dtype=np.int64)
        return _framed(faces.reshape(-1, 4, NUMBERS)[:, :, ::-1]), np.arange(len(racks))
    rows, owners = [], []
    for owner, rack in enumerate(racks):
        colours = [rack.faces[at * NUMBERS : (at + 1) * NUMBERS] for at in range(4)]
        for high in product(*(range(colour[0] + 1) for colour in colours)):
            rows.append(
                [
                    [over, *reversed(colour[1:]), colour[0] - over]
                    for over, colour in zip(high, colours, strict=True)
                ]
            )
            owners.append(owner)
    return _framed(np.array(rows, dtype=np.int64)), np.array(owners)


def _framed(counts: Numbers) -> Numbers:
    size, colours, _ = counts.shape
    beyond = np.full((size, colours, 2), BEYOND, dtype=np.int64)
    return np.concatenate([counts, beyond], axis=2)

"""How runs of one colour go on from one number to the next, and how groups of one number part.

A colour is passed through number by number. What counts of the tiles laid so far is how many runs
are still open with one tile, with two, and with three or more: the first two kinds have to go on.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

WILDS: Final = 2  # of all hands
MOST_OPEN: Final = 2 + WILDS  # so many tiles of one colour can lie at one number
BEYOND: Final = 3  # instead of a count: there is no such number
COUNTS: Final = 4  # 0, 1, 2 and BEYOND


class Step(NamedTuple):
    """What becomes of a colour at one number."""

    state: int
    wilds: int  # used here
    placed: int  # tiles, wild ones included
    skipped: int  # tiles left out


STATES: Final = tuple(
    (one, two, more)
    for one, two, more in product(range(MOST_OPEN + 1), repeat=3)
    if one + two + more <= MOST_OPEN
)
_PLACE: Final = {state: place for place, state in enumerate(STATES)}
EMPTY: Final = _PLACE[0, 0, 0]


def steps(state: int, tiles: int, after: int, later: int, wilds: int) -> frozenset[Step]:
    """All that can follow where a colour has `tiles` at this number and `wilds` are left.

    `after` and `later` count its tiles at the next number and the one after, so that what cannot
    be brought to three tiles any more is not begun. A wild tile is used only beside all the others:
    put in their place it would be the one that is left, which serves at least as well.
    """
    one, two, more = STATES[state]
    found = set()
    for natural in range(tiles + 1):
        for wild in range(wilds + 1 if natural == tiles else 1):
            placed = natural + wild
            for longer in range(more + 1):
                new = placed - one - two - longer
                if new < 0:
                    break
                following = _cut(new, one, two + longer, after, later, wilds - wild)
                if following is not None:
                    found.add(Step(_PLACE[following], wild, placed, tiles - natural))
    return frozenset(found)


def _cut(
    one: int, two: int, more: int, after: int, later: int, wilds: int
) -> tuple[int, int, int] | None:
    """The open runs without those that cannot grow; None where a short one cannot go on."""
    if after == BEYOND:
        return None if one or two else (0, 0, 0)
    if later == BEYOND and one:
        return None
    needed = max(0, one + two - after) + (max(0, one - later) if later != BEYOND else 0)
    if needed > wilds:
        return None
    return one, two, min(more, max(0, after + wilds - one - two))


class Parting(NamedTuple):
    """Tiles of one number that lie in groups: of each colour, and wild ones."""

    colours: tuple[int, ...]
    wilds: int

    @property
    def placed(self) -> int:
        return sum(self.colours) + self.wilds


@cache
def partings() -> tuple[Parting, ...]:
    """All that can lie in groups of three or four colours of one number, nothing among them.

    Two of each colour and two wild tiles make three groups at most.
    """
    groups = [
        (colours, wilds)
        for colours in product((0, 1), repeat=4)
        for wilds in range(WILDS + 1)
        if any(colours) and 3 <= sum(colours) + wilds <= 4
    ]
    found = {Parting((0, 0, 0, 0), 0)}
    for many in (1, 2, 3):
        for chosen in combinations_with_replacement(groups, many):
            colours = tuple(map(sum, zip(*(group[0] for group in chosen), strict=True)))
            wilds = sum(group[1] for group in chosen)
            if max(colours) <= 2 and wilds <= WILDS:
                found.add(Parting(colours, wilds))
    return tuple(sorted(found))

"""The most that a hand is worth, and an arrangement that is worth it.

The value alone comes from `nodes`; `descend` is the same search written plainly, for any number of
okeys and any tables, and says what it found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from okey.search.codes import NUMBER_MASK, OKEY_SHIFT, Codes, colour_codes
from okey.search.nodes import searcher
from okey.search.options import SHIFTS, Option, bounds_of, options_of
from okey.search.tables import POW3, USUAL_OKEYS, Groups, RunTable, Scale, run_tables

NO_LIMIT: Final = 1 << 30
NO_SHARES: Final = (0, 0, 0, 0)


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


def best_value(packed: int, scale: Scale, enough: int = NO_LIMIT) -> int:
    """The most that a packed hand is worth on a scale; or some value of at least `enough`."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        return searcher(scale).search(packed, enough)
    return _any_okeys(packed, scale, enough=enough).value


def find_best(packed: int, scale: Scale) -> Found:
    """An arrangement that is worth most."""
    if packed >> OKEY_SHIFT <= USUAL_OKEYS:
        value = searcher(scale).search(packed, NO_LIMIT)
        return _any_okeys(packed, scale, below=value - 1, enough=value)
    return _any_okeys(packed, scale)


def _any_okeys(packed: int, scale: Scale, *, below: int = -1, enough: int = NO_LIMIT) -> Found:
    """The same search for any number of okeys, which also says what was found."""
    okeys = packed >> OKEY_SHIFT
    tables = run_tables(scale, max(okeys, USUAL_OKEYS))
    options = {
        number: option
        for number, (shift, by_code) in enumerate(
            zip(SHIFTS, options_of(scale, okeys), strict=True), 1
        )
        if (option := by_code[packed >> shift & NUMBER_MASK])
    }
    return descend(colour_codes(packed), okeys, [tables] * 4, options, below=below, enough=enough)


def split_okeys(
    tables: Sequence[Sequence[RunTable]], codes: Sequence[int], okeys: int
) -> list[tuple[int, tuple[int, ...]]]:
    """The best runs of these colours with 0, 1, ... at most `okeys`, and each colour's share."""
    if okeys == 0:
        return [(sum(own[0][code] for own, code in zip(tables, codes, strict=True)), NO_SHARES)]
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (okeys + 1)
    for own_tables, code in zip(tables, codes, strict=True):
        values = [own_tables[own][code] for own in range(okeys + 1)]
        best = [
            max((best[k - own][0] + values[own], (*best[k - own][1], own)) for own in range(k + 1))
            for k in range(okeys + 1)
        ]
    return best


def descend(
    codes: Codes,
    okeys: int,
    tables: Sequence[Sequence[RunTable]],
    options: Mapping[int, Option],
    *,
    below: int = -1,
    enough: int = NO_LIMIT,
    units: Sequence[int] = POW3,
) -> Found:
    """Search with a table R[j] for each colour and the options of each number, lowest first.

    Only arrangements worth more than `below` are looked for; there must be one. The search stops
    at one worth `enough`. `units` are what a tile of each number adds to a colour's code.
    """
    numbers = list(options)
    by_rank = list(options.values())
    bounds = bounds_of(by_rank, okeys)
    found = Found(below, (), (0, 0, 0, 0), (0, 0, 0, 0))

    def node(i: int, worth: int, codes: Codes, left: int, choices: tuple[Choice, ...]) -> None:
        nonlocal found
        runs = split_okeys(tables, codes, left)
        here = worth + runs[left][0]
        if here > found.value:
            found = Found(here, choices, codes, runs[left][1])
        for k in range(i, -1, -1):
            most = max(runs[left - used][0] + bounds[used][k] for used in range(left + 1))
            if worth + most <= found.value or found.value >= enough:
                return
            unit = units[numbers[k] - 1]
            for gain, used, *taken in by_rank[k].ways:
                if used > left:
                    break
                a, b, c, d = (code - take for code, take in zip(codes, taken, strict=True))
                x, y, z, w = (take // unit for take in taken)
                choice = Choice(numbers[k], Groups((x, y, z, w), used))
                node(k - 1, worth + gain, (a, b, c, d), left - used, (*choices, choice))

    node(len(numbers) - 1, 0, codes, okeys, ())
    return found

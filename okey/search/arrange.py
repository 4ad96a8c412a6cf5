"""From a value back to melds: the tables say which runs it was made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from okey.hand import Hand
from okey.melds import LAID, LaidTile, Meld, okey_as
from okey.rules.model import RuleSet
from okey.search.best import Found, find_best
from okey.search.codes import digits, pack_hand
from okey.search.general import arrange_under, is_usual
from okey.search.solutions import Arrangement
from okey.search.tables import (
    POINTS_THEN_TILES,
    POW3,
    TILES_THEN_POINTS,
    USUAL_OKEYS,
    Groups,
    RunTable,
    Scale,
    one_group,
    run_lengths,
    run_tables,
)
from okey.tiles import FALSE_OKEY, NUMBERS, Colour, face

Slot = tuple[int, bool]  # a number (14 is the 1 after the 13), and whether an okey lies there
Run = list[Slot]
Worth = Callable[[int, bool], int]  # of a number, and whether it is an okey that lies there


def arrange_points(hand: Hand, rules: RuleSet | None = None) -> Arrangement:
    """The arrangement with the most points; among those, one with the most tiles.

    Without `rules`, as in the three rule sets in which melds are laid during the round.

    >>> arrangement = arrange_points(Hand.parse("R3 R4 R5 R6 R7 B6 K6", "B10"))
    >>> arrangement.points, [str(meld) for meld in arrangement.melds]
    (30, ['R3 R4 R5', 'R6 B6 K6'])
    """
    return _under(hand, POINTS_THEN_TILES, rules)


def arrange_tiles(hand: Hand, rules: RuleSet | None = None) -> Arrangement:
    """The arrangement that lays the most tiles; among those, one with the most points."""
    return _under(hand, TILES_THEN_POINTS, rules)


def _under(hand: Hand, scale: Scale, rules: RuleSet | None) -> Arrangement:
    if rules is None:
        return arrange(hand, scale)
    return (
        arrange(hand, scale.under(rules)) if is_usual(rules) else arrange_under(hand, rules, scale)
    )


def arrange(hand: Hand, scale: Scale) -> Arrangement:
    """An arrangement in runs and groups that is worth most on this scale."""
    found = find_best(pack_hand(hand), scale)
    tables = run_tables(scale, max(hand.okeys, USUAL_OKEYS))

    def worth(number: int, _: bool) -> int:
        return scale.weight(_low(number))

    runs = [
        read_runs(tables, code, okeys, worth, wrap_end=scale.wrap_end)
        for code, okeys in zip(found.codes, found.okeys, strict=True)
    ]
    return write(hand, runs, found)


def write(hand: Hand, runs: Sequence[Sequence[Run]], found: Found) -> Arrangement:
    """Runs of each colour and the groups chosen as melds in normal order, okeys declared."""
    melds: list[Meld] = []
    points = 0
    for colour, own_runs in zip(Colour, runs, strict=True):
        for run in own_runs:
            melds.append(Meld(tuple(_laid(hand, colour, *slot) for slot in run)))
            points += sum(_low(number) for number, _ in run)
    for choice in reversed(found.choices):
        for colours, okeys in split_groups(choice.groups):
            melds.append(Meld(_group(hand, choice.number, colours, okeys)))
            points += choice.number * len(melds[-1])
    return Arrangement(points, sum(map(len, melds)), tuple(melds))


def _low(number: int) -> int:
    """The number on the tile: a slot 14 holds a 1."""
    return number - NUMBERS if number > NUMBERS else number


def _laid(hand: Hand, colour: Colour, number: int, okey: bool) -> LaidTile:
    """The tile that lies for a face: an okey, or the face, which is a false okey at the okey's."""
    tile = face(colour, _low(number))
    if okey:
        return okey_as(tile)
    return LAID[FALSE_OKEY.index if tile == hand.okey else tile.index]


def _group(hand: Hand, number: int, colours: Sequence[int], okeys: int) -> tuple[LaidTile, ...]:
    if sum(colours) + okeys == len(colours):  # all four colours: every okey's face is settled
        return tuple(
            _laid(hand, colour, number, not there)
            for colour, there in zip(Colour, colours, strict=True)
        )
    tiles = [
        _laid(hand, colour, number, False)
        for colour, there in zip(Colour, colours, strict=True)
        if there
    ]
    return (*tiles, *[okey_as(number)] * okeys)


# Reading back


def split_groups(groups: Groups) -> list[tuple[tuple[int, ...], int]]:
    """Single groups that take exactly these tiles and okeys: their colours, and their okeys."""

    def take(taken: tuple[int, ...], okeys: int) -> list[tuple[tuple[int, ...], int]] | None:
        if not any(taken) and not okeys:
            return []
        for colours, filled in one_group(okeys):
            left = tuple(t - c for t, c in zip(taken, colours, strict=True))
            if min(left) >= 0:
                rest = take(left, okeys - filled)
                if rest is not None:
                    return [(colours, filled), *rest]
        return None

    found = take(groups.taken, groups.okeys)
    assert found is not None, groups
    return found


def read_runs(
    tables: Sequence[RunTable], code: int, okeys: int, worth: Worth, *, wrap_end: bool = False
) -> list[Run]:
    """Runs of one colour that are together worth what its tables say, from the lowest up."""
    runs: list[Run] = []
    while code:
        value = tables[okeys][code]
        if okeys and tables[okeys - 1][code] == value:
            okeys -= 1
            continue
        top = max(n for n, count in enumerate(digits(code), 1) if count)
        if tables[okeys][code - POW3[top - 1]] == value:
            code -= POW3[top - 1]
            continue
        for run, left, used in runs_with(code, top, okeys, wrap_end=wrap_end):
            if tables[okeys - used][left] + sum(worth(*slot) for slot in run) == value:
                runs.append(run)
                code, okeys = left, okeys - used
                break
        else:
            raise AssertionError(f"no run explains the value {value} of {code}")
    return _joined(runs)


def runs_with(
    code: int, top: int, okeys: int, *, wrap_end: bool = False
) -> Iterator[tuple[Run, int, int]]:
    """Every run with a tile of number `top`, the highest of `code`; tiles before okeys.

    Yield the run, what it leaves of the code, and how many okeys it uses.
    """
    counts = digits(code)
    last = NUMBERS + wrap_end
    # A 1 is low, or the one after 13.
    places = (top, NUMBERS + 1) if wrap_end and top == 1 else (top,)
    for length in run_lengths(okeys):
        for place in places:
            for start in range(max(1, place - length + 1), min(place, last - length + 1) + 1):
                numbers = range(start, start + length)
                absent = sum(not counts[_low(number) - 1] for number in numbers)
                if absent > okeys:
                    continue
                lying = [
                    ((False, True) if okeys > absent else (False,))
                    if counts[_low(number) - 1]
                    else (True,)
                    for number in numbers
                ]
                lying[place - start] = (False,)
                for slots in product(*lying):
                    used = sum(slots)
                    if used <= okeys:
                        run = list(zip(numbers, slots, strict=True))
                        taken = sum(POW3[_low(number) - 1] for number, okey in run if not okey)
                        yield run, code - taken, used


def _joined(runs: list[Run]) -> list[Run]:
    """Runs that continue each other as one: it is worth the same and easier to see."""
    joined: list[Run] = []
    for run in sorted(runs, key=lambda run: run[0][0]):
        before = next((other for other in joined if other[-1][0] + 1 == run[0][0]), None)
        if before is None:
            joined.append(list(run))
        else:
            before.extend(run)
    return joined


__all__ = [
    "Arrangement", "Run", "Worth", "arrange", "arrange_points", "arrange_tiles", "read_runs",
    "runs_with", "split_groups", "write",
]  # fmt: skip

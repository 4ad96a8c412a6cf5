"""The search for every rule set, whatever its okeys count and however many tiles are wild.

The tables know okeys that count their place. Where they count something else, where a meld may hold
only so many, where a false okey is wild or bears another face, or where a group may have a colour
twice, the same search runs over what one hand offers: the runs of its few codes are worked out when
asked for, and remembered. That is exact as well, and some hundred times slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from okey.hand import Hand
from okey.melds import LAID, LaidTile, Meld, MeldKind, okey_as
from okey.reading import (
    LONGEST_GROUP,
    SHORTEST,
    false_face,
    first_wild,
    last_slot,
    longest_run,
    read,
    slot_number,
)
from okey.rules.model import RuleSet
from okey.search.best import NO_LIMIT, Found, descend
from okey.search.codes import Codes
from okey.search.options import Option, option_of
from okey.search.solutions import Arrangement
from okey.search.tables import MOST_OKEYS, Groups, Scale, run_lengths
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face

BITS: Final = 2  # of a number's count in a code: a face may have three copies, two of them false
UNITS: Final = tuple(1 << BITS * n for n in range(NUMBERS))
COUNT_MASK: Final = (1 << BITS) - 1

Slot = tuple[int, bool]  # a number (14 is the 1 after the 13), and whether an okey lies there
Run = list[Slot]


def is_usual(rules: RuleSet) -> bool:
    """Whether the tables answer for this rule set. An okey's declared face is not."""
    okeys = rules.okeys
    return (
        okeys.counts == "place"
        and okeys.most_in_meld is None
        and okeys.false_okey == "okey's face"
        and not rules.groups.colour_twice
        and (rules.runs.full_circle or not rules.runs.wrap_end)
        and not rules.runs.wrap_over
    )


class Terms(NamedTuple):
    """What the search must know of a rule set: `most` okeys in a meld, what a laid tile is worth.

    A tile of number n is worth `point` x n + `tile`; an okey the same of its place, or, where
    `okey` says what it counts anywhere, `point` x `okey` + `tile`. `last` is a run's last slot.
    """

    point: int
    tile: int
    okey: int | None
    most: int
    last: int
    longest: int
    colour_twice: bool

    @classmethod
    def of(cls, rules: RuleSet, okey: Tile, scale: Scale) -> Terms:
        """The terms of a rule set, for this okey and on this scale."""
        counts = {"place": None, "nothing": 0, "printed": okey.number}
        most = rules.okeys.most_in_meld
        return cls(
            scale.point,
            scale.tile,
            counts[rules.okeys.counts],
            MOST_OKEYS if most is None else most,
            last_slot(rules),
            longest_run(rules),
            rules.groups.colour_twice,
        )

    def worth(self, slot: int, is_okey: bool) -> int:
        """What lies in a slot is worth so much; slot 14 is the 1 after the 13."""
        number = slot_number(slot)
        if is_okey and self.okey is not None:
            number = self.okey
        return self.point * number + self.tile


class Held(NamedTuple):
    """What a hand comes to: the colours' codes by face, and the wild tiles."""

    codes: Codes
    okeys: int


def held_by(tiles: Iterable[Tile], okey: Tile, rules: RuleSet) -> Held:
    """These tiles as a rule set sees them."""
    wild, false = first_wild(rules), false_face(okey, rules)
    codes = [0] * len(Colour)
    okeys = 0
    for tile in tiles:
        if tile.index >= wild:
            okeys += 1
        else:
            bears = false if tile == FALSE_OKEY and false is not None else tile
            codes[bears.colour] += UNITS[bears.number - 1]
    a, b, c, d = codes
    return Held((a, b, c, d), okeys)


def most_worth(held: Held, terms: Terms, enough: int = NO_LIMIT) -> int:
    """The most that runs and groups are worth on these terms, or at least `enough`."""
    return _find(held, terms, enough).value


def arrange_under(hand: Hand, rules: RuleSet, scale: Scale) -> Arrangement:
    """An arrangement in runs and groups that is worth most on this scale, under any rule set."""
    terms = Terms.of(rules, hand.okey, scale)
    held = held_by(hand.tiles, hand.okey, rules)
    found = _find(held, terms)
    writer = _Writer(hand, rules)
    melds: list[Meld] = []
    for colour, code, share in zip(Colour, found.codes, found.okeys, strict=True):
        for run in _joined(_runs(terms).read_back(code, share), terms):
            melds.append(writer.run(colour, run))
    for choice in reversed(found.choices):
        counts = choice.groups.taken
        for group in _ways(counts, choice.groups.okeys, terms.most, terms.colour_twice)[
            choice.groups
        ]:
            melds.append(writer.group(choice.number, group))
    points = 0
    for meld in melds:
        reading = read(meld, rules, hand.okey)
        assert reading is not None, f"{meld} is no meld under {rules.key}"
        points += reading.points
    return Arrangement(points, sum(map(len, melds)), tuple(melds))


def _find(held: Held, terms: Terms, enough: int = NO_LIMIT) -> Found:
    options: dict[int, Option] = {}
    for number in range(1, NUMBERS + 1):
        a, b, c, d = (code >> BITS * (number - 1) & COUNT_MASK for code in held.codes)
        ways = _ways((a, b, c, d), held.okeys, terms.most, terms.colour_twice)
        if ways:
            plain, wild = terms.worth(number, False), terms.worth(number, True)
            options[number] = option_of(ways, number, [plain] * 4, wild, held.okeys, UNITS)
    rows = [_Row(_runs(terms), okeys) for okeys in range(held.okeys + 1)]
    return descend(held.codes, held.okeys, [rows] * 4, options, enough=enough, units=UNITS)


# Runs


class _Row(NamedTuple):
    """What a table of runs is asked: the most of a code."""

    runs: _Runs
    okeys: int

    def __getitem__(self, code: int) -> int:  # type: ignore[override]
        return self.runs.best(code, self.okeys)


class _Runs:
    """The best runs of one colour, by its code and the okeys that they may use."""

    FULL = 1 << 18  # what is remembered beyond this is forgotten

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.known: dict[tuple[int, int], int] = {}

    def best(self, code: int, okeys: int) -> int:
        """The most that runs of these tiles and at most so many okeys are worth."""
        if not code:
            return 0
        best = self.known.get((code, okeys))
        if best is None:
            top = (code.bit_length() + 1) // BITS
            best = self.best(code - UNITS[top - 1], okeys)
            for worth, _, left, used in self.with_top(code, top, okeys):
                best = max(best, worth + self.best(left, okeys - used))
            if len(self.known) >= self.FULL:
                self.known.clear()
            self.known[code, okeys] = best
        return best

    def with_top(self, code: int, top: int, okeys: int) -> Iterator[tuple[int, Run, int, int]]:
        """Every run with a tile of number `top`, the highest of the code.

        Yield what it is worth, the run, what it leaves of the code and how many okeys it uses.
        """
        terms = self.terms
        last = terms.last
        most = min(okeys, terms.most)
        places = [place for place in (top, top + NUMBERS) if place <= last]
        for length in run_lengths(okeys):
            for place in places:
                highest = min(place, last - length + 1, NUMBERS)
                for start in range(max(1, place - length + 1), highest + 1):
                    slots = range(start, start + length)
                    there = [code >> BITS * ((slot - 1) % NUMBERS) & COUNT_MASK for slot in slots]
                    if there.count(0) > most:
                        continue
                    choices = [
                        (False,) if slot == place else (False, True) if held else (True,)
                        for slot, held in zip(slots, there, strict=True)
                    ]
                    for lies in product(*choices):
                        used = sum(lies)
                        if used > most:
                            continue
                        run = list(zip(slots, lies, strict=True))
                        left = code - sum(UNITS[(slot - 1) % NUMBERS] for slot, o in run if not o)
                        yield sum(terms.worth(*slot) for slot in run), run, left, used

    def read_back(self, code: int, okeys: int) -> list[Run]:
        """Runs that are together worth the best."""
        runs: list[Run] = []
        while code:
            value = self.best(code, okeys)
            top = (code.bit_length() + 1) // BITS
            if self.best(code - UNITS[top - 1], okeys) == value:
                code -= UNITS[top - 1]
                continue
            for worth, run, left, used in self.with_top(code, top, okeys):
                if worth + self.best(left, okeys - used) == value:
                    runs.append(run)
                    code, okeys = left, okeys - used
                    break
            else:
                raise AssertionError(f"no run explains the value {value} of {code}")
        return runs


@cache
def _runs(terms: Terms) -> _Runs:
    return _Runs(terms)


def _joined(runs: Iterable[Run], terms: Terms) -> list[Run]:
    """Runs that continue each other as one, where that may be laid: it is easier to see."""
    joined: list[Run] = []
    for run in sorted(runs, key=lambda run: run[0][0]):
        for before in joined:
            both = [*before, *run]
            if (
                before[-1][0] + 1 == run[0][0]
                and len(both) <= terms.longest
                and sum(okey for _, okey in both) <= terms.most
            ):
                before.extend(run)
                break
        else:
            joined.append(list(run))
    return joined


# Groups

Group = tuple[tuple[int, ...], int]  # how many tiles of each colour, and the okeys


@cache
def _one_group(okeys: int, colour_twice: bool) -> tuple[Group, ...]:
    """Every single group with at most so many okeys."""
    copies = 3 if colour_twice else 1
    return tuple(
        (colours, filled)
        for colours in product(range(copies, -1, -1), repeat=len(Colour))
        for filled in range(okeys + 1)
        if sum(colours) and SHORTEST <= sum(colours) + filled <= LONGEST_GROUP
    )


@cache
def _ways(
    counts: tuple[int, int, int, int], okeys: int, most: int, colour_twice: bool
) -> dict[Groups, tuple[Group, ...]]:
    """Every way to take groups from the counts of one number, and single groups that make it up."""
    start = Groups((0, 0, 0, 0), 0)
    ways: dict[Groups, tuple[Group, ...]] = {start: ()}
    todo = [start]
    while todo:
        before = todo.pop()
        for group in _one_group(min(okeys, most), colour_twice):
            a, b, c, d = (t + c for t, c in zip(before.taken, group[0], strict=True))
            way = Groups((a, b, c, d), before.okeys + group[1])
            fits = all(t <= n for t, n in zip(way.taken, counts, strict=True))
            if fits and way.okeys <= okeys and way not in ways:
                ways[way] = (*ways[before], group)
                todo.append(way)
    del ways[start]
    return ways


# Writing


class _Writer:
    """Lays the tiles of a hand for the faces that a search has chosen."""

    def __init__(self, hand: Hand, rules: RuleSet) -> None:
        wild, false = first_wild(rules), false_face(hand.okey, rules)
        self.wild = sorted(tile for tile in hand.tiles if tile.index >= wild)
        self.plain: dict[Tile, list[Tile]] = {}
        for tile in hand.tiles:
            if tile.index < wild:
                bears = false if tile == FALSE_OKEY and false is not None else tile
                self.plain.setdefault(bears, []).append(tile)

    def run(self, colour: Colour, run: Run) -> Meld:
        """A run in its order."""
        faces = [(face(colour, (slot - 1) % NUMBERS + 1), okey) for slot, okey in run]
        return self._meld(
            MeldKind.RUN, [self._okey(at) if okey else self._tile(at) for at, okey in faces]
        )

    def group(self, number: int, group: Group) -> Meld:
        """A group in the order of colours, okeys without a settled colour last."""
        colours, okeys = group
        settled = sum(colours) + okeys == LONGEST_GROUP
        missing = [colour for colour in Colour if not colours[colour]][:okeys]
        tiles: list[LaidTile] = []
        for colour in Colour:
            tiles += [self._tile(face(colour, number)) for _ in range(colours[colour])]
            if settled and colour in missing:
                tiles.append(self._okey(face(colour, number)))
        if not settled:
            tiles += [self._okey(number) for _ in range(okeys)]
        return self._meld(MeldKind.GROUP, tiles)

    def _tile(self, bears: Tile) -> LaidTile:
        return LAID[self.plain[bears].pop().index]

    def _okey(self, stands_for: Tile | int) -> LaidTile:
        tile = self.wild.pop()
        return okey_as(stands_for) if tile == OKEY else LAID[tile.index]

    @staticmethod
    def _meld(kind: MeldKind, tiles: Sequence[LaidTile]) -> Meld:
        """With its kind where wild false okeys, which nobody declares, leave that open."""
        undeclared = any(laid.tile == FALSE_OKEY for laid in tiles)
        return Meld(tuple(tiles), kind if undeclared else None)

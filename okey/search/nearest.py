"""The legal opening nearest to what was laid: what to change, in as few tiles as possible.

`judge` says what is wrong; this says what would be right, and stays as close as it can to what
the player meant. A tile is moved when it goes to another meld, from the rack to a meld or back;
the order inside a meld is free. Of the changes with the fewest moves the one that changes the
fewest okeys' faces is taken, then the one worth most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from okey.hand import Hand
from okey.melds import LAID, LaidTile, Meld, MeldKind, laid_tiles, okey_as
from okey.reading import Reading, faces_of, read
from okey.rules.model import RuleSet
from okey.search.possible import UNSETTLED, Possible, melds_of, pairs_of
from okey.search.repair import Choice, Lane, Repair
from okey.search.solutions import OpeningSolution
from okey.search.solve import solve
from okey.tiles import FACES, FALSE_OKEY, OKEY, Tile

RUNS_AND_GROUPS: Final = frozenset({MeldKind.RUN, MeldKind.GROUP})
PAIRS: Final = frozenset({MeldKind.PAIR})


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile that changes its place. `source` and `target` are lanes, None is the rack."""

    tile: Tile
    source: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """What to lay instead.

    `lanes` has a meld for each one laid, None where it is taken back, and then the new melds. A
    meld that stays as it is, is the one laid; the others are in normal order with every okey's
    face declared. `points` are those of the whole.
    """

    lanes: tuple[Meld | None, ...]
    moved: tuple[Moved, ...]
    points: int

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the change, without the lanes that are emptied."""
        return tuple(meld for meld in self.lanes if meld is not None)


def nearest(melds: Sequence[Meld], hand: Hand, rules: RuleSet) -> Change | None:
    """Find the legal opening that the fewest tile moves make out of `melds`.

    `melds` may be empty, illegal, or hold tiles that the hand does not. One tile stays to be
    thrown. A legal opening is its own nearest change, without a move. None where the hand does
    not open, and in a rule set in which nothing is laid during the round.

    >>> from okey import parse_melds, rule_set
    >>> hand = Hand.parse("R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1", "B10")
    >>> laid = parse_melds("R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1", hand.indicator)
    >>> change = nearest(laid, hand, rule_set("101-guide"))
    >>> change.points, [(str(move.tile), move.source, move.target) for move in change.moved]
    (110, [('K1', 2, None)])
    """
    solution = solve(hand, rules)
    if rules.opening is None or not isinstance(solution, OpeningSolution):
        return None
    searches = []
    if "melds" in solution.opens_by:
        searches.append(_search(melds, hand, rules, need=rules.opening.points))
    if "pairs" in solution.opens_by and rules.opening.pairs is not None:
        searches.append(_search(melds, hand, rules, need=2 * rules.opening.pairs, pairs=True))
    return _first(melds, hand, searches) if searches else None


def nearest_legal(melds: Sequence[Meld], hand: Hand, rules: RuleSet) -> Change:
    """Find the nearest arrangement in which every meld is legal, whatever it is worth.

    This always exists, if need be by taking everything back. Use it where no opening does. Pairs
    and runs or groups do not stand together where a hand is opened.
    """
    if rules.opening is None:
        searches = [_search(melds, hand, rules, need=0, mixed=True)]
    else:
        searches = [_search(melds, hand, rules, need=0)]
        if rules.opening.pairs is not None:
            searches.append(_search(melds, hand, rules, need=0, pairs=True))
    change = _first(melds, hand, searches)
    assert change is not None
    return change


def _search(
    melds: Sequence[Meld],
    hand: Hand,
    rules: RuleSet,
    *,
    need: int,
    pairs: bool = False,
    mixed: bool = False,
) -> Repair:
    counts = Counter(tile.index for tile in hand.tiles)
    kinds = RUNS_AND_GROUPS | PAIRS if mixed else PAIRS if pairs else RUNS_AND_GROUPS
    possible: list[Possible] = []
    if kinds & RUNS_AND_GROUPS:
        possible += melds_of(counts, hand.okey, rules)
    if kinds & PAIRS:
        possible += pairs_of(counts, hand.okey, rules)
    lanes = [_lane(meld, counts, hand, rules, kinds) for meld in melds]
    most = len(hand.tiles) - 1
    return Repair(lanes, counts, possible, need=need, most=most, pairs=pairs)


def _lane(
    meld: Meld, counts: Counter[int], hand: Hand, rules: RuleSet, kinds: frozenset[MeldKind]
) -> Lane:
    tiles = tuple(laid.tile.index for laid in meld.tiles)
    reading = read(meld, rules, hand.okey)
    faces = reading.faces if reading else faces_of(meld, hand.okey, rules)
    okeys = tuple(
        -face if isinstance(face, int) else face.index
        for laid, face in zip(meld.tiles, faces, strict=True)
        if laid.tile == OKEY and face is not None
    )
    held = not Counter(tiles) - counts
    if reading is None or reading.kind not in kinds or not held:
        return Lane(tiles, okeys)
    return Lane(tiles, okeys, _as_laid(tiles, reading))


def _as_laid(tiles: tuple[int, ...], reading: Reading) -> Possible:
    slots = tuple(
        (tile, UNSETTLED if isinstance(face, int) else face.index)
        for tile, face in zip(tiles, reading.faces, strict=True)
    )
    return Possible(reading.kind.value, slots, reading.points)


def _first(melds: Sequence[Meld], hand: Hand, searches: Iterable[Repair]) -> Change | None:
    """The first answer, moves counted up; where two ways need as many, the better of both."""
    searches = list(searches)
    most_moves = len(laid_tiles(melds)) + len(hand.tiles)
    for moves in range(most_moves + 1):
        found = [
            (choice.refaced, -choice.points, way, search, choice)
            for way, search in enumerate(searches)
            if (choice := search.within(moves)) is not None
        ]
        if found:
            *_, search, choice = min(found, key=lambda one: one[:3])
            return _change(melds, hand, search, choice)
    return None


def _change(melds: Sequence[Meld], hand: Hand, search: Repair, choice: Choice) -> Change:
    lanes = [
        meld if possible is lane.stays and lane.stays is not None else _meld(possible)
        for meld, lane, possible in zip(melds, search.lanes, choice.lanes, strict=True)
    ]
    lanes += [_meld(possible) for possible in choice.new]
    return Change(tuple(lanes), _moved(melds, lanes), choice.points)


def _meld(possible: Possible | None) -> Meld | None:
    if possible is None:
        return None
    tiles = tuple(_laid(possible, tile, face) for tile, face in possible.slots)
    # Nobody declares what a wild false okey stands for: the kind has to say what is meant.
    undeclared = possible.wild <= FALSE_OKEY.index in possible.tiles
    return Meld(tiles, MeldKind(possible.kind) if undeclared else None)


def _laid(possible: Possible, tile: int, face: int) -> LaidTile:
    if tile != OKEY.index or possible.kind == "pair":
        return LAID[tile]
    return okey_as(possible.number if face == UNSETTLED else FACES[face])


def _moved(before: Sequence[Meld], after: Sequence[Meld | None]) -> tuple[Moved, ...]:
    """Match the places that tiles leave with those where they arrive, lanes before the rack."""
    left: dict[Tile, list[int]] = {}
    came: list[tuple[Tile, int]] = []
    for index, meld in enumerate(after):
        old = Counter(laid_tiles(before[index : index + 1]))
        new = Counter(laid_tiles([meld])) if meld is not None else Counter[Tile]()
        for tile in (old - new).elements():
            left.setdefault(tile, []).append(index)
        came += [(tile, index) for tile in sorted((new - old).elements())]
    moved = []
    for tile, target in came:
        sources = left.get(tile)
        moved.append(Moved(tile, sources.pop(0) if sources else None, target))
    back = [Moved(tile, lane, None) for tile, lanes in left.items() for lane in lanes]
    return (*sorted(back, key=lambda move: (move.source, move.tile)), *moved)


__all__ = ["Change", "Moved", "nearest", "nearest_legal"]

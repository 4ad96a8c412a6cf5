"""Laying off: where a tile goes, which tiles fit, and how many a run takes in one turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, Literal

from okey.melds import LAID, MeldKind
from okey.moves import Action, Add, Move, Swap
from okey.referee import Applied, apply, legal
from okey.rules.model import RuleSet
from okey.search.turn_kinds import candidates
from okey.table import Round, TableMeld
from okey.tiles import NUMBERS, OKEY, Tile, face
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.moves import MakeMove
from tutor.tasks.pieces import Bag, laid_text, proposed

MOVES: Final = 4  # to choose from
_OWNERS: Final = (0, 1, 2, 3)
_BELOW_AND_ABOVE: Final = ((0, 3), (1, 2), (2, 1), (3, 0), (1, 1), (0, 2), (1, 0), (0, 1))


def adds(round_: Round, meld: int | None = None) -> Iterator[Move]:
    """Every tile that may be laid off now; onto one meld (from 1), if it is named."""
    for action in candidates(round_, "add"):
        if isinstance(action, Add) and meld in (None, action.meld):
            move = Move(action)
            if not legal(round_, move):
                yield move


def most_onto(round_: Round, meld: int) -> int:
    """How many tiles can be laid off onto a meld in this turn."""
    most = 0
    for move in adds(round_, meld):
        done = apply(round_, move)
        if isinstance(done, Applied):
            most = max(most, 1 + most_onto(done.round, meld))
    return most


def some_melds(bag: Bag, options: Mapping[str, Any]) -> list[tables.Lying]:
    """Some melds with their owners.

    Option `melds`: `runs`, `groups` or both; `okey`: one of the runs holds an okey.
    """
    kinds = options.get("melds", "both")
    made = []
    if kinds != "groups":
        made.append(tables.run(bag, bag.rng.choice((3, 4)), okey=options.get("okey", False)))
        made.append(tables.run(bag, bag.rng.choice((3, 3, 4))))
    if kinds != "runs":
        made.append(tables.group(bag, 3))
    if kinds == "groups":
        made.append(tables.group(bag, bag.rng.choice((3, 4))))
    owners = bag.shuffled(_OWNERS)
    return list(zip(owners, bag.shuffled(made), strict=False))


def opened(table: list[tables.Lying], own: str = "melds") -> str:
    """Who has opened: seat 0 as said, the others where a meld is theirs."""
    owners = {owner for owner, _ in table}
    return " ".join([own, *("melds" if seat in owners else "-" for seat in (1, 2, 3))])


def _with_rack(
    bag: Bag, rules: RuleSet, options: Mapping[str, Any], fitting: int, others: int
) -> Round | None:
    """A table, and a rack of which so many tiles fit on it."""
    table = some_melds(bag, options)
    bare = tables.position(rules, bag, (), table, opened=opened(table))
    hand = tables.rack(bag, bare, fitting, others)
    if hand is None:
        return None
    return tables.position(rules, bag, hand, table, opened=opened(table))


def some_moves(
    rng: Random, round_: Round, kind: Literal["add", "swap"], count: int
) -> tuple[str, ...]:
    """Moves of a kind to choose from, mixed: those that are legal and some that are not."""
    hand = dict.fromkeys(round_.hand or ())
    holding = [at for at, meld in enumerate(round_.table, 1) if OKEY in meld_tiles(meld)]
    numbers = holding if kind == "swap" else list(range(1, len(round_.table) + 1))
    make: Callable[[Tile, int], Action]
    make = Swap if kind == "swap" else lambda tile, meld: Add(LAID[tile.index], meld)
    every = [Move(make(tile, meld)) for tile in hand for meld in numbers]
    able = [str(move) for move in every if not legal(round_, move)]
    others = [move for move in every if str(move) not in able]
    rng.shuffle(others)
    if kind == "add":
        others.sort(key=lambda move: not _alike(move, round_))
    by_tile: dict[str, Move] = {}
    for move in others:
        by_tile.setdefault(str(move).split()[1], move)
    some = [*able, *map(str, list(by_tile.values())[: max(2, count - len(able))])]
    rng.shuffle(some)
    return tuple(some)


def meld_tiles(meld: TableMeld) -> tuple[Tile, ...]:
    """The tiles of a meld on the table, okeys as okeys."""
    return tuple(laid.tile for laid in meld.tiles)


def _alike(move: Move, round_: Round) -> bool:
    """Whether the tile has a colour or a number of the meld, so that one has to look."""
    action = move.action
    if not isinstance(action, Add) or not action.tile.tile.is_face:
        return False
    own, meld = action.tile.tile, round_.table[action.meld - 1]
    others = [tile for tile in meld_tiles(meld) if tile.is_face]
    if meld.kind is MeldKind.RUN:
        return any(own.colour == tile.colour for tile in others)
    return any(own.number == tile.number for tile in others)


class LayOff(MakeMove):
    """Lay a tile off: any tile that may be, onto any meld where it may.

    Options as those of `some_melds`; `others` is how many tiles of the rack do not fit (4).
    """

    key = "lay-off"
    makes = ("add",)
    trains = ("layoff.no-fit",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A rack of which one or two tiles fit."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Round | None:
            fitting = rng.choice((1, 1, 2))
            round_ = _with_rack(Bag(rng), rules, options, fitting, options.get("others", 4))
            return round_ if round_ is not None and any(adds(round_)) else None

        round_ = proposed(propose)
        return tables.asked(
            self.key, rules, seed, round_, options=some_moves(rng, round_, "add", MOVES)
        )


class LayableTiles(EqualTask):
    """Choose all tiles of the rack that fit on the table. Options as those of `LayOff`."""

    key = "layable-tiles"
    form = Form.TILES
    trains = ("layoff.no-fit",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A rack of which one to three tiles fit."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Round | None:
            fitting = rng.choice((1, 2, 2, 3))
            return _with_rack(Bag(rng), rules, options, fitting, options.get("others", 4))

        return tables.asked(self.key, rules, seed, proposed(propose))

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The tiles that may be laid off now, each alone."""
        round_ = tables.round_of(exercise, rules)
        actions = [move.action for move in adds(round_)]
        able = {action.tile.tile for action in actions if isinstance(action, Add)}
        return (laid_text(tile for tile in round_.hand or () if tile in able),)


class HowManyOnto(EqualTask):
    """How many tiles of the rack may be laid off onto this run in this turn?"""

    key = "how-many-onto"
    form = Form.NUMBER
    trains = ("layoff.run-cap", "layoff.no-fit")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A run, tiles that continue it one behind the other, and others."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Exercise | None:
            bag = Bag(rng)
            faces = bag.run(3, low=3, high=NUMBERS - 2)
            run = tables.laid(bag, faces)
            if run is None:
                return None
            low, high = faces[0].number, faces[-1].number
            below, above = rng.choice(_BELOW_AND_ABOVE)
            numbers = [*range(low - below, low), *range(high + 1, high + above + 1)]
            if not all(1 <= number <= NUMBERS for number in numbers):
                return None
            further = [face(faces[0].colour, number) for number in numbers]
            if bag.okey in further or not bag.has(further):
                return None
            bag.take(further)
            table = [(rng.choice((1, 2, 3)), run), (0, tables.group(bag, 3))]
            bare = tables.position(rules, bag, (), table)
            others = tables.chosen(bag, 2, lambda tile: not tables.fits(bare, tile))
            hand = bag.shuffled((*further, *others))
            round_ = tables.position(rules, bag, hand, table)
            return tables.asked(self.key, rules, seed, round_, values={"meld": 1})

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the referee allows, one tile after the other."""
        return (str(most_onto(tables.round_of(exercise, rules), int(exercise.values["meld"]))),)

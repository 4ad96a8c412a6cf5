"""Discards: which tile is safe to throw, which one costs, and what a move makes somebody write."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from okey.melds import LAID, Meld
from okey.moves import Add, Discard, Move, Open, Swap, Take
from okey.notation import parse_melds
from okey.referee import Applied, apply
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile, face
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, TaskKind, random_of, read_one_tile
from tutor.tasks.laying_off import opened, some_melds
from tutor.tasks.pieces import Bag, laid_text, proposed

Written = tuple[tuple[str, int], ...]  # the rule and the points of each penalty
_LAYABLE: Final = "penalty.layable-discard"
_THROWN: Final = "penalty.okey-thrown"


def written(round_: Round, moves: Iterable[Move], seat: int) -> Written | None:
    """What a seat writes for these moves; None where one of them is refused."""
    found: list[tuple[str, int]] = []
    for move in moves:
        done = apply(round_, move)
        if not isinstance(done, Applied):
            return None
        found += [(event.rule, event.points) for event in done.events if event.seat == seat]
        round_ = done.round
    return tuple(found)


def costs(round_: Round, tile: Tile) -> Written:
    """What throwing a tile makes its player write."""
    return written(round_, (Move(Discard(tile)),), round_.turn.seat) or ()


def _table_and_rack(
    bag: Bag, rules: RuleSet, fitting: int, others: int, *, okey: bool, own: str
) -> Round | None:
    """Melds on the table, and a rack of tiles that fit and others, with an okey if asked for."""
    table = some_melds(bag, {})
    if own == "-":
        table = [(owner or 1, meld) for owner, meld in table]
    bare = tables.position(rules, bag, (), table, opened=opened(table, own))
    hand = tables.rack(bag, bare, fitting, others)
    if hand is None:
        return None
    special = bag.take((OKEY,)) if okey else ()
    hand = bag.shuffled((*hand, *special))
    return tables.position(rules, bag, hand, table, opened=opened(table, own))


class _ChooseDiscard(TaskKind):
    """Choose a tile to throw out of a rack."""

    form = Form.TILE

    @abstractmethod
    def wanted(self, round_: Round, tile: Tile) -> bool:
        """Whether a tile is a right answer."""

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """All tiles of the rack that are right."""
        round_ = tables.round_of(exercise, rules)
        return tuple(
            str(tile) for tile in dict.fromkeys(round_.hand or ()) if self.wanted(round_, tile)
        )

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Ask the referee what the discard costs."""
        tile = read_one_tile(exercise, answer)
        right = self.right(exercise, rules)
        paid = tuple(
            dict.fromkeys(rule for rule, _ in costs(tables.round_of(exercise, rules), tile))
        )
        return Outcome(str(tile) in right, right, rules=paid or self.about(exercise))


class SafeDiscard(_ChooseDiscard):
    """Throw a tile that costs nothing.

    Options: `fitting` tiles that cost (3) and `others` that do not (2); `okey` puts one into the
    rack; `own` says whether the player has opened (`melds`, or `-`).
    """

    key = "safe-discard"
    trains = (_LAYABLE, _THROWN)

    def applies(self, rules: RuleSet) -> bool:
        """Where throwing a tile that fits costs something."""
        return _LAYABLE in rules.rules

    def wanted(self, round_: Round, tile: Tile) -> bool:
        """Nothing is written."""
        return not costs(round_, tile)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Some tiles that cost, fewer that do not."""
        rng = random_of(self.key, rules, seed)
        okey = options.get("okey", rng.random() < 0.3)
        own = options.get("own") or rng.choice(("melds", "-"))
        fitting, others = options.get("fitting", 3), options.get("others", 2)

        def propose() -> Round | None:
            return _table_and_rack(Bag(rng), rules, fitting, others, okey=okey, own=own)

        round_ = proposed(propose)
        asked = "ask" if own == "melds" else "not_opened"
        return tables.asked(self.key, rules, seed, round_, ask=asked)


class CostlyDiscard(_ChooseDiscard):
    """Which discard costs a penalty? Options as those of `SafeDiscard`; `fitting` is 1."""

    key = "costly-discard"
    trains = (_LAYABLE, _THROWN)

    def wanted(self, round_: Round, tile: Tile) -> bool:
        """Something is written."""
        return bool(costs(round_, tile))

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """One tile that costs: it fits, or it is the okey. A false okey lies beside."""
        rng = random_of(self.key, rules, seed)
        layable = _LAYABLE in rules.rules
        okey = options.get("okey", not layable or rng.random() < 0.4)
        others = options.get("others", 4)

        def propose() -> Round | None:
            bag = Bag(rng)
            fitting = 0 if okey else 1
            round_ = _table_and_rack(bag, rules, fitting, others, okey=okey, own="melds")
            if round_ is None or round_.hand is None:
                return None
            if okey and bag.has((FALSE_OKEY,)):
                table = [(meld.owner, meld.text) for meld in round_.table]
                hand = bag.shuffled((*round_.hand, *bag.take((FALSE_OKEY,))))
                round_ = tables.position(rules, bag, hand, table, opened=opened(table))
            paying = [tile for tile in round_.hand or () if costs(round_, tile)]
            return round_ if len(paying) == 1 else None

        return tables.asked(self.key, rules, seed, proposed(propose))


# What is written


@dataclass(frozen=True, slots=True)
class Deed:
    """Moves in a round, and the seat that is asked about. `ask` is the question's key."""

    round_: Round
    moves: tuple[Move, ...]
    seat: int
    ask: str
    values: Mapping[str, str | int]
    laid: tuple[Meld, ...] = ()


def _deed(round_: Round, tile: Tile, ask: str) -> Deed:
    return Deed(round_, (Move(Discard(tile)),), 0, ask, {"tile": str(tile)})


def _rack_with(bag: Bag, rules: RuleSet, tile: Tile | None, ask: str, **how: Any) -> Deed | None:
    """A discard out of a rack beside some melds: of a tile that fits if none is named."""
    own = how.get("own", "melds")
    table = some_melds(bag, {}) if how.get("melds", True) else []
    if own == "-":
        table = [(owner or 1, meld) for owner, meld in table]
    bare = tables.position(rules, bag, (), table, opened=opened(table, own))
    if tile is None:
        able = tables.chosen(bag, 1, lambda one: tables.fits(bare, one) is how.get("fits", True))
        if not able:
            return None
        tile = able[0]
    elif bag.has((tile,)):
        bag.take((tile,))
    else:
        return None
    others = () if how.get("last") else tables.chosen(bag, 4, lambda one: True)
    hand = bag.shuffled((tile, *others))
    round_ = tables.position(rules, bag, hand, table, opened=opened(table, own))
    return _deed(round_, tile, ask)


_DISCARDS: Final[Mapping[str, Callable[[Bag, RuleSet], Deed | None]]] = {
    "fits": lambda bag, rules: _rack_with(bag, rules, None, "discard"),
    "fits-unopened": lambda bag, rules: _rack_with(bag, rules, None, "unopened", own="-"),
    "no-fit": lambda bag, rules: _rack_with(bag, rules, None, "discard", fits=False),
    "fits-last": lambda bag, rules: _rack_with(bag, rules, None, "last", last=True),
    "okey": lambda bag, rules: _rack_with(bag, rules, OKEY, "discard"),
    "okey-last": lambda bag, rules: _rack_with(bag, rules, OKEY, "last", last=True),
    "okey-empty-table": lambda bag, rules: _rack_with(
        bag, rules, OKEY, "unopened", own="-", melds=False
    ),
    "false-okey": lambda bag, rules: _rack_with(bag, rules, FALSE_OKEY, "discard"),
}


class WhatItCosts(EqualTask):
    """How many points does this move make somebody write at once? `ideas` names some.

    A discard that fits or does not, the last one, an okey thrown; where the rule set has it, a tile
    with which another opens (`given`) and an okey taken off the table (`retrieved`, `own-okey`).
    """

    key = "what-it-costs"
    form = Form.NUMBER
    trains = (_LAYABLE, _THROWN, "penalty.giver", "penalty.okey-retrieved")

    def ideas_in(self, rules: RuleSet, options: Mapping[str, Any]) -> list[str]:
        """The ideas that a step names; else all that turn on a rule in force."""
        if options.get("ideas"):
            return list(options["ideas"])
        found = ["okey", "okey-last", "okey-empty-table", "false-okey"]
        found = found if _THROWN in rules.rules else []
        if _LAYABLE in rules.rules:
            found += ["fits", "fits-unopened", "no-fit", "fits-last"]
        if "penalty.giver" in rules.rules:
            found += ["given", "given-laid-off"]
        if "penalty.okey-retrieved" in rules.rules:
            found += ["retrieved", "own-okey"]
        return found

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Put an idea to the table."""
        rng = random_of(self.key, rules, seed)
        idea = rng.choice(self.ideas_in(rules, options))
        make = _DISCARDS.get(idea) or _OTHERS[idea]

        def propose() -> Deed | None:
            deed = make(Bag(rng), rules)
            if deed is None or written(deed.round_, deed.moves, deed.seat) is None:
                return None
            return deed

        deed = proposed(propose)
        return tables.asked(
            self.key, rules, seed, deed.round_, values=deed.values, ask=deed.ask,
            about=_ABOUT.get(idea, ()), laid=deed.laid,
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the referee writes."""
        round_ = tables.round_of(exercise, rules)
        moves, seat = moves_asked(exercise)
        return (str(sum(points for _, points in written(round_, moves, seat) or ())),)


_ABOUT: Final = {
    "okey": (_THROWN,), "okey-last": (_THROWN,), "okey-empty-table": (_THROWN,),
    "false-okey": (_THROWN,), "fits": (_LAYABLE,), "fits-unopened": (_LAYABLE,),
    "no-fit": (_LAYABLE,), "fits-last": (_LAYABLE,), "given": ("penalty.giver",),
    "given-laid-off": ("penalty.giver",), "retrieved": ("penalty.okey-retrieved",),
    "own-okey": ("penalty.okey-retrieved",),
}  # fmt: skip


def moves_asked(exercise: Exercise) -> tuple[tuple[Move, ...], int]:
    """The moves that a question is about, and whose points are asked for."""
    values = exercise.values
    tile = Tile.parse(str(values["tile"]))
    match exercise.ask:
        case "given":
            return (Move(Take(), 1), Move(Open(exercise.laid), 1)), 0
        case "given_laid_off":
            return (Move(Take(), 1), Move(Add(LAID[tile.index], int(values["meld"])), 1)), 0
        case "retrieved" | "own_okey":
            seat = 0 if exercise.ask == "own_okey" else 1
            return (Move(Swap(tile, int(values["meld"])), seat),), 0
    return (Move(Discard(tile)),), 0


# A tile given to another, and an okey lost


def _given(bag: Bag, rules: RuleSet) -> Deed | None:
    """Seat 1 takes what seat 0 threw and opens with it."""
    assert rules.opening is not None
    faces = [bag.run(4, low=9), bag.run(4, low=8, high=12), bag.group(4, low=8)]
    tiles = [own for meld in faces for own in meld]
    if bag.okey in tiles or not bag.has(tiles):
        return None
    if sum(own.number for own in tiles) < rules.opening.points:
        return None
    bag.take(tiles)
    tile = bag.rng.choice(tiles)
    rest = list(tiles)
    rest.remove(tile)
    hand = (*rest, *(bag.any() for _ in range(3)))
    melds = " | ".join(laid_text(meld) for meld in faces)
    round_ = _thrown_to_next(rules, bag, hand, tile, "- - - -")
    laid = parse_melds(melds, bag.indicator)
    moves = (Move(Take(), 1), Move(Open(laid), 1))
    return Deed(round_, moves, 0, "given", {"tile": str(tile)}, laid)


def _given_laid_off(bag: Bag, rules: RuleSet) -> Deed | None:
    """Seat 1, which has opened, takes what seat 0 threw and lays it off."""
    faces = bag.run(3, high=NUMBERS - 1)
    tile = face(faces[0].colour, faces[-1].number + 1)
    run = tables.laid(bag, faces)
    if run is None or tile == bag.okey or not bag.has((tile,)):
        return None
    bag.take((tile,))
    table = [(1, run), (0, tables.group(bag, 3))]
    hand = [bag.any() for _ in range(4)]
    round_ = _thrown_to_next(rules, bag, hand, tile, "melds melds - -", table)
    moves = (Move(Take(), 1), Move(Add(LAID[tile.index], 1), 1))
    return Deed(round_, moves, 0, "given_laid_off", {"tile": str(tile), "meld": 1})


def _thrown_to_next(
    rules: RuleSet,
    bag: Bag,
    hand: Iterable[Tile],
    tile: Tile,
    ways: str,
    table: Iterable[tables.Lying] = (),
) -> Round:
    """Seat 1 is on turn and may take what seat 0 threw."""
    return tables.position(
        rules, bag, hand, table, turn=1, phase="draw", opened=ways,
        discards=[[str(tile)], [], [], []],
    )  # fmt: skip


def _lost(bag: Bag, rules: RuleSet, taker: int) -> Deed | None:
    """An okey of seat 0 is taken off the table for the tile that it stands for."""
    faces = bag.run(bag.rng.choice((3, 4)))
    at = bag.rng.randrange(len(faces))
    run = tables.laid(bag, faces, at)
    if run is None or not bag.has((faces[at],)):
        return None
    tile = bag.take((faces[at],))[0]
    hand = bag.shuffled((tile, *(bag.any() for _ in range(4))))
    table = [(0, run), (1, tables.group(bag, 3))]
    round_ = tables.position(
        rules, bag, hand, table, turn=taker, opened="melds melds - -",
        this_turn={"source": "stock"},
    )  # fmt: skip
    ask = "own_okey" if taker == 0 else "retrieved"
    return Deed(round_, (Move(Swap(tile, 1), taker),), 0, ask, {"tile": str(tile), "meld": 1})


_OTHERS: Final[Mapping[str, Callable[[Bag, RuleSet], Deed | None]]] = {
    "given": _given,
    "given-laid-off": _given_laid_off,
    "retrieved": lambda bag, rules: _lost(bag, rules, 1),
    "own-okey": lambda bag, rules: _lost(bag, rules, 0),
}

"""May this be done? Yes or no, as the referee answers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from okey.hand import read_tile
from okey.melds import LAID
from okey.moves import Action, Add, DeclarePairs, Lay, Move, ShowIndicator, Swap
from okey.referee import legal
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import FACES, NUMBERS, Tile, face
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, TaskKind, named, random_of, read_choice
from tutor.tasks.laying_off import MOVES, some_moves
from tutor.tasks.moves import MakeMove
from tutor.tasks.pieces import Bag, proposed

YES_NO: Final = ("yes", "no")
Made = tuple[Round, Action]
Idea = Callable[[Bag, RuleSet], Made | None]


class Allowed(TaskKind):
    """Whether a move is legal. Each idea makes a position and a move; option `ideas` names some."""

    form = Form.CHOICE
    ideas: Mapping[str, Idea]

    def ideas_in(self, rules: RuleSet, options: Mapping[str, Any]) -> list[str]:
        """The ideas of which a step chooses; all, where it names none."""
        return list(options.get("ideas") or self.ideas)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Put an idea to the table."""
        rng = random_of(self.key, rules, seed)
        idea = rng.choice(self.ideas_in(rules, options))

        def propose() -> Made | None:
            return self.ideas[idea](Bag(rng), rules)

        round_, action = proposed(propose)
        return tables.asked(
            self.key, rules, seed, round_, options=YES_NO, values=_values(action),
            ask=self.asks(round_),
        )  # fmt: skip

    def asks(self, round_: Round) -> str:
        """Which question is asked: it says what a table does not show, such as who has opened."""
        return "ask"

    @abstractmethod
    def move(self, exercise: Exercise) -> Move:
        """The move that the question is about."""

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the referee says."""
        broken = legal(tables.round_of(exercise, rules), self.move(exercise))
        return ("no" if broken else "yes",)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Compare with the referee's answer, and hand on what the move breaks."""
        broken = legal(tables.round_of(exercise, rules), self.move(exercise))
        right = "no" if broken else "yes"
        said = read_choice(exercise, answer)
        return Outcome(
            said == right,
            (right,),
            violations=broken,
            rules=named(broken) or self.about(exercise),
        )


def _values(action: Action) -> dict[str, str | int]:
    match action:
        case Add():
            return {"tile": str(action.tile.tile), "meld": action.meld}
        case Swap():
            return {"tile": str(action.tile), "meld": action.meld}
        case Lay():
            return {"tiles": action.melds[0].text}
    return {}


def opened_as(round_: Round) -> str:
    """The question for whoever has opened so, or has not."""
    return {"melds": "ask", "pairs": "pairs"}.get(round_.player.opened or "", "not_opened")


def _tile(exercise: Exercise) -> Tile:
    return read_tile(str(exercise.values["tile"]), exercise.okey, "values")


def _meld(exercise: Exercise) -> int:
    return int(exercise.values["meld"])


# Laying off


def _run_and_next(bag: Bag, gap: int = 0) -> tuple[str, Tile] | None:
    """A run, and a tile beyond it: the next one, or behind a gap."""
    faces = bag.run(bag.rng.choice((3, 4)), low=3, high=NUMBERS - 2)
    number = faces[-1].number + 1 + gap if bag.rng.random() < 0.5 else faces[0].number - 1 - gap
    if not 1 <= number <= NUMBERS:
        return None
    beyond = face(faces[0].colour, number)
    run = tables.laid(bag, faces)
    if run is None or beyond == bag.okey or not bag.has((beyond,)):
        return None
    return run, bag.take((beyond,))[0]


def _onto(
    bag: Bag, rules: RuleSet, meld: str, tile: Tile, *, own: str = "melds", beside: str = "group"
) -> Made:
    """A tile of the rack, and the meld it may go to, first on the table."""
    other = tables.pair(bag) if own == "pairs" else tables.group(bag, 3)
    table = [(bag.rng.choice((1, 2, 3)), meld)]
    if own != "-":
        table.append((0, other))
    opened = [own, "-", "-", "-"]
    opened[table[0][0]] = "pairs" if _is_pair(meld) else "melds"
    hand = bag.shuffled((tile, *(bag.any() for _ in range(4))))
    round_ = tables.position(rules, bag, hand, table, opened=" ".join(opened))
    return round_, Add(LAID[tile.index], 1)


def _is_pair(meld: str) -> bool:
    return len(meld.split()) == 2


def _fits(bag: Bag, rules: RuleSet) -> Made | None:
    found = _run_and_next(bag)
    return None if found is None else _onto(bag, rules, *found)


def _gap(bag: Bag, rules: RuleSet) -> Made | None:
    found = _run_and_next(bag, gap=1)
    return None if found is None else _onto(bag, rules, *found)


def _not_opened(bag: Bag, rules: RuleSet) -> Made | None:
    found = _run_and_next(bag)
    return None if found is None else _onto(bag, rules, *found, own="-")


def _behind_13(bag: Bag, rules: RuleSet) -> Made | None:
    """A 1 beside a run that ends with the 13."""
    faces = bag.run(3, low=NUMBERS - 2, high=NUMBERS)
    one = face(faces[0].colour, 1)
    run = tables.laid(bag, faces)
    if run is None or one == bag.okey or not bag.has((one,)):
        return None
    return _onto(bag, rules, run, *bag.take((one,)))


def _fourth(bag: Bag, rules: RuleSet) -> Made | None:
    """The colour that a group lacks, or one that it has."""
    faces = bag.group(3)
    lacks = bag.rng.random() < 0.5
    group = tables.laid(bag, faces)
    others = [own for own in FACES if own.number == faces[0].number and own not in faces]
    tile = others[0] if lacks else bag.rng.choice(faces)
    if group is None or tile == bag.okey or not bag.has((tile,)):
        return None
    return _onto(bag, rules, group, *bag.take((tile,)))


def _fifth(bag: Bag, rules: RuleSet) -> Made | None:
    """A fifth tile on a whole group."""
    faces = bag.group(4)
    group = tables.laid(bag, faces)
    tile = bag.rng.choice(faces)
    if group is None or tile == bag.okey or not bag.has((tile,)):
        return None
    return _onto(bag, rules, group, *bag.take((tile,)))


def _onto_pair(bag: Bag, rules: RuleSet) -> Made | None:
    """A tile of a pair's number."""
    pair = tables.pair(bag)
    number = Tile.parse(pair.split()[0]).number
    able = [own for own in FACES if own.number == number and bag.has((own,)) and own != bag.okey]
    if not able:
        return None
    return _onto(bag, rules, pair, *bag.take((bag.rng.choice(able),)))


def _by_pairs(bag: Bag, rules: RuleSet) -> Made | None:
    """Who opened with pairs lays off onto a run."""
    found = _run_and_next(bag)
    return None if found is None else _onto(bag, rules, *found, own="pairs")


class MayLayOff(Allowed):
    """May this tile be laid off onto meld 1?"""

    key = "may-lay-off"
    trains = (
        "layoff.no-fit", "layoff.not-opened", "layoff.pairs-closed", "run.no-wrap",
    )  # fmt: skip
    ideas = {
        "fits": _fits,
        "gap": _gap,
        "not-opened": _not_opened,
        "behind-13": _behind_13,
        "fourth": _fourth,
        "fifth": _fifth,
        "onto-pair": _onto_pair,
        "by-pairs": _by_pairs,
    }

    def applies(self, rules: RuleSet) -> bool:
        """Where melds lie on the table."""
        return rules.table is not None

    def ideas_in(self, rules: RuleSet, options: Mapping[str, Any]) -> list[str]:
        """Those with pairs only where pairs can lie on the table."""
        pairs = rules.opening is not None and rules.opening.pairs is not None
        some = super().ideas_in(rules, options)
        return [idea for idea in some if pairs or "pair" not in idea] or ["fits", "gap"]

    def asks(self, round_: Round) -> str:
        """Whether you have opened, and with what."""
        return opened_as(round_)

    def move(self, exercise: Exercise) -> Move:
        """Lay the tile off."""
        return Move(Add(LAID[_tile(exercise).index], _meld(exercise)))


# Exchanging an okey


def _with_okey(bag: Bag, faces: tuple[Tile, ...]) -> tuple[str, Tile] | None:
    """A meld in which an okey stands for a tile, and that tile."""
    at = bag.rng.randrange(len(faces))
    stands = faces[at]
    meld = tables.laid(bag, faces, at)
    if meld is None or not bag.has((stands,)):
        return None
    return meld, bag.take((stands,))[0]


def _swap(bag: Bag, rules: RuleSet, meld: str, tile: Tile, own: str = "melds") -> Made:
    round_, _ = _onto(bag, rules, meld, tile, own=own)
    return round_, Swap(tile, 1)


def _swap_run(bag: Bag, rules: RuleSet) -> Made | None:
    found = _with_okey(bag, bag.run(bag.rng.choice((3, 4))))
    return None if found is None else _swap(bag, rules, *found)


def _swap_four(bag: Bag, rules: RuleSet) -> Made | None:
    found = _with_okey(bag, bag.group(4))
    return None if found is None else _swap(bag, rules, *found)


def _swap_three(bag: Bag, rules: RuleSet) -> Made | None:
    """A group of three: the okey's colour is open."""
    found = _with_okey(bag, bag.group(3))
    if found is None:
        return None
    meld, tile = found
    words = [str(tile.number).join(("*=", "")) if "=" in one else one for one in meld.split()]
    return _swap(bag, rules, " ".join(words), tile)


def _swap_wrong(bag: Bag, rules: RuleSet) -> Made | None:
    """A tile that continues the run, but is not the okey's."""
    faces = bag.run(3, high=NUMBERS - 1)
    beyond = face(faces[0].colour, faces[-1].number + 1)
    meld = tables.laid(bag, faces, bag.rng.randrange(3))
    if meld is None or beyond == bag.okey or not bag.has((beyond,)):
        return None
    return _swap(bag, rules, meld, bag.take((beyond,))[0])


def _swap_not_opened(bag: Bag, rules: RuleSet) -> Made | None:
    found = _with_okey(bag, bag.run(3))
    return None if found is None else _swap(bag, rules, *found, own="-")


class MaySwap(Allowed):
    """May the okey in meld 1 be taken for this tile?"""

    key = "may-swap"
    trains = ("swap.wrong-tile", "swap.undetermined", "swap.not-opened")
    ideas = {
        "run": _swap_run,
        "four": _swap_four,
        "three": _swap_three,
        "wrong": _swap_wrong,
        "not-opened": _swap_not_opened,
    }

    def applies(self, rules: RuleSet) -> bool:
        """Where okeys are exchanged at all."""
        return rules.swap is not None

    def asks(self, round_: Round) -> str:
        """Whether you have opened."""
        return opened_as(round_)

    def move(self, exercise: Exercise) -> Move:
        """Exchange the tile."""
        return Move(Swap(_tile(exercise), _meld(exercise)))


class SwapOkey(MakeMove):
    """Take the okey from the table: make the move."""

    key = "swap-okey"
    makes = ("swap",)
    trains = ("swap.wrong-tile", "swap.undetermined")

    def applies(self, rules: RuleSet) -> bool:
        """Where okeys are exchanged at all."""
        return rules.swap is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """An okey in a run or a whole group, and its tile among others."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Round | None:
            idea = rng.choice((_swap_run, _swap_four))
            made = idea(Bag(rng), rules)
            return made[0] if made is not None and not legal(made[0], Move(made[1])) else None

        round_ = proposed(propose)
        return tables.asked(
            self.key, rules, seed, round_, options=some_moves(rng, round_, "swap", MOVES)
        )


# Declaring pairs, showing the indicator's twin


def _pairs(rng: Random, rules: RuleSet, count: int, size: int) -> Round | None:
    """A rack with so many pairs and single tiles beside them, before the draw."""
    bag = Bag(rng)
    able = [own for own in FACES if bag.has((own, own))]
    twins = rng.sample(able, count)
    for own in twins:
        bag.take((own, own))
    singles = [own for own in FACES if own not in twins and bag.has((own,))]
    rest = bag.take(rng.sample(singles, size - 2 * count))
    hand = bag.shuffled((*twins, *twins, *rest))
    return tables.position(rules, bag, hand, phase="draw")


class MayDeclarePairs(Allowed):
    """May pairs be declared with this rack?"""

    key = "may-declare-pairs"
    trains = ("declare.pairs",)
    ideas = {
        "enough": lambda bag, rules: _declared(bag, rules, 0),
        "one-short": lambda bag, rules: _declared(bag, rules, -1),
    }

    def move(self, exercise: Exercise) -> Move:
        """Declare."""
        return Move(DeclarePairs())


def _declared(bag: Bag, rules: RuleSet, more: int) -> Made | None:
    assert rules.declaring is not None
    round_ = _pairs(bag.rng, rules, rules.declaring.pairs + more, rules.hand.others)
    return None if round_ is None else (round_, DeclarePairs())


class MayShowIndicator(Allowed):
    """May the indicator's twin be shown in the first turn?"""

    key = "may-show-indicator"
    trains = ("show.twin", "show.first-turn", "show.unavailable")
    ideas = {
        "twin": lambda bag, rules: _shown(bag, rules, bag.indicator),
        "other": lambda bag, rules: _shown(bag, rules, bag.any(lambda own: own != bag.indicator)),
        "later": lambda bag, rules: _shown(bag, rules, bag.indicator, turns=2),
    }

    def asks(self, round_: Round) -> str:
        """Whether it is your first turn."""
        return "later" if round_.player.turns else "ask"

    def move(self, exercise: Exercise) -> Move:
        """Show it."""
        return Move(ShowIndicator())


def _shown(bag: Bag, rules: RuleSet, tile: Tile, turns: int = 0) -> Made | None:
    if tile == bag.indicator:
        bag.take((tile,))
    others = tables.chosen(bag, 6, lambda own: own not in (bag.indicator, tile))
    hand = bag.shuffled((tile, *others))
    round_ = tables.position(rules, bag, hand, phase="draw", turns=turns)
    return round_, ShowIndicator()

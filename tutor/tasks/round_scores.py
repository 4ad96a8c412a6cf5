"""The end of a round: what a seat writes, who comes off best, what the round is multiplied by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from okey.ended import Ended, carried, tally
from okey.endings import Board, By, Finish, Line
from okey.rules.model import RuleSet
from okey.rules.parameters import Points
from okey.tiles import FALSE_OKEY, OKEY, Tile
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.pieces import Bag, proposed

WINNER: Final = 0
ASKED: Final = 1
_LAYABLE: Final = "penalty.layable-discard"
_THROWN: Final = "penalty.okey-thrown"

# What the seat asked about opened with, what it has left beside numbered tiles, and the finish.
_IDEAS: Final[Mapping[str, Mapping[str, Any]]] = {
    "opened": {},
    "unopened": {"way": None},
    "winner": {"seat": WINNER},
    "okey-finish": {"finish": Finish(WINNER, okey_last=True)},
    "okey-finish-unopened": {"finish": Finish(WINNER, okey_last=True), "way": None},
    "winner-okey": {"finish": Finish(WINNER, okey_last=True), "seat": WINNER},
    "from-hand-unopened": {
        "finish": Finish(WINNER, same_turn=True, first_to_open=True), "way": None,
    },
    "okey-left": {"left": (OKEY,)},
    "false-left": {"left": (FALSE_OKEY,)},
    "okey-left-okey-finish": {"left": (OKEY,), "finish": Finish(WINNER, okey_last=True)},
    "pair-opener": {"way": "pairs"},
    "pair-finish-unopened": {"finish": Finish(WINNER, by="pairs"), "way": None},
    "penalty": {"penalty": True},
    "penalty-okey-finish": {"penalty": True, "finish": Finish(WINNER, okey_last=True)},
    "siler": {"points": 150},
    "null": {"finish": None},
    "null-okey-left": {"finish": None, "left": (OKEY,)},
    "null-unopened": {"finish": None, "way": None},
    "null-nobody": {"finish": None, "way": None, "nobody": True},
}  # fmt: skip
_ABOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "opened": ("score.remainder",),
    "unopened": ("score.unopened",),
    "winner": ("score.winner",),
    "okey-finish": ("factor.okey", "score.remainder"),
    "okey-finish-unopened": ("factor.okey", "score.unopened"),
    "winner-okey": ("factor.okey", "score.winner"),
    "from-hand-unopened": ("factor.from-hand", "factor.direct", "score.unopened"),
    "okey-left": ("score.okey-held", "score.remainder"),
    "false-left": ("score.okey-held", "score.remainder"),
    "okey-left-okey-finish": ("score.okey-held", "factor.okey"),
    "pair-opener": ("score.remainder", "factor.pairs"),
    "pair-finish-unopened": ("factor.pairs", "score.unopened"),
    "penalty": (_LAYABLE, _THROWN),
    "penalty-okey-finish": (_LAYABLE, _THROWN, "factor.okey"),
    "siler": ("bonus.siler",),
    "null": ("score.null-round", "score.remainder"),
    "null-okey-left": ("score.null-round", "score.okey-held"),
    "null-unopened": ("score.null-round", "score.unopened"),
    "null-nobody": ("score.null-round",),
}
_COUNTDOWN: Final = (
    "unopened", "okey-finish-unopened", "pair-finish-unopened", "null-nobody",
)  # fmt: skip


def _finish_of(how: Mapping[str, Any]) -> Finish | None:
    finish: Finish | None = how.get("finish", Finish(WINNER))
    return finish


def _left(bag: Bag, left: Sequence[Tile], count: int) -> tuple[Tile, ...]:
    return bag.shuffled((*bag.take(left), *(bag.any() for _ in range(count))))


def _penalty(rules: RuleSet) -> str:
    return _LAYABLE if _LAYABLE in rules.rules else _THROWN


def _end(bag: Bag, rules: RuleSet, how: Mapping[str, Any]) -> Ended:
    """A finished round of this idea."""
    finish = _finish_of(how)
    asked = how.get("seat", ASKED)
    if rules.opening is None:
        return Ended(bag.indicator, tuple(Board(None) for _ in range(4)), finish)
    winner: By = "melds" if finish is None else finish.by
    boards = [Board(winner if finish is not None or not how.get("nobody") else None)]
    for seat in (1, 2, 3):
        way: By | None = bag.rng.choice(("melds", None))
        if seat == asked:
            way = how.get("way", "melds")
        if how.get("nobody") or (finish is not None and finish.first_to_open):
            way = None
        left = how.get("left", ()) if seat == asked else ()
        points = how.get("points") if seat == asked else None
        # Who has not opened holds all tiles; they count nothing unless every hand is summed.
        hand = _left(bag, left, bag.rng.randint(2, 3)) if way is not None else ()
        boards.append(Board(way, hand, points))
    if finish is None:
        hand = _left(bag, (), 2) if boards[0].opened else ()
        boards[0] = Board(boards[0].opened, hand)
    events = ((_penalty(rules), asked),) if how.get("penalty") else ()
    return Ended(bag.indicator, tuple(boards), finish, events)


class WhatItWrites(EqualTask):
    """What does a seat write for this round? Option `ideas` names some of `_IDEAS`."""

    key = "what-it-writes"
    form = Form.NUMBER
    trains = (
        "score.remainder", "score.unopened", "score.winner", "score.okey-held", "factor.okey",
        "factor.pairs", "factor.from-hand", "factor.direct", "bonus.siler", "score.null-round",
        "score.countdown",
    )  # fmt: skip

    def ideas_in(self, rules: RuleSet, options: Mapping[str, Any]) -> list[str]:
        """The ideas of a step that this rule set knows; all of them, where it names none."""
        some = [idea for idea in options.get("ideas") or _IDEAS if _knows(rules, idea)]
        return some or [idea for idea in _IDEAS if _knows(rules, idea)]

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """End a round."""
        rng = random_of(self.key, rules, seed)
        idea = rng.choice(self.ideas_in(rules, options))
        how = _IDEAS[idea]
        bag = Bag(rng)
        ended = _end(bag, rules, how)
        values: dict[str, str | int] = {"seat": f"seat:{how.get('seat', ASKED)}"}
        ask = "ask"
        if ended.finish is None:
            ask = "null"
        elif how.get("penalty"):
            ask = "layable" if _penalty(rules) == _LAYABLE else "thrown"
        elif "points" in how:
            ask, values["points"] = "siler", how["points"]
        elif ended.finish.first_to_open:
            ask = "from_hand"
        about = ("score.countdown", *_ABOUT[idea]) if rules.opening is None else _ABOUT[idea]
        return Exercise(
            self.key, rules, seed, bag.indicator, ended=ended, values=values, ask=ask, about=about
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine writes."""
        assert exercise.ended is not None
        seat = int(str(exercise.values["seat"]).partition(":")[2])
        return (str(tally(carried(exercise.ended, rules), rules).scores[seat]),)


def _knows(rules: RuleSet, idea: str) -> bool:
    """Whether an idea has an answer worth asking for in a rule set."""
    if rules.opening is None:
        return idea in _COUNTDOWN
    how = _IDEAS[idea]
    pairs = how.get("way") == "pairs" or (_finish_of(how) or Finish(0)).by == "pairs"
    if pairs and rules.opening.pairs is None:
        return False
    if how.get("penalty"):
        return _penalty(rules) in rules.rules
    if idea == "siler":
        return "bonus.siler" in rules.rules
    if idea == "null-unopened" or idea == "null-nobody":
        # A whole hand is summed there: too long for a lesson.
        return isinstance(rules.scoring, Points) and rules.scoring.null_round != "hands"
    if idea == "from-hand-unopened":
        return {"factor.from-hand", "factor.direct"}.isdisjoint(rules.rules) is False
    return True


class RoundFactor(EqualTask):
    """By how much is this round multiplied, for somebody who has not opened?"""

    key = "round-factor"
    form = Form.CHOICE
    trains = ("factor.okey", "factor.pairs", "factor.from-hand", "factor.direct")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A finish of any kind."""
        rng = random_of(self.key, rules, seed)
        pairs = rules.opening is None or rules.opening.pairs is not None

        def propose() -> Exercise | None:
            by: By = "pairs" if pairs and rng.random() < 0.35 else "melds"
            same = rules.opening is not None and rng.random() < 0.4
            first = same and by == "melds" and rng.random() < 0.5
            finish = Finish(WINNER, rng.random() < 0.5, by, same, first)
            bag = Bag(rng)
            ended = _end(bag, rules, {"finish": finish, "way": None, "seat": ASKED})
            if same and not first and not any(board.opened for board in ended.boards[1:]):
                return None
            if rules.opening is not None and by == "pairs" and not same:
                ended = Ended(ended.indicator, ended.boards, finish)
            return Exercise(
                self.key, rules, seed, bag.indicator, ended=ended,
                options=("1", "2", "4", "8"), values={"seat": f"seat:{ASKED}"},
                about=_line(ended, rules).factors or ("score.unopened", "score.countdown"),
            )  # fmt: skip

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The factor of the line that the engine writes."""
        assert exercise.ended is not None
        return (str(_line(exercise.ended, rules).factor),)


def _line(ended: Ended, rules: RuleSet) -> Line:
    """The first line that the seat asked about writes."""
    result = tally(carried(ended, rules), rules)
    return next(line for line in result.lines if line.seat == ASKED)


class WhoDoesBest(EqualTask):
    """Who comes off best in this round? Option `null`: nobody has finished."""

    key = "who-does-best"
    form = Form.CHOICE
    trains = ("score.remainder", "score.unopened", "score.winner", "score.null-round")

    def applies(self, rules: RuleSet) -> bool:
        """Where hands differ in what they cost."""
        return isinstance(rules.scoring, Points)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """End a round in which one seat is alone the best."""
        rng = random_of(self.key, rules, seed)
        null = options.get("null", False)

        def propose() -> Exercise | None:
            bag = Bag(rng)
            seats = bag.shuffled(range(4))
            boards = [Board(None)] * 4
            for seat in seats[1:]:
                left = [tile for tile in (OKEY, FALSE_OKEY) if rng.random() < 0.3]
                some = [tile for tile in left if bag.has((tile,))]
                boards[seat] = Board("melds", _left(bag, some, rng.randint(1, 4)))
            finish = None if null else Finish(seats[1])
            if finish is not None:
                boards[seats[1]] = Board("melds")
            elif rules.scoring.null_round == "hands":  # type: ignore[union-attr]
                boards[seats[0]] = Board("melds", _left(bag, (), rng.randint(1, 4)))
            ended = Ended(bag.indicator, tuple(boards), finish)
            scores = sorted(tally(ended, rules).scores)
            if scores[0] == scores[1]:
                return None
            return Exercise(
                self.key, rules, seed, bag.indicator, ended=ended, options=("0", "1", "2", "3"),
                ask="null" if null else "ask",
            )  # fmt: skip

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The seat that writes least."""
        assert exercise.ended is not None
        scores = tally(carried(exercise.ended, rules), rules).scores
        return (str(scores.index(min(scores))),)

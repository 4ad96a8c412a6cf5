"""What does a seat write at the end of a round?"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from okey.ended import Ended, tally
from okey.endings import Board, By, Finish
from okey.rules.model import Points, RuleSet
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.pieces import Bag
from tutor.tasks.telling import laid_at_random

SEAT: Final = 1


class SeatScore(EqualTask):
    """What does the player beside the winner write?

    The hand has few tiles, often an okey or a false okey among them; the winner sometimes threw an
    okey last, and the player opened with pairs, with melds, or not at all.
    """

    key = "seat-score"
    form = Form.NUMBER
    trains = (
        "score.remainder", "score.unopened", "score.okey-held", "factor.okey", "factor.pairs",
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where what is left in a hand counts."""
        return isinstance(rules.scoring, Points)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """End a round."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        boards = [Board("melds"), *(_board(rng, bag, rules) for _ in range(3))]
        finish = Finish(0, okey_last=rng.random() < 0.5)
        ended = Ended(bag.indicator, tuple(boards), finish)
        return Exercise(
            self.key, rules, seed, bag.indicator, ended=ended, values={"seat": f"seat:{SEAT}"}
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine writes."""
        assert exercise.ended is not None
        return (str(tally(exercise.ended, rules).scores[SEAT]),)


def _board(rng: Random, bag: Bag, rules: RuleSet) -> Board:
    pairs = rules.opening is not None and rules.opening.pairs is not None
    ways: list[By | None] = ["melds", None, *(["pairs"] * pairs)]  # type: ignore[list-item]
    opened = rng.choice(ways)
    return Board(opened, laid_at_random(rng, bag, rng.randint(2, 6)))

"""Finish now, or keep the okey and wait for the better finish? Both ends are counted exactly.

The question says in how many of ten rounds the waiting turns out well; what is written in each case
the engine says. So the answer is the lower sum over ten rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from okey.ended import Ended, tally
from okey.endings import Board, By, Finish
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import OKEY
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of
from tutor.tasks.discards import costs
from tutor.tasks.pieces import Bag

FINISH, WAIT = "finish", "wait"
ROUNDS: Final = 10
RIVAL: Final = 2  # who never opens, opposite
OTHER: Final = 1  # who finishes where the waiting fails


@dataclass(frozen=True, slots=True)
class Ends:
    """What each end makes of a round: one's own score, or that less the rival's."""

    now: int
    good: int
    bad: int

    def of_ten(self, good: int, bad: int) -> tuple[int, int]:
        """Ten rounds finished now, and ten in which one waits."""
        return ROUNDS * self.now, good * self.good + bad * self.bad


class FinishOrWait(EqualTask, Saying):
    """Two tiles left: the okey, which can be laid off, and one to throw."""

    key = "finish-or-wait"
    version = 1
    form = Form.CHOICE
    trains = ("factor.okey", "score.okey-held", "score.winner")
    themes = scenes.themes_of(
        Theme("lead"), Theme("pair-opener"), Theme("close", tells=True), Theme("bold", tells=True)
    )
    options = (FINISH, WAIT)
    lengthy = True  # sums over ten rounds

    def applies(self, rules: RuleSet) -> bool:
        """Where tiles are laid off and the okey as the last tile counts more."""
        return rules.table is not None and "factor.okey" in rules.rules

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A table onto which the okey fits, and odds."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        can_pair = rules.opening is not None and rules.opening.pairs is not None
        by_pairs = can_pair and rng.random() < 0.3
        others = (OTHER, 3) if rng.random() < 0.3 else (OTHER,)
        table = scenes.openings(bag, others if by_pairs else (0, *others))
        if table is None or not bag.has((OKEY,)):
            return None
        if by_pairs:
            assert rules.opening is not None
            table = [*scenes.pairs(bag, 0, rules.opening.pairs or 0), *table]
        bag.take((OKEY,))
        bare = scenes.standing(rules, bag, table)
        rest = scenes.idle(bag, bare, 1, near=0.3)
        if rest is None:
            return None
        round_ = scenes.holding(bare, bag.shuffled((OKEY, *rest)))
        lead = rng.random() < 0.5
        ask = ("lead" if lead else "own") + ("_pairs" if by_pairs else "")
        good = rng.randint(2, 7) if lead else rng.randint(4, 8)
        return scenes.asked(
            self.key, rules, seed, round_, ask=ask, options=self.options,
            values={"tile": str(rest[0]), "good": good, "bad": ROUNDS - good},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Whichever writes less in ten rounds; both where they are even."""
        now, later = sums(exercise, rules)
        some = ((now, FINISH), (later, WAIT))
        return tuple(way for points, way in some if points == min(now, later))

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """One is better; the okey can be laid off, and the tile costs nothing to throw."""
        round_ = tables.round_of(exercise, rules)
        tile = next(one for one in round_.hand or () if one != OKEY)
        return len(right) == 1 and tables.fits(round_, OKEY) and not costs(round_, tile)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Compare, and hand on the sums."""
        found = super().check(exercise, answer, rules)
        now, later = sums(exercise, rules)
        each = ends(tables.round_of(exercise, rules), rules, lead=_leads(exercise))
        values: dict[str, str | int] = {
            "now": each.now, "win": each.good, "lost": each.bad,
            "sum_now": now, "sum_wait": later,
        }  # fmt: skip
        return replace(found, values=values)

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """The sums of both."""
        return "proof_lead" if _leads(exercise) else "proof_own"

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Which of the two it is."""
        return right[0]

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How near the two are, without which is the lower."""
        now, later = sums(exercise, rules)
        return {
            "apart": abs(now - later),
            "lead": int(_leads(exercise)),
            "pairs": int(exercise.ask.endswith("_pairs")),
        }

    def effort(self, features: Mapping[str, int]) -> float:
        """The nearer, the harder; two players are more to count than one."""
        near = 1 - scenes.scaled(features["apart"], 0, 1500)
        return 0.15 + 0.5 * near + 0.2 * features["lead"] + 0.1 * features["pairs"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        now, later = sums(exercise, rules)
        good = int(exercise.values["good"])
        tests = {
            "lead": _leads(exercise),
            "pair-opener": exercise.ask.endswith("_pairs"),
            "close": abs(now - later) <= 300,
            # It pays to wait though it is not even likely to turn out well, or not to though it is.
            "bold": (WAIT in right and good <= 5) or (FINISH in right and good >= 7),
        }
        return [key for key, holds in tests.items() if holds]


def _leads(exercise: Exercise) -> bool:
    """Whether what counts is how far one is ahead."""
    return exercise.ask.startswith("lead")


def sums(exercise: Exercise, rules: RuleSet) -> tuple[int, int]:
    """The points of ten rounds: finished now, and waited."""
    round_ = tables.round_of(exercise, rules)
    found = ends(round_, rules, lead=_leads(exercise))
    return found.of_ten(int(exercise.values["good"]), int(exercise.values["bad"]))


def ends(round_: Round, rules: RuleSet, *, lead: bool) -> Ends:
    """What the engine writes for each of the three ends."""
    own: By = round_.seats[0].opened or "melds"

    def points(finish: Finish) -> int:
        boards = [Board("melds" if seat in (OTHER, 3) else None) for seat in range(4)]
        boards[0] = Board(own, () if finish.seat == 0 else (OKEY,))
        scores = tally(Ended(round_.indicator, tuple(boards), finish), rules).scores
        return scores[0] - scores[RIVAL] if lead else scores[0]

    return Ends(
        points(Finish(0, by=own)),
        points(Finish(0, okey_last=True, by=own)),
        points(Finish(OTHER)),
    )


__all__ = ["Ends", "FinishOrWait", "ends", "sums"]

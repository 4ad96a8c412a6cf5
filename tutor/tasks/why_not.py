"""May this be done, and if not, which rule stands against it?

The questions of the other tasks, with the rules among the answers: a slip among several of them
hardly ever is the one answer of somebody who believes something wrong.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from okey.moves import Move, Take
from okey.referee import legal
from okey.rules.model import RuleSet
from tutor.tasks import tables
from tutor.tasks.allowed import MaySwap
from tutor.tasks.base import EqualTask, Exercise, Form, TaskKind
from tutor.tasks.may_lay import MayLay
from tutor.tasks.taking import MayTake

YES = "yes"


class WhyNot(EqualTask):
    """Yes, or a rule that the move breaks. `inner` makes the position and the move."""

    form = Form.CHOICE
    inner: TaskKind

    def applies(self, rules: RuleSet) -> bool:
        """Where the inner task applies and one of the rules is played."""
        return self.inner.applies(rules) and self.trains[0] in rules.rules

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """The inner task's exercise, with the rules among the options."""
        exercise = self.inner.generate(rules, seed, options)
        reasons = [rule for rule in self.trains if rule in rules.rules]
        return replace(exercise, task=self.key, options=(YES, *reasons))

    @abstractmethod
    def move(self, exercise: Exercise) -> Move:
        """The move that the question is about."""

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes, or those of the rules that the referee names."""
        broken = legal(tables.round_of(exercise, rules), self.move(exercise))
        if not broken:
            return (YES,)
        named = dict.fromkeys(one.rule for one in broken)
        return tuple(rule for rule in named if rule in exercise.options) or (self.trains[0],)


class WhyNoTake(WhyNot):
    """May the left neighbour's discard be taken?"""

    key = "why-no-take"
    trains = ("take.must-use", "take.in-opening", "take.last-only", "layoff.no-fit")
    inner = MayTake()

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """After the opening, unless a step asks otherwise: before it, more comes into question."""
        return super().generate(rules, seed, {"opened": True, **options})

    def move(self, exercise: Exercise) -> Move:
        """Take it."""
        assert exercise.round is not None
        thrown = exercise.round.thrown
        assert thrown is not None
        return Move(Take(thrown))


class WhyNoLay(WhyNot):
    """May these tiles be laid?"""

    key = "why-no-lay"
    trains = ("lay.pairs-only", "lay.no-pairs", "lay.not-opened", "opening.mixed")
    inner = MayLay()

    def move(self, exercise: Exercise) -> Move:
        """Lay them."""
        return MayLay().move(exercise)


class WhyNoSwap(WhyNot):
    """May this tile be exchanged for the okey?"""

    key = "why-no-swap"
    trains = ("swap.undetermined", "swap.wrong-tile", "swap.not-opened", "swap.pairs-closed")
    inner = MaySwap()

    def move(self, exercise: Exercise) -> Move:
        """Exchange it."""
        return MaySwap().move(exercise)

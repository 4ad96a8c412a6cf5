"""Kinds that prove in more than one way, and say what an answer misses that breaks no rule."""

from __future__ import annotations

from dataclasses import replace

from okey.rules.model import RuleSet
from puzzles.kinds.asked import AskedKind, answer_text
from puzzles.kinds.base import Json
from tutor.explain import Explanation, Part
from tutor.tasks.base import Exercise, Outcome
from tutor.tasks.words import said


class Saying(AskedKind):
    """A kind whose sentences depend on the position and on the answer."""

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """The sentence that proves what is right."""
        return "proof"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """The sentence about a wrong answer; empty where the rule that it breaks says enough."""
        return ""

    def prove(self, exercise: Exercise, solution: Json, language: str) -> str:
        """See `AskedKind`."""
        right = tuple(solution["right"])
        key = self.proof_key(exercise, right, exercise.rules)
        values = self.check(exercise, right[0], exercise.rules).values
        return said(exercise, key, language, self, values)

    def explain(
        self, exercise: Exercise, solution: Json, answer: Json, language: str
    ) -> Explanation:
        """See `AskedKind`."""
        outcome = self.check(exercise, answer_text(answer), exercise.rules)
        key = "" if outcome.correct else self.missed_key(exercise, outcome)
        told = super().explain(exercise, solution, answer, language)
        if not key:
            return told
        text = said(exercise, key, language, self, outcome.values)
        # No rule is broken; the one that it is about may still be read.
        return replace(told, title="", parts=(Part(text),), more=(), change=None)


def is_legal(outcome: Outcome) -> bool:
    """Whether the melds of an answer break no rule."""
    return outcome.verdict is not None and outcome.verdict.legal

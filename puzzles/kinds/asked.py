"""What a kind of puzzle is: a question about tiles, made from a seed and judged by the engine.

A kind is a class in a module of its own and one line in `puzzles/kinds/registry.py`. It is a
`TaskKind` of the tutor with a few members more, and may be one of the tutor's tasks as well:

    class SafeDiscard(AskedKind, tutor.tasks.discards.SafeDiscard): ...

Generator, database, pages, printing and API know kinds only through the members of this class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.rulesets import RULE_SETS
from puzzles import efforts, telling
from puzzles.canonical import permute_text
from puzzles.kinds.base import ANSWER_LENGTH, EASIEST, HARDEST, Grade, Json, Theme
from puzzles.texts import kind_texts
from tutor.explain import Explanation
from tutor.loading import content
from tutor.tasks.base import Exercise, Form, Outcome, TaskKind, read_answer


class AskedKind(TaskKind):
    """One kind of puzzle. Instances hold no state.

    `version` goes up whenever the same seed would give other positions. `options` are those of
    every exercise of the kind; where they differ, the exercise has its own. `judged_live`: verdicts
    of melds in the lanes may be seen before the answer, since they do not tell it. `moves` are the
    kinds of moves with which a page helps to put a plan together. `lengthy`: it takes more than
    seconds although little has to be entered, so that no storm has it. `borrows` is a task of the
    tutor whose texts serve where the kind has none of its own.
    """

    version: int = 1
    themes: Mapping[str, Theme] = {}
    options: tuple[str, ...] = ()
    judged_live: bool = False
    lengthy: bool = False
    moves: tuple[str, ...] = ("add", "lay", "swap", "discard", "declare pairs")
    borrows: ClassVar[str] = ""

    # What a kind may say about a position

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Whether a legal position is worth asking: not trivial, one idea."""
        return True

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """Numbers for the difficulty. They may be seen before the answer and must not tell it."""
        return {}

    def effort(self, features: Mapping[str, int]) -> float:
        """How hard it is, from 0 to 1; `puzzles.efforts` sets kinds beside one another."""
        return 0.5

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """The themes of a position, of those in `themes`."""
        return ()

    def every(self, rules: RuleSet) -> Iterator[Exercise] | None:
        """All positions of a small kind; None where they are made from seeds by `generate`."""
        return None

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Which of two ways the answer goes, so that a block is balanced; empty: no matter."""
        return ""

    def planned(self, rules: RuleSet, seed: str, number: int) -> Iterator[Exercise] | None:
        """All positions of a block, where the kind plans it as a whole; None for the usual way."""
        return None

    # What the framework asks

    @cached_property
    def rule_sets(self) -> tuple[str, ...]:
        """The keys of the rule sets under which the question makes sense."""
        return tuple(key for key, rules in RULE_SETS.items() if self.applies(rules))

    @property
    def difficulty_shown(self) -> bool:
        """Whether the difficulty may be seen beforehand: not where it might tell the answer."""
        return type(self).answer_side is AskedKind.answer_side

    def texts(self, language: str) -> Mapping[str, Any]:
        """The kind's own texts, over those of the task that it borrows from."""
        own = kind_texts(self.key, language)
        if not self.borrows:
            return own
        lent = content(language, "tasks")[self.borrows]
        options = {**lent.get("options", {}), **own.get("options", {})}
        return {**lent, **own, "options": options}

    def difficulty(
        self, exercise: Exercise, right: tuple[str, ...], features: Mapping[str, int]
    ) -> int:
        """A first rating, from the effort; a multiple of 25."""
        effort = efforts.fitted(self.key, features, self.effort(features))
        return round((EASIEST + (HARDEST - EASIEST) * effort) / 25) * 25

    def solution(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet, telling: Iterable[str]
    ) -> Json:
        """What grading keeps: the right answers, and the themes that tell."""
        return {"right": list(right), "themes": list(telling)}

    def best(self, solution: Json) -> tuple[str, ...]:
        """Right answers to show, the best first."""
        return tuple(solution["right"])

    def still_right(self, exercise: Exercise, right: tuple[str, ...], solution: Json) -> bool:
        """Whether what is kept agrees with what the engine now calls right.

        Every answer kept is still right; and of forms with few right answers, those are all.
        """
        kept = tuple(solution["right"])
        rules = exercise.rules
        if not all(self.check(exercise, one, rules).correct for one in kept):
            return False
        if self.form in (Form.MELDS, Form.MOVE, Form.MOVES):
            return bool(kept)
        read = [{read_answer(self.form, exercise, one) for one in some} for some in (kept, right)]
        return read[0] == read[1]

    def recolour(self, solution: Json, colours: str) -> Json:
        """The solution of the position with its colours renamed."""
        renamed: Json = recoloured(solution, colours)
        return renamed

    def read_answer(self, raw: Mapping[str, Any]) -> Json:
        """Bring an answer into the form that is stored; the same answer gives the same form.

        One field, named after the form; `choice` for an option beside melds or tiles; and
        `{"cannot": true}` for the option of that name. Raise `InputError` for anything else.
        """
        if len(raw) != 1:
            raise InputError("input.field", "answer")
        [(name, said)] = raw.items()
        if name == "cannot" and "cannot" in self.options:
            if said is not True:
                raise InputError("input.field", "answer.cannot")
            return {"cannot": True}
        if name not in self.fields:
            raise InputError("input.field", "answer")
        if self.form is Form.MELDS and isinstance(said, list):
            said = " | ".join(said) if all(isinstance(one, str) for one in said) else None
        if self.form is Form.NUMBER and type(said) is int:
            said = str(said)
        if self.form is Form.NUMBERS and isinstance(said, list):
            said = " ".join(map(str, said)) if all(type(one) is int for one in said) else None
        if not isinstance(said, str):
            raise InputError("input.field", f"answer.{name}")
        text = " ".join(said.split())
        empty = name == "melds" and not all(one.strip() for one in text.split("|"))
        if not text or empty or len(text) > ANSWER_LENGTH:
            raise InputError(
                "notation.meld" if name == "melds" else "input.field", f"{name}: {text[:40]}"
            )
        if text == "cannot" and "cannot" in self.options:
            return {"cannot": True}
        return {name: text}

    @property
    def fields(self) -> tuple[str, ...]:
        """The names under which an answer may be sent, `cannot` aside."""
        beside = self.form in (Form.MELDS, Form.TILE, Form.TILES)
        return (self.form.value, "choice") if beside else (self.form.value,)

    def grade(self, exercise: Exercise, solution: Json, answer: Json, rules: RuleSet) -> Grade:
        """Judge a read answer. Raise `InputError` for one that cannot be read here."""
        outcome = self.check(exercise, answer_text(answer), rules)
        return grade_of(outcome)

    def explain(
        self, exercise: Exercise, solution: Json, answer: Json, language: str
    ) -> Explanation:
        """Put an answer into words."""
        text = answer_text(answer)
        outcome = self.check(exercise, text, exercise.rules)
        return telling.explanation(self, exercise, text, outcome, language)

    def prove(self, exercise: Exercise, solution: Json, language: str) -> str:
        """The certificate of the right answer, in a sentence or two."""
        return telling.proof(self, exercise, self.best(solution), language)


def answer_text(answer: Json) -> str:
    """A stored answer as the text that `TaskKind.check` takes."""
    if answer.get("cannot"):
        return "cannot"
    [text] = answer.values()
    assert isinstance(text, str)
    return text


def grade_of(outcome: Outcome) -> Grade:
    """What is kept of an outcome."""
    verdict = outcome.verdict
    return Grade(
        correct=outcome.correct,
        better=outcome.correct and outcome.better,
        verdict=verdict,
        points=verdict.points if verdict is not None else 0,
        rules=() if outcome.correct else outcome.rules,
    )


def recoloured(value: Any, colours: str) -> Any:
    """A JSON value with the colours renamed in all its texts, not in its keys."""
    if isinstance(value, str):
        return permute_text(value, colours)
    if isinstance(value, list):
        return [recoloured(one, colours) for one in value]
    if isinstance(value, dict):
        return {name: recoloured(one, colours) for name, one in value.items()}
    return value

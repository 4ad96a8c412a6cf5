"""Grading: the only reader of solutions. Nothing here is called before an answer is at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from accounts.measuring import timed
from okey.answers import verdict_json
from okey.hand import Hand
from okey.rules.model import Verdict
from okey.rules.rulesets import rule_set
from puzzles.kinds.asked import answer_text
from puzzles.kinds.base import Json
from puzzles.kinds.registry import kind_of
from puzzles.models import SAME_COLOURS, Attempt, Puzzle, PuzzleSolution
from puzzles.positions import exercise_of, permuted
from tutor.explain import Explanation
from tutor.tasks.base import Exercise, Outcome

GAVE_UP: Final = "gave_up"  # the answer of who asked for the solution


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer with its verdict, and the solution in the colours shown."""

    correct: bool
    better: bool
    points: int
    verdict: Verdict | None
    solution: Json
    rules: tuple[str, ...] = ()

    def to_row(self) -> Json:
        """What `Attempt.verdict` keeps: ids and values, no sentence."""
        return {
            "better": self.better,
            "points": self.points,
            "verdict": None if self.verdict is None else verdict_json(self.verdict),
            "solution": self.solution,
            "rules": list(self.rules),
        }


def exercise_shown(puzzle: Puzzle, colours: str) -> Exercise:
    """What the puzzle asks, in the colours in which somebody sees it."""
    position = puzzle.position
    if colours != SAME_COLOURS:
        position = permuted(position, colours)
    return exercise_of(position, kind_of(puzzle.kind), rule_set(puzzle.rules))


def hand_shown(puzzle: Puzzle, colours: str) -> Hand:
    """The hand of a puzzle that has one, in the colours in which somebody sees it."""
    hand = exercise_shown(puzzle, colours).hand
    assert hand is not None
    return hand


def grade(puzzle: Puzzle, *, colours: str, answer: Json) -> Graded:
    """Judge an answer that its kind has read; giving up is none that is right.

    Raise `InputError` where it cannot be read in this position; then nothing was graded.
    """
    stored = stored_solution(puzzle)
    kind = kind_of(puzzle.kind)
    exercise = exercise_shown(puzzle, colours)
    solution = kind.recolour(stored, colours)
    if GAVE_UP in answer:
        return Graded(False, False, 0, None, solution, kind.about(exercise)[:1])
    with timed("engine", verb="grade"):
        result = kind.grade(exercise, solution, answer, exercise.rules)
    return Graded(
        correct=result.correct,
        better=result.better,
        points=result.points,
        verdict=result.verdict,
        solution=solution,
        rules=result.rules,
    )


def explained(attempt: Attempt, language: str) -> Explanation:
    """What is said about an answered attempt."""
    if attempt.answer is None:
        raise ValueError("not answered yet")
    if GAVE_UP in attempt.answer:
        return Explanation(False, _("Given up"))
    kind = kind_of(attempt.puzzle.kind)
    exercise = exercise_shown(attempt.puzzle, attempt.colours)
    return kind.explain(exercise, attempt.result["solution"], attempt.answer, language)


def stored_solution(puzzle: Puzzle) -> Json:
    """What is kept as right, for whoever looks whether it still is."""
    solution: Json = PuzzleSolution.objects.get(puzzle=puzzle).answer
    return solution


def solution_shown(puzzle: Puzzle, colours: str) -> Json:
    """What is right in these colours, for a key that a class's teacher prints."""
    return kind_of(puzzle.kind).recolour(stored_solution(puzzle), colours)


def outcome_again(attempt: Attempt) -> Outcome:
    """The outcome of an answered attempt as the engine gives it, to be put into words."""
    if attempt.answer is None:
        raise ValueError("not answered yet")
    exercise = exercise_shown(attempt.puzzle, attempt.colours)
    kind = kind_of(attempt.puzzle.kind)
    return kind.check(exercise, answer_text(attempt.answer), exercise.rules)

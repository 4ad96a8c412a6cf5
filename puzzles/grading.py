"""Grading: the only reader of solutions. Nothing here is called before an answer is at hand."""

from __future__ import annotations

from dataclasses import dataclass

from okey.answers import verdict_json
from okey.hand import Hand
from okey.rules.model import Verdict
from puzzles.canonical import permute
from puzzles.kinds.base import Json
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, Puzzle, PuzzleSolution
from puzzles.store import hand_of


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer with its verdict, and the solution in the colours shown."""

    correct: bool
    better: bool
    points: int
    verdict: Verdict | None
    solution: Json

    def to_row(self) -> Json:
        """What `Attempt.verdict` keeps: ids and values, no sentence."""
        return {
            "better": self.better,
            "points": self.points,
            "verdict": None if self.verdict is None else verdict_json(self.verdict),
            "solution": self.solution,
        }


def hand_shown(puzzle: Puzzle, colours: str) -> Hand:
    """The puzzle's hand in the colours in which somebody sees it."""
    return permute(hand_of(puzzle.position), colours)


def grade(puzzle: Puzzle, *, colours: str, answer: Json) -> Graded:
    """Judge an answer that its kind has read.

    Raise `InputError` where its melds cannot be read; then nothing was graded.
    """
    stored: Json = PuzzleSolution.objects.get(puzzle=puzzle).answer
    kind = kind_of(puzzle.kind)
    result = kind.grade(
        rules=puzzle.rules, hand=hand_shown(puzzle, colours), solution=stored, answer=answer
    )
    return Graded(
        correct=result.correct,
        better=result.better,
        points=result.points,
        verdict=result.verdict,
        solution=kind.recolour(stored, colours),
    )


def verdict_again(attempt: Attempt) -> Verdict | None:
    """The verdict of an answered attempt as the engine gives it, to be put into words."""
    if attempt.answer is None:
        raise ValueError("not answered yet")
    return grade(attempt.puzzle, colours=attempt.colours, answer=attempt.answer).verdict

"""Keeping the offers: the narrow rows in which the next puzzle is looked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from puzzles.models import Puzzle, PuzzleOffer

STEP: Final = 20  # a level follows its rating once it is this far off: fewer writes to the index


def place(puzzles: Iterable[Puzzle]) -> None:
    """Offer puzzles that have just been made for everybody. Doing it again changes nothing."""
    PuzzleOffer.objects.bulk_create(
        [
            PuzzleOffer(
                puzzle=puzzle,
                rules=puzzle.rules,
                kind=puzzle.kind,
                theme=theme,
                level=puzzle.difficulty,
            )
            for puzzle in puzzles
            for theme in ("", *dict.fromkeys(puzzle.themes))
        ],
        ignore_conflicts=True,
    )


def follow(puzzle: Puzzle, rating: float, *, level: int | None = None) -> None:
    """Let the levels of a puzzle follow its rating. Needs the lock on that rating.

    `level`: where it is offered, if that is known; near enough, and nothing is asked.
    """
    if level is not None and abs(level - round(rating)) <= STEP:
        return
    rows = PuzzleOffer.objects.filter(puzzle=puzzle)
    rows.exclude(level__range=(round(rating) - STEP, round(rating) + STEP)).update(
        level=round(rating)
    )


def drop(puzzle: Puzzle) -> None:
    """Offer a puzzle no more."""
    PuzzleOffer.objects.filter(puzzle=puzzle).delete()

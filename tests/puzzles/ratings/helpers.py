"""Answers that rate, by the shortest way."""

from __future__ import annotations

import uuid

from accounts.models import Player
from puzzles import attempts, practice
from puzzles.attempts import Place
from puzzles.models import Attempt, PlayerRating, Puzzle, PuzzleSolution

MIXED, KIND, THEME = Attempt.Choice.MIXED, Attempt.Choice.KIND, Attempt.Choice.THEME


def say(
    player: Player, puzzle: Puzzle, *, right: bool, place: Place | None = None
) -> attempts.Outcome:
    """Answer that the hand cannot open, or something that is not right."""
    opens = PuzzleSolution.objects.get(puzzle=puzzle).answer["opens"]
    raw: dict[str, object] = {"cannot": True}
    if opens == right:
        raw = {"melds": _right(puzzle) if right else "R1 R2"}
    return attempts.answer(
        player=player,
        puzzle=puzzle,
        place=place or Place("practice"),
        raw=raw,
        key=uuid.uuid4(),
    )


def rated(
    player: Player, puzzle: Puzzle, *, right: bool = True, choice: str = Attempt.Choice.MIXED
) -> Attempt:
    """An answer to a puzzle that the server chose."""
    practice.chosen_by_server(player, puzzle, choice)
    return say(player, puzzle, right=right).attempt


def rating_of(player: Player, rules: str) -> float:
    return float(PlayerRating.objects.get(player=player, rules=rules).rating)


def _right(puzzle: Puzzle) -> str:
    answer = PuzzleSolution.objects.get(puzzle=puzzle).answer
    by_points = answer["best_points"] >= answer["threshold"]
    return str(answer["best_melds"] if by_points else answer["pair_melds"])

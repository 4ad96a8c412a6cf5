"""What an answer may bring and cost in rating, said before it is given.

Reckoned with what the page shows anyway: the difficulty from features, or, where that might tell
the answer, the level at which puzzles are chosen for this player. The puzzle's own rating is left
out, since what others made of it may tell what is right; so the figures are about right, not exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt
from puzzles.ratings import choosing, glicko, services
from puzzles.ratings.glicko import Strength


@dataclass(frozen=True, slots=True)
class Stake:
    """Points of rating that a right answer is worth, and that a wrong one costs; both positive."""

    gain: int
    loss: int


def stake(attempt: Attempt | None) -> Stake | None:
    """What is at stake in an open try; None where its answer will not be rated."""
    if attempt is None or attempt.answered_at is not None or not services.will_count(attempt):
        return None
    player = services.current(attempt.player, attempt.puzzle.rules)
    shown = kind_of(attempt.puzzle.kind).difficulty_shown
    level = attempt.puzzle.difficulty if shown else player.rating + choosing.AIM
    against = Strength(level, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY)
    weight = services.weight_of(attempt)
    after = {
        right: glicko.answered(player, against, correct=right, weight=weight)[0].rating
        for right in (True, False)
    }
    return Stake(
        gain=max(1, round(after[True] - player.rating)),
        loss=max(1, round(player.rating - after[False])),
    )

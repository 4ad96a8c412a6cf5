"""Glicko-2 for one answer at a time: a player against a puzzle. The only user of the library.

Glickman, "Example of the Glicko-2 system". An answer is a rating period of one game for both. What
answers are worth less than a game (`weight`) carries both sides that part of the way. Nothing here
knows the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, pi, sqrt
from typing import Any, Final

import glicko2

FORMULA: Final = 1  # goes up when the same answer would change ratings in another way

SCALE: Final = 173.7178
MIDDLE: Final = 1500.0
UNKNOWN: Final = 350.0  # the deviation of somebody of whom nothing is known, and the most there is
SURE: Final = 45.0  # the least deviation of a player, who can always improve
PUZZLE_SURE: Final = 30.0  # a puzzle does not change
LOWEST, HIGHEST = 100.0, 3_500.0
PROVISIONAL: Final = 110.0  # a deviation above this is said beside the rating
VOLATILITY: Final = 0.06
MOST_VOLATILE: Final = 0.1
PUZZLE_VOLATILITY: Final = 0.01
PUZZLE_UNSURE: Final = 150.0  # the deviation of a difficulty that was worked out from features
PERIOD_DAYS: Final = 7  # a rating period, for time away


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, how far off it may be (one standard deviation), and how much it moves about."""

    rating: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY


class _Side(glicko2.Player):
    """The library's player. Its step 5 puts the rating where the paper has the deviation.

    After an answer that nobody would have bet on the equation of step 5 has several roots, some of
    them absurd; a bound on the volatility keeps one answer from throwing a rating about.
    """

    def _newVol(self, *args: Any) -> float:  # noqa: N802 - the library's name
        return min(MOST_VOLATILE, float(super()._newVol(*args)))

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        spread = (self.rd / SCALE) ** 2
        power = exp(x)
        first = power * (delta**2 - spread - v - power) / (2 * (spread + v + power) ** 2)
        return float(first - (x - a) / self._tau**2)


def period(side: Strength, others: Sequence[Strength], scores: Sequence[float]) -> Strength:
    """`side` after a rating period against `others`; a score is 1 for a win, 0 for a loss."""
    counted: Any = _Side(side.rating, side.deviation, side.volatility)
    counted.update_player(
        [other.rating for other in others], [other.deviation for other in others], list(scores)
    )
    return Strength(counted.rating, counted.rd, counted.vol)


def answered(
    player: Strength, puzzle: Strength, *, correct: bool, weight: float = 1.0
) -> tuple[Strength, Strength]:
    """Both sides after an answer, each reckoned against what the other was before it."""
    score = float(correct)
    return (
        _part(player, period(player, [puzzle], [score]), weight, SURE),
        _part(puzzle, period(puzzle, [player], [1.0 - score]), weight, PUZZLE_SURE),
    )


def away(side: Strength, periods: int) -> Strength:
    """`side` after whole rating periods without an answer: less is known, nothing else changes."""
    if periods <= 0:
        return side
    spread = sqrt((side.deviation / SCALE) ** 2 + periods * side.volatility**2)
    return Strength(side.rating, min(UNKNOWN, spread * SCALE), side.volatility)


def expected(player: Strength, puzzle: Strength) -> float:
    """The chance of a right answer, with both deviations in it."""
    return 1 / (1 + exp(-_g(player, puzzle) * (player.rating - puzzle.rating) / SCALE))


def without(now: float, before: float, after: float) -> float:
    """The deviation `now` without what one answer told, which took it from `before` to `after`."""
    told = max(0.0, 1 / after**2 - 1 / before**2)
    left = 1 / now**2 - told
    return UNKNOWN if left <= 1 / UNKNOWN**2 else max(now, 1 / sqrt(left))


def _g(player: Strength, puzzle: Strength) -> float:
    spread = (player.deviation**2 + puzzle.deviation**2) / SCALE**2
    return 1 / sqrt(1 + 3 * spread / pi**2)


def _part(before: Strength, after: Strength, weight: float, least: float) -> Strength:
    def between(a: float, b: float) -> float:
        return a + (b - a) * weight

    return Strength(
        min(HIGHEST, max(LOWEST, between(before.rating, after.rating))),
        min(UNKNOWN, max(least, between(before.deviation, after.deviation))),
        between(before.volatility, after.volatility),
    )

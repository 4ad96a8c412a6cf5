"""How well a card was known: by the answer, the hints and the time, not by a feeling."""

from __future__ import annotations

from typing import Final

from tutor.review.schedule import Rating

# Seconds that a right answer takes, by the number of tiles that have to be looked at.
BASE_SECONDS: Final = 6
SECONDS_A_TILE: Final = 1.5
SLOW: Final = 4  # times as long as that: hard


def expected_seconds(tiles: int) -> float:
    """How long somebody takes who knows the rule, with `tiles` tiles to look at."""
    return BASE_SECONDS + SECONDS_A_TILE * tiles


def rating(*, correct: bool, hints: int, seconds: float, tiles: int) -> Rating:
    """Rate an answer. Wrong, or shown the solution (the third hint), is again from the start.

    `hints` counts the steps of help that were taken, `seconds` runs from the card on the screen to
    the answer. A hint, or much time, makes it hard; quick and unhelped it was easy.
    """
    if not correct or hints >= 3:
        return Rating.Again
    expected = expected_seconds(tiles)
    if hints >= 1 or seconds > SLOW * expected:
        return Rating.Hard
    return Rating.Easy if seconds <= expected else Rating.Good

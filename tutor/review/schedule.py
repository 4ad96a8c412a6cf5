"""When a card comes again: FSRS in whole days."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from fsrs import Card, Rating, Scheduler, State

__all__ = ["LONGEST", "NEW", "RETENTION", "Memory", "Rating", "rated", "recall"]

RETENTION: Final = 0.9  # the chance to know a card on the day on which it comes
LONGEST: Final = 365  # days between two reviews

# No learning steps of minutes: a card is rated once a day. No fuzz: the same answers make the same
# schedule, and many cards a day are no burden here.
_SCHEDULER: Final = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=LONGEST,
    enable_fuzzing=False,
)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the schedule knows of a card.

    `stability` in days: after so many the chance to know it has fallen to 90 %. `difficulty` from 1
    (easy) to 10. Both None before the first rating, as is `last`, the day of the last one.
    """

    stability: float | None = None
    difficulty: float | None = None
    last: dt.date | None = None


NEW: Final = Memory()


def rated(memory: Memory, rating: Rating, day: dt.date) -> tuple[Memory, dt.date]:
    """The memory after a rating on `day`, and the later day on which the card comes again."""
    card, _ = _SCHEDULER.review_card(_card(memory), rating, _noon(day))
    due = max(card.due.date(), day + dt.timedelta(days=1))
    return Memory(card.stability, card.difficulty, day), due


def recall(memory: Memory, day: dt.date) -> float:
    """The chance, from 0 to 1, that the card is known on `day`; 0 before its first rating."""
    return _SCHEDULER.get_card_retrievability(_card(memory), _noon(day))


def _card(memory: Memory) -> Card:
    if memory.last is None:
        return Card(card_id=1)
    return Card(
        card_id=1,
        state=State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_noon(memory.last),
        last_review=_noon(memory.last),
    )


def _noon(day: dt.date) -> dt.datetime:
    """Days are counted between noons, so that no hour of the day makes a difference."""
    return dt.datetime.combine(day, dt.time(12), tzinfo=dt.UTC)

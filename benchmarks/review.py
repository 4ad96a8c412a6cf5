"""Whether the review's schedule is sane: learners with memories of their own over 100 days.

    python -m benchmarks.review

Nothing is timed here: it is seeded, and prints what learners of several kinds would see. Their
memory is not the schedule's: after a success it lasts longer by a factor of the learner's own,
after a failure it begins anew, and it fades as e^(-t/s) does. A right answer is slow now and then,
a wrong one a slip in one of fifty.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from math import exp
from random import Random
from statistics import mean, median

from benchmarks.measure import table
from tutor.review.grading import expected_seconds, rating
from tutor.review.schedule import NEW, Memory, rated

DAYS = 100
CARDS = 40
CARDS_A_DAY = 4  # a lesson's rules
TILES = 12
FIRST = dt.date(2026, 1, 1)


@dataclass(frozen=True)
class Learner:
    """A memory: days that a new rule lasts, and how many times longer after each success."""

    name: str
    lasts: float
    grows: float


LEARNERS = (
    Learner("quick", 4.0, 3.2),
    Learner("usual", 2.5, 2.4),
    Learner("slow", 1.5, 1.7),
    Learner("forgets within days", 1.2, 1.05),
)


@dataclass
class Seen:
    """What a learner saw: on each day the cards asked and known; intervals given after success."""

    asked: list[int] = field(default_factory=lambda: [0] * DAYS)
    known: list[int] = field(default_factory=lambda: [0] * DAYS)
    intervals: list[int] = field(default_factory=list)
    twice: int = 0  # cards asked twice on one day: never
    early: int = 0  # cards asked before their day: never

    def share(self, first: int, last: int) -> float:
        """The share of cards known from the day `first` up to before `last`."""
        asked = sum(self.asked[first:last])
        return sum(self.known[first:last]) / asked if asked else 1.0


@dataclass
class _Card:
    memory: Memory
    due: int
    lasts: float
    last: int = -1
    interval: int = 0


def simulate(learner: Learner, seed: int, days: int = DAYS) -> Seen:
    """Let a learner meet new cards and answer what is due, day by day."""
    chance = Random(f"{learner.name} {seed}")
    seen = Seen()
    cards: list[_Card] = []
    for day in range(days):
        if len(cards) < CARDS:
            cards += [_Card(NEW, day + 1, learner.lasts, day) for _ in range(CARDS_A_DAY)]
        for card in [one for one in cards if one.due <= day]:
            seen.early += card.due > day
            _answer(card, learner, day, seen, chance)
            seen.twice += card.due <= day
    seen.intervals = [card.interval for card in cards if card.interval]
    return seen


def _answer(card: _Card, learner: Learner, day: int, seen: Seen, chance: Random) -> None:
    knows = chance.random() < exp(-(day - card.last) / (card.lasts * 9.5))  # 90 % after `lasts`
    correct = knows and chance.random() > 0.02
    seconds = expected_seconds(TILES) * chance.lognormvariate(0.4, 0.6)
    hints = 0 if knows or chance.random() < 0.6 else 1
    grade = rating(correct=correct, hints=hints, seconds=seconds, tiles=TILES)
    seen.asked[day] += 1
    seen.known[day] += correct
    card.memory, due = rated(card.memory, grade, FIRST + dt.timedelta(days=day))
    card.due = (due - FIRST).days
    card.interval = card.due - day
    card.last = day
    card.lasts = card.lasts * learner.grows if correct else learner.lasts


def main() -> None:
    """Print the table."""
    print(f"# The review over {DAYS} days, {CARDS} rules, 20 learners of each kind\n")
    rows = []
    for learner in LEARNERS:
        all_seen = [simulate(learner, seed) for seed in range(20)]
        load = [mean(day) for day in zip(*(seen.asked for seen in all_seen), strict=True)]
        rows.append(
            (
                learner.name,
                f"{mean(load[:20]):.1f}",
                f"{mean(load[-20:]):.1f}",
                f"{max(load):.0f}",
                f"{mean(seen.share(20, DAYS) for seen in all_seen):.0%}",
                f"{median(one for seen in all_seen for one in seen.intervals):.0f}",
            )
        )
    head = ("learner", "cards a day, first 20", "last 20", "most", "known from day 20", "interval")
    print(table(head, rows))
    print("\nKnown: the share of cards answered rightly when they came (wanted: 90 %).")
    print("Interval: the median days until a card comes again at the end.")


if __name__ == "__main__":
    main()

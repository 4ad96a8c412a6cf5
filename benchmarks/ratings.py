"""Whether ratings find out how strong players are: 500 players, puzzles whose difficulty is off.

    python -m benchmarks.ratings [SEED]

Nothing is timed here: it is seeded, without a database, and uses the site's own arithmetic, its own
aim and its own spread of the next puzzle. Players have strengths with a standard deviation of 250;
a puzzle's difficulty begins with an error of 150. Players answer in turns, each a puzzle near their
rating that they have not met. Beside the plain run stand players who ask for themes every other
time (half the weight), and players who grow by 2 points an answer.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean

from benchmarks.measure import table
from puzzles.ratings import glicko
from puzzles.ratings.glicko import Strength

PLAYERS = 500
PUZZLES = 5_000
SPREAD = 250.0  # of the true strengths
ERROR = 150.0  # of the first difficulties
ANSWERS = 200
AFTER, LEAST = 100, 0.95  # puzzles of each, and the rank correlation asked for then
LOOK_AT = (5, 10, 20, 30, 50, 75, 100, 150, 200)
AIM, DRAWN = -60.0, 80.0  # as in puzzles/ratings/choosing.py, which a test compares


@dataclass
class Puzzle:
    """How hard it is, and what is believed of it."""

    truth: float
    now: Strength
    answers: int = 0


@dataclass
class Solver:
    """How strong somebody is, and what is believed of it."""

    truth: float
    now: Strength = field(default_factory=Strength)
    met: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Row:
    """What holds after so many answers of each."""

    answers: int
    correlation: float
    error: float
    deviation: float
    right: float
    puzzle_error: float


@dataclass(frozen=True)
class Way:
    """How players practise: every how-manieth puzzle is asked for by theme, points gained each."""

    name: str
    themed: int = 0
    growth: float = 0.0


WAYS = (Way("mixed"), Way("every other by theme", themed=2), Way("growing", growth=2.0))


def simulate(way: Way, seed: int = 1, answers: int = ANSWERS) -> list[Row]:
    """Let all players answer, one after the other, so many puzzles each."""
    chance = Random(f"{way.name} {seed}")
    solvers = [Solver(chance.gauss(1500, SPREAD)) for _ in range(PLAYERS)]
    puzzles = []
    for _ in range(PUZZLES):
        truth = chance.gauss(1500, 300)
        believed = min(2400.0, max(600.0, truth + chance.gauss(0, ERROR)))
        puzzles.append(
            Puzzle(truth, Strength(believed, glicko.PUZZLE_UNSURE, glicko.PUZZLE_VOLATILITY))
        )
    rows = []
    right = 0
    for number in range(1, answers + 1):
        order = sorted(range(PUZZLES), key=lambda at: puzzles[at].now.rating)
        levels = [puzzles[at].now.rating for at in order]
        for solver in solvers:
            weight = 0.5 if way.themed and number % way.themed == 0 else 1.0
            right += _answer(solver, puzzles, order, levels, weight, chance)
            solver.truth += way.growth
        if number in LOOK_AT:
            rows.append(_row(number, solvers, puzzles, right / (number * PLAYERS)))
    return rows


def _answer(
    solver: Solver,
    puzzles: list[Puzzle],
    order: list[int],
    levels: list[float],
    weight: float,
    chance: Random,
) -> bool:
    at = _near(solver, order, levels, chance)
    puzzle = puzzles[at]
    solver.met.add(at)
    likely = 1 / (1 + 10 ** ((puzzle.truth - solver.truth) / 400))
    correct = chance.random() < likely
    solver.now, puzzle.now = glicko.answered(solver.now, puzzle.now, correct=correct, weight=weight)
    puzzle.answers += 1
    return correct


def _near(solver: Solver, order: list[int], levels: list[float], chance: Random) -> int:
    level = solver.now.rating + AIM + chance.gauss(0, DRAWN)
    place = bisect_left(levels, level)
    for step in range(len(order)):
        for at in (place + step, place - step - 1):
            if 0 <= at < len(order) and order[at] not in solver.met:
                return order[at]
    raise RuntimeError("every puzzle was met")


def _row(number: int, solvers: list[Solver], puzzles: list[Puzzle], right: float) -> Row:
    # A rating has no zero: what all are off by together is no error.
    off = mean(one.now.rating - one.truth for one in solvers)
    errors = [one.now.rating - one.truth - off for one in solvers]
    played = [one for one in puzzles if one.answers]
    return Row(
        answers=number,
        correlation=rank_correlation(
            [one.truth for one in solvers], [one.now.rating for one in solvers]
        ),
        error=sqrt(mean(error**2 for error in errors)),
        deviation=mean(one.now.deviation for one in solvers),
        right=right,
        puzzle_error=sqrt(mean((one.now.rating - one.truth - off) ** 2 for one in played)),
    )


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's, of values without ties."""
    count = len(one)
    gaps = zip(_ranks(one), _ranks(other), strict=True)
    return 1 - 6 * sum((a - b) ** 2 for a, b in gaps) / (count * (count**2 - 1))


def _ranks(values: list[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        ranks[at] = rank
    return ranks


def main() -> int:
    """Print a table a way of practising; return 1 where the plain one converges too slowly."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print(
        f"# Ratings: {PLAYERS} players (strengths ±{SPREAD:.0f}), {PUZZLES} puzzles"
        f" (difficulties off by ±{ERROR:.0f}), seed {seed}"
    )
    head = (
        "puzzles each",
        "rank correlation",
        "error of players",
        "deviation shown",
        "right",
        "error of puzzles",
    )
    reached = 0.0
    for way in WAYS:
        rows = simulate(way, seed)
        if way is WAYS[0]:
            reached = next(row.correlation for row in rows if row.answers == AFTER)
        print(f"\n{way.name}\n")
        print(
            table(
                head,
                [
                    (
                        str(row.answers),
                        f"{row.correlation:.3f}",
                        f"{row.error:.0f}",
                        f"{row.deviation:.0f}",
                        f"{row.right:.0%}",
                        f"{row.puzzle_error:.0f}",
                    )
                    for row in rows
                ],
            )
        )
    print(f"\nrank correlation {reached:.3f} after {AFTER} puzzles each (asked {LEAST})")
    return int(reached < LEAST)


if __name__ == "__main__":
    sys.exit(main())

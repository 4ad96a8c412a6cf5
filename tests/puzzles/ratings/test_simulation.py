"""Ratings find out how strong players are: the benchmark's own run, shortened."""

from __future__ import annotations

from benchmarks import ratings
from puzzles.ratings import choosing


def test_after_a_hundred_puzzles_each_the_ratings_stand_in_the_order_of_the_strengths() -> None:
    rows = {row.answers: row for row in ratings.simulate(ratings.WAYS[0], answers=100)}
    assert rows[100].correlation >= 0.95
    assert rows[5].correlation < rows[20].correlation < rows[100].correlation
    assert 0.5 < rows[100].right < 0.65
    assert rows[100].puzzle_error < rows[5].puzzle_error


def test_the_same_seed_gives_the_same_run() -> None:
    assert ratings.simulate(ratings.WAYS[1], answers=5) == ratings.simulate(
        ratings.WAYS[1], answers=5
    )


def test_the_simulation_draws_as_the_site_does() -> None:
    assert (choosing.AIM, choosing.SPREADS[0]) == (ratings.AIM, ratings.DRAWN)


def test_a_rank_correlation_is_one_in_order_and_minus_one_backwards() -> None:
    values = [3.0, 1.0, 2.0, 9.0]
    assert ratings.rank_correlation(values, values) == 1
    assert ratings.rank_correlation(values, [-value for value in values]) == -1

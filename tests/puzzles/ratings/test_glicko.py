"""The arithmetic of ratings, against Glickman's paper and by its properties."""

from __future__ import annotations

from math import exp, inf, isfinite, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.ratings import glicko
from puzzles.ratings.glicko import Strength

# "Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf
PLAYER = Strength(1500, 200, 0.06)
OPPONENTS = [Strength(1400, 30), Strength(1550, 100), Strength(1700, 300)]

strengths = st.builds(
    Strength,
    st.floats(glicko.LOWEST, glicko.HIGHEST),
    st.floats(30, 350),
    st.floats(0.005, 0.15),
)
near = st.builds(Strength, st.floats(1300, 1700), st.floats(45, 350), st.floats(0.01, 0.08))


def test_glickmans_worked_example() -> None:
    after = glicko.period(PLAYER, OPPONENTS, [1, 0, 0])
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_a_game_only_raises_the_deviation() -> None:
    after = glicko.away(PLAYER, 1)
    assert after.deviation == pytest.approx(sqrt(200**2 + (0.06 * glicko.SCALE) ** 2))
    assert (after.rating, after.volatility) == (PLAYER.rating, PLAYER.volatility)


def test_two_periods_at_once_are_one_after_the_other_and_none_is_none() -> None:
    twice = glicko.away(glicko.away(PLAYER, 1), 1)
    assert glicko.away(PLAYER, 2).deviation == pytest.approx(twice.deviation)
    assert glicko.away(PLAYER, 0) is PLAYER


def test_time_away_never_makes_less_known_than_nothing() -> None:
    assert glicko.away(PLAYER, 10_000).deviation == glicko.UNKNOWN


@given(player=near, puzzle=near, correct=st.booleans())
def test_one_answer_is_what_the_paper_says(
    player: Strength, puzzle: Strength, correct: bool
) -> None:
    after = glicko.period(player, [puzzle], [float(correct)])
    rating, deviation, volatility = _by_the_paper(player, puzzle, float(correct))
    assert after.rating == pytest.approx(rating, abs=0.01)
    assert after.deviation == pytest.approx(deviation, abs=0.01)
    assert after.volatility == pytest.approx(volatility, abs=1e-5)


@given(player=strengths, puzzle=strengths, correct=st.booleans(), weight=st.floats(0.01, 1))
def test_ratings_move_towards_the_answer_and_stay_in_bounds(
    player: Strength, puzzle: Strength, correct: bool, weight: float
) -> None:
    after, harder = glicko.answered(player, puzzle, correct=correct, weight=weight)
    sign = 1 if correct else -1
    assert sign * (after.rating - player.rating) >= 0
    assert sign * (harder.rating - puzzle.rating) <= 0
    for side in (after, harder):
        assert glicko.LOWEST <= side.rating <= glicko.HIGHEST
        assert 0 < side.deviation <= glicko.UNKNOWN
        assert 0 < side.volatility < 1
        assert isfinite(side.rating)


def test_one_answer_that_nobody_would_have_bet_on_does_not_throw_a_rating_about() -> None:
    for rating in range(150, 3500, 50):
        after, _ = glicko.answered(Strength(rating, 60), Strength(100, 60), correct=False)
        assert rating - 80 < after.rating <= rating


def test_half_the_weight_goes_half_the_way_on_both_sides() -> None:
    puzzle = Strength(1600, 150, 0.01)
    whole = glicko.answered(PLAYER, puzzle, correct=True)
    half = glicko.answered(PLAYER, puzzle, correct=True, weight=0.5)
    for one, other, before in zip(half, whole, (PLAYER, puzzle), strict=True):
        assert one.rating - before.rating == pytest.approx((other.rating - before.rating) / 2)


def test_the_chance_is_even_against_an_equal_and_grows_with_strength() -> None:
    puzzle = Strength(1500, 100)
    assert glicko.expected(Strength(1500, 50), puzzle) == pytest.approx(0.5)
    chances = [glicko.expected(Strength(rating, 50), puzzle) for rating in (1200, 1500, 1900)]
    assert chances == sorted(chances)
    # The less is known, the nearer to even.
    assert glicko.expected(Strength(1900, 350), puzzle) < chances[-1]


@given(before=st.floats(45, 350), told=st.floats(0.0, 0.001))
def test_what_an_answer_told_can_be_taken_out_again(before: float, told: float) -> None:
    after = 1 / sqrt(1 / before**2 + told)
    assert glicko.without(after, before, after) == pytest.approx(before, rel=1e-6)


def test_taking_out_more_than_is_known_leaves_nothing_known() -> None:
    assert glicko.without(100, 350, 60) == glicko.UNKNOWN


def _by_the_paper(player: Strength, other: Strength, score: float) -> tuple[float, float, float]:
    """Steps 2 to 8 for one game, written from the paper; step 5 by halving."""
    mu, phi, sigma = (
        (player.rating - 1500) / 173.7178,
        player.deviation / 173.7178,
        player.volatility,
    )
    mu_j, phi_j = (other.rating - 1500) / 173.7178, other.deviation / 173.7178
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    e = 1 / (1 + exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * e * (1 - e))
    delta = v * g * (score - e)
    a, tau = log(sigma**2), 0.5

    def f(x: float) -> float:
        top = exp(x) * (delta**2 - phi**2 - v - exp(x))
        return top / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / tau**2

    low, high = a - 5, a + 2
    assert f(low) > 0 > f(high)
    width = inf
    while width > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
        width = high - low
    new_sigma = exp(low / 2)
    new_phi = 1 / sqrt(1 / (phi**2 + new_sigma**2) + 1 / v)
    new_mu = mu + new_phi**2 * g * (score - e)
    return 173.7178 * new_mu + 1500, 173.7178 * new_phi, new_sigma

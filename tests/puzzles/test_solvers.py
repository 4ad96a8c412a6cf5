"""Simulated solvers: what each strength sees and says, and the difficulty fitted to it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.difficulty import fit, spearman
from okey.hand import Hand
from okey.judge import judge
from okey.notation import parse_melds
from okey.rules.rulesets import rule_set
from puzzles.efforts import EFFORT, fitted, weights
from puzzles.greedy import greedy_points
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.kinds.registry import KINDS
from puzzles.solvers import SOLVERS, Solver, answer, greedy_melds, seen, solves
from tests.puzzles.kinds import PLACES, some

EXACT = SOLVERS[-1]
every_place = pytest.mark.parametrize(("key", "rules"), PLACES)


@every_place
def test_who_sees_everything_and_slips_nowhere_is_always_right(key: str, rules: str) -> None:
    for one in some(key, rules):
        assert solves(KINDS[key], one.exercise, EXACT, Random(1))


@every_place
def test_the_same_chance_says_the_same(key: str, rules: str) -> None:
    for one in some(key, rules)[:3]:
        for solver in SOLVERS:
            said = [answer(KINDS[key], one.exercise, solver, Random(7)) for _ in range(2)]
            assert said[0] == said[1]


def test_a_greater_strength_answers_more_positions_rightly() -> None:
    right: Counter[str] = Counter()
    asked = 0
    for key, rules in PLACES[::3]:
        for place, one in enumerate(some(key, rules)):
            asked += 2
            for solver in SOLVERS:
                for at in range(2):
                    chance = Random(f"{key} {place} {at} {solver.key}")
                    right[solver.key] += solves(KINDS[key], one.exercise, solver, chance)
    greedy, hasty, careful, exact = (right[solver.key] for solver in SOLVERS)
    assert greedy < careful < exact == asked
    assert hasty < careful


def test_what_goes_unseen_is_missing_and_nothing_else() -> None:
    blind = Solver("blind", unseen=0.5)
    one = some("lay-off", "101-club")[0].exercise
    looks = seen(one, blind, Random(3))
    assert one.round is not None
    assert looks.round is not None
    assert len(looks.round.table) == len(one.round.table)
    assert not Counter(looks.round.hand) - Counter(one.round.hand)
    assert looks.round.table != one.round.table
    assert seen(one, EXACT, Random(3)) == one


def test_greedy_melds_are_legal_and_worth_what_the_greedy_get() -> None:
    for one in some("best-opening", "101-club", "greedy", 12):
        hand = one.exercise.hand
        assert isinstance(hand, Hand)
        melds = parse_melds(greedy_melds(hand), hand.indicator)
        verdict = judge(melds, rules=rule_set("101-club"), indicator=hand.indicator, hand=hand)
        assert verdict.legal
        assert verdict.points == greedy_points(hand)


# The fit


def test_every_kind_but_the_one_with_a_scale_of_its_own_has_weights() -> None:
    assert set(weights()) == set(KINDS) - {"can-open"}


@every_place
def test_a_first_difficulty_lies_on_the_scale(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules):
        features = kind.features(one.exercise, one.right, rs)
        assert 0 <= fitted(key, features, kind.effort(features)) <= 1
        assert EASIEST <= kind.difficulty(one.exercise, one.right, features) <= HARDEST


@pytest.mark.parametrize("key", weights())
def test_weights_are_of_features_that_the_kind_has(key: str) -> None:
    there = {EFFORT}
    for rules in KINDS[key].rule_sets:
        one = some(key, rules)[0]
        there |= set(KINDS[key].features(one.exercise, one.right, rule_set(rules)))
    assert set(weights()[key]["weights"]) <= there


def test_a_fit_finds_the_weight_that_made_the_numbers() -> None:
    rng = Random(5)
    rows = []
    for _ in range(400):
        tiles = rng.randint(0, 10)
        share = 0.9 - 0.05 * tiles
        right = {solver.key: share for solver in SOLVERS if solver.unseen} | {"exact": 1.0}
        features = {"tiles": tiles, "melds": rng.randint(0, 5)}
        rows.append({"features": features, "guess": 0.5, "right": right})
    found = fit(rows)
    assert found["base"] == pytest.approx(0.1, abs=0.03)
    assert found["weights"]["tiles"] == pytest.approx(0.05, abs=0.005)
    assert found["weights"]["melds"] == pytest.approx(0.0, abs=0.005)


def test_the_rank_correlation_is_one_for_the_same_order_and_shares_ranks_of_equals() -> None:
    assert spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 1, 2], [5, 5, 9]) == pytest.approx(1)
    assert spearman([1, 1, 1], [1, 2, 3]) is None

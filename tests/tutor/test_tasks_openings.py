"""Tasks about openings, pairs and taking: right answers agree with the judge and the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from okey import RULE_SETS, RuleSet, judge, legal, parse_melds, parse_move
from okey.search import best_points, can_open
from tutor.tasks.base import Exercise
from tutor.tasks.registry import TASKS

OPENING = [rules for rules in RULE_SETS.values() if rules.opening is not None]
GUIDE, CLASSIC, CLUB = (RULE_SETS[key] for key in ("101-guide", "classic", "101-club"))


def made(key: str, rules: RuleSet, options: Mapping[str, Any], count: int = 40) -> list[Exercise]:
    return [TASKS[key].generate(rules, f"made-{seed}", options) for seed in range(count)]


@pytest.mark.parametrize("rules", OPENING, ids=lambda rules: rules.key)
@pytest.mark.parametrize("options", [{}, {"okey": True}, {"by": "pairs"}], ids=str)
def test_every_other_rack_opens_and_the_rest_provably_does_not(
    rules: RuleSet, options: dict[str, Any]
) -> None:
    kind = TASKS["lay-opening"]
    opens = 0
    for exercise in made("lay-opening", rules, options):
        hand, (right,) = exercise.hand, kind.right(exercise, rules)
        assert hand is not None
        assert len(hand.tiles) <= 16
        assert can_open(hand, rules) == (right != "cannot")
        if right == "cannot":
            continue
        opens += 1
        assert not kind.check(exercise, "cannot", rules).correct
        verdict = judge(
            parse_melds(right, hand.indicator),
            rules=rules,
            indicator=hand.indicator,
            as_="opening",
            hand=hand,
        )
        assert verdict.legal
    assert 12 <= opens <= 28


def test_a_rack_that_falls_short_is_near_the_threshold() -> None:
    for exercise in made("lay-opening", GUIDE, {}):
        assert exercise.hand is not None
        assert 80 <= best_points(exercise.hand, GUIDE) <= 130


@pytest.mark.parametrize("rules", OPENING, ids=lambda rules: rules.key)
@pytest.mark.parametrize("idea", ["near", "exact", "okey", "wrap", "mixed", "pairs"])
def test_does_it_open_is_what_the_judge_says(rules: RuleSet, idea: str) -> None:
    found: Counter[str] = Counter()
    for exercise in made("does-it-open", rules, {"ideas": [idea]}):
        verdict = judge(exercise.laid, rules=rules, indicator=exercise.indicator, as_="opening")
        (right,) = TASKS["does-it-open"].right(exercise, rules)
        assert (right == "yes") == verdict.legal
        found[right] += 1
        if idea == "exact" and rules.opening is not None:
            assert rules.opening.points - 1 <= verdict.points <= rules.opening.points
    assert found["no"] >= 10
    assert found["yes"] >= 10 or (idea == "pairs" and rules is GUIDE)


@pytest.mark.parametrize("rules", OPENING, ids=lambda rules: rules.key)
def test_what_is_missing_and_what_is_there_make_the_threshold(rules: RuleSet) -> None:
    assert rules.opening is not None
    for exercise in made("missing-points", rules, {}):
        points = judge(exercise.laid, rules=rules, indicator=exercise.indicator).points
        (missing,) = TASKS["missing-points"].right(exercise, rules)
        assert int(missing) == max(0, rules.opening.points - points)


def test_numbers_of_points_are_sums_of_what_is_printed_where_no_okey_lies() -> None:
    for exercise in made("sum-of-melds", GUIDE, {"melds": 3, "okey": False}):
        printed = sum(laid.tile.number for meld in exercise.laid for laid in meld.tiles)
        assert TASKS["sum-of-melds"].right(exercise, GUIDE) == (str(printed),)


# Pairs


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.key)
def test_enough_pairs_and_one_too_few_come_about_equally_often(rules: RuleSet) -> None:
    found = Counter(
        TASKS["enough-pairs"].right(one, rules)[0] for one in made("enough-pairs", rules, {}, 60)
    )
    assert min(found["yes"], found["no"]) >= 18


def test_pairs_are_counted_as_by_hand() -> None:
    for exercise in made("count-pairs", CLUB, {"tiles": 8, "okey": False, "false": False}):
        assert exercise.hand is not None
        by_hand = sum(count // 2 for count in Counter(exercise.hand.tiles).values())
        assert TASKS["count-pairs"].right(exercise, CLUB) == (str(by_hand),)


# Moves


@pytest.mark.parametrize(
    ("task", "options"),
    [
        ("beside-pairs", {"opened": "pairs"}),
        ("beside-pairs", {"opened": "melds"}),
        ("use-taken", {}),
    ],
)
def test_one_of_the_moves_offered_is_legal(task: str, options: dict[str, Any]) -> None:
    for exercise in made(task, CLUB, options):
        assert exercise.round is not None
        allowed = [
            one
            for one in exercise.options
            if not legal(exercise.round, parse_move(one, exercise.indicator))
        ]
        assert len(exercise.options) >= 3
        assert len(allowed) == 1
        assert TASKS[task].right(exercise, CLUB) == tuple(allowed)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.key)
def test_only_the_left_neighbours_last_discard_may_be_taken(rules: RuleSet) -> None:
    for exercise in made("which-discard", rules, {}):
        assert exercise.round is not None
        right = TASKS["which-discard"].right(exercise, rules)
        assert right == (str(exercise.round.thrown),)


@pytest.mark.parametrize("opened", [True, False])
def test_a_discard_may_be_taken_as_often_as_not_where_it_must_be_used(opened: bool) -> None:
    found = Counter(
        TASKS["may-take"].right(one, GUIDE)[0]
        for one in made("may-take", GUIDE, {"opened": opened}, 60)
    )
    assert min(found["yes"], found["no"]) >= 18


def test_in_classic_every_discard_may_be_taken() -> None:
    for exercise in made("may-take", CLASSIC, {}, 20):
        assert TASKS["may-take"].right(exercise, CLASSIC) == ("yes",)


@pytest.mark.parametrize("rules", OPENING, ids=lambda rules: rules.key)
def test_an_opening_without_the_tile_taken_is_not_enough(rules: RuleSet) -> None:
    kind = TASKS["open-with-taken"]
    cannot = 0
    for exercise in made("open-with-taken", rules, {}):
        (right,) = kind.right(exercise, rules)
        if right == "cannot":
            cannot += 1
            continue
        taken = str(exercise.values["tile"])
        assert taken in right.split()
        without = [meld for meld in right.split(" | ") if taken not in meld.split()]
        outcome = kind.check(exercise, " | ".join(without), rules)
        assert not outcome.correct
        assert set(outcome.rules) & {"opening.points", "take.in-opening", "take.must-use"}
    assert 5 <= cannot <= 32

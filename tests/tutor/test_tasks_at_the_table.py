"""Tasks on a table: the referee answers, and its answer changes with what it turns on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from okey import RULE_SETS, Round, RuleSet, parse_move, rule_set
from okey.moves import Discard, Move
from okey.rules.parameters import Penalties, Runs, Table
from tutor.loading import content
from tutor.tasks.base import Exercise
from tutor.tasks.discards import written
from tutor.tasks.finishes import last_discards
from tutor.tasks.registry import TASKS, task

GUIDE, CLUB, SILER = (rule_set(key) for key in ("101-guide", "101-club", "101-siler"))


def some(key: str, rules: RuleSet, count: int = 25, **options: Any) -> list[Exercise]:
    return [task(key).generate(rules, f"table-{seed}", options) for seed in range(count)]


def answers(key: str, rules: RuleSet, under: RuleSet | None = None, **options: Any) -> set[str]:
    found = (task(key).right(one, under or rules)[0] for one in some(key, rules, **options))
    return set(found)


def round_of(exercise: Exercise) -> Round:
    assert exercise.round is not None
    return exercise.round


@pytest.mark.parametrize(
    ("idea", "answer"),
    [
        ("fits", {"yes"}),
        ("gap", {"no"}),
        ("not-opened", {"no"}),
        ("behind-13", {"no"}),
        ("fourth", {"yes", "no"}),
        ("fifth", {"no"}),
        ("onto-pair", {"no"}),
        ("by-pairs", {"yes"}),
    ],
)
def test_laying_off_is_allowed_as_the_idea_says(idea: str, answer: set[str]) -> None:
    assert answers("may-lay-off", CLUB, ideas=[idea]) == answer


def test_a_one_behind_the_13_is_right_for_who_believes_in_wrapping() -> None:
    wrong = CLUB.derive("wrapping", runs=Runs(wrap_end=True))
    assert answers("may-lay-off", CLUB, under=wrong, ideas=["behind-13"]) == {"yes"}


def test_the_cap_of_a_run_is_the_rule_sets() -> None:
    capped = some("how-many-onto", CLUB)
    free = CLUB.derive("free", table=Table())
    assert max(int(task("how-many-onto").right(one, CLUB)[0]) for one in capped) == 2
    assert max(int(task("how-many-onto").right(one, free)[0]) for one in capped) > 2
    assert max(map(int, answers("how-many-onto", GUIDE))) > 2


def test_a_laid_off_tile_that_is_refused_hands_on_the_broken_rule() -> None:
    for exercise in some("lay-off", CLUB):
        wrong = [
            one for one in exercise.options if one not in task("lay-off").right(exercise, CLUB)
        ]
        outcome = task("lay-off").check(exercise, wrong[0], CLUB)
        assert not outcome.correct
        assert outcome.violations
        assert outcome.rules == ("layoff.no-fit",)


@pytest.mark.parametrize(
    ("idea", "answer"),
    [("run", "yes"), ("four", "yes"), ("three", "no"), ("wrong", "no"), ("not-opened", "no")],
)
def test_an_okey_is_exchanged_as_the_idea_says(idea: str, answer: str) -> None:
    for rules in (CLUB, SILER):
        assert answers("may-swap", rules, ideas=[idea]) == {answer}


def test_every_safe_discard_is_accepted_and_no_other() -> None:
    for exercise in some("safe-discard", CLUB):
        round_ = round_of(exercise)
        right = task("safe-discard").right(exercise, CLUB)
        for tile in round_.hand or ():
            paid = written(round_, (Move(Discard(tile)),), 0)
            correct = task("safe-discard").check(exercise, str(tile), CLUB).correct
            assert correct == (not paid) == (str(tile) in right)


def test_who_knows_no_penalty_finds_every_discard_safe() -> None:
    harmless = CLUB.derive("harmless", penalties=Penalties())
    for exercise in some("safe-discard", CLUB, 5):
        hand = round_of(exercise).hand or ()
        assert len(task("safe-discard").right(exercise, harmless)) == len(set(hand))


@pytest.mark.parametrize(
    ("rules", "costs"),
    [
        (
            CLUB,
            {
                "fits": "101", "fits-unopened": "101", "no-fit": "0", "fits-last": "0",
                "okey": "101", "okey-last": "0", "okey-empty-table": "0",
            },
        ),
        (
            GUIDE,
            {
                "okey": "101", "okey-last": "0", "okey-empty-table": "101", "false-okey": "0",
                "given": "101", "given-laid-off": "0",
            },
        ),
        (SILER, {"retrieved": "101", "own-okey": "0", "okey": "101"}),
    ],
    ids=["club", "guide", "siler"],
)  # fmt: skip
def test_a_move_costs_what_the_documents_say(rules: RuleSet, costs: Mapping[str, str]) -> None:
    for idea, points in costs.items():
        assert answers("what-it-costs", rules, count=8, ideas=[idea]) == {points}, idea


def test_the_rack_of_a_neighbour_is_not_shown() -> None:
    for idea in ("given", "given-laid-off"):
        for exercise in some("what-it-costs", GUIDE, 5, ideas=[idea]):
            assert exercise.hand is None
    for exercise in some("what-it-costs", SILER, 5, ideas=["retrieved"]):
        assert exercise.hand is None


def test_a_tile_that_cannot_be_thrown_last_leaves_others_in_the_hand() -> None:
    for rules in RULE_SETS.values():
        for exercise in some("last-discard", rules, 8):
            hand = {str(tile) for tile in round_of(exercise).hand or ()}
            right = task("last-discard").right(exercise, rules)
            assert set(right) <= hand
            for tile in hand:
                correct = task("last-discard").check(exercise, tile, rules).correct
                assert correct == (tile in right)


def test_without_melds_on_the_table_no_further_tile_ends_the_round() -> None:
    for exercise in some("last-discard", GUIDE, 8):
        full = round_of(exercise)
        bare = replace(full, table=())
        assert len(last_discards(bare)) <= len(last_discards(full))


@pytest.mark.parametrize(
    ("idea", "scores"),
    [
        ("winner", {"101-guide": "-101", "101-club": "-101", "101-siler": "-101"}),
        ("unopened", {"101-guide": "202", "101-club": "202", "101-siler": "202", "classic": "-2"}),
        ("okey-finish-unopened", {"101-guide": "404", "101-club": "404", "classic": "-4"}),
        ("from-hand-unopened", {"101-club": "404", "101-siler": "404"}),
        ("null-nobody", {"101-siler": "0", "101-guide": "202", "classic": "0"}),
    ],
)
def test_a_seat_writes_what_the_documents_say(idea: str, scores: Mapping[str, str]) -> None:
    for key, points in scores.items():
        assert answers("what-it-writes", RULE_SETS[key], count=8, ideas=[idea]) == {points}, key


def test_a_move_asked_about_can_be_made() -> None:
    for exercise in some("swap-okey", SILER):
        for answer in task("swap-okey").right(exercise, SILER):
            assert str(parse_move(answer, exercise.indicator)) == answer


def test_a_question_says_whether_one_has_opened_as_the_table_stands() -> None:
    asked: dict[str, set[str]] = {}
    for kind in TASKS.values():
        texts = content("en", "tasks")[kind.key]
        if "not_opened" not in texts:
            continue
        for rules in RULE_SETS.values():
            for seed in range(60) if kind.applies(rules) else ():
                made = kind.generate(rules, f"opened {seed}", {})
                assert made.round is not None
                own = made.round.player.opened
                assert (made.ask == "not_opened") == (own is None), (kind.key, rules.key, seed)
                assert "pairs" not in texts or (made.ask == "pairs") == (own == "pairs")
                asked.setdefault(kind.key, set()).add(made.ask)
    assert {"may-lay-off", "may-swap", "may-lay", "why-no-swap"} <= set(asked)
    assert all("not_opened" in questions for questions in asked.values()), asked

"""Streams of can-open: repeatable, controlled shares, no repeats, honest tags."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from okey.hand import Hand
from okey.judge import judge
from okey.notation import parse_melds
from okey.rules.rulesets import rule_set
from okey.search import solve
from puzzles import generator
from puzzles.canonical import canonical_key
from puzzles.greedy import greedy_points
from puzzles.kinds.base import BLOCK, Proposal
from puzzles.kinds.can_open import THEMES
from puzzles.kinds.registry import KINDS

RULE_SETS = KINDS["can-open"].rule_sets


@cache
def thousand(rules: str) -> list[Proposal]:
    return [
        proposal
        for number in range(1000 // BLOCK)
        for proposal in generator.block("can-open", rules, "shares", number)
    ]


def hand(proposal: Proposal) -> Hand:
    return Hand.parse(proposal.position["hand"], proposal.position["indicator"])


def test_the_three_101_rule_sets_have_the_kind() -> None:
    assert RULE_SETS == ("101-guide", "101-club", "101-siler")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_same_seed_gives_the_same_puzzles_in_a_fresh_interpreter(rules: str) -> None:
    code = (
        "import json, sys; from puzzles import generator;"
        "print(json.dumps([[p.position, p.solution, p.difficulty, p.index]"
        f" for p in generator.block('can-open', {rules!r}, 's', 3)]))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    here = [
        [p.position, p.solution, p.difficulty, p.index]
        for p in generator.block("can-open", rules, "s", 3)
    ]
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0]) == json.loads(json.dumps(here))


def test_an_index_alone_gives_the_puzzle_that_stands_there_in_the_stream() -> None:
    stream = generator.stream("can-open", "101-guide", "alone")
    first = [next(stream) for _ in range(2 * BLOCK)]
    assert generator.propose("can-open", "101-guide", "alone", 73) == first[73]
    assert [proposal.index for proposal in first] == list(range(2 * BLOCK))


def test_another_seed_or_rule_set_gives_other_puzzles() -> None:
    one = {p.canonical_key for p in generator.block("can-open", "101-club", "a", 0)}
    for rules, seed in (("101-club", "b"), ("101-siler", "a")):
        other = {p.canonical_key for p in generator.block("can-open", rules, seed, 0)}
        assert not one & other


@pytest.mark.parametrize("rules", RULE_SETS)
def test_half_of_a_thousand_open_and_forty_in_a_hundred_are_near(rules: str) -> None:
    kept = thousand(rules)
    assert sum(proposal.solution["opens"] for proposal in kept) == 500
    near = sum(90 <= proposal.solution["best_points"] <= 112 for proposal in kept)
    assert near >= 400


@pytest.mark.parametrize("rules", RULE_SETS)
def test_each_ten_holds_four_to_six_that_open(rules: str) -> None:
    kept = thousand(rules)
    for start in range(0, len(kept), 10):
        assert 4 <= sum(p.solution["opens"] for p in kept[start : start + 10]) <= 6


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_position_comes_twice_not_even_in_other_colours(rules: str) -> None:
    kept = thousand(rules)
    assert len({canonical_key(hand(proposal)) for proposal in kept}) == len(kept)
    assert all(canonical_key(hand(p)) == p.canonical_key for p in kept[:50])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_solution_agrees_with_the_engine_and_its_arrangement_is_judged_legal(
    rules: str,
) -> None:
    rs = rule_set(rules)
    assert rs.opening is not None
    for proposal in thousand(rules)[:200]:
        position, solution = hand(proposal), proposal.solution
        solved = solve(position, rs)
        assert solution["opens"] == solved.can_open  # type: ignore[union-attr]
        assert solution["best_points"] == solved.best_points  # type: ignore[union-attr]
        assert solution["pairs"] == solved.pairs  # type: ignore[union-attr]
        if solution["best_points"]:
            verdict = judge(
                parse_melds(solution["best_melds"], position.indicator),
                rules=rs,
                indicator=position.indicator,
                as_="melds",
                hand=position,
            )
            assert verdict.legal
            assert verdict.points == solution["best_points"]
        if solution["opens"]:
            by_points = solution["best_points"] >= rs.opening.points
            melds = solution["best_melds"] if by_points else solution["pair_melds"]
            assert judge(
                parse_melds(melds, position.indicator),
                rules=rs,
                indicator=position.indicator,
                as_="opening",
                hand=position,
            ).legal


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_hand_is_trivial(rules: str) -> None:
    for proposal in thousand(rules):
        solution = proposal.solution
        assert solution["best_points"] <= 140
        assert solution["opens"] or solution["best_points"] >= 70


@pytest.mark.parametrize("rules", RULE_SETS)
def test_hands_of_both_sizes_come(rules: str) -> None:
    assert {proposal.features["tiles"] for proposal in thousand(rules)} == {21, 22}


def test_greedy_traps_are_found_and_tagged() -> None:
    kept = thousand("101-guide")
    traps = [p for p in kept if "greedy-trap" in p.solution["themes"]]
    assert len(traps) >= 50
    for proposal in traps[:20]:
        assert greedy_points(hand(proposal)) < 101 <= proposal.solution["best_points"]
    for proposal in kept[:100]:
        if proposal.solution["best_points"] >= 101 and proposal not in traps:
            assert greedy_points(hand(proposal)) >= 101


def test_every_theme_is_given_somewhere() -> None:
    given = {
        theme
        for rules in RULE_SETS
        for proposal in thousand(rules)
        for theme in (*proposal.themes, *proposal.solution["themes"])
    }
    assert given == set(THEMES)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_nothing_that_is_seen_beforehand_tells_the_answer(rules: str) -> None:
    kept = thousand(rules)
    on_the_rack = {"one-okey", "two-okeys", "false-okey"}  # the reader sees those anyway
    seen = {theme for proposal in kept for theme in proposal.themes}
    assert not any(THEMES[theme].tells for theme in seen)
    for theme in seen - on_the_rack:
        answers = [p.solution["opens"] for p in kept if theme in p.themes]
        assert 0.4 <= sum(answers) / len(answers) <= 0.62, theme
    # Whoever guesses from the difficulty alone is hardly better off than one who tosses a coin.
    for border in range(600, 2401, 25):
        right = sum((p.difficulty >= border) == p.solution["opens"] for p in kept)
        assert 400 <= right <= 600, border
    told = {"opens", "best_points", "best_melds", "pairs", "greedy_points"}
    assert not told & {key for p in kept for key in p.features}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_difficulties_are_ratings_and_spread(rules: str) -> None:
    figures = [proposal.difficulty for proposal in thousand(rules)]
    assert all(600 <= figure <= 2400 and figure % 25 == 0 for figure in figures)
    assert 1400 <= sum(figures) / len(figures) <= 1600
    assert sum(figure < 1150 for figure in figures) >= 100
    assert sum(figure > 1750 for figure in figures) >= 100

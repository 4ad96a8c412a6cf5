"""Kinds about a whole hand: all at once in 101, and the winning hand of classic okey."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from okey.judge import judge
from okey.notation import parse_melds
from okey.rules.rulesets import rule_set
from okey.search import OpeningSolution, ShowingSolution, solve
from puzzles.kinds.registry import KINDS
from tests.puzzles.asking import asked, is_right, outcome, right, tags
from tests.puzzles.kinds import some

IN_101 = ("101-guide", "101-club", "101-siler")
every_101 = pytest.mark.parametrize("rules", IN_101)
DATA = Path(__file__).parents[1] / "data"

WHOLE = "R10 R11 R12 R13 | Y7 Y8 Y9 Y10 | B1 B2 B3 | K4 K5 K6 K7 | R5 Y5 B5 | R1 Y1 K1"


# All at once


@every_101
def test_all_tiles_but_one_are_laid_in_any_order_of_melds(rules: str) -> None:
    exercise = asked("from-hand", rules, hand=f"{WHOLE.replace('| ', '')} K13")
    melds = WHOLE.split(" | ")
    for order in list(permutations(melds))[::97]:
        assert is_right(exercise, " | ".join(order))
    assert not is_right(exercise, "cannot")
    assert is_right(exercise, right(exercise)[0])


@every_101
def test_two_tiles_left_or_a_pair_are_no_finish(rules: str) -> None:
    exercise = asked("from-hand", rules, hand=f"{WHOLE.replace('| ', '')} K13")
    short = outcome(exercise, WHOLE.replace("Y7 Y8 Y9 Y10", "Y7 Y8 Y9"))
    assert not short.correct
    assert short.verdict is not None
    assert short.verdict.legal
    assert short.values["left"] == 2
    all_of_them = outcome(exercise, f"{WHOLE} K13")
    assert not all_of_them.correct


@every_101
def test_below_101_all_at_once_is_no_opening(rules: str) -> None:
    low = "R1 R2 R3 R4 | Y1 Y2 Y3 Y4 | B1 B2 B3 B4 | K1 K2 K3 | R6 Y6 B6 | K5 K6 K7"  # 72
    exercise = asked("from-hand", rules, hand=f"{low.replace('| ', '')} R13")
    assert right(exercise) == ("cannot",)
    wrong = outcome(exercise, low)
    assert not wrong.correct
    assert "opening.points" in wrong.rules
    assert "too-low" in tags(exercise)


@every_101
def test_a_false_okey_is_no_joker_and_a_1_is_low_at_the_finish(rules: str) -> None:
    hand = f"{WHOLE.replace('| ', '')} K13"
    false = asked("from-hand", rules, hand=hand.replace("Y8", "F"))
    assert right(false) == ("cannot",)
    assert not is_right(false, WHOLE.replace("Y8", "F"))
    okey = asked("from-hand", rules, hand=hand.replace("Y8", "B11"))
    assert is_right(okey, WHOLE.replace("Y8", "*"))
    wrap = asked(
        "from-hand", rules, hand=hand.replace("B1 B2 B3", "K12 B12 K13").replace("K1 ", "")
    )
    broken = outcome(wrap, WHOLE.replace("B1 B2 B3", "K12 K13 K1").replace(" | R1 Y1 K1", ""))
    assert not broken.correct
    assert "run.no-wrap" in broken.rules


@every_101
def test_the_okey_may_be_kept_to_be_thrown_and_any_other_finish_is_right_too(rules: str) -> None:
    hand = WHOLE.replace("| ", "")
    exercise = asked("from-hand", rules, hand=f"{hand} B11")
    kept = outcome(exercise, WHOLE)
    assert kept.correct
    assert not kept.better
    laid = outcome(exercise, WHOLE.replace("Y10", "*"))
    assert laid.correct
    assert laid.better
    assert "okey-thrown" in tags(exercise)
    assert "*" not in right(exercise)[0]


@every_101
def test_the_answer_is_that_of_the_search_and_both_come(rules: str) -> None:
    sides = set()
    for one in some("from-hand", rules, count=30):
        hand = one.exercise.hand
        assert hand is not None
        found = solve(hand, rule_set(rules))
        assert isinstance(found, OpeningSolution)
        assert (one.right != ("cannot",)) is found.can_finish
        sides.add(found.can_finish)
        if found.can_finish:
            melds = parse_melds(one.right[0], hand.indicator)
            assert judge(
                melds, rules=rule_set(rules), indicator=hand.indicator, as_="finish", hand=hand
            ).legal
    assert sides == {True, False}


@pytest.mark.parametrize("name", ["forced_101", "hard_101"])
def test_all_at_once_is_what_independent_programs_found(name: str) -> None:
    seen = set()
    for line in (DATA / f"{name}.jsonl").read_text().splitlines():
        known = json.loads(line)
        if len(known["hand"]) != 22:
            continue
        exercise = asked(
            "from-hand", "101-club", indicator=known["indicator"], hand=" ".join(known["hand"])
        )
        assert (right(exercise) != ("cannot",)) is known["can_finish_closed"]
        seen.add(known["can_finish_closed"])
    assert True in seen or name == "forced_101"


def test_themes_of_all_at_once() -> None:
    def seen(melds: str, left: str) -> set[str]:
        hand = f"{melds.replace('| ', '')} {left}"
        return tags(asked("from-hand", "101-club", hand=hand))

    threes = "R7 R8 R9 | Y7 Y8 Y9 | B1 B2 B3 | K4 K5 K6 | R13 Y13 B13 | R1 Y1 K1 | K10 K11 K12"
    assert "seven-melds" in seen(threes, "Y5")
    assert "one-way-out" in seen(threes, "Y5")
    assert "seven-melds" not in seen(WHOLE, "Y12")
    assert "one-way-out" not in seen(WHOLE, "K8")
    assert "okey-thrown" not in seen(WHOLE, "K8")
    short = seen(WHOLE.replace("Y10", "B8"), "Y12")
    assert "one-short" in short
    assert "too-low" not in short
    assert "one-short" not in seen(WHOLE, "Y12")


# The winning hand

SHOWN = "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1"
BOTH = "R4 R4 | R5 R5 | R6 R6 | R7 R7 | B1 B1 | B2 B2 | B3 B3"


def test_a_run_may_end_with_the_1_and_not_go_on() -> None:
    exercise = asked(
        "winning-hand", "classic", indicator="Y6", hand=f"{SHOWN.replace('| ', '')} B2"
    )
    assert is_right(exercise, SHOWN)
    assert is_right(exercise, " | ".join(reversed(SHOWN.split(" | "))))
    assert not is_right(exercise, "cannot")
    assert "after-thirteen" in tags(exercise)
    hand = SHOWN.replace("K12 K13 K1", "K13 K1 K2").replace("K10 K11", "K6 K7")
    beyond = asked("winning-hand", "classic", indicator="Y6", hand=f"{hand.replace('| ', '')} B2")
    assert right(beyond) == ("cannot",)
    wrong = outcome(beyond, "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K13 K1 K2")
    assert "run.wrap-end" in wrong.rules


def test_one_tile_short_does_not_win() -> None:
    hand = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K2 B2"
    exercise = asked("winning-hand", "classic", indicator="Y6", hand=hand)
    assert is_right(exercise, "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13") is False
    unfinished = outcome(exercise, "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13")
    assert unfinished.rules == ("finish.incomplete",)


def test_seven_pairs_win_and_are_not_mixed_with_melds() -> None:
    pairs = "R1 R1 | R5 R5 | B3 B3 | B9 B9 | K4 K4 | Y8 Y8 | Y13 Y13"
    exercise = asked("winning-hand", "classic", hand=f"{pairs.replace('| ', '')} K11")
    assert is_right(exercise, pairs)
    assert tags(exercise) == {"by-pairs"}
    six = pairs.replace("Y13 Y13", "Y13 B13")
    mixed = asked("winning-hand", "classic", hand=f"{six.replace('| ', '')} K11")
    assert right(mixed) == ("cannot",)
    false = pairs.replace("Y13 Y13", "Y13 F")
    joker = asked("winning-hand", "classic", hand=f"{false.replace('| ', '')} K11")
    assert right(joker) == ("cannot",)
    assert not is_right(joker, false)
    okey = pairs.replace("Y13 Y13", "Y13 *")
    wild = asked("winning-hand", "classic", hand=f"{okey.replace('| ', '')} K11")
    assert is_right(wild, okey)


def test_what_wins_both_ways_may_be_shown_both_ways_and_scores_as_pairs() -> None:
    exercise = asked("winning-hand", "classic", hand=f"{BOTH.replace('| ', '')} K13")
    melds = "R4 R5 R6 R7 | R4 R5 R6 R7 | B1 B2 B3 | B1 B2 B3"
    for shown in (BOTH, melds):
        found = outcome(exercise, shown)
        assert found.correct
        assert not found.better
    assert {"by-pairs", "both-ways"} <= tags(exercise)


def test_an_okey_that_could_have_been_thrown_brings_more() -> None:
    hand = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1 Y7"
    exercise = asked("winning-hand", "classic", indicator="Y6", hand=hand)
    thrown = outcome(exercise, SHOWN)
    assert thrown.correct
    assert not thrown.better
    kept = outcome(exercise, SHOWN.replace("K13 K1", "K13 *"))
    assert kept.correct
    assert kept.better
    assert "okey-thrown" in tags(exercise)


def test_the_winning_hands_are_those_that_independent_programs_found() -> None:
    seen = set()
    for line in (DATA / "hands_classic.jsonl").read_text().splitlines():
        known = json.loads(line)
        if len(known["hand"]) != 15:
            continue
        exercise = asked(
            "winning-hand", "classic", indicator=known["indicator"], hand=" ".join(known["hand"])
        )
        assert (right(exercise) != ("cannot",)) is known["win"]
        seen.add(known["win"])
        if known["win"]:
            assert is_right(exercise, right(exercise)[0])
    assert seen == {True, False}


def test_the_answer_is_that_of_the_search_and_what_is_shown_wins() -> None:
    sides = set()
    for one in some("winning-hand", "classic", count=40):
        hand = one.exercise.hand
        assert hand is not None
        found = solve(hand, rule_set("classic"))
        assert isinstance(found, ShowingSolution)
        assert (one.right != ("cannot",)) is found.complete
        sides.add(found.complete)
    assert sides == {True, False}


def test_themes_of_winning_hands() -> None:
    def seen(hand: str) -> set[str]:
        return tags(asked("winning-hand", "classic", indicator="Y6", hand=hand))

    assert seen("R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K9 K10 K11 K12 K13 B2") == set()
    assert "one-short" in seen("R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K9 K10 K11 K13 R1 B2")
    assert "one-short" not in seen("R4 R5 R7 B9 R9 K8 Y1 Y2 Y4 K9 K10 K12 K13 R1 B2")
    assert "one-okey" in seen("R4 Y7 R6 B9 R9 K9 Y1 Y2 Y3 K9 K10 K11 K12 K13 B2")


def test_whole_hands_are_not_judged_while_they_are_laid() -> None:
    assert not KINDS["from-hand"].judged_live
    assert not KINDS["winning-hand"].judged_live
    assert KINDS["best-opening"].judged_live

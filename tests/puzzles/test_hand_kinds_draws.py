"""Kinds about the next draw: what lets a hand open, what completes it, what is thrown for it."""

from __future__ import annotations

import pytest

from okey.hand import Hand
from okey.rules.rulesets import rule_set
from okey.search import best_points, outs
from okey.tiles import OKEY
from puzzles.kinds.registry import KINDS
from tests.puzzles.asking import asked, is_right, outcome, right, tags
from tests.puzzles.kinds import some

IN_101 = ("101-guide", "101-club", "101-siler")
every_101 = pytest.mark.parametrize("rules", IN_101)

# 91 points; the okey is blue 11.
SHORT = "R10 R11 R12 R13 Y10 Y11 Y12 K3 K4 K5 R2 Y4 B6 Y7 R5 B9 B1 K8 K13 Y2 B3"


# Outs


@every_101
@pytest.mark.parametrize("key", ["outs"])
def test_the_tiles_offered_that_open_are_those_that_the_search_finds(key: str, rules: str) -> None:
    for one in some(key, rules):
        hand = one.exercise.hand
        assert hand is not None
        known = {str(out.tile) for out in outs(hand, rule_set(rules)).outs}
        assert set(one.right[0].split()) == known & set(one.exercise.options)
        assert set(one.right[0].split()) < set(one.exercise.options)


@every_101
def test_every_tile_that_opens_is_to_be_chosen_and_no_other(rules: str) -> None:
    options = ("R9", "Y9", "Y13", "B12", "B13", "K6", "K12", "F", "*")
    exercise = asked("outs", rules, hand=SHORT, options=options)
    assert right(exercise) == ("Y13 B13 *",)
    assert is_right(exercise, "* B13 Y13")
    missing = outcome(exercise, "Y13 *")
    assert not missing.correct
    assert (missing.values["missed"], missing.values["wrong"]) == (1, 0)
    # A false okey is blue 11: taken for an okey, it would open.
    false = outcome(exercise, "Y13 B13 F *")
    assert not false.correct
    assert (false.values["missed"], false.values["wrong"]) == (0, 1)


def test_a_fifth_pair_opens_where_pairs_do() -> None:
    hand = "R1 R1 Y2 Y2 B3 B3 K4 K4 R13 Y12 B1 K9 R6 Y5 B8 K12 R10 Y9 B13 K2 R3"
    options = ("R13", "Y4", "B9", "K12", "F", "*")
    assert right(asked("outs", "101-club", hand=hand, options=options)) == ("R13 K12 *",)
    assert right(asked("outs", "101-guide", hand=hand, options=options)) == ()


def test_themes_of_outs() -> None:
    both = tags(asked("outs", "101-guide", hand=SHORT, options=("R9", "Y13", "B13", "F", "*")))
    assert both == set()
    one = tags(asked("outs", "101-guide", hand=SHORT, options=("R9", "Y13", "K6", "F", "*")))
    assert one == {"only-one"}
    # With black 10 as the indicator the false okey is black 11, and joins 12 and 13.
    helped = SHORT.replace("K8", "K12")
    false = asked("outs", "101-guide", indicator="K10", hand=helped, options=("F", "R9", "*"))
    assert tags(false) == {"false-helps"}
    pairs = "R1 R1 Y2 Y2 B3 B3 K4 K4 R13 Y12 B1 K9 R6 Y5 B8 K12 R10 Y9 B13 K2 R3"
    assert "by-pairs" in tags(asked("outs", "101-club", hand=pairs, options=("R13", "*")))
    assert "by-pairs" not in tags(asked("outs", "101-club", hand=SHORT, options=("Y13", "*")))


# Waiting in classic okey


def test_a_wait_is_what_the_search_finds() -> None:
    for one in some("wait", "classic", count=20):
        hand = one.exercise.hand
        assert hand is not None
        known = {str(out.tile) for out in outs(hand, rule_set("classic")).outs}
        assert set(one.right[0].split()) == known & set(one.exercise.options)


def test_a_run_waits_at_both_ends_and_for_the_1_after_the_13() -> None:
    melds = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 Y4"
    options = ("K9", "K11", "K13", "B8", "F", "*")
    low = asked("wait", "classic", indicator="Y6", hand=f"{melds} K10 K11 K12 B13", options=options)
    assert right(low) == ("K9 K13 *",)
    high = asked(
        "wait", "classic", indicator="Y6",
        hand=f"{melds} K11 K12 K13 B13", options=("K1", "K2", "K10", "R7", "F", "*"),
    )  # fmt: skip
    assert right(high) == ("R7 K1 K10 *",)
    assert "after-thirteen" in tags(high)
    assert "after-thirteen" not in tags(low)


def test_six_pairs_wait_for_a_seventh_and_a_false_okey_makes_none() -> None:
    hand = "R1 R1 R5 R5 B3 B3 B9 B9 K4 K4 Y8 Y8 Y13 K11"
    options = ("Y13", "K11", "B13", "F", "*")
    exercise = asked("wait", "classic", hand=hand, options=options)
    assert right(exercise) == ("Y13 K11 *",)
    assert not is_right(exercise, "Y13 K11 F *")
    assert "by-pairs" in tags(exercise)


def test_themes_of_waiting() -> None:
    hand = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 Y4 K10 K11 K12 B13"

    def seen(*options: str) -> set[str]:
        return tags(asked("wait", "classic", indicator="Y6", hand=hand, options=options))

    assert seen("K9", "K8", "*") == {"one-wait"}
    assert seen("K9", "K13", "*") == set()
    assert seen("K9", "K13", "R3", "R7", "B8") == {"many-waits"}


def test_waiting_is_asked_where_a_whole_hand_is_shown() -> None:
    assert KINDS["wait"].rule_sets == ("classic",)


# What to throw


@pytest.mark.parametrize("rules", ["classic", *IN_101])
def test_after_every_right_discard_as_many_tiles_help_and_after_no_other(rules: str) -> None:
    rs = rule_set(rules)
    for one in some("best-discard", rules, count=4):
        hand = one.exercise.hand
        assert hand is not None
        helped = {}
        for tile in set(hand.tiles):
            at = hand.tiles.index(tile)
            left = Hand(hand.indicator, (*hand.tiles[:at], *hand.tiles[at + 1 :]))
            helped[str(tile)] = outs(left, rs, seen=[tile]).total
        most = max(helped.values())
        assert most > 0
        assert set(one.right) == {tile for tile, count in helped.items() if count == most}
        for thrown, count in helped.items():
            found = outcome(one.exercise, thrown)
            assert found.correct is (count == most)
            assert (found.values["outs"], found.values["most"]) == (count, most)


# Black 11-12 waits for two numbers, blue 1-3 for one.
STARTS = "R4 R5 R6 R7 B9 R9 K9 Y1 Y2 Y3 Y4 K11 K12 B1 B3"


def test_the_start_that_fewer_tiles_complete_is_parted() -> None:
    exercise = asked("best-discard", "classic", indicator="Y6", hand=STARTS)
    assert set(right(exercise)) <= {"B1", "B3"}
    wrong = outcome(exercise, "K11")
    assert not wrong.correct
    assert 0 < int(wrong.values["outs"]) < int(wrong.values["most"])


def test_themes_of_what_to_throw() -> None:
    rules = rule_set("classic")
    kind = KINDS["best-discard"]
    for one in some("best-discard", "classic", count=20):
        seen = set(kind.tags(one.exercise, one.right, rules))
        assert ("only-one" in seen) is (len(one.right) == 1)
        assert str(OKEY) not in one.right
    exercise = asked("best-discard", "classic", indicator="Y6", hand=STARTS)
    assert "breaks-a-start" in set(kind.tags(exercise, ("B1",), rules))
    lonely = asked("best-discard", "classic", indicator="Y6", hand=STARTS.replace("B3", "B6"))
    assert "breaks-a-start" not in set(kind.tags(lonely, ("B6",), rules))


def test_points_may_mislead() -> None:
    kind, rules = KINDS["best-discard"], rule_set("101-club")
    for one in some("best-discard", "101-club", count=6):
        worth = {}
        hand = one.exercise.hand
        assert hand is not None
        for tile in set(hand.tiles):
            at = hand.tiles.index(tile)
            left = Hand(hand.indicator, (*hand.tiles[:at], *hand.tiles[at + 1 :]))
            worth[str(tile)] = best_points(left)
        seen = set(kind.tags(one.exercise, one.right, rules))
        best = max(worth[tile] for tile in one.right)
        assert ("points-mislead" in seen) is (max(worth.values()) > best)

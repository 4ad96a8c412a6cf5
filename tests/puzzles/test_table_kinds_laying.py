"""Kinds about laying: take or draw, laying off, and the okey on the table."""

from __future__ import annotations

from typing import Any

import pytest

from okey.errors import InputError
from okey.referee import Applied, apply
from puzzles.kinds.lay_off import capped, gains, is_chain, possible, rivals
from puzzles.kinds.registry import KINDS
from tests.puzzles.asking import is_right, outcome, right, tags
from tests.puzzles.at_the_table import at_table
from tests.puzzles.kinds import some
from tutor.tasks.base import Exercise
from tutor.tasks.laying_off import adds

CLUBS = ("101-club", "101-siler")
ALL = ("101-guide", *CLUBS)
every_club = pytest.mark.parametrize("rules", CLUBS)
every_set = pytest.mark.parametrize("rules", ALL)


# Laying off

RUNS = "0: R4 R5 R6 | 0: Y9 B9 K9 | 1: K5 K6 K7"


def lays_off(
    rules: str, hand: str, table: str = RUNS, *, ask: str = "tiles", **more: Any
) -> Exercise:
    return at_table("lay-off", rules, hand, table, ask=ask, **more)


@every_club
def test_two_tiles_a_run_and_a_turn_whatever_the_end(rules: str) -> None:
    # P-19: R7 and R8, not R9 as well; the other run and the group beside it.
    exercise = lays_off(rules, "R7 R8 R9 R3 R9 K8 K13")
    best = outcome(exercise, right(exercise)[0])
    assert best.values["most"] == 4  # two red ones, the group's red 9, black 8
    for answer in (
        "add R7 @1; add R8 @1; add R9 @2; add K8 @3",
        "add K8 @3; add R9 @2; add R3 @1; add R7 @1",
        "add R7 @1 high; add K8 @3 high; add R3 @1 low; add R9 @2",
    ):
        assert is_right(exercise, answer), answer
    third = outcome(exercise, "add R7 @1; add R8 @1; add R9 @1; add K8 @3")
    assert not third.correct
    assert third.rules == ("layoff.run-cap",)


def test_the_guide_knows_no_cap() -> None:
    exercise = lays_off("101-guide", "R7 R8 R9 R3 K8 K13")
    assert outcome(exercise, right(exercise)[0]).values["most"] == 5
    assert is_right(exercise, "add K8 @3; add R3 @1; add R7 @1; add R8 @1; add R9 @1")
    assert not is_right(exercise, "add K8 @3; add R7 @1; add R8 @1; add R9 @1")


@every_set
def test_typical_slips_name_the_rule(rules: str) -> None:
    exercise = lays_off(rules, "R7 R8 B9 K8 K13")
    for answer, rule in (
        ("add R8 @1; add R7 @1; add K8 @3", "layoff.no-fit"),  # the gap: 8 before 7
        ("add B9 @2", "layoff.no-fit"),  # a colour twice
        ("add R3 @1", "turn.not-in-hand"),
    ):
        found = outcome(exercise, answer)
        assert not found.correct
        assert rule in found.rules
    few = outcome(exercise, "add R7 @1")
    assert not few.correct
    assert not few.violations
    assert (few.values["mine"], few.values["most"]) == (1, 3)


@every_set
def test_one_tile_stays_to_be_thrown(rules: str) -> None:
    exercise = lays_off(rules, "R7 K8")
    assert outcome(exercise, right(exercise)[0]).values["most"] == 1
    assert is_right(exercise, "add R7 @1")
    assert is_right(exercise, "add K8 @3")
    assert outcome(exercise, "add R7 @1; add K8 @3").rules == ("turn.must-discard",)


@every_club
def test_points_may_ask_for_other_tiles_than_their_number(rules: str) -> None:
    hand = "R2 R3 R7 R8 K13 Y1"
    exercise = lays_off(rules, hand, "0: R4 R5 R6 | 0: Y9 B9 K9", ask="points")
    assert outcome(exercise, right(exercise)[0]).values["most"] == 7 + 8
    assert not is_right(exercise, "add R3 @1; add R2 @1")
    assert not is_right(exercise, "add R3 @1; add R7 @1")
    assert is_right(exercise, "add R7 @1; add R8 @1")
    by_tiles = lays_off(rules, hand, "0: R4 R5 R6 | 0: Y9 B9 K9")
    assert is_right(by_tiles, "add R3 @1; add R2 @1")


@every_set
def test_only_lay_offs_are_an_answer(rules: str) -> None:
    exercise = lays_off(rules, "R7 R8 K8 K13")
    for nonsense in (
        "discard R7",
        "add R7 @1; discard K13",
        "lay R7 R8 R9",
        "1: add R7 @1",
        "draw",
    ):
        with pytest.raises(InputError):
            outcome(exercise, nonsense)


@every_set
def test_the_most_agrees_with_playing_every_order(rules: str) -> None:
    def most(round_) -> int:  # type: ignore[no-untyped-def]
        best = 0
        for move in adds(round_):
            done = apply(round_, move)
            if isinstance(done, Applied):
                best = max(best, 1 + most(done.round))
        return best

    checked = 0
    for one in some("lay-off", rules, count=12):
        round_ = one.exercise.round
        assert round_ is not None
        if one.exercise.ask == "tiles" and len(round_.hand or ()) <= 7:
            assert max(gains(round_, "tiles")) == most(round_)
            checked += 1
    assert checked


def test_themes_of_laying_off() -> None:
    exercise = lays_off("101-club", "R7 R8 R9 K8 K13")
    assert {"cap", "chain"} <= tags(exercise)
    assert not tags(exercise) & {"points", "okey-on-table", "okey-in-hand"}
    assert "group-end" in tags(lays_off("101-club", "R9 R7 K13"))
    two = lays_off("101-club", "R7 R8 K13 K2")
    assert not tags(two) & {"cap", "rivals", "group-end"}
    assert two.round is not None
    assert not capped(two.round)
    assert not rivals(two.round)
    homes = lays_off("101-club", "R9 K13 K2", "0: R6 R7 R8 | 0: Y9 B9 K9")
    assert "rivals" in tags(homes)
    assert "okey-in-hand" in tags(lays_off("101-club", "* R7 K13"))
    assert "okey-on-table" in tags(lays_off("101-club", "R7 R8 K13", "0: R4 * R6 | 1: Y9 B9 K9"))
    apart = lays_off("101-club", "R7 R3 K13").round
    assert apart is not None
    assert not any(is_chain(one) for one in possible(apart))
    assert "points" in tags(lays_off("101-club", "R7 R8 K13 K2", ask="points"))


# The okey on the table


def swaps(rules: str, hand: str, table: str, *plans: str, ask: str = "ask") -> Exercise:
    return at_table("swap", rules, hand, table, ask=ask, options=(*plans, "cannot"))


@every_club
def test_an_okey_in_a_run_goes_for_its_tile_alone(rules: str) -> None:
    # P-22
    exercise = swaps(rules, "R5 R7 K1 K2", "0: Y9 B9 K9 | 1: R4 * R6", "swap R5 @2", "swap R7 @2")
    assert right(exercise) == ("swap R5 @2",)
    assert outcome(exercise, "swap R7 @2").rules == ("swap.wrong-tile",)
    assert not is_right(exercise, "cannot")
    assert "run-okey" in tags(exercise)


@every_club
def test_in_a_group_of_three_the_fourth_tile_comes_first(rules: str) -> None:
    # P-24 and P-25
    plans = ("swap K8 @2", "swap Y8 @2", "add K8 @2; swap Y8 @2", "add Y8 @2; swap K8 @2")
    exercise = swaps(rules, "K8 Y8 K1 K2", "0: Y9 B9 K9 | 1: R8 B8 *", *plans)
    assert set(right(exercise)) == {"add K8 @2; swap Y8 @2", "add Y8 @2; swap K8 @2"}
    assert outcome(exercise, "swap K8 @2").rules == ("swap.undetermined",)
    assert {"fourth-first", "open-colour"} <= tags(exercise)
    alone = swaps(rules, "K8 K13 K1 K2", "0: Y9 B9 K9 | 1: R8 B8 *", *plans[:1], "swap R8 @2")
    assert right(alone) == ("cannot",)
    assert "fourth-first" not in tags(alone)


@every_club
def test_a_whole_group_gives_its_okey(rules: str) -> None:
    exercise = swaps(rules, "Y8 R8 K2", "0: Y9 B9 K9 | 1: R8 B8 K8 *", "swap Y8 @2", "swap R8 @2")
    assert right(exercise) == ("swap Y8 @2",)
    assert outcome(exercise, "swap R8 @2").rules == ("swap.wrong-tile",)
    assert "whole-group" in tags(exercise)


@every_club
def test_a_false_okey_takes_the_place_of_an_okey_that_stands_for_its_face(rules: str) -> None:
    exercise = swaps(rules, "F B9 K2", "0: Y9 R9 K9 | 1: B10 *=B11 B12", "swap F @2", "swap B9 @2")
    assert right(exercise) == ("swap F @2",)
    assert "false-okey-swap" in tags(exercise)


@every_club
def test_who_has_not_opened_takes_no_okey(rules: str) -> None:
    exercise = swaps(
        rules, "R5 R7 K1 K2", "1: Y9 B9 K9 | 1: R4 * R6", "swap R5 @2", "swap R7 @2",
        ask="not_opened",
    )  # fmt: skip
    assert right(exercise) == ("cannot",)
    assert "swap.not-opened" in outcome(exercise, "swap R5 @2").rules
    assert "not-opened" in tags(exercise)


@every_club
def test_an_okey_in_a_pair_stays_there(rules: str) -> None:
    table = "0: Y9 B9 K9 | 1: R9 * | 1: Y2 Y2 | 1: K4 K4 | 1: B5 B5 | 1: R1 R1"
    exercise = swaps(rules, "R9 K1 K2", table, "swap R9 @2", "swap K1 @2")
    assert right(exercise) == ("cannot",)
    assert outcome(exercise, "swap R9 @2").rules[0] == "swap.pairs-closed"


def test_two_okeys_on_the_table() -> None:
    table = "0: R4 * R6 | 1: B1 * B3"
    exercise = swaps("101-club", "R5 B2 K2", table, "swap R5 @1", "swap B2 @2", "swap B2 @1")
    assert set(right(exercise)) == {"swap R5 @1", "swap B2 @2"}
    assert "two-okeys" in tags(exercise)


# Taking

OPENS = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9"  # with black 9 this is 46 + 28 + 27 = 101
REST = "Y1 K2 B4 R1 Y4 K5 B1 Y2 R3 K12 B13"
WITH = "take; open R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"


def takes(
    rules: str, hand: str, thrown: str, *plans: str, table: str = "", ask: str = "unopened"
) -> Exercise:
    return at_table(
        "take-or-draw", rules, hand, table, ask=ask, options=(*plans, "draw"), phase="draw",
        discard=thrown, values={"tile": thrown},
    )  # fmt: skip


@every_set
def test_a_tile_with_which_one_opens_is_taken_with_a_plan_that_holds(rules: str) -> None:
    short = "take; open R10 R11 R12 R13 | Y9 B9 K9"
    exercise = takes(rules, f"{OPENS} {REST}", "K9", WITH, short, "take; add K9 @1")
    assert right(exercise) == (WITH,)
    assert not is_right(exercise, "draw")
    assert "opening.points" in outcome(exercise, short).rules
    assert {"in-opening", "not-opened"} <= tags(exercise)


@every_set
def test_where_nothing_uses_it_one_draws(rules: str) -> None:
    hand = f"{OPENS} {REST}".replace("Y9 B9", "Y8 B6")
    exercise = takes(rules, hand, "K9", "take; open R10 R11 R12 R13 | R7 Y7 B7 K7", WITH)
    assert right(exercise) == ("draw",)
    for plan in exercise.options[:-1]:
        assert outcome(exercise, plan).rules == ("take.must-use",)
    assert "short-opening" in tags(exercise)


def test_the_guide_wants_the_tile_in_the_opening_and_the_club_on_the_table() -> None:
    # G-26 and HD-5b: it opens with other tiles, and red 3 fits a run on the table.
    hand = f"{OPENS} K9 {REST}".replace("R3 ", "").replace("R1 ", "")
    hand = " ".join([*hand.split(), "Y12"])
    table = "1: R4 R5 R6 | 1: Y11 R11 K11 | 1: Y10 B8 K10".replace("Y10 B8 K10", "Y10 R10 K10")
    table = table.replace("Y10 R10 K10", "K10 K11 K12").replace("Y11 R11 K11", "Y13 B13 K13")
    plan = f"{WITH}; add R3 @1"
    for rules, answer in (("101-club", plan), ("101-siler", plan), ("101-guide", "draw")):
        exercise = takes(rules, " ".join(hand.split()[:21]), "R3", plan, WITH, table=table)
        assert right(exercise) == (answer,), rules
    club = takes("101-club", " ".join(hand.split()[:21]), "R3", plan, WITH, table=table)
    kept = outcome(club, WITH)
    assert kept.rules == ("take.must-use",)  # the tile is still in the hand when the turn ends
    assert {"in-opening", "lay-off-use"} <= tags(club)


@every_set
def test_who_has_opened_may_lay_it_off_or_lay_it_anew(rules: str) -> None:
    table = "0: K4 K5 K6 | 0: Y9 B9 R9 | 1: R10 R11 R12"
    # P-26
    off = takes(
        rules, "K8 B1 Y2 R5", "K7", "take; add K7 @1", "take; add K7 @2", "take; add K8 @1",
        table=table, ask="opened",
    )  # fmt: skip
    assert right(off) == ("take; add K7 @1",)
    assert "lay-off-use" in tags(off)
    assert outcome(off, "take; add K7 @2").rules == ("layoff.no-fit",)
    new = takes(
        rules, "B2 B3 Y2 R5", "B4", "take; lay B2 B3 B4", "take; lay B3 B4 R5", "take; add B4 @2",
        table=table, ask="opened",
    )  # fmt: skip
    assert right(new) == ("take; lay B2 B3 B4",)
    assert "new-meld" in tags(new)
    assert not is_right(new, "draw")


@every_club
def test_the_fifth_pair_opens(rules: str) -> None:
    pairs = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y9 Y13 B12 R6 R8 B2 B5 K9 K12 Y6 R11 Y4"
    plan = "take; open R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2"
    four = "take; open R3 R3 | B8 B8 | K1 K1 | Y2 Y2"
    exercise = takes(rules, pairs, "Y2", plan, four, "take; open Y2 Y2")
    assert right(exercise) == (plan,)
    assert "opening.pairs" in outcome(exercise, four).rules
    assert "pairs-opening" in tags(exercise)


@every_set
def test_every_plan_offered_that_holds_is_right(rules: str) -> None:
    for one in some("take-or-draw", rules, count=10):
        kind = KINDS["take-or-draw"]
        for option in one.exercise.options:
            said = kind.check(one.exercise, option, one.exercise.rules)
            assert said.correct is (option in one.right)

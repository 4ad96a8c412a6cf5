"""Kinds about the end of a round: finish from here, finish or wait, and the empty stock."""

from __future__ import annotations

from typing import Any

import pytest

from okey.errors import InputError
from okey.referee import Applied, apply
from puzzles.kinds.finish_or_wait import ends
from puzzles.kinds.indicator_end import one_fewer_ends
from puzzles.kinds.plans import read_plan
from tests.puzzles.asking import is_right, outcome, right, tags
from tests.puzzles.at_the_table import at_table
from tests.puzzles.kinds import some
from tutor.tasks.base import Exercise

CLUBS = ("101-club", "101-siler")
ALL = ("101-guide", *CLUBS)
every_club = pytest.mark.parametrize("rules", CLUBS)
every_set = pytest.mark.parametrize("rules", ALL)

TABLE = "0: R4 R5 R6 | 0: Y9 B9 K9 | 1: K5 K6 K7"


def finishes(
    rules: str, hand: str, table: str = TABLE, *, ask: str = "opened", **more: Any
) -> Exercise:
    return at_table("finish-from-here", rules, hand, table, ask=ask, **more)


# From here


@every_set
def test_any_moves_that_empty_the_hand_are_right_in_any_legal_order(rules: str) -> None:
    # G-32: new melds need no 101 any more.
    exercise = finishes(rules, "Y2 Y3 Y4 R7 K8 B13")
    for answer in (
        "lay Y2 Y3 Y4; add R7 @1; add K8 @3; discard B13",
        "add K8 @3; lay Y4 Y3 Y2; add R7 @1; discard B13",
        "add R7 @1 high; add K8 @3; lay Y2 Y3 Y4; discard B13",
        "0: add R7 @1; 0: add K8 @3; 0: lay Y2 Y3 Y4; 0: discard B13",
    ):
        assert is_right(exercise, answer), answer
    assert is_right(exercise, right(exercise)[0])


@every_set
def test_typical_slips_do_not_finish(rules: str) -> None:
    exercise = finishes(rules, "Y2 Y3 Y4 R7 K8 B13")
    for answer, rule in (
        ("lay Y2 Y3 Y4; add R7 @1; add K8 @3; add B13 @1", "layoff.no-fit"),
        ("lay Y2 Y3 Y4; add R7 @2; add K8 @3; discard B13", "layoff.no-fit"),
        ("lay Y2 Y3 Y4 R7; add K8 @3; discard B13", "meld.neither"),
    ):
        found = outcome(exercise, answer)
        assert not found.correct
        assert rule in found.rules, (answer, found.rules)
    early = outcome(exercise, "lay Y2 Y3 Y4; add R7 @1; discard K8")
    assert not early.correct
    assert not early.violations
    assert early.values["left"] == 1
    nothing_left = outcome(exercise, "lay Y2 Y3 Y4; add R7 @1; add K8 @3")
    assert not nothing_left.correct
    after_the_end = outcome(exercise, f"{right(exercise)[0]}; draw")
    assert not after_the_end.correct


@every_set
def test_every_tile_on_the_table_leaves_nothing_to_throw(rules: str) -> None:
    exercise = finishes(rules, "Y2 Y3 Y4 R7 K8")
    found = outcome(exercise, "lay Y2 Y3 Y4; add R7 @1; add K8 @3")
    assert found.rules == ("turn.must-discard",)


@every_set
def test_the_okey_thrown_last_is_right_and_another_finish_could_have_been_better(
    rules: str,
) -> None:
    exercise = finishes(rules, "Y2 Y3 Y4 R7 K8 *")
    best, *others = right(exercise)
    assert best.endswith("discard *")
    assert "okey-last" in tags(exercise)
    okey = outcome(exercise, "lay Y2 Y3 Y4; add R7 @1; add K8 @3; discard *")
    plain = outcome(exercise, "lay Y2 Y3 Y4; add *=R3 @1; add R7 @1; discard K8")
    assert okey.correct
    assert not okey.better
    assert plain.correct
    assert plain.better
    assert not outcome(finishes(rules, "Y2 Y3 Y4 R7 K8 B13"), right(exercise)[0]).correct
    assert others


@every_club
def test_an_okey_off_the_table_closes_the_last_gap(rules: str) -> None:
    table = f"{TABLE} | 1: B1 *=B2 B3"
    exercise = finishes(rules, "B2 Y10 Y12 R7 K13", table)
    answer = "swap B2 @4; lay Y10 *=Y11 Y12; add R7 @1; discard K13"
    assert is_right(exercise, answer)
    assert not is_right(exercise, "lay Y10 *=Y11 Y12; swap B2 @4; add R7 @1; discard K13")
    assert {"swap-first", "okey-on-table"} <= tags(exercise)
    group = finishes(rules, "K2 B2 Y10 Y12 R7 K13", f"{TABLE} | 1: R2 Y2 *")
    answer = "add K2 @4; swap B2 @4; lay Y10 * Y12; add R7 @1; discard K13"
    assert is_right(group, answer)
    assert {"swap-first", "fourth-first"} <= tags(group)


@every_club
def test_a_pair_opener_finishes_with_pairs_and_lay_offs(rules: str) -> None:
    # HD-17: lay-offs yes, new runs no.
    table = "0: R3 R3 | 0: B8 B8 | 0: K1 K1 | 0: K13 K13 | 0: Y2 Y2 | 1: K5 K6 K7"
    exercise = finishes(rules, "Y4 Y4 K8 K9 B13", table, ask="pairs")
    assert is_right(exercise, "lay Y4 Y4; add K8 @6; add K9 @6; discard B13")
    assert {"pair-opener", "chain"} <= tags(exercise)
    run = finishes(rules, "Y4 Y5 Y6 K8 B13", table, ask="pairs")
    assert "lay.pairs-only" in outcome(run, "lay Y4 Y5 Y6; add K8 @6; discard B13").rules


@every_set
def test_from_the_hand_with_lay_offs_in_the_turn_of_the_opening(rules: str) -> None:
    # G-33 and HD-19: 46 + 28 + 27 = 101, nine tiles in further melds, one laid off, one thrown.
    hand = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 Y1 Y2 Y3 B3 B4 B5 K1 R1 B1 K8 Y13"
    table = "1: K5 K6 K7 | 1: Y10 Y11 Y12 | 1: R6 Y6 B6 K6"
    exercise = finishes(rules, hand, table, ask="unopened")
    answer = (
        "open R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9; lay Y1 Y2 Y3 | B3 B4 B5 | K1 R1 B1;"
        " add K8 @1; discard Y13"
    )
    assert is_right(exercise, answer)
    short = "open R10 R11 R12 R13 | Y9 B9 K9; lay R7 Y7 B7 K7"
    assert "opening.points" in outcome(exercise, short).rules
    assert "not-opened" in tags(exercise)


def test_ten_pairs_are_declared_in_the_guide() -> None:
    # G-34: the ledger's ten pairs and two tiles to spare.
    pairs = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13"
    exercise = finishes("101-guide", f"{pairs} R10 B1", "1: R10 R11 R12", ask="unopened")
    assert right(exercise) == ("declare pairs",)
    assert "declare" in tags(exercise)
    nine = finishes("101-guide", f"{pairs} R10 B1".replace("Y13 Y13", "Y13 K3"), "", ask="unopened")
    assert outcome(nine, "declare pairs").rules == ("declare.pairs",)
    club = finishes("101-club", f"{pairs} R10 B1", "", ask="unopened")
    assert outcome(club, "declare pairs").rules == ("declare.unavailable",)


def test_moves_that_cannot_be_read_are_a_clear_error() -> None:
    exercise = finishes("101-club", "Y2 Y3 Y4 R7 K8 B13")
    for nonsense in ("", "finish", "lay", "add R7", "x;y", "; ;"):
        with pytest.raises(InputError):
            outcome(exercise, nonsense)


@every_set
def test_what_is_shown_as_right_ends_the_round(rules: str) -> None:
    for one in some("finish-from-here", rules, count=10):
        round_ = one.exercise.round
        assert round_ is not None
        for answer in one.right:
            now = round_
            for move in read_plan(answer, round_.indicator):
                done = apply(now, move)
                assert isinstance(done, Applied)
                now = done.round
            assert now.over
            assert now.finish is not None
            assert now.finish.seat == 0


@every_set
def test_a_hand_that_cannot_finish_has_no_right_answer(rules: str) -> None:
    exercise = finishes(rules, "Y2 Y3 Y5 R7 K8 B13")
    assert right(exercise) == ()


def test_themes_of_a_finish_hold_only_where_they_do() -> None:
    plain = finishes("101-club", "Y2 Y3 Y4 R7 K8 B13")
    assert not tags(plain) & {
        "swap-first", "okey-last", "pair-opener", "declare", "chain", "fourth-first", "not-opened",
        "okey-on-table", "okey-in-hand",
    }  # fmt: skip
    assert "okey-in-hand" in tags(finishes("101-club", "Y2 Y3 Y4 R7 K8 *"))


# Finish or wait


def waits(
    rules: str, ask: str, good: int, *, indicator: str = "B10", by_pairs: bool = False
) -> Exercise:
    own = "0: R4 R5 R6 | 0: Y9 B9 K9"
    if by_pairs:
        own = "0: R3 R3 | 0: B8 B8 | 0: K1 K1 | 0: K13 K13 | 0: Y2 Y2"
    return at_table(
        "finish-or-wait", rules, "* R9", f"{own} | 1: K5 K6 K7", ask=ask, indicator=indicator,
        values={"tile": "R9", "good": good, "bad": 10 - good}, options=("finish", "wait"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "ask", "pairs", "now", "win", "lost"),
    [
        # The winner writes -101, with the okey -202; the okey left counts its number 11 (HD-13).
        ("101-guide", "own", False, -101, -202, 11),
        # ... or 101 (P-33, S-15); pairs double the winner's bonus (P-35, S-11), not the okey held.
        ("101-club", "own", False, -101, -202, 101),
        ("101-siler", "own", False, -101, -202, 101),
        ("101-club", "own_pairs", True, -202, -404, 101),
        ("101-siler", "own_pairs", True, -202, -404, 101),
        # The rival opposite writes 202, 404 against the okey, 404 and 808 against pairs, 202 else.
        ("101-guide", "lead", False, -101 - 202, -202 - 404, 11 - 202),
        ("101-club", "lead", False, -101 - 202, -202 - 404, 101 - 202),
        ("101-siler", "lead", False, -101 - 202, -202 - 404, 101 - 202),
        ("101-club", "lead_pairs", True, -202 - 404, -404 - 808, 101 - 202),
        ("101-siler", "lead_pairs", True, -202 - 404, -404 - 808, 101 - 202),
    ],
)
def test_the_three_ends_are_what_the_ledger_says(
    rules: str, ask: str, pairs: bool, now: int, win: int, lost: int
) -> None:
    exercise = waits(rules, ask, 6, by_pairs=pairs)
    assert exercise.round is not None
    found = ends(exercise.round, exercise.rules, lead=ask.startswith("lead"))
    assert (found.now, found.good, found.bad) == (now, win, lost)
    for good in range(2, 9):
        exercise = waits(rules, ask, good, by_pairs=pairs)
        later = good * win + (10 - good) * lost
        expected = {"finish"} if 10 * now < later else {"wait"} if later < 10 * now else {
            "finish", "wait",
        }  # fmt: skip
        assert set(right(exercise)) == expected
        assert outcome(exercise, "wait").values["sum_wait"] == later


def test_themes_of_waiting() -> None:
    assert tags(waits("101-club", "own", 7)) == {"close"}  # -1111 against -1010
    assert tags(waits("101-club", "lead", 5)) == {"lead", "bold"}  # -3535 against -3030
    assert "pair-opener" in tags(waits("101-club", "own_pairs", 8, by_pairs=True))
    assert not tags(waits("101-club", "own", 8)) & {"lead", "bold", "pair-opener"}


# The stock is empty

OPTIONS = ("take indicator", "take", "declare pairs", "pass")


def at_the_end(
    hand: str, thrown: str, *, table: str = "0: R4 R5 R6 | 0: Y9 B9 K9", stock: int = 0,
    ask: str = "ask", options: tuple[str, ...] = OPTIONS,
) -> Exercise:  # fmt: skip
    return at_table(
        "indicator-end", "101-guide", hand, table, phase="draw", stock=stock, discard=thrown,
        options=options, ask=ask, values={"tile": thrown, "stock": stock},
    )  # fmt: skip


def test_the_indicator_is_taken_only_where_it_ends_the_round() -> None:
    # G-31, word for word
    ends_it = at_the_end("B8 B9 Y4", "K2")
    assert right(ends_it) == ("take indicator",)
    assert "run-with-it" in tags(ends_it)
    two_left = at_the_end("B8 B9 Y4 K2", "K13")
    assert right(two_left) == ("pass",)
    assert outcome(two_left, "take indicator").rules == ("indicator.only-to-finish",)
    assert "one-too-many" in tags(two_left)
    assert one_fewer_ends(two_left.round)  # type: ignore[arg-type]
    early = at_the_end(
        "B8 B9 Y4", "K2", stock=3, ask="stock", options=("take indicator", "declare pairs", "pass")
    )
    assert right(early) == ("pass",)
    assert outcome(early, "take indicator").rules == ("indicator.stock-left",)
    assert "stock-left" in tags(early)


def test_the_discard_may_end_it_as_well_or_instead() -> None:
    both = at_the_end("B8 B9 Y4", "B7")
    assert set(right(both)) == {"take indicator", "take"}
    assert {"both-ways", "discard-ends"} <= tags(both)
    only = at_the_end("K2 K3 Y4", "K4")
    assert right(only) == ("take",)
    assert "run-with-it" not in tags(only)
    neither = at_the_end("K2 K6 Y4", "R13")
    assert right(neither) == ("pass",)
    assert outcome(neither, "take").rules == ("take.must-use",)
    assert not tags(neither) & {"both-ways", "one-too-many", "ten-pairs", "not-opened"}


def test_ten_pairs_are_declared_though_nothing_was_opened() -> None:
    pairs = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13"
    ten = at_the_end(f"{pairs} R10", "K2", table="1: K7 K8 K9", ask="not_opened")
    assert "declare pairs" in right(ten)
    assert {"ten-pairs", "not-opened"} <= tags(ten)
    nine = at_the_end(
        f"{pairs} R10".replace("Y13 Y13", "Y13 B10"), "K2", table="1: K7 K8 K9", ask="not_opened"
    )
    assert right(nine) == ("pass",) or "declare pairs" not in right(nine)
    assert outcome(nine, "declare pairs").rules == ("declare.pairs",)


@pytest.mark.parametrize("number", range(3))
def test_both_answers_come(number: int) -> None:
    sides = {
        "pass" in one.right for one in some("indicator-end", "101-guide", f"ends {number}", 12)
    }
    assert sides == {True, False}

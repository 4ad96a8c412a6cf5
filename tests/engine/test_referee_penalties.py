"""Flat penalties: who pays, when and how much, by ledger id; and each of their parameters."""

from __future__ import annotations

from typing import Unpack

import pytest

from okey import RuleSet, derive, rule_set
from okey.rules.parameters import Opening, Penalties, Table
from okey.rules.rulesets import Parameters
from tests.engine.plays import after, position, refused, written

OWN = "0: K1 K2 K3"
RUNS = f"{OWN} | 1: Y4 Y5 Y6"
MELDS = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"  # 101
OPENER = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K1 K2 R2 B2 Y3 Y5 R5 B5 K6 Y12 K12"
GIVER = [("penalty.giver", 3, 101)]
THROWN = [("penalty.okey-thrown", 0, 101)]
LAYABLE = [("penalty.layable-discard", 0, 101)]


def guide(**changes: Unpack[Parameters]) -> RuleSet:
    return derive(rule_set("101-guide"), "house", **changes)


def club(**changes: Unpack[Parameters]) -> RuleSet:
    return derive(rule_set("101-club"), "house", **changes)


# The giver


def test_the_giver_of_an_opening_pays_once_g_27_hd_6() -> None:
    hand = f"{OPENER[: OPENER.index('K1')]}R1 R2 R3 R4 B2 B3 B4 K4 K5 K6 Y12"
    round_ = position(hand, rules="101-guide", discard="K9", phase="draw")
    opened = after(round_, f"take; open {MELDS}")
    assert written(opened) == GIVER
    assert opened.events[0].move == 1
    done = after(opened, "lay R1 R2 R3 R4; lay B2 B3 B4; lay K4 K5 K6; discard Y12")
    assert done.over
    assert written(done) == GIVER


def test_an_open_player_who_only_lays_the_tile_costs_nobody_hd_6() -> None:
    round_ = position("R9 K9", RUNS, "101-guide", discard="Y7", phase="draw")
    assert written(after(round_, "take; add Y7 @2; discard R9")) == []


def test_an_open_player_who_finishes_with_the_tile_makes_its_giver_pay_hd_6() -> None:
    own = "0: K1 K2 K3 | 0: Y4 Y5 Y6"
    round_ = position("R9", own, "101-guide", discard="Y7", phase="draw")
    done = after(round_, "take; add Y7 @2; discard R9")
    assert written(done) == GIVER
    assert done.result is not None
    assert done.result.scores == (-101, 202, 202, 303)


@pytest.mark.parametrize(
    ("when", "opened", "finished", "used"),
    [("opening", 1, 0, 0), ("opening or finish", 1, 1, 0), ("any use", 1, 1, 1)],
)
def test_when_the_giver_pays_is_a_parameter(
    when: str, opened: int, finished: int, used: int
) -> None:
    house = guide(penalties=Penalties(giver=101, giver_when=when))  # type: ignore[arg-type]
    opening = position(OPENER, rules=house, discard="K9", phase="draw")
    assert len(written(after(opening, f"take; open {MELDS}; discard K1"))) == opened
    finish = position("R9", RUNS, house, discard="Y7", phase="draw")
    assert len(written(after(finish, "take; add Y7 @2; discard R9"))) == finished
    laid = position("R9 K9", RUNS, house, discard="Y7", phase="draw")
    assert len(written(after(laid, "take; add Y7 @2; discard R9"))) == used


def test_an_opening_that_leaves_the_tile_out_costs_its_giver_nothing() -> None:
    house = club(penalties=Penalties(giver=101))
    opening = "K11 K12 K13 | R13 Y13 B13 K13 | R4 R5 R6"
    hand = "K11 K12 K13 R13 Y13 B13 K13 R4 R5 R6 Y9 B2 K2 Y2 B5 K8 R8 Y11 B3 K5 R1"
    round_ = position(hand, "1: Y4 Y5 Y6", house, discard="Y7", phase="draw")
    assert written(after(round_, f"take; open {opening}; add Y7 @1; discard Y9")) == []


@pytest.mark.parametrize("both", [True, False])
def test_who_threw_the_okey_pays_both_or_one_hd_9b(both: bool) -> None:
    house = guide(penalties=Penalties(101, okey_thrown=101, giver_and_thrown=both))
    round_ = position("* K6 R9", rules=house)
    thrown = after(round_, "discard *")
    assert written(thrown) == THROWN
    # The next player is somebody whom nobody knows: the okey may do.
    done = after(thrown, f"1: take; 1: open {MELDS.replace('Y9', '*')}")
    assert written(done)[1:] == ([("penalty.giver", 0, 101)] if both else [])


# The okey thrown


def test_throwing_the_okey_costs_its_player_g_28_p_29() -> None:
    assert written(after(position("* K6 R9", rules="101-guide"), "discard *")) == THROWN
    assert written(after(position("* K6 R9", "1: Y4 Y5 Y6"), "discard *")) == THROWN


def test_a_false_okey_is_not_the_okey_g_28() -> None:
    assert written(after(position("F K6 R9", rules="101-guide"), "discard F")) == []


def test_the_club_wants_melds_on_the_table_hd_8_x11() -> None:
    assert written(after(position("* K6 R9"), "discard *")) == []
    pairs = "1: R3 R3 | 1: B8 B8 | 1: K1 K1 | 1: K5 K5 | 1: Y2 Y2"
    assert written(after(position("* K6 R9", pairs), "discard *")) == THROWN
    house = club(penalties=Penalties(okey_thrown=101))
    assert written(after(position("* K6 R9", rules=house), "discard *")) == THROWN


@pytest.mark.parametrize("key", ["101-guide", "101-club", "101-siler"])
def test_the_last_discard_is_exempt_g_29_hd_27(key: str) -> None:
    assert written(after(position("*", RUNS, key), "discard *")) == []
    assert written(after(position("Y7", RUNS, key), "discard Y7")) == []


def test_a_house_may_fine_the_last_discard_too() -> None:
    penalties = Penalties(okey_thrown=101, layable_discard=101, last_discard=True)
    house = club(penalties=penalties)
    assert written(after(position("*", RUNS, house), "discard *")) == THROWN
    assert written(after(position("Y7", RUNS, house), "discard Y7")) == LAYABLE


def test_a_discard_that_finds_the_stock_empty_finishes_nothing_and_pays() -> None:
    assert written(after(position("Y7 K6", RUNS, stock=0), "discard Y7")) == LAYABLE


# A tile that fits


@pytest.mark.parametrize(
    ("tile", "pays"),
    [("Y7", True), ("Y3", True), ("Y8", False), ("K4", True), ("K13", False), ("F", False)],
)
def test_throwing_a_tile_that_fits_costs_p_28(tile: str, pays: bool) -> None:
    round_ = position(f"{tile} R9 R2", RUNS)
    assert written(after(round_, f"discard {tile}")) == (LAYABLE if pays else [])


@pytest.mark.parametrize(
    ("melds", "tile", "pays"),
    [
        ("1: R8 B8 K8", "Y8", True),
        ("1: R8 B8 K8", "R8", False),
        ("1: R8 Y8 B8 K8", "Y8", False),
        ("1: R8 B8 *", "K8", True),
        ("1: R8 B8 *", "Y8", True),
        ("1: group: R8 * *", "B8", True),
        ("1: R4 * R6", "R5", False),
        ("1: B8 B9 B10", "F", True),
        ("1: R11 Y11 K11", "F", True),
        ("1: R3 R3", "R3", False),
        ("1: K11 K12 K13", "K1", False),
    ],
)
def test_what_fits_is_any_tile_that_could_be_laid_off_hd_26(
    melds: str, tile: str, pays: bool
) -> None:
    if melds == "1: R3 R3":
        melds, tile = "1: R3 * | 1: B8 B8 | 1: K1 K1 | 1: K5 K5 | 1: Y2 Y2", "R3"
    round_ = position(f"{tile} R9 R2", melds)
    assert written(after(round_, f"discard {tile}")) == (LAYABLE if pays else [])


def test_the_okey_that_fits_costs_once_hd_9() -> None:
    assert written(after(position("* R9", RUNS), "discard *")) == THROWN
    both = club(penalties=Penalties(okey_thrown=101, layable_discard=101, layable_and_thrown=True))
    assert written(after(position("* R9", RUNS, both), "discard *")) == THROWN + LAYABLE
    only = club(penalties=Penalties(layable_discard=101))
    assert written(after(position("* R9", RUNS, only), "discard *")) == LAYABLE


def test_the_cap_excuses_nobody_but_in_a_house_hd_26() -> None:
    moves = "add Y7 @2; add Y8 @2; discard Y9"
    hand = "Y7 Y8 Y9 R2"
    assert written(after(position(hand, RUNS), moves)) == LAYABLE
    penalties = Penalties(layable_discard=101, layable_within_cap=True)
    assert written(after(position(hand, RUNS, club(penalties=penalties)), moves)) == []
    wider = club(penalties=penalties, table=Table(run_cap=3))
    assert written(after(position(hand, RUNS, wider), moves)) == LAYABLE


def test_who_has_not_opened_pays_too_but_in_a_house_hd_26() -> None:
    assert written(after(position("Y7 R2", "1: Y4 Y5 Y6"), "discard Y7")) == LAYABLE
    house = club(penalties=Penalties(layable_discard=101, layable_when_unopened=False))
    assert written(after(position("Y7 R2", "1: Y4 Y5 Y6", house), "discard Y7")) == []
    assert written(after(position("Y7 R2", RUNS, house), "discard Y7")) == LAYABLE


def test_the_guide_and_classic_know_no_such_penalty_x10() -> None:
    assert written(after(position("Y7 R2", RUNS, "101-guide"), "discard Y7")) == []
    assert written(after(position("* R2", rules="classic"), "discard *")) == []


# The okey taken back


@pytest.mark.parametrize(("payer", "seat"), [("owner", 1), ("taker", 0)])
def test_the_owner_pays_for_an_okey_that_another_takes_s_30_hd_22(payer: str, seat: int) -> None:
    penalties = Penalties(okey_retrieved=101, retrieved_payer=payer)  # type: ignore[arg-type]
    melds = f"{OWN} | 1: R4 * R6"
    round_ = after(position("R5 K9", melds, club(penalties=penalties)), "swap R5 @2")
    assert written(round_) == [("penalty.okey-retrieved", seat, 101)]


def test_ones_own_okey_and_the_clubs_are_free_s_30() -> None:
    assert written(after(position("R5 K9", "0: R4 * R6", "101-siler"), "swap R5 @1")) == []
    assert written(after(position("R5 K9", f"{OWN} | 1: R4 * R6"), "swap R5 @2")) == []


# A failed opening


def test_a_failed_opening_is_refused_or_costs_hd_31() -> None:
    short = "open R10 R11 R12 R13 | R7 Y7 B7 K7"
    assert refused(position(f"{OPENER} K9"), short) == ["opening.points"]
    house = club(penalties=Penalties(failed_opening=50))
    round_ = after(position(f"{OPENER} K9", rules=house), short)
    assert written(round_) == [("penalty.failed-opening", 0, 50)]
    assert round_.table == ()
    assert len(round_.hand or ()) == 22
    assert after(round_, "discard K1").turn.seat == 1


@pytest.mark.parametrize(
    ("moves", "rule"),
    [
        ("open R10 R11 R12 R13 | Y13 B13 K13", "turn.not-in-hand"),
        (f"open {MELDS}; open {MELDS}", "opening.already-open"),
        ("1: open R10 R11 R12 R13", "turn.order"),
    ],
)
def test_what_is_no_attempt_to_open_is_refused_all_the_same(moves: str, rule: str) -> None:
    house = club(penalties=Penalties(failed_opening=50), opening=Opening(101, 5))
    assert rule in refused(position(f"{OPENER} K9", rules=house), moves)


def test_a_siler_is_written_with_the_opening_s_06_s_07() -> None:
    pairs = "R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2 | Y9 Y9"
    hand = f"{pairs.replace('| ', '')} R6 R6 K9"
    six, seven = (
        after(position(hand, rules="101-siler"), f"open {melds}")
        for melds in (pairs, f"{pairs} | R6 R6")
    )
    assert written(six) == []
    assert written(seven) == [("bonus.siler", 0, -101)]
    assert written(after(position(hand, rules="101-club"), f"open {pairs} | R6 R6")) == []


def test_a_risk_round_does_not_double_a_penalty_g_30_hd_11() -> None:
    assert written(after(position("* K6 R9", OWN, "101-guide", risk=True), "discard *")) == THROWN

"""What is laid, laid off and exchanged after an opening, by ledger id."""

from __future__ import annotations

from typing import Unpack

import pytest

from okey import RuleSet, derive, rule_set
from okey.moves import parse_move
from okey.referee import legal
from okey.rules.parameters import Okeys, Opening, Runs, Swap, Table
from okey.rules.rulesets import Parameters
from tests.engine.notation import B10, IN_101
from tests.engine.plays import after, position, refused, table

OWN = "0: K1 K2 K3"
RUNS = f"{OWN} | 1: Y4 Y5 Y6"
PAIRS = "0: R3 R3 | 0: B8 B8 | 0: K1 K1 | 0: K5 K5 | 0: Y2 Y2"
CLUBS = ("101-club", "101-siler")


def house(**changes: Unpack[Parameters]) -> RuleSet:
    return derive(rule_set("101-club"), "house", **changes)


# Further melds


@pytest.mark.parametrize("key", IN_101)
def test_who_opened_lays_a_new_run_of_few_points_g_32(key: str) -> None:
    assert table(after(position("Y2 Y3 Y4 K9", OWN, key), "lay Y2 Y3 Y4"))[1] == "Y2 Y3 Y4"


@pytest.mark.parametrize("key", IN_101)
def test_who_has_not_opened_lays_nothing_g_16_p_09(key: str) -> None:
    round_ = position("Y2 Y3 Y4 Y7 R5 K9", "1: Y4 Y5 Y6 | 1: R4 * R6", key)
    assert refused(round_, "lay Y2 Y3 Y4") == ["lay.not-opened"]
    assert refused(round_, "add Y7 @1") == ["layoff.not-opened"]
    swap = ["swap.unavailable"] if key == "101-guide" else ["swap.not-opened"]
    assert refused(round_, "swap R5 @2") == swap


@pytest.mark.parametrize("key", CLUBS)
def test_a_pair_opener_lays_pairs_alone_p_13_hd_17(key: str) -> None:
    round_ = position("R9 R9 Y9 B9 K9 *", PAIRS, key)
    assert len(after(round_, "lay R9 R9").table) == 6
    assert refused(round_, "lay Y9 B9 K9") == ["lay.pairs-only"]
    assert refused(round_, "lay R9 R9 | Y9 B9 K9") == ["lay.pairs-only"]


@pytest.mark.parametrize("key", IN_101)
def test_a_run_opener_lays_no_pair_hd_17b(key: str) -> None:
    assert refused(position("R9 R9 Y2", OWN, key), "lay R9 R9") == ["lay.no-pairs"]


def test_houses_let_both_lay_what_they_like() -> None:
    both = house(table=Table(pair_openers_lay_melds=True, run_openers_lay_pairs=True))
    assert len(after(position("Y9 B9 K9 R2", PAIRS, both), "lay Y9 B9 K9").table) == 6
    assert len(after(position("R9 R9 Y2", OWN, both), "lay R9 R9").table) == 2


@pytest.mark.parametrize("key", IN_101)
def test_a_meld_that_is_none_is_refused_with_what_is_wrong_p_17(key: str) -> None:
    round_ = position("R12 R13 R1 Y2 Y4 K9 B5", OWN, key)
    assert refused(round_, "lay R12 R13 R1") == ["run.no-wrap"]
    assert refused(round_, "lay R12 R13 R1 | Y2 Y4 K9") == ["meld.neither", "run.no-wrap"]


@pytest.mark.parametrize("key", IN_101)
@pytest.mark.parametrize("move", ["lay Y9 Y10 Y11", "add Y7 @2"])
def test_the_last_tile_is_thrown_and_not_laid_g_17_p_14(key: str, move: str) -> None:
    hand = "Y7" if "add" in move else "Y9 Y10 Y11"
    assert refused(position(hand, RUNS, key), move) == ["turn.must-discard"]


@pytest.mark.parametrize(
    "move", ["open R4 R5 R6", "lay R4 R5 R6", "add R7 @1", "swap R7 @1", "declare pairs"]
)
def test_classic_has_nothing_on_the_table_k_34(move: str) -> None:
    kind = {"open": "lay", "lay": "lay", "add": "layoff"}.get(move.split()[0], move.split()[0])
    found = refused(position("R4 R5 R6 R7", rules="classic"), move)
    assert found == [f"{kind}.unavailable"]


# Laying off


@pytest.mark.parametrize("key", IN_101)
@pytest.mark.parametrize(
    ("move", "becomes"),
    [
        ("add Y7 @1", "Y4 Y5 Y6 Y7"),
        ("add Y3 @1", "Y3 Y4 Y5 Y6"),
        ("add * @1", "Y4 Y5 Y6 *=Y7"),
        ("add * @1 low", "*=Y3 Y4 Y5 Y6"),
        ("add *=Y3 @1", "*=Y3 Y4 Y5 Y6"),
        ("add B11 @1", "Y4 Y5 Y6 *=Y7"),
        ("add Y8 @2", "R8 Y8 B8 K8"),
        ("add *=8 @2", "R8 *=Y8 B8 K8"),
        ("add Y8 @2 low", "R8 Y8 B8 K8"),
        ("add * @3", "*=K10 K11 K12 K13"),
        ("add F @4", "B8 B9 B10 F"),
    ],
)
def test_a_tile_that_fits_is_laid_off_g_15_p_18_p_20(key: str, move: str, becomes: str) -> None:
    melds = "1: Y4 Y5 Y6 | 1: R8 B8 K8 | 1: K11 K12 K13 | 2: B8 B9 B10"
    round_ = position("Y7 Y3 * Y8 F R2 R2", melds, key, opened="melds melds melds -")
    assert table(after(round_, move))[int(move.split("@")[1][0]) - 1] == becomes


@pytest.mark.parametrize("key", IN_101)
@pytest.mark.parametrize(
    "move",
    [
        "add Y8 @1", "add Y7 @1 low", "add *=Y8 @1", "add *=8 @1", "add R8 @2", "add * @4",
        "add K1 @3", "add * @3 high", "add F @1", "add Y7 @5", "add Y7 @99",
    ],
)  # fmt: skip
def test_a_tile_that_does_not_fit_stays_in_the_hand_p_18(key: str, move: str) -> None:
    melds = "1: Y4 Y5 Y6 | 1: R8 B8 K8 | 1: K11 K12 K13 | 1: R9 Y9 B9 K9"
    round_ = position("Y7 Y8 * R8 K1 F R2", f"{melds} | {OWN}", key)
    assert refused(round_, move) == ["layoff.no-fit"]


@pytest.mark.parametrize("key", CLUBS)
def test_nothing_is_laid_off_onto_a_pair_p_21(key: str) -> None:
    assert refused(position("R9 * K2", PAIRS, key), "add * @1") == ["layoff.pairs-closed"]
    assert refused(position("B3 * K2", PAIRS, key), "add B3 @1") == ["layoff.pairs-closed"]


@pytest.mark.parametrize("key", CLUBS)
def test_two_tiles_a_run_a_turn_both_ends_together_p_19_hd_15(key: str) -> None:
    round_ = position("Y7 Y8 Y9 Y3 K4 K9", RUNS, key)
    assert refused(round_, "add Y7 @2; add Y8 @2; add Y9 @2") == ["layoff.run-cap"]
    assert refused(round_, "add Y7 @2; add Y3 @2; add Y8 @2") == ["layoff.run-cap"]
    assert len(after(round_, "add Y7 @2; add Y8 @2; add K4 @1").table) == 2


def test_the_guide_knows_no_cap() -> None:
    round_ = position("Y7 Y8 Y9 K9", RUNS, "101-guide")
    assert table(after(round_, "add Y7 @2; add Y8 @2; add Y9 @2"))[1] == "Y4 Y5 Y6 Y7 Y8 Y9"


def test_a_cap_for_each_end_counts_them_apart() -> None:
    each = house(table=Table(run_cap=1, cap_each_end=True))
    round_ = position("Y7 Y8 Y3 Y2 K9", RUNS, each)
    assert table(after(round_, "add Y7 @2; add Y3 @2"))[1] == "Y3 Y4 Y5 Y6 Y7"
    done = legal(after(round_, "add Y7 @2; add Y3 @2"), parse_move("add Y8 @2", B10))
    assert [(one.rule, dict(one.params)) for one in done] == [
        ("layoff.run-cap", {"meld": 2, "most": 1, "end": "high"})
    ]


@pytest.mark.parametrize("key", CLUBS)
def test_a_pair_opener_lays_off_onto_runs_hd_17(key: str) -> None:
    round_ = position("Y7 K9 R2", f"{PAIRS} | 1: Y4 Y5 Y6", key)
    assert table(after(round_, "add Y7 @6"))[5] == "Y4 Y5 Y6 Y7"


def test_a_house_may_forbid_it() -> None:
    strict = house(table=Table(pair_openers_lay_off=False))
    round_ = position("Y7 K9 R2", f"{PAIRS} | 1: Y4 Y5 Y6", strict)
    assert refused(round_, "add Y7 @6") == ["layoff.pair-opener"]


def test_a_one_follows_the_thirteen_where_runs_wrap() -> None:
    wraps = house(runs=Runs(wrap_end=True))
    round_ = position("K1 K2 R9", "0: K11 K12 K13", wraps)
    assert table(after(round_, "add K1 @1"))[0] == "K11 K12 K13 K1"
    assert refused(round_, "add K1 @1; add K2 @1") == ["layoff.no-fit"]


def test_a_house_may_bound_the_okeys_of_a_meld() -> None:
    one = house(okeys=Okeys(most_in_meld=1))
    assert refused(position("* K9", "0: R4 * R6", one), "add * @1") == ["layoff.no-fit"]


# Exchanging an okey


@pytest.mark.parametrize("key", CLUBS)
@pytest.mark.parametrize(
    ("melds", "move", "becomes"),
    [
        ("1: R4 * R6", "swap R5 @2", "R4 R5 R6"),
        ("1: Y9 Y10 *", "swap Y11 @2", "Y9 Y10 Y11"),
        ("1: R8 B8 K8 *", "swap Y8 @2", "R8 Y8 B8 K8"),
        ("1: R8 B8 * *", "swap K8 @2", "R8 *=Y8 B8 K8"),
        ("1: B10 * B12", "swap F @2", "B10 F B12"),
    ],
)
def test_a_tile_takes_the_okeys_place_p_22_p_23_p_24_hd_25(
    key: str, melds: str, move: str, becomes: str
) -> None:
    round_ = after(position("R5 Y11 Y8 K8 F R2", f"{OWN} | {melds}", key), move)
    assert table(round_)[1] == becomes
    assert [str(tile) for tile in round_.seats[0].hand or ()][-1] == "*"


@pytest.mark.parametrize("key", CLUBS)
@pytest.mark.parametrize(
    ("melds", "move", "rules"),
    [
        ("1: R4 * R6", "swap R7 @2", ["swap.wrong-tile"]),
        ("1: R4 * R6", "swap * @2", ["swap.wrong-tile"]),
        ("1: R4 R5 R6", "swap R7 @2", ["swap.wrong-tile"]),
        ("1: R8 B8 *", "swap K8 @2", ["swap.undetermined"]),
        ("1: R8 B8 *", "swap R7 @2", ["swap.wrong-tile", "swap.undetermined"]),
        ("1: R8 B8 K8 *", "swap K8 @2", ["swap.wrong-tile"]),
        ("1: R4 * R6", "swap R5 @9", ["turn.not-in-hand", "swap.wrong-tile"]),
    ],
)
def test_no_other_tile_takes_it_p_22_p_25(
    key: str, melds: str, move: str, rules: list[str]
) -> None:
    round_ = position("R7 * K8 R2", f"{OWN} | {melds}", key)
    assert sorted(refused(round_, move)) == sorted(rules)


def test_pairs_keep_their_okeys_hd_25() -> None:
    table_ = PAIRS.replace("R3 R3", "R3 *")
    assert refused(position("R3 K9", table_), "swap R3 @1") == ["swap.pairs-closed"]
    wide = house(swap=Swap(in_pairs=True))
    assert table(after(position("R3 K9", table_, wide), "swap R3 @1"))[0] == "R3 R3"


def test_a_house_may_exchange_in_a_group_of_three_and_no_false_okey() -> None:
    wide = house(swap=Swap(undetermined=True, false_okey=False))
    round_ = position("K8 F K9", f"{OWN} | 1: R8 B8 * | 1: B10 * B12", wide)
    assert table(after(round_, "swap K8 @2"))[1] == "R8 B8 K8"
    assert refused(round_, "swap F @3") == ["swap.wrong-tile"]


@pytest.mark.parametrize("key", CLUBS)
def test_the_okey_taken_is_used_in_the_same_turn_hd_25(key: str) -> None:
    round_ = position("R5 Y2 Y3 K9", f"{OWN} | 1: R4 * R6", key)
    assert table(after(round_, "swap R5 @2; lay Y2 Y3 *; discard K9"))[2] == "Y2 Y3 *=Y4"


def test_an_exchange_is_no_laying_off_hd_15() -> None:
    round_ = position("R5 R7 R8 K9", f"{OWN} | 1: R4 * R6")
    assert table(after(round_, "swap R5 @2; add R7 @2; add R8 @2"))[1] == "R4 R5 R6 R7 R8"


def test_an_opening_may_be_worth_less_in_a_house_and_more_too() -> None:
    low = house(opening=Opening(points=9, pairs=1))
    assert after(position("Y2 Y3 Y4 K9", rules=low), "open Y2 Y3 Y4").seats[0].opening_points == 9
    assert after(position("Y2 Y2 Y4 K9", rules=low), "open Y2 Y2").seats[0].opening_pairs == 1

"""Whether a tile taken can be used in its turn, and what else a turn can do, case by case.

Names carry the rows of the ledger and the decisions (HD). Every answer is checked against the
referee: the way that is found is played, and where there is none every move is tried.
"""

from __future__ import annotations

from okey import Tile
from okey.moves import Move, Take, TakeIndicator
from okey.positions import read_position
from okey.referee import Applied, Refusal, apply, legal
from okey.rules.parameters import (
    Declaring,
    Ending,
    Okeys,
    Opening,
    Runs,
    Swap,
    Table,
)
from okey.rules.parameters import Take as TakeRules
from okey.rules.rulesets import derive
from okey.search.turn import can_finish_with, can_use
from okey.search.turn_best import finish
from tests.engine.standing import CLASSIC, CLUB, GUIDE, NEAR, SILER, SINGLES, played, stands, usable

# Who has not opened


def test_g25_a_discard_that_makes_the_opening_is_taken() -> None:
    hand = f"{NEAR} Y9 B9 {SINGLES}"
    assert len(hand.split()) == 21
    assert usable(GUIDE, hand, "K9")
    assert usable(CLUB, hand, "K9")


def test_g25_a_discard_that_leaves_the_hand_below_101_is_not() -> None:
    hand = f"{NEAR} Y9 B13 {SINGLES}"
    assert not usable(GUIDE, hand, "K9")
    assert not usable(CLUB, hand, "K9")
    assert not usable(SILER, hand, "K9")


def test_g26_the_tile_must_be_in_the_opening_hd5b_the_club_lets_it_be_laid_off() -> None:
    """101 points without the K7, which only fits a run on the table."""
    hand = "R9 R10 R11 R12 R13 Y12 B12 K12 R4 Y4 B4 R1 R6 Y1 Y6 B2 B9 K2 K10 R1 Y6"
    table = "1: K4 K5 K6"
    assert not usable(GUIDE, hand, "K7", table=table)
    assert usable(CLUB, hand, "K7", table=table)
    assert not usable(CLUB, hand, "K7", table="1: R4 R5 R6")


def test_hd5b_the_opening_leaves_the_tile_that_the_lay_off_needs() -> None:
    """K7 is needed twice: in the opening, or between the run and the K8 taken."""
    seven = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R4 Y1 Y4 B2 B5 K2 K12 R1 Y4"
    table = "1: K4 K5 K6"
    assert not usable(CLUB, seven, "K8", table=table)
    # A second way to 101 leaves the K7 in the hand.
    more = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R9 R1 R4 Y1 Y4 B2 B5 K2 K12 R1"
    assert usable(CLUB, more, "K8", table=table)


def test_p12_a_discard_that_makes_the_fifth_pair_opens_in_the_club_alone() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 R8 R10 R12 Y6 Y9 Y13 B1 B4 B6 K8 K10 K12"
    assert usable(CLUB, hand, "Y2")
    assert not usable(GUIDE, hand, "Y2")
    assert not usable(CLUB, hand, "Y4")


def test_p12_an_okey_taken_is_a_pair_with_any_tile() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 R8 R10 R12 Y6 Y9 Y13 B1 B4 B6 K8 K10 K12"
    assert usable(CLUB, hand, "*")


def test_p14_an_opening_that_would_lay_the_whole_hand_keeps_a_tile() -> None:
    """All tiles and the one taken lie in melds: one of them must still be thrown."""
    low = derive(CLUB, "low", opening=Opening(points=30, pairs=5))
    assert usable(low, "R10 R11 R12 R13", "R9", indicator="B1")
    assert not usable(low, "R10 R11", "R9", indicator="B1")


def test_hd32_a_rising_opening_must_beat_the_highest() -> None:
    rising = derive(CLUB, "rising", opening=Opening(points=30, pairs=None, rising=True))
    hand = "R10 R11 R12 K1 K3"
    assert usable(rising, hand, "R9")
    assert usable(rising, hand, "R9", opened=[None, "melds=41", None, None])
    assert not usable(rising, hand, "R9", opened=[None, "melds=42", None, None])


def test_hd19_where_an_opening_stands_alone_nothing_is_laid_off_after_it() -> None:
    alone = derive(CLUB, "alone", opening=Opening(points=30, with_lay_off=False))
    hand, table = "R10 R11 R12 K1 K3", "1: K4 K5 K6"
    assert usable(CLUB, hand, "K7", table=table) is False
    assert not usable(alone, hand, "K7", table=table)
    assert usable(derive(CLUB, "low", opening=Opening(points=30)), hand, "K7", table=table)


# Who has opened

OPENED = {"opened": ["melds", "melds", None, None]}


def test_hd5_p26_who_has_opened_takes_what_is_laid_off_or_laid_at_once() -> None:
    assert usable(CLUB, "R1 R9 K2", "K7", table="1: K4 K5 K6", **OPENED)
    assert usable(GUIDE, "R1 R9 K2", "K7", table="1: K4 K5 K6", **OPENED)
    assert usable(CLUB, "R8 R9 K2", "R10", table="1: K4 K5 K6", **OPENED)
    assert not usable(CLUB, "R1 R9 K2", "K8", table="1: K4 K5 K6", **OPENED)


def test_x12_a_tile_that_is_only_useful_later_is_taken_in_classic_alone() -> None:
    hand = "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 R8 Y9 K13"
    classic = read_position(
        {"indicator": "B10", "hand": hand, "discard": "R9", "stock": 5}, CLASSIC
    )
    assert can_use(classic, Tile.parse("R9"))
    assert not usable(GUIDE, "R8 Y9 K13", "R9", **OPENED)
    assert not usable(CLUB, "R8 Y9 K13", "R9", **OPENED)


def test_p14_the_last_meld_leaves_a_tile() -> None:
    """R8 R9 and the R10 taken are a run, but nothing is left to throw."""
    assert not usable(CLUB, "R8 R9", "R10", table="1: K4 K5 K6", **OPENED)
    assert usable(CLUB, "R8 R9 K1", "R10", table="1: K4 K5 K6", **OPENED)


def test_p19_hd15_tiles_before_it_on_the_run_count_for_the_cap() -> None:
    table = "1: K4 K5 K6"
    assert usable(CLUB, "K7 R1 R9", "K8", table=table, **OPENED)
    # K7 K8 K9 are a meld of their own; with an okey for the K7, too.
    assert usable(CLUB, "K7 K8 R1 R9", "K9", table=table, **OPENED)
    six = derive(CLUB, "one", table=Table(run_cap=1))
    assert not usable(six, "K7 R1 R9", "K8", table=table, **OPENED)
    assert usable(six, "R1 R9", "K7", table=table, **OPENED)
    each = derive(CLUB, "each", table=Table(run_cap=1, cap_each_end=True))
    assert usable(each, "R1 Y9", "K3", table=table, **OPENED)
    assert not usable(each, "K7 R1 Y9", "K8", table=table, **OPENED)


def test_p20_a_group_takes_only_the_missing_fourth() -> None:
    table = "1: R8 B8 K8"
    assert usable(CLUB, "R1 Y9 K2", "Y8", table=table, **OPENED)
    assert not usable(CLUB, "R1 Y9 K2", "R8", table=table, **OPENED)
    assert not usable(CLUB, "R1 Y9 K2", "R8", table="1: R8 B8 K8 Y8", **OPENED)


def test_p22_the_tile_an_okey_stands_for_is_exchanged_and_leaves_the_okey_to_throw() -> None:
    assert usable(CLUB, "Y9", "R5", table="1: R4 * R6", **OPENED)
    assert not usable(GUIDE, "Y9", "R5", table="1: R4 * R6", **OPENED)


def test_p25_hd25_the_okey_of_a_group_of_three_is_exchanged_only_once_it_is_settled() -> None:
    table = "1: R8 B8 *=8"
    assert usable(CLUB, "R1 K3 Y12", "K8", table=table, **OPENED)  # laid off
    # Y8 settles it, then the K8 brings the okey, which makes R12 R13 a run.
    assert usable(CLUB, "Y8 K8 R11 K2 Y4", "R13", table=table, **OPENED)
    assert not usable(CLUB, "Y8 R11 K2 Y4", "R13", table=table, **OPENED)
    open_ = derive(CLUB, "open", swap=Swap(undetermined=True))
    assert usable(open_, "Y8 R11 K2 Y4", "R13", table=table, **OPENED)


def test_hd25_a_false_okey_takes_an_okeys_place_where_the_okeys_face_belongs() -> None:
    table = "1: B10 *=B11 B12"
    assert usable(CLUB, "R1 K3", "F", table=table, indicator="B10", **OPENED)
    plain = derive(CLUB, "plain", swap=Swap(false_okey=False))
    assert not usable(plain, "R1 K3", "F", table=table, **OPENED)


def test_an_okey_off_the_table_fills_the_gap_before_the_tile() -> None:
    """R5 for the okey, the okey as K7, then the K8 taken: two tiles on that run."""
    table = "1: R4 * R6 | 2: K4 K5 K6"
    opened = {"opened": ["melds", "melds", "melds", None]}
    assert usable(CLUB, "R5 K1 B2 B3", "K8", table=table, **opened)
    assert not usable(CLUB, "R8 K1 B2 B3", "K8", table=table, **opened)
    assert not usable(CLUB, "R5 K1 B2 B3", "K9", table=table, **opened)


def test_two_okeys_come_off_the_table_for_one_tile() -> None:
    table = "1: R4 *=R5 R6 | 2: Y4 *=Y5 Y6 | 2: K4 K5 K6"
    opened = {"opened": ["melds", "melds", "melds", None]}
    wide = derive(CLUB, "wide", table=Table(run_cap=3))
    assert usable(wide, "R5 Y5 K1 B2", "K9", table=table, **opened)
    assert not usable(wide, "R5 Y8 K1 B2", "K9", table=table, **opened)
    # Two tiles at most go onto that run, but K7 to K9 with both okeys are a run of their own.
    assert usable(CLUB, "R5 Y5 K1 B2", "K9", table=table, **opened)
    assert not usable(CLUB, "R5 K1 B2 K3", "K9", table=table, **opened)


def test_an_okey_comes_out_of_the_run_that_it_then_continues() -> None:
    one = derive(CLUB, "one", okeys=Okeys(most_in_meld=1))
    assert usable(one, "R5 K1 B2", "R8", table="1: R4 *=R5 R6", **OPENED)
    assert not usable(one, "* K1 B2", "R8", table="1: R4 *=R5 R6", **OPENED)
    assert usable(CLUB, "* K1 B2", "R8", table="1: R4 *=R5 R6", **OPENED)


def test_the_tile_goes_onto_the_opening_behind_an_okey_off_the_table() -> None:
    """Who opens R10 R11 R12 (33) takes the okey for the K5, and lays it between that and R8."""
    low = derive(CLUB, "low", opening=Opening(points=30))
    table, opened = "1: K4 *=K5 K6", {"opened": [None, "melds", None, None]}
    assert usable(low, "R10 R11 R12 K5 Y1", "R8", table=table, **opened)
    assert not usable(low, "R10 R11 R12 K8 Y1", "R8", table=table, **opened)


def test_x1_where_a_one_may_follow_the_thirteen_it_is_laid_off_there() -> None:
    wrap = derive(CLUB, "wrap", runs=Runs(wrap_end=True))
    assert usable(wrap, "Y9 K2", "R1", table="1: R11 R12 R13", **OPENED)
    assert not usable(CLUB, "Y9 K2", "R1", table="1: R11 R12 R13", **OPENED)
    assert not usable(wrap, "Y9 K2", "R2", table="1: R11 R12 R13 R1", **OPENED)


# Who has opened with pairs

PAIRS = {"opened": ["pairs", "melds", None, None]}


def test_hd17_p13_a_pair_opener_lays_pairs_and_lays_off_but_no_melds() -> None:
    table = "1: K4 K5 K6"
    assert usable(CLUB, "R1 R9 K2", "R9", table=table, **PAIRS)
    assert usable(CLUB, "R1 R9 K2", "K7", table=table, **PAIRS)
    assert not usable(CLUB, "R8 R9 K2", "R10", table=table, **PAIRS)
    strict = derive(CLUB, "strict", table=Table(pair_openers_lay_off=False))
    assert not usable(strict, "R1 R9 K2", "K7", table=table, **PAIRS)
    free = derive(CLUB, "free", table=Table(pair_openers_lay_melds=True))
    assert usable(free, "R8 R9 K2", "R10", table=table, **PAIRS)


def test_hd17b_a_run_opener_lays_no_pair() -> None:
    assert not usable(CLUB, "R1 R9 K2", "R9", table="1: K4 K5 K6", **OPENED)
    free = derive(CLUB, "free", table=Table(run_openers_lay_pairs=True))
    assert usable(free, "R1 R9 K2", "R9", table="1: K4 K5 K6", **OPENED)


def test_a_pair_opener_pairs_the_tile_with_an_okey_off_the_table() -> None:
    assert usable(CLUB, "R5 K2 Y4", "Y9", table="1: R4 *=R5 R6", **PAIRS)
    assert not usable(CLUB, "R8 K2 Y4", "Y9", table="1: R4 *=R5 R6", **PAIRS)


# Ten pairs, and the end of the stock

NINE = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12"


def test_hd7_g34_a_tile_that_makes_the_tenth_pair_is_taken_to_declare() -> None:
    hand = f"{NINE} Y13 R1 K7"
    round_ = stands(GUIDE, hand, "Y13")
    assert can_use(round_, Tile.parse("Y13"))
    assert not legal(round_, Move(Take()))
    assert not can_use(stands(GUIDE, hand, "Y12"), Tile.parse("Y12"))
    # Ten pairs without the tile: it must be in one of them.
    ten = f"{NINE} Y13 Y13 K7"
    assert not can_use(stands(GUIDE, ten, "B1"), Tile.parse("B1"))
    few = derive(GUIDE, "few", declaring=Declaring(pairs=5))
    assert can_use(stands(few, "R3 R3 B8 B8 K1 K1 K5 K5 Y2 R9", "Y2"), Tile.parse("Y2"))


def test_g31_hd30_the_indicator_is_taken_only_where_it_finishes() -> None:
    opened = {"table": "0: R1 R2 R3", "opened": ["melds", None, None, None], "stock": 0}
    b10 = Tile.parse("B10")
    assert can_finish_with(stands(GUIDE, "B8 B9 Y4", "K1", **opened), b10)
    assert not can_finish_with(stands(GUIDE, "B8 B9 Y4 K2", "K1", **opened), b10)
    # The indicator itself is not the tile that is thrown.
    assert not can_finish_with(stands(GUIDE, "B6 B7 B8", "K1", **opened), b10)


def test_hd30_with_the_stock_empty_a_take_must_finish() -> None:
    opened = {"table": "0: R1 R2 R3", "opened": ["melds", None, None, None], "stock": 0}
    assert usable(GUIDE, "B8 B9 Y4", "B7", **opened)
    assert usable(GUIDE, "Y4", "R4", **opened)
    assert not usable(GUIDE, "Y4 K9", "R4", **opened)
    assert usable(GUIDE, "R5 R6 Y4", "R4", **opened)


def test_g26_hd30_at_the_end_of_the_stock_too_the_tile_is_in_the_opening() -> None:
    low = derive(
        GUIDE, "low", opening=Opening(points=30), ending=Ending(indicator=True, discard=True)
    )
    table = {"table": "1: K4 K5 K6", "opened": [None, "melds", None, None], "stock": 0}
    assert usable(low, "R10 R11 R12 K2", "R9", **table)
    assert not usable(low, "R10 R11 R12 K2", "K7", **table)
    free = derive(low, "free", take=TakeRules(in_opening=False))
    assert usable(free, "R10 R11 R12 K2", "K7", **table)


def test_g31_the_indicator_may_be_laid_off_after_the_opening_that_finishes() -> None:
    """Unlike a discard (G-26), which must lie in the opening itself."""
    low = derive(GUIDE, "low", opening=Opening(points=30))
    fields = {"table": "1: B7 B8 B9", "opened": [None, "melds", None, None], "stock": 0}
    round_ = stands(low, "R10 R11 R12 K2", "K13", **fields)
    taken = apply(round_, Move(TakeIndicator()))
    assert isinstance(taken, Applied), taken
    moves = finish(taken.round)
    assert moves is not None
    assert played(taken.round, moves).finish is not None
    refused = apply(stands(low, "R10 R11 R12 K2 K9", "K13", **fields), Move(TakeIndicator()))
    assert isinstance(refused, Refusal)
    assert [one.rule for one in refused.violations] == ["indicator.only-to-finish"]


def test_a_finish_lays_off_what_melds_cannot_take() -> None:
    """Y7 B7 K7 stay together; the R7 goes to the run, and not as the fourth to them."""
    opened = {"table": "0: R4 R5 R6", "opened": ["melds", None, None, None], "stock": 0}
    assert usable(GUIDE, "Y7 B7 R7 R8 R9 K2", "K7", **opened)
    round_ = stands(GUIDE, "Y7 B7 R7 R8 R9 K2 K7", "K13", phase="play", **opened)
    moves = finish(round_)
    assert moves is not None
    assert played(round_, moves).over


def test_a_hand_that_nobody_knows_may_use_anything() -> None:
    round_ = read_position({"indicator": "B10", "discard": "R9", "stock": 5}, CLUB)
    assert round_.hand is None
    assert can_use(round_, Tile.parse("R9"))

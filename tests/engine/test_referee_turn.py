"""A turn: whose it is, what comes first, what is drawn, taken and thrown, by ledger id."""

from __future__ import annotations

import pytest

from okey import InputError, RuleSet, derive, rule_set
from okey.moves import parse_move
from okey.referee import Refusal, apply, legal
from okey.rules.parameters import Opening, Take
from okey.table import Phase
from tests.engine.notation import B10, IN_101
from tests.engine.plays import after, position, refused, table, written

HAND = "R4 Y9 K2 B7"
RUNS = "0: K1 K2 K3 | 1: Y4 Y5 Y6"
MELDS = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"  # 101
OPENER = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K1 K2 R2 B2 Y3 Y5 R5 B5 K6 Y12 K12"
EVERY = (*IN_101, "classic")


@pytest.mark.parametrize("key", EVERY)
def test_the_turn_goes_to_the_right_with_the_discard_g_09_k_17(key: str) -> None:
    round_ = after(position(HAND, rules=key), "discard K2")
    assert (round_.turn.seat, round_.turn.phase) == (1, Phase.DRAW)
    assert [str(tile) for tile in round_.seats[0].discards] == ["K2"]
    assert round_.seats[0].turns == 4


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("move", ["1: discard K2", "2: draw", "3: take", "1: declare pairs"])
def test_nobody_moves_out_of_turn_g_14(key: str, move: str) -> None:
    assert "turn.order" in refused(position(HAND, rules=key), move)


@pytest.mark.parametrize("key", EVERY)
def test_a_turn_begins_with_a_tile_g_10(key: str) -> None:
    round_ = position(HAND, rules=key, phase="draw")
    assert refused(round_, "discard K2") == ["turn.draw-first"]


@pytest.mark.parametrize("key", EVERY)
def test_one_tile_is_drawn_in_a_turn_g_10(key: str) -> None:
    assert refused(position(HAND, rules=key), "draw") == ["turn.draw-once"]


def test_what_is_drawn_first_says_where_the_tile_came_from() -> None:
    round_ = after(position(HAND, rules="classic", discard="K5", phase="draw"), "take")
    (violation,) = legal(round_, parse_move("draw", B10))
    assert dict(violation.params) == {"source": "discard"}


@pytest.mark.parametrize("key", EVERY)
@pytest.mark.parametrize("move", ["draw", "take"])
def test_the_starter_gets_no_tile_in_the_first_turn_g_11_k_13_p_04(key: str, move: str) -> None:
    assert refused(position(HAND, rules=key, turns=0), move) == ["turn.starter-no-draw"]


@pytest.mark.parametrize("key", EVERY)
def test_all_that_is_wrong_is_named_in_the_order_of_the_rulebook(key: str) -> None:
    round_ = position(HAND, rules=key, phase="draw")
    assert refused(round_, "discard K13") == ["turn.draw-first", "turn.not-in-hand"]


@pytest.mark.parametrize("key", EVERY)
def test_a_refused_move_leaves_the_round_as_it_was_p_17(key: str) -> None:
    round_ = position(HAND, rules=key)
    done = apply(round_, parse_move("discard K13", B10))
    assert isinstance(done, Refusal)
    assert done.violations[0].tiles == "K13"


@pytest.mark.parametrize("key", EVERY)
def test_a_seat_outside_the_table_is_malformed(key: str) -> None:
    with pytest.raises(InputError, match=r"notation\.move"):
        legal(position(HAND, rules=key), parse_move("4: draw", B10))


# Taking


@pytest.mark.parametrize("key", EVERY)
def test_only_the_last_discard_of_the_left_neighbour_is_taken_g_13_k_14(key: str) -> None:
    round_ = position(HAND, rules=key, discard="R2", phase="draw")
    (violation,) = legal(round_, parse_move("take K5", B10))
    assert (violation.rule, violation.tiles) == ("take.last-only", "K5")
    assert dict(violation.params) == {"thrown": "R2", "seat": 3}


def test_classic_takes_what_it_likes_k_03_x12() -> None:
    round_ = after(position(HAND, rules="classic", discard="K13", phase="draw"), "take; discard K2")
    assert round_.turn.seat == 1
    assert not round_.seats[3].discards


@pytest.mark.parametrize("key", IN_101)
def test_a_tile_without_use_is_not_even_taken_g_25_p_26_hd_5c(key: str) -> None:
    round_ = position(HAND, rules=key, discard="K13", phase="draw")
    assert refused(round_, "take") == ["take.must-use"]


@pytest.mark.parametrize("key", IN_101)
def test_who_opened_lays_the_tile_in_the_same_turn_hd_5(key: str) -> None:
    round_ = position("R9 K9 R2", RUNS, key, discard="Y7", phase="draw")
    assert table(after(round_, "take; add Y7 @2; discard R9"))[1] == "Y4 Y5 Y6 Y7"
    assert refused(round_, "take; discard R9") == ["take.must-use"]
    assert refused(round_, "take; discard Y7") == ["take.must-use"]


@pytest.mark.parametrize("key", IN_101)
def test_equal_tiles_are_interchangeable_ok_08(key: str) -> None:
    round_ = position("Y7 K9 R2", RUNS, key, discard="Y7", phase="draw")
    left = after(round_, "take; add Y7 @2; discard R2").seats[0].hand
    assert sorted(map(str, left or ())) == ["K9", "Y7"]


def test_the_guide_wants_the_tile_in_the_opening_itself_g_26_hd_5b() -> None:
    round_ = position(OPENER, rules="101-guide", discard="K9", phase="draw")
    assert written(after(round_, f"take; open {MELDS}")) == [("penalty.giver", 3, 101)]


def test_the_club_may_lay_the_tile_off_after_the_opening_hd_5b() -> None:
    opening = "K11 K12 K13 | R13 Y13 B13 K13 | R4 R5 R6"
    hand = "K11 K12 K13 R13 Y13 B13 K13 R4 R5 R6 Y9 B2 K2 Y2 B5 K8 R8 Y11 B3 K5 R1"
    club, guide = (
        position(hand, "1: Y4 Y5 Y6", key, discard="Y7", phase="draw")
        for key in ("101-club", "101-guide")
    )
    assert table(after(club, f"take; open {opening}; add Y7 @1; discard Y9"))[0] == "Y4 Y5 Y6 Y7"
    assert refused(club, f"take; open {opening}; discard Y9") == ["take.must-use"]
    assert refused(guide, "take") == ["take.must-use"]


@pytest.mark.parametrize(
    ("take", "moves", "rule"),
    [
        (Take(refused_early=False), "take; discard R9", "take.must-use"),
        (Take(must_use=False), "take; discard R9", None),
        (Take(opened_may_take=False), "take", "take.unavailable"),
    ],
)
def test_each_parameter_of_taking_changes_what_is_refused(
    take: Take, moves: str, rule: str | None
) -> None:
    house = derive(rule_set("101-club"), "house", take=take)
    round_ = position("R9 K9 R2", RUNS, house, discard="Y7", phase="draw")
    if rule is None:
        assert after(round_, moves).turn.seat == 1
    else:
        assert refused(round_, moves) == [rule]


def test_a_take_that_is_not_refused_early_is_refused_at_the_discard() -> None:
    house = derive(rule_set("101-club"), "house", take=Take(refused_early=False))
    round_ = position("R9 K9 R2", "0: K1 K2 K3", house, discard="B13", phase="draw")
    assert refused(round_, "take; discard R9") == ["take.must-use"]


# Opening


@pytest.mark.parametrize("key", IN_101)
def test_the_starter_may_open_in_the_first_turn_hd_19(key: str) -> None:
    round_ = after(position(OPENER + " K9", rules=key, turns=0), f"open {MELDS}; discard K1")
    assert [seat.opened for seat in round_.seats] == ["melds", None, None, None]
    assert round_.seats[0].opening_points == 101


def test_in_some_houses_the_starter_waits_a_turn() -> None:
    house = derive(rule_set("101-club"), "h", opening=Opening(101, 5, first_turn=False))
    assert refused(position(OPENER + " K9", rules=house, turns=0), f"open {MELDS}") == [
        "opening.first-turn"
    ]
    assert after(position(OPENER + " K9", rules=house), f"open {MELDS}").table


@pytest.mark.parametrize("key", IN_101)
def test_a_player_opens_once(key: str) -> None:
    round_ = position(OPENER + " K9", "0: K3 K4 K5", key)
    assert refused(round_, f"open {MELDS}") == ["opening.already-open"]


@pytest.mark.parametrize(
    ("opened", "melds", "legal_"),
    [
        ("- melds=100 - -", MELDS, True),
        ("- melds=101 - -", MELDS, False),
        ("- melds=101 - -", f"{MELDS} | K1 K2 K3", True),
        ("- pairs=9 - -", MELDS, True),
        ("- melds - -", MELDS, True),
    ],
)
def test_a_rising_opening_beats_the_highest_before_it_hd_32(
    opened: str, melds: str, legal_: bool
) -> None:
    house = derive(rule_set("101-club"), "h", opening=Opening(101, 5, rising=True))
    hand = OPENER.replace("Y12", "K3") + " K9"
    round_ = position(hand, "1: B4 B5 B6" if "melds" in opened else "", house, opened=opened)
    if legal_:
        assert after(round_, f"open {melds}").seats[0].opened == "melds"
    else:
        assert refused(round_, f"open {melds}") == ["opening.rising"]


@pytest.mark.parametrize("move", ["lay K1 K2 K3", "add K6 @1", "swap B5 @2"])
def test_in_some_houses_nothing_is_laid_beside_an_opening_hd_19(move: str) -> None:
    opening = Opening(101, 5, with_lay_off=False)
    house: RuleSet = derive(rule_set("101-club"), "h", opening=opening)
    hand = OPENER.replace("Y12", "K3") + " K9"
    round_ = position(hand, "1: K3 K4 K5 | 1: B4 * B6".replace("K3 K4 K5", "K7 K8 *"), house)
    found = refused(round_, f"open {MELDS}; {move}")
    assert "opening.alone" in found

"""How a round ends, by ledger id."""

from __future__ import annotations

import pytest

from okey import derive, rule_set
from okey.endings import Finish
from okey.rules.parameters import Countdown, Declaring, Ending
from okey.table import Phase, Round
from tests.engine.notation import IN_101
from tests.engine.plays import after, position, refused, written

OWN = "0: K1 K2 K3"
MELDS = "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1"
HAND = MELDS.replace("| ", "")
PAIRS = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13"
NINE = PAIRS.removesuffix(" Y13 Y13")
EMPTY = {"stock": 0, "phase": "draw"}


def scores(round_: Round) -> tuple[int, ...]:
    assert round_.result is not None
    return round_.result.scores


@pytest.mark.parametrize(
    ("key", "expected"),
    [("101-guide", -101), ("101-club", -101), ("101-siler", -101)],
)
def test_the_last_tile_thrown_to_the_middle_finishes_g_32_p_40_s_09(
    key: str, expected: int
) -> None:
    round_ = after(position("Y2 Y3 Y4 R9", OWN, key), "lay Y2 Y3 Y4; discard R9")
    assert round_.over
    assert round_.finish == Finish(0, first_to_open=True)
    assert str(round_.closing) == "R9"
    assert round_.seats[0].discards == ()
    assert scores(round_) == (expected, 202, 202, 202)


@pytest.mark.parametrize("key", IN_101)
def test_nothing_is_moved_after_the_end(key: str) -> None:
    round_ = after(position("R9", OWN, key), "discard R9")
    for move in ("discard R9", "1: draw", "pass", "2: take indicator", "open R4 R5 R6"):
        assert refused(round_, move) == ["turn.order"]


@pytest.mark.parametrize("key", IN_101)
def test_nobody_shows_a_hand_where_melds_are_laid(key: str) -> None:
    found = refused(position("Y9 B9 K9 R8", OWN, key), "finish R8 Y9 B9 K9")
    assert found == ["finish.unavailable"]


# The stock runs out


@pytest.mark.parametrize("key", ["101-club", "101-siler", "classic"])
def test_the_round_is_over_when_a_discard_finds_the_stock_empty(key: str) -> None:
    round_ = after(position("R9 K6 Y4", rules=key, stock=0), "discard R9")
    assert round_.turn.phase is Phase.OVER
    assert round_.finish is None
    assert refused(round_, "1: draw") == ["turn.order"]


def test_the_guide_waits_for_a_hand_that_nobody_knows_g_31() -> None:
    round_ = after(position("R9 K6 Y4", rules="101-guide", stock=0), "discard R9")
    assert (round_.turn.seat, round_.turn.phase, round_.turn.last) == (1, Phase.DRAW, True)
    assert refused(round_, "1: draw") == ["draw.stock-empty"]
    assert after(round_, "1: pass").over


def test_the_indicator_finishes_or_stays_g_31() -> None:
    round_ = position("B8 B9 Y4", OWN, "101-guide", **EMPTY)
    done = after(round_, "take indicator; lay B8 B9 B10; discard Y4")
    assert done.finish is not None
    assert refused(position("B8 B9 Y4 K6", OWN, "101-guide", **EMPTY), "take indicator") == [
        "indicator.only-to-finish"
    ]
    early = position("B8 B9 Y4", OWN, "101-guide", stock=3, phase="draw")
    assert refused(early, "take indicator") == ["indicator.stock-left"]


def test_the_indicator_taken_is_laid_and_not_thrown_hd_30() -> None:
    round_ = position("B8 B9 Y4", OWN, "101-guide", **EMPTY)
    assert refused(round_, "take indicator; discard Y4") == ["indicator.only-to-finish"]
    with_k4 = position("B8 B9 K4 Y4", OWN, "101-guide", **EMPTY)
    found = refused(with_k4, "take indicator; lay B8 B9 B10; discard Y4")
    assert found == ["indicator.only-to-finish"]
    # A hand that could only throw the indicator is no finish.
    assert refused(position("Y2 Y3 Y4", OWN, "101-guide", **EMPTY), "take indicator") == [
        "indicator.only-to-finish"
    ]


def test_with_the_stock_empty_a_take_must_finish_hd_30() -> None:
    round_ = position("Y9 B9 K4 R8", OWN, "101-guide", discard="K9", **EMPTY)
    done = after(round_, "take; lay Y9 B9 K9; add K4 @1; discard R8")
    assert written(done) == [("penalty.giver", 3, 101)]
    assert refused(round_, "take; lay Y9 B9 K9; discard R8") == ["finish.incomplete"]
    assert refused(round_, "take; discard R8") == ["take.must-use", "finish.incomplete"]
    lone = position("Y9 B9 R2 R8", OWN, "101-guide", discard="K9", **EMPTY)
    assert refused(lone, "take") == ["take.must-use"]


@pytest.mark.parametrize(
    ("ending", "moves", "rule"),
    [
        (Ending(indicator=True), "take", "take.unavailable"),
        (Ending(discard=True), "take indicator", "indicator.unavailable"),
    ],
)
def test_each_way_to_end_is_a_parameter(ending: Ending, moves: str, rule: str) -> None:
    house = derive(rule_set("101-guide"), "house", ending=ending)
    assert rule in refused(position("Y9 B9 R8", OWN, house, discard="K9", **EMPTY), moves)


def test_without_either_the_round_is_over_with_the_discard() -> None:
    house = derive(rule_set("101-guide"), "house", ending=Ending())
    assert after(position("R9 K6 Y4", rules=house, stock=0), "discard R9").over


@pytest.mark.parametrize("key", [*IN_101, "classic"])
def test_nobody_passes_where_nothing_waits(key: str) -> None:
    assert refused(position("R9 K6", rules=key, phase="draw"), "pass") == ["turn.order"]


# Ten pairs


@pytest.mark.parametrize(
    ("hand", "phase", "okey", "closing"),
    [
        (f"{PAIRS} K7", "draw", False, "K7"),
        (f"{PAIRS} K7 R9", "play", False, "K7"),
        (f"{NINE} Y13 * R9", "play", False, "R9"),
        (f"{PAIRS} *", "draw", True, "*"),
        (f"{PAIRS} * K7", "play", True, "*"),
        (f"{NINE} K7 R9 * *", "play", True, "*"),
        (f"{NINE} F F R9", "draw", False, "R9"),
        (f"{NINE} * * R9", "draw", True, "*"),
    ],
)
def test_ten_pairs_win_at_once_g_34_hd_7(hand: str, phase: str, okey: bool, closing: str) -> None:
    round_ = after(position(hand, rules="101-guide", phase=phase), "declare pairs")
    assert round_.finish is not None
    assert (round_.finish.by, round_.finish.okey_last) == ("pairs", okey)
    assert str(round_.closing) == closing
    assert scores(round_)[:2] == ((-404, 808) if okey else (-202, 404))


def test_nine_pairs_do_not_win_g_34() -> None:
    round_ = position(f"{NINE} K7 R9 Y4", rules="101-guide", phase="draw")
    assert refused(round_, "declare pairs") == ["declare.pairs"]


def test_the_tile_taken_lies_in_a_pair_and_its_giver_pays_hd_7() -> None:
    tenth = position(f"{NINE} Y13 R9 B1", rules="101-guide", discard="Y13", phase="draw")
    assert written(after(tenth, "take; declare pairs")) == [("penalty.giver", 3, 101)]
    spare = derive(rule_set("101-guide"), "house", take=rule_set("classic").take)
    other = position(f"{PAIRS} R9", rules=spare, discard="B1", phase="draw")
    assert refused(other, "take; declare pairs") == ["take.must-use"]
    assert after(other, "declare pairs").over


def test_an_okey_left_over_doubles_only_where_the_rule_set_says_so() -> None:
    declaring = Declaring(okey_left_doubles=False)
    house = derive(rule_set("101-guide"), "house", declaring=declaring)
    round_ = after(position(f"{PAIRS} *", rules=house, phase="draw"), "declare pairs")
    assert scores(round_) == (-202, 404, 404, 404)
    five = derive(rule_set("101-guide"), "five", declaring=Declaring(pairs=5))
    assert after(position(f"{PAIRS} K7", rules=five, phase="draw"), "declare pairs").over


@pytest.mark.parametrize("key", ["101-club", "101-siler", "classic"])
def test_only_the_guide_declares_p_39(key: str) -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5"
    assert refused(position(hand, rules=key), "declare pairs") == ["declare.unavailable"]


# Classic


def test_fourteen_tiles_shown_and_one_face_down_k_24_k_33() -> None:
    round_ = position(f"{HAND} B2", rules="classic", indicator="Y6")
    done = after(round_, f"finish B2 {MELDS}")
    assert done.finish == Finish(0)
    assert str(done.closing) == "B2"
    assert scores(done) == (0, -2, -2, -2)


@pytest.mark.parametrize(
    ("melds", "rules"),
    [
        (MELDS.replace("K13 K1", "K13"), ["finish.incomplete"]),
        (MELDS.replace("K13 K1", "K13 K2"), ["run.gap", "turn.not-in-hand", "finish.incomplete"]),
        (MELDS.replace("B9 R9 K9", "B9 R9 K10"), None),
        ("R4 R4 | R5 R5", ["turn.not-in-hand", "finish.incomplete"]),
    ],
)
def test_anything_else_is_no_finish_k_24(melds: str, rules: list[str] | None) -> None:
    found = refused(position(f"{HAND} B2", rules="classic", indicator="Y6"), f"finish B2 {melds}")
    assert "finish.incomplete" in found
    assert rules is None or (set(found) >= {"finish.incomplete"} and found == rules)


def test_a_finish_uses_each_tile_once() -> None:
    round_ = position(f"{HAND} B2", rules="classic", indicator="Y6")
    assert refused(round_, f"finish R4 {MELDS}") == ["turn.not-in-hand"]


BOTH = "R4 R5 R6 R7 | R4 R5 R6 R7 | B1 B2 B3 | B1 B2 B3"
TWICE = "R4 R4 | R5 R5 | R6 R6 | R7 R7 | B1 B1 | B2 B2 | B3 B3"


@pytest.mark.parametrize(
    ("both_ways", "melds", "by"),
    [
        ("pairs", BOTH, "pairs"),
        ("pairs", TWICE, "pairs"),
        ("melds", BOTH, "melds"),
        ("melds", TWICE, "melds"),
    ],
)
def test_a_hand_that_is_both_counts_as_the_rule_set_says_k_35_hd_20(
    both_ways: str, melds: str, by: str
) -> None:
    scoring = Countdown(both_ways="pairs" if both_ways == "pairs" else "melds")
    house = derive(rule_set("classic"), "house", scoring=scoring)
    hand = f"{BOTH.replace('| ', '')} K9"
    done = after(position(hand, rules=house), f"finish K9 {melds}")
    assert done.finish is not None
    assert done.finish.by == by
    assert scores(done)[1] == (-4 if by == "pairs" else -2)


@pytest.mark.parametrize(("turns", "shown"), [(0, 1), (1, 1)])
def test_the_twin_is_shown_in_the_first_turn_k_30_k_31(turns: int, shown: int) -> None:
    round_ = position("B10 K2 R9", rules="classic", turns=turns)
    if turns:
        assert refused(round_, "show indicator") == ["show.first-turn"]
    else:
        done = after(round_, "show indicator")
        assert written(done) == [("score.indicator-shown", 0, -shown)]
        assert refused(done, "show indicator") == ["show.twin"]


def test_only_the_twin_itself_is_shown_k_30() -> None:
    assert refused(position("* K2 R9", rules="classic", turns=0), "show indicator") == ["show.twin"]
    none = derive(rule_set("classic"), "house", scoring=Countdown(shown=0))
    assert refused(position("B10 K2", rules=none, turns=0), "show indicator") == [
        "show.unavailable"
    ]

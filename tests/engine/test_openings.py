"""Openings, finishes and the hand that they are laid from."""

from __future__ import annotations

import pytest

from okey import InputError
from tests.engine.notation import IN_101, fault, faults, judged

_101 = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
_98 = "* R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7"
_22 = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 R3 R4 K1 K2 K3 K4 B4 B5 B6"
_21_LAID = f"{_101} | R1 R2 R3 R4 | K1 K2 K3 | B4 B5 B6"
_22_LAID = f"{_101} | R1 R2 R3 R4 | K1 K2 K3 K4 | B4 B5 B6"
FOUR_PAIRS = "R3 R3 | B8 B8 | K1 K1 | K5 K5"
FIVE_PAIRS = f"{FOUR_PAIRS} | Y2 Y2"
WITH_PAIRS = ("101-club", "101-siler")


# Points


@pytest.mark.parametrize("rules", IN_101)
def test_101_points_open_and_100_do_not(rules: str) -> None:
    assert judged(_101, rules, "opening").legal
    verdict = judged("R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10", rules, "opening")
    assert fault(verdict) == "opening.points"
    assert verdict.points == 100
    assert verdict.violations[0].params == {"points": 100, "needed": 101, "missing": 1}
    assert verdict.violations[0].meld is None


def test_an_okey_stays_where_it_was_laid_even_if_elsewhere_it_would_open() -> None:
    assert judged(_98, as_="opening").points == 98
    assert judged(_98.replace("* R5 R6", "R5 R6 *"), as_="opening").points == 101


def test_an_illegal_meld_counts_nothing_and_spoils_an_opening() -> None:
    verdict = judged(f"{_101} | R2 R4 R6", as_="opening")
    assert (verdict.legal, verdict.points) == (False, 101)
    assert {violation.rule for violation in verdict.violations} == {"run.gap"}
    short = judged("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K2", as_="opening")
    assert faults(short) == ["meld.neither: B9 K2", "opening.points"]
    assert short.points == 74


def test_all_faults_of_all_melds_are_named_in_the_order_laid() -> None:
    verdict = judged("R12 R13 R1 | R5 R5 B5 | R7 R8", as_="opening")
    assert [(violation.meld, violation.rule) for violation in verdict.violations] == [
        (0, "run.no-wrap"),
        (1, "group.colour-twice"),
        (2, "meld.too-short"),
        (2, "pair.identical"),
        (None, "opening.points"),
    ]


# Pairs


@pytest.mark.parametrize("rules", WITH_PAIRS)
def test_five_pairs_are_a_minimum(rules: str) -> None:
    assert judged(FIVE_PAIRS, rules, "opening").legal
    assert judged(f"{FIVE_PAIRS} | R9 R9 | Y13 *", rules, "opening").legal
    verdict = judged(FOUR_PAIRS, rules, "opening")
    assert fault(verdict) == "opening.pairs"
    assert verdict.violations[0].params == {"pairs": 4, "needed": 5, "missing": 1}


def test_an_unequal_pair_does_not_count() -> None:
    assert faults(judged(f"{FOUR_PAIRS} | R4 B4", as_="opening")) == [
        "meld.too-short: R4 B4",
        "pair.identical: R4 B4",
        "opening.pairs",
    ]
    assert faults(judged(f"{FOUR_PAIRS} | pair: R4 B4", as_="opening")) == [
        "pair.identical: R4 B4",
        "opening.pairs",
    ]


@pytest.mark.parametrize("rules", WITH_PAIRS)
@pytest.mark.parametrize("melds", [f"{FOUR_PAIRS} | R10 R11 R12", f"{_101} | R3 R3"])
def test_pairs_and_runs_do_not_open_together(rules: str, melds: str) -> None:
    assert (
        fault(judged(melds, rules, "opening"))
        == "opening.mixed: R3 R3 " + melds.split(" | ")[4 if melds.startswith("R3") else 0]
    )


def test_in_the_guide_pairs_open_nothing() -> None:
    verdict = judged(FIVE_PAIRS, "101-guide", "opening")
    assert fault(verdict) == "opening.pairs-unavailable: R3 R3"
    assert verdict.points == 0
    assert faults(judged(f"{_101} | R3 R3", "101-guide", "opening")) == [
        "opening.pairs-unavailable: R3 R3",
        "opening.mixed: R3 R3 R10 R11 R12 R13",
    ]
    assert judged(FIVE_PAIRS, "101-guide").legal


def test_in_the_guide_runs_beside_pairs_still_need_101_points() -> None:
    assert "opening.points" in faults(judged("R3 R3 | R10 R11 R12", "101-guide", "opening"))


def test_classic_lays_nothing() -> None:
    assert fault(judged(_101, "classic", "opening")) == "lay.unavailable"


# The hand


@pytest.mark.parametrize("rules", IN_101)
def test_an_opening_keeps_a_tile_to_throw(rules: str) -> None:
    assert judged(_21_LAID, rules, "opening", hand=_22).legal
    assert fault(judged(_22_LAID, rules, "opening", hand=_22)) == "opening.keep-discard"
    eleven = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9"
    assert fault(judged(_101, rules, "opening", hand=eleven)) == "opening.keep-discard"


def test_twenty_two_tiles_laid_leave_nothing_in_any_hand() -> None:
    assert judged(_21_LAID, as_="opening").legal
    assert fault(judged(_22_LAID, as_="opening")) == "opening.keep-discard"


@pytest.mark.parametrize(
    ("melds", "hand", "tiles"),
    [
        ("Y9 B9 K9", "Y9 B9 K10", "K9"),
        ("R7 Y7 B7 | R7 R8 R9", "R7 Y7 B7 R8 R9 K1", "R7"),
        ("R5 * R7", "R5 F R7", "*"),
        ("B9 B10 F", "B9 B10 *", "F"),
        ("R1 R2 R3", "K1 K2 K3", "R1 R2 R3"),
    ],
)
@pytest.mark.parametrize("rules", [*IN_101, "classic"])
def test_only_tiles_of_the_hand_are_laid(rules: str, melds: str, hand: str, tiles: str) -> None:
    assert fault(judged(melds, rules, hand=hand)) == f"turn.not-in-hand: {tiles}"


def test_the_printed_face_of_the_okey_in_a_hand_is_an_okey() -> None:
    assert judged("R5 * R7", hand="R5 B11 R7").legal
    assert judged("R5 B11 R7", hand="R5 * R7").legal


# Finishing by laying out


@pytest.mark.parametrize("rules", IN_101)
def test_a_101_finish_is_an_opening_that_leaves_one_tile(rules: str) -> None:
    assert judged(_21_LAID, rules, "finish", hand=_22).legal
    short = judged(f"{_101} | R1 R2 R3 R4 | K1 K2 K3", rules, "finish", hand=_22)
    assert fault(short) == "finish.incomplete: K4 B4 B5 B6"
    assert short.violations[0].params == {"tiles": 18, "left": 4}


def test_a_101_finish_with_nothing_left_keeps_no_discard() -> None:
    assert faults(judged(_22_LAID, as_="finish", hand=_22)) == [
        "opening.keep-discard",
        "finish.incomplete",
    ]


def test_a_101_finish_needs_101_points() -> None:
    runs = "R1 R2 R3 R4 R5 R6 R7 | Y1 Y2 Y3 Y4 Y5 Y6 Y7 | K1 K2 K3 K4 K5 K6 K7"
    hand = runs.replace("|", "") + " B13"
    assert fault(judged(runs, as_="finish", hand=hand)) == "opening.points"


@pytest.mark.parametrize("rules", IN_101)
def test_a_101_finish_without_a_hand_is_malformed(rules: str) -> None:
    with pytest.raises(InputError, match=r"input\.field at hand"):
        judged(_21_LAID, rules, "finish")


# Finishing by showing


FOURTEEN = "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1"
SEVEN_PAIRS = f"{FIVE_PAIRS} | R9 R9 | Y13 *"


@pytest.mark.parametrize(
    "melds",
    [
        FOURTEEN,
        SEVEN_PAIRS,
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1",
        "R4 R5 * | B9 R9 K9 Y9 | Y1 Y2 Y3 | K10 K11 K12 K13",
    ],
)
def test_classic_shows_fourteen_tiles_in_melds_or_seven_pairs(melds: str) -> None:
    assert judged(melds, "classic", "finish").legal
    hand = melds.replace("|", "")
    assert judged(melds, "classic", "finish", hand=hand).legal
    assert judged(melds, "classic", "finish", hand=hand + " B2").legal


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        (FOURTEEN.replace("K13 K1", "K13"), ["finish.incomplete"]),
        (FOURTEEN + " | B2 B3 B4", ["finish.incomplete"]),
        (FOURTEEN + " | B2", ["meld.too-short: B2", "finish.incomplete: B2"]),
        (
            FOURTEEN.replace("K13 K1", "K13 K2"),
            ["run.gap: K2 K10", "finish.incomplete: K10 K11 K12 K13 K2"],
        ),
        (FIVE_PAIRS, ["finish.incomplete"]),
        (f"{FIVE_PAIRS} | R9 R9", ["finish.incomplete"]),
        (
            f"{FIVE_PAIRS} | R9 R9 | Y13 B13",
            ["meld.too-short: Y13 B13", "pair.identical: Y13 B13", "finish.incomplete: Y13 B13"],
        ),
        (
            "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 | R7 R7",
            ["finish.incomplete: R7 R7"],
        ),
    ],
)
def test_classic_is_not_finished_with_less_or_a_mixture(melds: str, expected: list[str]) -> None:
    assert faults(judged(melds, "classic", "finish")) == expected


def test_a_classic_finish_is_made_of_the_hand() -> None:
    hand = FOURTEEN.replace("|", "").replace("B9", "B8")
    assert fault(judged(FOURTEEN, "classic", "finish", hand=hand)) == "turn.not-in-hand: B9"


# Counting


@pytest.mark.parametrize(
    ("melds", "at"),
    [
        ("R8 R8 R8", "R8"),
        ("R7 R8 R9 | R7 Y7 B7 | R6 R7 R8", "R7"),
        ("B9 B10 * | R10 Y10 B10", "B10"),
        ("* * | R5 *", "*"),
        ("B10 B11 B12 | B11 *", "*"),
        ("F F | B9 B10 F", "F"),
    ],
)
def test_more_than_two_of_a_face_are_malformed_and_the_indicator_counts(
    melds: str, at: str
) -> None:
    with pytest.raises(InputError) as error:
        judged(melds)
    assert (error.value.code, error.value.at) == ("count.face", f"melds: {at}")


def test_two_equal_tiles_in_two_melds_exist() -> None:
    assert judged("R7 R8 R9 | R7 Y7 B7").legal
    assert judged("B9 B10 *").legal

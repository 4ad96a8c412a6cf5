"""Kinds about single melds: the okey, what is a meld, what an okey stands for, what melds count."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import pytest

from okey.judge import judge
from okey.rules.rulesets import RULE_SETS, rule_set
from puzzles import gates
from puzzles.kinds.registry import KINDS
from puzzles.kinds.valid_meld import REASONS
from tests.puzzles.asking import asked, is_right, outcome, right, tags
from tests.puzzles.kinds import some

ALL = tuple(RULE_SETS)
IN_101 = ("101-guide", "101-club", "101-siler")
every_rule_set = pytest.mark.parametrize("rules", ALL)
every_101 = pytest.mark.parametrize("rules", IN_101)


# Read the okey

FACES = ("R1", "R12", "R13", "Y1", "F")


@every_rule_set
def test_the_okey_is_one_higher_and_after_13_comes_1(rules: str) -> None:
    high = asked("read-okey", rules, indicator="R13", options=FACES, ask="okey")
    assert right(high) == ("R1",)
    low = asked("read-okey", rules, indicator="B10", options=("B9", "B10", "B11", "F"), ask="okey")
    assert right(low) == ("B11",)
    for wrong in ("B9", "B10", "F"):
        assert not is_right(low, wrong)
        assert outcome(low, wrong).rules[0] == "okey.face"


@every_rule_set
def test_a_false_okey_bears_the_okeys_face_and_is_not_any_tile(rules: str) -> None:
    exercise = asked("read-okey", rules, options=("B10", "B11", "B12", "anything"), ask="false")
    assert right(exercise) == ("B11",)
    assert not is_right(exercise, "anything")
    assert not is_right(exercise, "B10")


@every_rule_set
@pytest.mark.parametrize(
    ("tile", "meaning"),
    [("B11", "wild"), ("F", "face"), ("B10", "itself"), ("R11", "itself"), ("B12", "itself")],
)
def test_only_the_okeys_own_tiles_are_wild(rules: str, tile: str, meaning: str) -> None:
    options = ("wild", "face", "itself")
    exercise = asked("read-okey", rules, options=options, values={"tile": tile}, ask="held")
    assert right(exercise) == (meaning,)


@every_rule_set
def test_all_positions_are_enumerated_once_up_to_colours(rules: str) -> None:
    found = gates.enumerated(KINDS["read-okey"], rules)
    assert found is not None
    assert len(found) == 221
    asks = {exercise.ask for _, exercise in found}
    assert asks == {"okey", "false", "held", "risk" if rules == "101-guide" else "redraw"}
    assert {exercise.indicator.number for _, exercise in found} == set(range(1, 14))


def test_themes_of_reading_the_okey() -> None:
    def seen(indicator: str, ask: str, tile: str = "") -> set[str]:
        values = {"tile": tile} if tile else {}
        options = ("wild", "face", "itself") if tile else ("R1", "R13")
        return tags(
            asked(
                "read-okey",
                "101-club",
                indicator=indicator,
                options=options,
                values=values,
                ask=ask,
            )
        )

    assert seen("R13", "okey") == {"thirteen"}
    assert seen("R12", "okey") == set()
    assert seen("R12", "false") == {"false-okey"}
    assert seen("R12", "held", "F") == {"false-okey", "in-hand"}
    assert seen("R12", "held", "R12") == {"in-hand"}


# Valid or not


def meld(rules: str, laid: str, indicator: str = "B10") -> str:
    """The right answer about a meld, all reasons being offered."""
    reasons = [rule for rule in REASONS if rule in rule_set(rules).rules]
    exercise = asked("valid-meld", rules, laid=laid, indicator=indicator, options=("yes", *reasons))
    (answer,) = right(exercise)
    assert is_right(exercise, answer)
    for other in exercise.options:
        assert is_right(exercise, other) is (other == answer)
    return answer


@every_101
def test_in_101_a_1_is_the_lowest_tile_of_a_run(rules: str) -> None:
    assert meld(rules, "K12 K13 K1") == "run.no-wrap"
    assert meld(rules, "K1 K2 K3") == "yes"
    assert meld(rules, "K12 * K1") == "run.no-wrap"
    assert meld(rules, "K12 K13 *") == "yes"


def test_in_classic_okey_a_run_may_end_with_the_1_after_the_13_and_not_go_on() -> None:
    assert meld("classic", "K12 K13 K1") == "yes"
    assert meld("classic", "K10 K11 K12 K13 K1") == "yes"
    assert meld("classic", "K13 K1 K2") == "run.wrap-end"
    assert meld("classic", "K12 * K1") == "yes"


@every_rule_set
def test_a_false_okey_is_no_joker(rules: str) -> None:
    assert meld(rules, "B9 B10 F") == "yes"
    answer = meld(rules, "R4 F R6")
    assert answer != "yes"
    exercise = asked("valid-meld", rules, laid="R4 F R6", options=("yes", answer))
    assert outcome(exercise, "yes").rules[0] == "okey.false"
    assert "false-as-okey" in tags(exercise)
    assert meld(rules, "R11 F F") == "group.colour-twice"


@every_rule_set
@pytest.mark.parametrize(
    ("laid", "answer"),
    [
        ("R8 R8 B8", "group.colour-twice"),
        ("R8 K8 B8 Y8", "yes"),
        ("R8 K8 B8 Y8 *", "group.too-long"),
        ("R7 R8 R10", "run.gap"),
        ("R7 R8 * R10", "yes"),
        ("R5 R6", "meld.too-short"),
        ("R8 * *", "yes"),
    ],
)
def test_groups_runs_and_gaps(rules: str, laid: str, answer: str) -> None:
    assert meld(rules, laid) == answer


@every_rule_set
def test_a_meld_that_stands_does_so_in_every_order(rules: str) -> None:
    for tiles in (("R7", "R8", "R9", "R10"), ("R13", "Y13", "K13"), ("R5", "*", "R7")):
        for order in permutations(tiles):
            assert meld(rules, " ".join(order)) == "yes"


@every_rule_set
def test_every_position_breaks_one_rule_at_most_and_both_answers_come(rules: str) -> None:
    sides = set()
    for one in some("valid-meld", rules, count=30):
        verdict = judge(one.exercise.laid, rules=rule_set(rules), indicator=one.exercise.indicator)
        named = {violation.rule for violation in verdict.violations} - {"pair.identical"}
        assert one.right == (tuple(named) or ("yes",))
        sides.add(one.right == ("yes",))
    assert sides == {True, False}


def test_themes_of_melds() -> None:
    def seen(laid: str, rules: str = "101-club") -> set[str]:
        return tags(asked("valid-meld", rules, laid=laid, options=("yes", *REASONS)))

    assert "wrap" in seen("K12 K13 K1")
    assert "wrap" in seen("K1 K2 K12")
    assert "wrap" not in seen("K1 K2 K3")
    assert "wrap" not in seen("K1 R1 Y1")
    assert {"one-okey"} == seen("R4 * R6")
    assert {"two-okeys"} == seen("R4 * * R7")
    assert {"false-okey"} == seen("B9 B10 F")
    assert "long-run" in seen("R1 R2 R3 R4 R5 R6")
    assert "long-run" not in seen("R1 R2 R3 R4 R5")
    assert "colour-twice" in seen("R8 R8 B8")
    assert "colour-twice" not in seen("R8 Y8 B8")
    assert "false-as-okey" not in seen("B9 B10 F")


# What does the okey stand for?


def faces(rules: str, laid: str, indicator: str = "B10") -> str:
    exercise = asked(
        "okey-stands-for", rules, laid=laid, indicator=indicator, options=("R4", "R5", "R7")
    )
    (found,) = right(exercise)
    return found


@every_rule_set
@pytest.mark.parametrize(
    ("laid", "stands"),
    [
        ("R5 R6 *", "R7"),
        ("* R5 R6", "R4"),
        ("R5 * R7", "R6"),
        ("R4 * * R7", "R5 R6"),
        ("R8 Y8 B8 *", "K8"),
        ("R8 B8 *", "Y8 K8"),
        ("group: R8 * *", "Y8 B8 K8"),
        ("run: R8 * *", "R9 R10"),
        ("* F B12", "B10"),
        ("B9 * F", "B10"),
        ("* R1 R2", "R3"),
    ],
)
def test_every_face_that_an_okey_may_stand_for(rules: str, laid: str, stands: str) -> None:
    assert faces(rules, laid) == stands


def test_behind_the_13_an_okey_is_the_1_in_classic_okey_alone() -> None:
    assert faces("classic", "R12 R13 *") == "R1"
    for rules in IN_101:
        assert faces(rules, "R12 R13 *") == "R11"


def test_one_colour_of_two_is_not_enough_and_the_order_of_an_answer_does_not_count() -> None:
    options = ("R8", "Y8", "B7", "K8", "K9")
    exercise = asked("okey-stands-for", "101-club", laid="R8 B8 *", options=options)
    assert is_right(exercise, "Y8 K8")
    assert is_right(exercise, "K8 Y8")
    assert not is_right(exercise, "Y8")
    assert not is_right(exercise, "R8 Y8 K8")


def test_themes_of_what_an_okey_stands_for() -> None:
    def seen(laid: str) -> set[str]:
        return tags(asked("okey-stands-for", "101-club", laid=laid, options=("R4", "R7")))

    assert seen("R5 R6 *") == {"end-of-run"}
    assert seen("R5 * R7") == set()
    assert seen("R12 R13 *") == {"end-of-run", "out-of-order"}
    assert seen("R8 B8 *") == {"open-colour"}
    assert seen("R8 Y8 B8 *") == set()
    assert seen("R4 * * R7") == {"two-okeys"}
    assert seen("B9 * F") == {"false-okey"}


# What does a meld count?


@every_101
@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("R10 R11 * R13", 46),
        ("R12 R13 *", 36),
        ("B9 B10 F", 30),
        ("R8 B8 *", 24),
        ("* * R8", 24),
        ("run: R8 * *", 27),
        ("* R5 R6", 15),
        ("R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9", 101),
    ],
)
def test_a_tile_counts_its_place(rules: str, laid: str, points: int) -> None:
    exercise = asked("meld-value", rules, laid=laid)
    assert right(exercise) == (str(points),)
    assert not is_right(exercise, str(points + 1))


def test_an_okey_that_is_left_out_is_told_from_the_rule_of_its_value() -> None:
    exercise = asked("meld-value", "101-club", laid="R10 R11 * R13")
    wrong = outcome(exercise, "34")
    assert not wrong.correct
    assert wrong.rules[0] == "okey.value"
    assert wrong.marks[0].position == 2


def test_melds_are_not_counted_where_nobody_opens() -> None:
    assert KINDS["meld-value"].rule_sets == IN_101


def test_themes_of_what_melds_count() -> None:
    def seen(laid: str) -> set[str]:
        return tags(asked("meld-value", "101-club", laid=laid))

    assert seen("R5 R6 *") == {"one-okey", "end-of-run"}
    assert seen("R5 * R7") == {"one-okey"}
    assert seen("R12 R13 *") == {"one-okey", "end-of-run", "stays-low"}
    assert seen("R13 Y13 *") == {"one-okey"}
    assert seen("B9 B10 F | R4 * * R7") == {"two-okeys", "false-okey", "more-melds"}


@pytest.mark.parametrize("key", ["valid-meld", "okey-stands-for", "meld-value"])
def test_there_are_thousands_of_single_melds(key: str) -> None:
    kind, rules = KINDS[key], rule_set("101-club")
    proposals = (kind.generate(rules, f"many/{at}", {}) for at in range(10_000))
    found = list(islice((one for one in proposals if one is not None), 1_000))
    assert len({one.shown for one in found}) > 950


def test_no_reason_is_offered_only_where_it_is_right() -> None:
    offered, right = Counter[str](), Counter[str]()
    for one in some("valid-meld", "101-guide", count=250):
        offered.update(one.exercise.options)
        right.update(one.right)
    assert right["meld.neither"]
    assert all(right[reason] < offered[reason] for reason in offered)

"""Melds judged one by one: what they are read as, and what exactly is wrong with them."""

from __future__ import annotations

import pytest

from tests.engine.notation import fault, faults, judged, meld

# Runs


@pytest.mark.parametrize(
    ("text", "tiles", "points"),
    [
        ("R7 R8 R9", "R7 R8 R9", 24),
        ("R5 R6 *", "R5 R6 *=R7", 18),
        ("* R5 R6", "*=R4 R5 R6", 15),
        ("R5 * * R8", "R5 *=R6 *=R7 R8", 26),
        ("* R5 * R7", "*=R4 R5 *=R6 R7", 22),
        ("run: * R8 *", "*=R7 R8 *=R9", 24),
        ("R5 *=R6 R7", "R5 *=R6 R7", 18),
        ("B10 B11 B12", "B10 *=B11 B12", 33),
        ("B10 F B12", "B10 F B12", 33),
        ("R10 R11 B11=R12", "R10 R11 *=R12", 33),
    ],
)
def test_a_run_is_read_in_the_order_laid(text: str, tiles: str, points: int) -> None:
    verdict = meld(text)
    assert (verdict.kind, verdict.tiles, verdict.points) == ("run", tiles, points)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("Y9 Y8 Y7", "Y7 Y8 Y9"),
        ("R12 R13 *", "*=R11 R12 R13"),
        ("R12 * R13", "*=R11 R12 R13"),
        ("* R1 R2", "R1 R2 *=R3"),
        ("* K1 K2 K3", "K1 K2 K3 *=K4"),
        ("R6 * R5", "R5 R6 *=R7"),
        ("*=Y9 Y7 Y8", "Y7 Y8 *=Y9"),
        ("* *=Y9 Y7", "Y7 *=Y8 *=Y9"),
        ("R12 R13 * *", "*=R10 *=R11 R12 R13"),
        ("R9 R5 * R8 *", "R5 *=R6 *=R7 R8 R9"),
        ("R3 * R5 R2", "R2 R3 *=R4 R5"),
    ],
)
def test_where_the_order_laid_is_no_run_the_best_other_order_is_read(text: str, tiles: str) -> None:
    assert meld(text).tiles == tiles


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("Y12 Y13 *", "Y12 Y13 *=Y1"),
        ("R12 * R1", "R12 *=R13 R1"),
        ("run: * * R1", "*=R12 *=R13 R1"),
        ("run: R1 * *", "R1 *=R2 *=R3"),
        ("R1 R13 R12", "R12 R13 R1"),
        ("* R13 R12", "*=R11 R12 R13"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 *",
         "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 *=R1"),
    ],
)  # fmt: skip
def test_in_classic_the_slot_after_the_13_is_a_1(text: str, tiles: str) -> None:
    assert meld(text, "classic").tiles == tiles


def test_the_faces_stand_in_the_order_laid() -> None:
    assert meld("R12 * R13").faces == ("R12", "R11", "R13")
    assert meld("B10 F B12").faces == ("B10", "B11", "B12")
    assert meld("K8 * R8").faces == ("K8", "8", "R8")
    assert meld("* R8 K8 B8").faces == ("Y8", "R8", "K8", "B8")
    assert meld("R2 R4 R6").faces is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R3 R5 R9", ["run.gap: R3 R5", "run.gap: R5 R9"]),
        ("R3 * R5 R7", ["run.gap: R5 R7"]),
        ("R3 R5 * R7", ["run.gap: R3 R5"]),
        ("R3 R5 R7 *", ["run.gap: R5 R7"]),
        ("R3 * R6", ["run.gap: R3 R6"]),
        ("R5 R6 R6", ["run.gap: R6 R6"]),
        ("run: R5 R5 *", ["run.gap: R5 R5"]),
        ("R5 R5 R8", ["run.gap: R5 R5", "run.gap: R5 R8"]),
        ("B9 F F", ["run.gap: B9 F", "run.gap: F F"]),
        ("run: R7 B8 R9", ["run.colour: R7 B8"]),
        ("run: Y9 Y10 K11 Y12", ["run.colour: Y10 K11"]),
        ("run: R4 R5 B6 B7 K8", ["run.colour: B7 K8"]),
        ("run: R3 B5 R9", ["run.colour: R3 B5", "run.gap: R3 B5", "run.gap: B5 R9"]),
        ("run: R11 F R13", ["run.colour: R11 F", "run.gap: R11 F", "run.gap: F R13"]),
        ("run: R7 R8", ["meld.too-short: R7 R8"]),
        ("run: R7 R9", ["meld.too-short: R7 R9", "run.gap: R7 R9"]),
        ("run: R7", ["meld.too-short: R7"]),
        ("run: * *", ["meld.too-short: * *", "meld.all-okeys: * *"]),
        ("R5 *=R9 R7", ["meld.okey-face: *=R9", "run.gap: R5 R7", "run.gap: R7 *=R9"]),
        ("R5 R6 *=B7", ["meld.okey-face: *=B7", "run.colour: R6 *=B7"]),
    ],
)  # fmt: skip
def test_an_illegal_run_names_every_fault_with_its_tiles(text: str, expected: list[str]) -> None:
    verdict = judged(text)
    assert faults(verdict) == expected
    assert verdict.melds[0].kind == "run"
    assert verdict.points == 0


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("R12 R13 R1", "R13 R1"),
        ("R1 R12 R13", "R13 R1"),
        ("R13 R1 R2", "R13 R1"),
        ("R11 R12 R13 R1", "R13 R1"),
        ("R12 R13 R1 R2", "R13 R1"),
        ("B13 B1 B2 B3", "B13 B1"),
        ("R12 * R1", "* R1"),
        ("R13 * R2", "R13 *"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 *", "R13 *"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", "R13 R1"),
    ],
)
@pytest.mark.parametrize("rules", ["101-guide", "101-club", "101-siler"])
def test_in_101_nothing_follows_the_13(rules: str, text: str, tiles: str) -> None:
    assert fault(judged(text, rules)) == f"run.no-wrap: {tiles}"


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("K13 K1 K2", "K13 K1 K2"),
        ("R12 R13 R1 R2", "R13 R1 R2"),
        ("R13 * R2", "R13 * R2"),
        ("R2 R1 R13", "R13 R1 R2"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1 *", "R13 R1 *"),
    ],
)
def test_in_classic_a_1_after_the_13_ends_the_run(text: str, tiles: str) -> None:
    assert fault(judged(text, "classic")) == f"run.wrap-end: {tiles}"


def test_a_gap_beside_a_wrap_is_named_too() -> None:
    assert faults(judged("R13 R1 R3")) == ["run.gap: R1 R3", "run.no-wrap: R13 R1"]
    assert faults(judged("R13 R1 R3", "classic")) == ["run.gap: R1 R3", "run.wrap-end: R13 R1 R3"]
    assert faults(judged("R11 R13 R1", "classic")) == ["run.gap: R11 R13"]
    assert faults(judged("R1 R11 R13", "classic")) == ["run.gap: R11 R13"]
    assert faults(judged("R1 R5 R13")) == ["run.gap: R1 R5", "run.gap: R5 R13"]


def test_a_gap_says_what_is_missing() -> None:
    (gap,) = judged("R3 * R7").violations
    assert gap.params == {"low": 3, "high": 7, "missing": "4 5 6"}
    assert (gap.meld, gap.positions) == (0, (0, 2))


def test_a_wrap_names_the_13_before_the_1_wherever_they_lie() -> None:
    (wrap,) = judged("R7 R8 R9 | R1 R12 R13").violations
    assert (wrap.meld, wrap.positions, wrap.tiles) == (1, (2, 0), "R13 R1")


# Groups


@pytest.mark.parametrize(
    ("text", "tiles", "points"),
    [
        ("R8 K8 B8", "R8 B8 K8", 24),
        ("K8 Y8 B8 R8", "R8 Y8 B8 K8", 32),
        ("* R9 B9", "R9 B9 *=9", 27),
        ("R8 B8 *=8", "R8 B8 *=8", 24),
        ("R8 B8 *=K8", "R8 B8 *=8", 24),
        ("R8 B8 *=R8", "R8 B8 *=8", 24),
        ("group: R8 * *", "R8 *=8 *=8", 24),
        ("R8 *=B8 *=B8", "R8 *=8 *=8", 24),
        ("R8 B8 K8 *", "R8 *=Y8 B8 K8", 32),
        ("R8 B8 * *", "R8 *=Y8 B8 *=K8", 32),
        ("R8 B8 * *=Y8", "R8 *=Y8 B8 *=K8", 32),
        ("R8 B8 *=8 *=8", "R8 *=Y8 B8 *=K8", 32),
        ("R11 Y11 F", "R11 Y11 F", 33),
        ("R11 F * Y11", "R11 Y11 F *=K11", 44),
    ],
)
def test_a_group_is_read_with_the_colours_that_are_settled(
    text: str, tiles: str, points: int
) -> None:
    verdict = meld(text)
    assert (verdict.kind, verdict.tiles, verdict.points) == ("group", tiles, points)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R8 R8 B8", ["group.colour-twice: R8 R8"]),
        ("B13 K13 R13 B13", ["group.colour-twice: B13 B13"]),
        ("R11 F F", ["group.colour-twice: F F"]),
        ("R5 R5 *", ["group.colour-twice: R5 R5"]),
        ("R8 R8 B8 B8", ["group.colour-twice: R8 R8", "group.colour-twice: B8 B8"]),
        ("R8 K8 B8 Y8 *", ["group.too-long: R8 K8 B8 Y8 *"]),
        ("R8 K8 B8 R8 Y8", ["group.colour-twice: R8 R8", "group.too-long: R8 K8 B8 R8 Y8"]),
        ("group: R9 B9 K10", ["group.number: B9 K10"]),
        ("group: R8 K9 *=R8", ["group.number: R8 K9"]),
        ("group: R8 K8", ["meld.too-short: R8 K8"]),
        ("group: * *", ["meld.too-short: * *", "meld.all-okeys: * *"]),
        ("R7", ["meld.too-short: R7"]),
        ("*", ["meld.too-short: *", "meld.all-okeys: *"]),
        ("R8 B8 K8 *=R8", ["meld.okey-face: *=R8", "group.colour-twice: R8 *=R8"]),
        ("R8 B8 *=Y8 *=Y8", ["meld.okey-face: *=Y8", "group.colour-twice: *=Y8 *=Y8"]),
        ("R8 B8 *=K9", ["meld.okey-face: *=K9", "group.number: B8 *=K9"]),
        ("R8 B8 *=9", ["meld.okey-face: *=9", "group.number: B8 *=9"]),
    ],
)
def test_an_illegal_group_names_every_fault_with_its_tiles(text: str, expected: list[str]) -> None:
    verdict = judged(text)
    assert faults(verdict) == expected
    assert verdict.melds[0].kind == "group"


# Pairs


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("R5 R5", "R5 R5"),
        ("F F", "F F"),
        ("* R3", "R3 *=R3"),
        ("R3 *", "R3 *=R3"),
        ("R3 *=R3", "R3 *=R3"),
        ("F *", "F *=B11"),
        ("* *", "*=B11 *=B11"),
        ("* *=R5", "*=R5 *=R5"),
        ("pair: * B11", "*=B11 *=B11"),
    ],
)
def test_a_pair_is_two_equal_tiles_and_has_no_points(text: str, tiles: str) -> None:
    verdict = meld(text)
    assert (verdict.kind, verdict.tiles, verdict.points) == ("pair", tiles, 0)


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("R7 R8", None, ["meld.too-short: R7 R8", "pair.identical: R7 R8"]),
        ("R5 B5", None, ["meld.too-short: R5 B5", "pair.identical: R5 B5"]),
        ("B10 F", None, ["meld.too-short: B10 F", "pair.identical: B10 F"]),
        ("pair: K7 K8", "pair", ["pair.identical: K7 K8"]),
        ("pair: R5", "pair", ["meld.too-short: R5"]),
        ("pair: R5 R5 *", "pair", ["pair.identical: R5 R5 *"]),
        ("pair: R5 R6 *", "pair", ["pair.identical: R5 R6"]),
        ("pair: R5 *=R6", "pair", ["meld.okey-face: *=R6", "pair.identical: R5 *=R6"]),
        (
            "*=R5 *=B5",
            None,
            ["meld.too-short: *=R5 *=B5", "meld.okey-face: *=R5", "pair.identical: *=R5 *=B5"],
        ),
    ],
)
def test_two_unequal_tiles_are_neither_pair_nor_meld(
    text: str, kind: str | None, expected: list[str]
) -> None:
    verdict = judged(text)
    assert faults(verdict) == expected
    assert verdict.melds[0].kind == kind


# Which of the three


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [
        ("R8 * *", "run", 27),
        ("* R8 *", "group", 24),
        ("* * R8", "group", 24),
        ("R12 * *", "group", 36),
        ("R13 * *", "group", 39),
        ("* * R2", "run", 9),
        ("R8 *=R9 *", "run", 27),
        ("R8 *=B8 *", "group", 24),
        ("R8 *=8 *", "group", 24),
        ("R8 *=R8 *", "group", 24),
    ],
)
def test_of_two_kinds_the_higher_total_wins_and_then_the_group(
    text: str, kind: str, points: int
) -> None:
    verdict = meld(text)
    assert (verdict.kind, verdict.points) == (kind, points)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("R3 R5 R9", "run"),
        ("R5 R5 *", "group"),
        ("R5 R5 R6", "run"),
        ("R9 B9 K9 Y9 *", "group"),
        ("R5 *=B6 R7", "run"),
        ("R8 *=R9 *=R11", "run"),
        ("R3 B5 K9", None),
        ("R9 R10 B9", None),
        ("Y9 B9 K2", None),
    ],
)
def test_an_illegal_meld_is_judged_as_what_it_is_nearest_to(text: str, kind: str | None) -> None:
    assert meld(text).kind == kind


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("R3 B5 K9", "R3 B5"),
        ("R9 R10 B9", "R10 B9"),
        ("Y9 B9 K2", "B9 K2"),
        ("R9 B9 R10 *", "B9 R10"),
    ],
)
def test_what_is_near_to_nothing_names_two_tiles_that_share_nothing(text: str, tiles: str) -> None:
    assert fault(judged(text)) == f"meld.neither: {tiles}"


def test_each_meld_is_judged_on_its_own() -> None:
    verdict = judged("R7 R8 R9 | R5 R5 B5")
    assert [one.legal for one in verdict.melds] == [True, False]
    assert verdict.points == 24
    assert [violation.meld for violation in verdict.violations] == [1]


def test_the_same_tiles_are_read_anew_in_every_rule_set_and_kind() -> None:
    for _ in range(2):
        assert meld("R12 R13 R1", "101-club").legal is False
        assert meld("R12 R13 R1", "classic").legal is True
        assert meld("run: R12 R13 R1", "classic").points == 26
        assert meld("group: R12 R13 R1", "classic").legal is False


def test_a_number_alone_outside_a_group_is_malformed() -> None:
    for text in ("R7 *=8 R9", "run: R7 *=8 R9", "R8 *=8", "pair: R8 *=8", "R7 *=8 B8"):
        with pytest.raises(ValueError, match=r"notation\.tile at melds: \*=8"):
            judged(text)

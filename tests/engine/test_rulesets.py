"""Rule sets: four of them, and house rule sets, each parameter of which changes a verdict."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from okey import RULE_SETS, InputError, derive, rule_set
from okey.rules.model import As, HandSize, Opening, Runs, Showing
from okey.rules.rulesets import Parameters
from tests.engine.notation import faults, judged

CLUB, CLASSIC = rule_set("101-club"), rule_set("classic")
_101 = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
FIVE_PAIRS = "R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2"
SEVEN_PAIRS = f"{FIVE_PAIRS} | R9 R9 | Y13 Y13"


def test_there_are_four_rule_sets() -> None:
    assert list(RULE_SETS) == ["101-guide", "classic", "101-club", "101-siler"]
    assert all(rules.key == key for key, rules in RULE_SETS.items())


def test_an_unknown_rule_set_is_an_error() -> None:
    with pytest.raises(InputError) as error:
        rule_set("102")
    assert (error.value.code, error.value.at) == ("rules.unknown", "rules: 102")


def test_a_rule_set_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        CLUB.version = 2  # type: ignore[misc]


def test_a_rule_set_can_be_a_key() -> None:
    assert len({CLUB, CLASSIC, rule_set("101-club")}) == 2


@pytest.mark.parametrize(
    ("changes", "melds", "as_", "before", "after"),
    [
        ({"opening": Opening(points=102, pairs=5)}, _101, "opening", [], ["opening.points"]),
        ({"opening": Opening(points=101, pairs=6)}, FIVE_PAIRS, "opening", [], ["opening.pairs"]),
        (
            {"opening": Opening(points=101, pairs=None)},
            FIVE_PAIRS,
            "opening",
            [],
            ["opening.pairs-unavailable: R3 R3"],
        ),
        ({"runs": Runs(wrap_end=True)}, "K12 K13 K1", "melds", ["run.no-wrap: K13 K1"], []),
        (
            {"opening": None, "showing": Showing()},
            _101,
            "opening",
            [],
            ["lay.unavailable"],
        ),
        (
            {"hand": HandSize(21, 20)},
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 | B1 B2 B3 B4 B5 B6 B7 B8",
            "opening",
            [],
            ["opening.keep-discard"],
        ),
    ],
    ids=["points", "pairs", "no pairs", "wrap_end", "opening", "hand"],
)
def test_each_parameter_of_the_club_changes_a_verdict(
    changes: Parameters, melds: str, as_: As, before: list[str], after: list[str]
) -> None:
    house = derive(CLUB, "house", **changes)
    assert faults(judged(melds, CLUB, as_)) == before
    assert faults(judged(melds, house, as_)) == after


@pytest.mark.parametrize(
    ("changes", "melds", "after"),
    [
        ({"showing": Showing(pairs=None)}, SEVEN_PAIRS, ["finish.incomplete"]),
        (
            {"runs": Runs(wrap_end=False)},
            "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1",
            ["run.no-wrap", "finish.incomplete"],
        ),
        (
            {"hand": HandSize(13, 12), "showing": Showing(pairs=6)},
            SEVEN_PAIRS,
            ["finish.incomplete"],
        ),
    ],
    ids=["pairs", "wrap_end", "hand"],
)
def test_each_parameter_of_classic_changes_a_verdict(
    changes: Parameters, melds: str, after: list[str]
) -> None:
    house = derive(CLASSIC, "house", **changes)
    assert judged(melds, CLASSIC, "finish").legal
    assert [v.rule for v in judged(melds, house, "finish").violations] == after


def test_a_house_rule_set_has_its_own_key_version_and_rules() -> None:
    house = derive(CLUB, "house", version=3, opening=Opening(points=151))
    assert (house.key, house.version) == ("house", 3)
    assert house.opening == Opening(points=151, pairs=None)
    assert house.documents == CLUB.documents
    assert set(CLUB.rules) - set(house.rules) == {
        "opening.pairs",
        "lay.pairs-only",
        "layoff.pairs-closed",
        "swap.pairs-closed",
    }
    assert set(house.rules) - set(CLUB.rules) == {"opening.pairs-unavailable"}


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"hand": HandSize(22, 22)}, "hand: 22/22"),
        ({"hand": HandSize(23, 22)}, "hand: 23/22"),
        ({"hand": HandSize(21, 19)}, "hand: 21/19"),
        ({"hand": HandSize(3, 2)}, "hand: 3/2"),
        ({"opening": None}, "opening, showing"),
        ({"showing": Showing()}, "opening, showing"),
        ({"opening": Opening(points=0)}, "opening.points: 0"),
        ({"opening": Opening(points=256)}, "opening.points: 256"),
        ({"opening": Opening(pairs=0)}, "opening.pairs: 0"),
        ({"opening": Opening(pairs=11)}, "opening.pairs: 11"),
        ({"opening": None, "showing": Showing(pairs=7)}, "showing.pairs: 7"),
    ],
)
def test_contradictory_parameters_are_refused_with_the_parameter(
    changes: Parameters, at: str
) -> None:
    with pytest.raises(InputError) as error:
        derive(CLUB, "house", **changes)
    assert (error.value.code, error.value.at) == ("rules.contradiction", at)


def test_parameters_at_their_limits_are_accepted() -> None:
    derive(CLUB, "house", opening=Opening(points=255, pairs=10))
    derive(CLUB, "house", opening=Opening(points=1, pairs=1))


def test_a_house_rule_set_does_not_take_the_key_of_another() -> None:
    with pytest.raises(InputError, match=r"rules\.contradiction at key: classic"):
        derive(CLUB, "classic")

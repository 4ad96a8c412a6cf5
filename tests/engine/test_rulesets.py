"""Rule sets: four of them, and house rule sets, each parameter of which changes a verdict."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from okey import (
    RULE_SETS,
    InputError,
    derive,
    judge,
    parse_melds,
    read_indicator,
    rule_set,
)
from okey.rules.model import (
    As,
    Groups,
    HandSize,
    Okeys,
    Opening,
    Pairs,
    Penalties,
    Runs,
    Showing,
    Take,
)
from okey.rules.rulesets import Parameters
from tests.engine.notation import faults, judged

CLUB, CLASSIC = rule_set("101-club"), rule_set("classic")
_101 = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
FIVE_PAIRS = "R3 R3 | B8 B8 | K1 K1 | K5 K5 | Y2 Y2"
SHOWN: Parameters = {
    "opening": None,
    "showing": Showing(),
    "take": Take(must_use=False),
    "table": None,
    "swap": None,
    "penalties": Penalties(),
}
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
        ({"runs": Runs(True, wrap_over=True)}, "K13 K1 K2", "melds", ["run.no-wrap: K13 K1"], []),
        (
            {"opening": Opening(101, 5, mixed=True)},
            f"{_101} | R3 R3",
            "opening",
            ["opening.mixed: R3 R3 R10 R11 R12 R13"],
            [],
        ),
        (
            {"opening": Opening(101, 2, mixed=True)},
            "R3 R3 | B8 B8 | K1 K2 K3",
            "opening",
            ["opening.mixed: R3 R3 K1 K2 K3"],
            [],
        ),
        (
            {"opening": Opening(101, 3, mixed=True)},
            "R3 R3 | B8 B8 | K1 K2 K3",
            "opening",
            ["opening.mixed: R3 R3 K1 K2 K3"],
            ["opening.points"],
        ),
        (
            {"opening": Opening(101, 5, pairs_exactly=True)},
            f"{FIVE_PAIRS} | R9 R9",
            "opening",
            [],
            ["opening.pairs"],
        ),
        (
            SHOWN,
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
        (
            {"groups": Groups(colour_twice=True)},
            "R8 R8 B8",
            "melds",
            ["group.colour-twice: R8 R8"],
            [],
        ),
        (
            {"okeys": Okeys(counts="nothing")},
            "R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9",
            "opening",
            [],
            ["opening.points"],
        ),
        (
            {"okeys": Okeys(counts="printed")},
            "R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9",
            "opening",
            [],
            ["opening.points"],
        ),
        (
            {"okeys": Okeys(most_in_meld=1)},
            "R5 * * R8",
            "melds",
            [],
            ["meld.okeys: * *"],
        ),
        ({"okeys": Okeys(most_in_meld=0)}, "R5 * R7", "melds", [], ["meld.okeys: *"]),
        (
            {"okeys": Okeys(place="highest")},
            "* R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7",
            "opening",
            ["opening.points"],
            [],
        ),
        (
            {"okeys": Okeys(false_okey="wild")},
            "run: R5 F R7",
            "melds",
            ["run.colour: R5 F", "run.gap: R5 R7", "run.gap: R7 F"],
            [],
        ),
        (
            {"okeys": Okeys(false_okey="indicator's face")},
            "group: R10 Y10 F",
            "melds",
            ["group.number: Y10 F"],
            [],
        ),
        ({"pairs": Pairs(okey_and_tile=False)}, "pair: R5 *", "melds", [], ["pair.okey: R5 *"]),
        ({"pairs": Pairs(two_okeys=False)}, "pair: * *", "melds", [], ["pair.two-okeys: * *"]),
        (
            {"pairs": Pairs(two_false_okeys=False)},
            "pair: F F",
            "melds",
            [],
            ["pair.two-false-okeys: F F"],
        ),
        (
            {"pairs": Pairs(same_number=True)},
            "pair: R5 B5",
            "melds",
            ["pair.identical: R5 B5"],
            [],
        ),
    ],
    ids=[
        "points", "pairs", "no pairs", "wrap_end", "wrap_over", "mixed", "mixed, enough pairs",
        "mixed, too little", "pairs_exactly", "opening", "hand", "colour_twice", "nothing",
        "printed", "most_in_meld", "no okeys", "place", "wild", "indicator's face",
        "okey_and_tile", "two_okeys", "two_false_okeys", "same_number",
    ],
)  # fmt: skip
def test_each_parameter_of_the_club_changes_a_verdict(
    changes: Parameters, melds: str, as_: As, before: list[str], after: list[str]
) -> None:
    house = derive(CLUB, "house", **changes)
    assert faults(judged(melds, CLUB, as_)) == before
    assert faults(judged(melds, house, as_)) == after


def test_what_is_laid_off_beside_an_opening_counts_only_where_a_house_says_so() -> None:
    house = derive(CLUB, "house", opening=Opening(101, 5, lay_off_counts=True))
    b10 = read_indicator("B10")
    melds = parse_melds("R10 R11 R12 R13 | R7 Y7 B7 K7", b10)
    for rules, points in ((CLUB, 74), (house, 101)):
        verdict = judge(melds, rules=rules, indicator=b10, as_="opening", beside=27)
        assert (verdict.points, verdict.legal) == (points, points == 101)
    assert judge(melds, rules=house, indicator=b10, beside=27).points == 74


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
        (
            {"runs": Runs(wrap_end=True, full_circle=False)},
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1",
            ["run.full-circle", "finish.incomplete"],
        ),
    ],
    ids=["pairs", "wrap_end", "hand", "full_circle"],
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
    assert CLUB.derive("house", version=3, opening=Opening(points=151)) == house


def test_parameters_at_their_limits_are_accepted() -> None:
    derive(CLUB, "house", opening=Opening(points=255, pairs=10))
    derive(CLUB, "house", opening=Opening(points=1, pairs=1))


def test_a_house_rule_set_does_not_take_the_key_of_another() -> None:
    with pytest.raises(InputError, match=r"rules\.contradiction at key: classic"):
        derive(CLUB, "classic")

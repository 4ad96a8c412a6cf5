"""Parameters that contradict one another are refused by name; what is unusual is played."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from okey import RULE_SETS, InputError, RuleSet, derive
from okey.rules.contradictions import BLOCKS, contradictions
from okey.rules.model import (
    Countdown,
    Declaring,
    HandSize,
    Match,
    Okeys,
    Opening,
    Penalties,
    Points,
    Runs,
    Seating,
    Showing,
    Swap,
    Table,
    Take,
)
from okey.rules.parameters import Chips, Factors, Siler
from okey.rules.rulesets import Parameters
from tests.engine.houses import CLASSIC, CLUB, GUIDE, SILER

AFTER_OPENING: Parameters = {"table": None, "swap": None, "penalties": Penalties()}
NO_OPENING: Parameters = {"opening": None, "showing": Showing(), "take": Take(must_use=False)}


def refusal(base: RuleSet, changes: Parameters) -> str:
    with pytest.raises(InputError) as error:
        derive(base, "house", **changes)
    assert error.value.code == "rules.contradiction"
    return error.value.at


@pytest.mark.parametrize(
    ("base", "changes", "at"),
    [
        # The hand, and who sits there
        (CLUB, {"hand": HandSize(22, 22)}, "hand: 22/22"),
        (CLUB, {"hand": HandSize(23, 22)}, "hand: 23/22"),
        (CLUB, {"hand": HandSize(21, 19)}, "hand: 21/19"),
        (CLUB, {"hand": HandSize(3, 2)}, "hand: 3/2"),
        (CLUB, {"seating": Seating(counts=())}, "seating.counts: ()"),
        (CLUB, {"seating": Seating(counts=(1, 4))}, "seating.counts: (1, 4)"),
        (CLUB, {"seating": Seating(counts=(4, 2))}, "seating.counts: (4, 2)"),
        (CLUB, {"seating": Seating(counts=(4, 4))}, "seating.counts: (4, 4)"),
        (
            SILER,
            {"seating": Seating(counts=(2,), teams=True)},
            "seating.teams: True, seating.counts: (2,)",
        ),
        (CLUB, {"okeys": Okeys(most_in_meld=5)}, "okeys.most_in_meld: 5"),
        (CLUB, {"runs": Runs(wrap_over=True)}, "runs.wrap_over: True, runs.wrap_end: False"),
        # The opening
        (CLUB, {"opening": None}, "opening, showing"),
        (CLUB, {"showing": Showing()}, "opening, showing"),
        (CLUB, {"opening": Opening(points=0)}, "opening.points: 0"),
        (CLUB, {"opening": Opening(points=256)}, "opening.points: 256"),
        (CLUB, {"opening": Opening(pairs=0)}, "opening.pairs: 0"),
        (CLUB, {"opening": Opening(pairs=11)}, "opening.pairs: 11"),
        (CLASSIC, {"showing": Showing(pairs=6)}, "showing.pairs: 6"),
        (CLASSIC, {"hand": HandSize(14, 13)}, "showing.pairs: 7"),
        # What needs melds on the table
        (CLASSIC, {"take": Take()}, "take.must_use: True, opening: None"),
        (
            CLASSIC,
            {"take": Take(must_use=False, in_opening=True)},
            "take.in_opening: True, opening: None",
        ),
        (CLASSIC, {"table": Table()}, "table, opening: None"),
        (CLASSIC, {"swap": Swap()}, "swap, opening: None"),
        (CLASSIC, {"declaring": Declaring(7)}, "declaring, opening: None"),
        (CLUB, {**NO_OPENING, "swap": None, "penalties": Penalties()}, "table, opening: None"),
        (CLUB, {"table": Table(run_cap=0)}, "table.run_cap: 0"),
        (GUIDE, {"declaring": Declaring(11)}, "declaring.pairs: 11"),
        (GUIDE, {"declaring": Declaring(0)}, "declaring.pairs: 0"),
        (
            GUIDE,
            {"swap": Swap(in_pairs=True)},
            "swap.in_pairs: True, opening.pairs: None",
        ),
        # Penalties for what cannot happen
        (CLUB, {"table": None}, "penalties.layable_discard: 101, table: None"),
        (SILER, {"swap": None}, "penalties.okey_retrieved: 101, swap: None"),
        (
            CLASSIC,
            {"penalties": Penalties(failed_opening=101)},
            "penalties.failed_opening: 101, opening: None",
        ),
        (
            CLASSIC,
            {"penalties": Penalties(giver=101, giver_when="opening")},
            "penalties.giver: 101, opening: None",
        ),
        (
            CLASSIC,
            {"penalties": Penalties(okey_thrown=101, okey_thrown_needs_melds=True)},
            "penalties.okey_thrown: 101, opening: None",
        ),
        (
            CLASSIC,
            {"penalties": Penalties(okey_thrown=2)},
            "penalties.okey_thrown: 2, scoring: Countdown",
        ),
        # Scores
        (CLUB, {"scoring": Points(factors=Factors(okey=0))}, "scoring.factors.okey: 0"),
        (CLUB, {"scoring": Points(factors=Factors(most=0))}, "scoring.factors.most: 0"),
        (CLUB, {"scoring": Points(pairs_remainder=0)}, "scoring.pairs_remainder: 0"),
        (
            CLUB,
            {"scoring": Points(winner=202)},
            "scoring.winner: 202, scoring.unopened: 202",
        ),
        (CLASSIC, {"scoring": Countdown(finish=0)}, "scoring.finish: 0"),
        (
            SILER,
            {"scoring": Points(siler=Siler(points=100))},
            "scoring.siler.points: 100, opening.points: 101",
        ),
        (
            SILER,
            {"scoring": Points(siler=Siler(points=256))},
            "scoring.siler.points: 256, opening.points: 101",
        ),
        (
            SILER,
            {"scoring": Points(siler=Siler(pairs=4))},
            "scoring.siler.pairs: 4, opening.pairs: 5",
        ),
        (
            SILER,
            {"opening": Opening(points=151, pairs=5)},
            "scoring.siler.points: 150, opening.points: 151",
        ),
        (SILER, {"scoring": Points(siler=Siler(bonus=101))}, "scoring.siler.bonus: 101"),
        (CLASSIC, {"scoring": Points(siler=Siler())}, "scoring.siler, opening: None"),
        # A match
        (CLUB, {"match": Match(rounds=(3, 5), usual=7)}, "match.usual: 7, match.rounds: (3, 5)"),
        (CLUB, {"match": Match(rounds=(5, 3), usual=5)}, "match.rounds: (5, 3)"),
        (CLUB, {"match": Match(rounds=(0, 3), usual=3)}, "match.rounds: (0, 3)"),
        (CLUB, {"match": Match(rounds=(), usual=0)}, "match.rounds: (), match.over_at: None"),
        (
            CLASSIC,
            {"match": Match(rounds=(), usual=0, start=0, over_at=0)},
            "match.start: 0, match.over_at: 0",
        ),
        (CLUB, {"match": Match(chips=Chips(rake=101))}, "match.chips.rake: 101"),
        (
            CLUB,
            {"match": Match(chips=Chips(first=1, second=3))},
            "match.chips.first: 1, match.chips.second: 3",
        ),
        # Values of another kind
        (CLUB, {"opening": Opening(points=True)}, "opening.points: True"),
        (CLUB, {"opening": Opening(points="101")}, "opening.points: 101"),  # type: ignore[arg-type]
        (CLUB, {"opening": Opening(points=101.0)}, "opening.points: 101.0"),  # type: ignore[arg-type]
        (CLUB, {"opening": Opening(points=None)}, "opening.points: None"),  # type: ignore[arg-type]
        (CLUB, {"runs": Runs(wrap_end=1)}, "runs.wrap_end: 1"),  # type: ignore[arg-type]
        (CLUB, {"runs": None}, "runs: None"),
        (CLUB, {"runs": Okeys()}, "runs: Okeys("),
        (CLUB, {"okeys": Okeys(counts="zero")}, "okeys.counts: zero"),  # type: ignore[arg-type]
        (CLUB, {"okeys": Okeys(most_in_meld=-1)}, "okeys.most_in_meld: -1"),
        (CLUB, {"seating": Seating(counts=[2, 4])}, "seating.counts: [2, 4]"),  # type: ignore[arg-type]
        (CLUB, {"seating": Seating(counts=(2, True))}, "seating.counts: (2, True)"),
        (CLUB, {"penalties": Penalties(giver=-101)}, "penalties.giver: -101"),
        (CLUB, {"penalties": Penalties(giver=10**9)}, "penalties.giver: 1000000000"),
        (CLUB, {"match": Match(chips=Siler())}, "match.chips: Siler("),  # type: ignore[arg-type]
        (CLUB, {"version": 0}, "version: 0"),
        (CLUB, {"version": "2"}, "version: 2"),
    ],
)
def test_a_contradiction_is_refused_with_the_names_of_the_parameters(
    base: RuleSet, changes: Parameters, at: str
) -> None:
    found = refusal(base, changes)
    assert found == at or (at.endswith("(") and found.startswith(at))


def test_a_parameter_that_is_none_of_a_rule_set_is_refused() -> None:
    with pytest.raises(TypeError):
        derive(CLUB, "house", colours=4)  # type: ignore[call-arg]


def test_all_that_is_wrong_is_found_not_only_the_first() -> None:
    good = derive(CLUB, "house")
    bad = object.__new__(RuleSet)
    for field in fields(RuleSet):
        object.__setattr__(bad, field.name, getattr(good, field.name))
    object.__setattr__(bad, "hand", HandSize(30, 29))
    object.__setattr__(bad, "table", Table(run_cap=0))
    assert list(contradictions(bad)) == ["hand: 30/29", "table.run_cap: 0"]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_nothing_in_the_four_contradicts_anything(rules: RuleSet) -> None:
    assert list(contradictions(rules)) == []


# What is merely unusual


def test_parameters_at_their_limits_are_accepted() -> None:
    derive(CLUB, "house", opening=Opening(points=255, pairs=10))
    derive(CLUB, "house", opening=Opening(points=1, pairs=1))
    derive(CLUB, "house", hand=HandSize(4, 3), opening=Opening(points=1))
    derive(GUIDE, "house", declaring=Declaring(1))
    derive(CLUB, "house", table=Table(run_cap=1))
    derive(SILER, "house", scoring=Points(siler=Siler(points=101, pairs=5, bonus=0)))
    derive(CLUB, "house", match=Match(rounds=(1,), usual=1, chips=Chips(100, 1, 0)))
    derive(CLASSIC, "house", match=Match(rounds=(3,), usual=3, start=20, over_at=0))


def test_a_countdown_with_an_opening_is_unusual_and_played() -> None:
    house = derive(GUIDE, "house", scoring=Countdown(), penalties=Penalties())
    assert "score.countdown" in house.rules


def test_a_club_without_laying_off_or_swapping_is_unusual_and_played() -> None:
    house = derive(CLUB, "house", **AFTER_OPENING)
    assert house.table is None


def test_points_for_shown_hands_are_unusual_and_played() -> None:
    house = derive(CLASSIC, "house", scoring=Points())
    assert "score.winner" in house.rules


def _other(value: object, hint: Any, random: Random) -> object:
    """Another value of the same kind."""
    if type(value) is bool:
        return not value
    if type(value) is int:
        return max(1, value + random.choice((-1, 1, 2))) if value > 0 else value
    options = [one for one in get_args(hint) if one is not type(None)]
    if get_origin(hint) is Literal:
        return random.choice(options)
    return value


def _varied(block: Any, random: Random) -> Any:
    if not is_dataclass(block) or isinstance(block, type):
        return block
    hints = get_type_hints(type(block))
    name = random.choice([field.name for field in fields(block)])
    value = getattr(block, name)
    changed = _varied(value, random) if is_dataclass(value) else _other(value, hints[name], random)
    return replace(block, **{name: changed})


def _house(rules: RuleSet, key: str, changes: Parameters) -> RuleSet | InputError:
    try:
        return derive(rules, key, **changes)
    except InputError as error:
        return error


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_house_with_any_parameters_is_played_or_refused_with_its_parameter(
    rules: RuleSet,
) -> None:
    random = Random(rules.key)
    played = 0
    for number in range(400):
        names = random.sample(BLOCKS, random.choice((1, 1, 1, 2)))
        changes: Any = {name: _varied(getattr(rules, name), random) for name in names}
        house = _house(rules, f"house {number}", changes)
        if isinstance(house, InputError):
            where = (house.code, house.at)
            assert where[0] == "rules.contradiction", where
            assert any(name in where[1] for name in names), where
        else:
            played += 1
            assert list(contradictions(house)) == []
            assert house.rules
    assert played > 250

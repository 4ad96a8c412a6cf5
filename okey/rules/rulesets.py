"""The four rule sets, and house rule sets derived from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypedDict, Unpack

from okey.errors import InputError
from okey.rules.catalogue import rules_in_force
from okey.rules.documents import CLASSIC, CLUB, GUIDE, SILER
from okey.rules.model import RuleSet
from okey.rules.parameters import (
    Chips,
    Countdown,
    Dealing,
    Declaring,
    Ending,
    Factors,
    Groups,
    HandSize,
    Match,
    Okeys,
    Opening,
    Pairs,
    Penalties,
    Points,
    Runs,
    Seating,
    Showing,
    Siler,
    Swap,
    Table,
    Take,
)


class Parameters(TypedDict, total=False):
    """The parameter blocks that a house rule set may change."""

    hand: HandSize
    seating: Seating
    dealing: Dealing
    runs: Runs
    groups: Groups
    okeys: Okeys
    pairs: Pairs
    opening: Opening | None
    showing: Showing | None
    take: Take
    table: Table | None
    swap: Swap | None
    declaring: Declaring | None
    ending: Ending
    penalties: Penalties
    scoring: Points | Countdown
    match: Match


def _in_force(rules: RuleSet) -> RuleSet:
    return replace(rules, rules=rules_in_force(rules))


_GUIDE = _in_force(
    RuleSet(
        "101-guide",
        2,
        (GUIDE,),
        HandSize(22, 21),
        dealing=Dealing("risk"),
        opening=Opening(points=101),
        take=Take(in_opening=True),
        table=Table(),
        declaring=Declaring(pairs=10),
        ending=Ending(indicator=True, discard=True),
        penalties=Penalties(giver=101, okey_thrown=101),
        scoring=Points(factors=Factors(risk=2)),
    )
)
_CLASSIC = _in_force(
    RuleSet(
        "classic",
        2,
        (CLASSIC,),
        HandSize(15, 14),
        runs=Runs(wrap_end=True),
        showing=Showing(pairs=7),
        take=Take(must_use=False),
        scoring=Countdown(),
        match=Match(rounds=(), usual=0, start=20, over_at=0),
    )
)
_CLUB = _in_force(
    RuleSet(
        "101-club",
        2,
        (CLUB,),
        HandSize(22, 21),
        seating=Seating(counts=(2, 4)),
        opening=Opening(points=101, pairs=5),
        table=Table(run_cap=2),
        swap=Swap(),
        penalties=Penalties(okey_thrown=101, okey_thrown_needs_melds=True, layable_discard=101),
        scoring=Points(
            factors=Factors(from_hand=2, most=8),
            okey_held=101,
            false_okey_held=101,
            null_round="hands",
        ),
        match=Match(rounds=(3, 5, 7), usual=5, chips=Chips()),
    )
)
# The document on scoring names no play rules: those of the club are played (decision HD-21).
_SILER = _in_force(
    replace(
        _CLUB,
        key="101-siler",
        documents=(SILER, CLUB),
        seating=Seating(teams=True),
        penalties=replace(_CLUB.penalties, okey_retrieved=101),
        scoring=Points(
            factors=Factors(direct=2, remainder=False),
            okey_held=101,
            held_multiplied=False,
            pairs_remainder=2,
            null_round="nothing unless opened",
            siler=Siler(),
        ),
        match=Match(rounds=tuple(range(7, 22)), usual=11),
    )
)

RULE_SETS: Final[dict[str, RuleSet]] = {
    rules.key: rules for rules in (_GUIDE, _CLASSIC, _CLUB, _SILER)
}


def rule_set(key: str) -> RuleSet:
    """The rule set of this key. Raise `InputError` (`rules.unknown`) where there is none."""
    try:
        return RULE_SETS[key]
    except KeyError:
        raise InputError("rules.unknown", f"rules: {key[:40]}") from None


def derive(base: RuleSet, key: str, *, version: int = 1, **changes: Unpack[Parameters]) -> RuleSet:
    """Make a house rule set: `base` with some parameter blocks changed.

    >>> house = derive(rule_set("101-club"), "house", runs=Runs(wrap_end=True))
    >>> set(house.rules) ^ set(rule_set("101-club").rules) == {"run.no-wrap", "run.wrap-end"}
    True

    Raise `InputError` (`rules.contradiction`, naming the parameter) where the parameters
    contradict one another, and for a key that is taken.
    """
    if key in RULE_SETS:
        raise InputError("rules.contradiction", f"key: {key}")
    return _in_force(replace(base, key=key, version=version, **changes))

"""The four rule sets, and house rule sets derived from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypedDict, Unpack

from okey.errors import InputError
from okey.rules.catalogue import CLASSIC, CLUB, GUIDE, SILER, rules_in_force
from okey.rules.model import HandSize, Opening, RuleSet, Runs, Showing


class Parameters(TypedDict, total=False):
    """The parameter blocks that a house rule set may change."""

    hand: HandSize
    runs: Runs
    opening: Opening | None
    showing: Showing | None


def _in_force(rules: RuleSet) -> RuleSet:
    return replace(rules, rules=rules_in_force(rules))


_GUIDE = _in_force(RuleSet("101-guide", 1, (GUIDE,), HandSize(22, 21), opening=Opening(points=101)))
_CLASSIC = _in_force(
    RuleSet(
        "classic",
        1,
        (CLASSIC,),
        HandSize(15, 14),
        runs=Runs(wrap_end=True),
        showing=Showing(pairs=7),
    )
)
_CLUB = _in_force(
    RuleSet("101-club", 1, (CLUB,), HandSize(22, 21), opening=Opening(points=101, pairs=5))
)
# The document on scoring names no play rules: those of the club are played (decision HD-21).
_SILER = replace(_CLUB, key="101-siler", documents=(SILER, CLUB))

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

"""What a lesson or a step can ask of a rule set: a block, a parameter, or a rule in force.

A need is a name below, the id of a rule, or one of them with `!` before it, which asks that it is
not so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from okey import RULES, RuleSet
from okey.rules.parameters import Points

NEEDS: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "opening": lambda rules: rules.opening is not None,
    "opening-pairs": lambda rules: rules.opening is not None and rules.opening.pairs is not None,
    "showing": lambda rules: rules.showing is not None,
    "table": lambda rules: rules.table is not None,
    "swap": lambda rules: rules.swap is not None,
    "declaring": lambda rules: rules.declaring is not None,
    "must-use": lambda rules: rules.take.must_use,
    "teams": lambda rules: rules.seating.teams,
    "points": lambda rules: isinstance(rules.scoring, Points),
    "countdown": lambda rules: not isinstance(rules.scoring, Points),
}


def known(need: str) -> bool:
    """Whether there is such a need."""
    name = need.removeprefix("!")
    return name in NEEDS or name in RULES


def has_all(needs: Iterable[str], rules: RuleSet) -> bool:
    """Whether the rule set has all that is asked for."""
    return all(_has(need, rules) for need in needs)


def _has(need: str, rules: RuleSet) -> bool:
    name = need.removeprefix("!")
    found = NEEDS[name](rules) if name in NEEDS else name in rules.rules
    return found != need.startswith("!")

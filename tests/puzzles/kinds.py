"""Some positions of every kind and rule set, made once for all tests."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Final

from okey.rules.rulesets import rule_set
from puzzles import gates
from puzzles.gates import Gates, Passed
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.registry import KINDS

FEW: Final = 8
PLACES: Final = tuple((key, rules) for key, kind in KINDS.items() for rules in kind.rule_sets)


@cache
def some(key: str, rules: str, seed: str = "tests", count: int = FEW) -> tuple[Passed, ...]:
    """The first positions that pass the gates, in the order in which they are proposed."""
    kind, rs = KINDS[key], rule_set(rules)
    return tuple(islice(Gates(kind, rs).passed(_proposals(kind, rules, seed)), count))


def _proposals(kind: AskedKind, rules: str, seed: str):  # type: ignore[no-untyped-def]
    rs = rule_set(rules)
    planned = kind.planned(rs, seed, 0)
    if planned is not None:
        return planned
    if gates.enumerated(kind, rules) is not None:
        return gates.in_order(kind, rules, seed, 0)
    return (kind.generate(rs, f"{seed}/{at}", {}) for at in range(2_000))

"""The catalogue: every rule that a verdict or a score can name, in the order of the rulebook.

A new rule is its check, one entry in its chapter (`okey/rules/entries/`), and its texts. Nothing
registers itself: what does not stand in `_CHAPTERS` is not played. The examples are tests and
illustrations at once.
"""

from __future__ import annotations

from typing import Final

from okey.rules.entries import (
    deal,
    finish,
    match,
    melds,
    okey,
    opening,
    openings,
    penalties,
    scores,
    table,
    turn,
)
from okey.rules.model import Rule, RuleSet

_CHAPTERS: Final = (
    *deal.ENTRIES,
    *okey.ENTRIES,
    *melds.ENTRIES,
    *opening.ENTRIES,
    *openings.ENTRIES,
    *table.ENTRIES,
    *turn.ENTRIES,
    *finish.ENTRIES,
    *penalties.ENTRIES,
    *scores.ENTRIES,
    *match.ENTRIES,
)

RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in _CHAPTERS}


def rules_in_force(rules: RuleSet) -> tuple[str, ...]:
    """The ids of the rules that these parameters bring into force, in the rulebook's order."""
    return tuple(rule.id for rule in _CHAPTERS if rule.in_force(rules))

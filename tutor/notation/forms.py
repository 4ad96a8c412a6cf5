"""What the notation page may be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from okey import RULE_SETS, InputError, RuleSet, Tile, read_indicator

INDICATOR: Final = "B10"
FIELDS: Final = ("tiles", "melds", "move")


@dataclass(frozen=True, slots=True)
class Asked:
    """The rule set and the indicator by which everything is read, and what is to be tried."""

    rules: RuleSet
    indicator: Tile
    indicator_text: str
    indicator_error: InputError | None
    tried: dict[str, str]


def asked(query: QueryDict) -> Asked:
    """Read the query: an unknown rule set is the first one, a field that is not there is empty."""
    rules = RULE_SETS.get(query.get("rules", ""), next(iter(RULE_SETS.values())))
    face = query.get("indicator", INDICATOR).strip() or INDICATOR
    error = None
    try:
        indicator = read_indicator(face)
    except InputError as found:
        error, indicator = found, read_indicator(INDICATOR)
    tried = {name: text for name in FIELDS if (text := query.get(name, "")).strip()}
    return Asked(rules, indicator, face, error, tried)


def asked_step(query: QueryDict) -> int:
    """The step asked for; 0 where it is none."""
    text = query.get("step", "")
    known = text.isascii() and text.isdigit() and len(text) <= 5
    return int(text) if known else 0

"""What the entries of several chapters share: conditions, hands, and short ways to an example."""

from __future__ import annotations

from typing import Final

from okey.rules.examples import Example
from okey.rules.model import RuleSet


def opens(rules: RuleSet) -> bool:
    return rules.opening is not None


def opens_with_pairs(rules: RuleSet) -> bool:
    return rules.opening is not None and rules.opening.pairs is not None


def opens_without_pairs(rules: RuleSet) -> bool:
    return rules.opening is not None and rules.opening.pairs is None


def wraps(rules: RuleSet) -> bool:
    return rules.runs.wrap_end


def shows(rules: RuleSet) -> bool:
    return rules.showing is not None


# 46 + 28 + 27 = 101, and the longest hand around it that can be laid in one turn.
OPENS_101: Final = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
LONG_HAND: Final = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 R3 R4 K1 K2 K3 K4 B4 B5 B6"
FOUR_PAIRS: Final = "R3 R3 | B8 B8 | K1 K1 | K5 K5"
WITH_PAIRS: Final = ("101-club", "101-siler")


def as_melds(*texts: str) -> tuple[Example, ...]:
    return tuple(map(Example, texts))


def as_opening(*texts: str) -> tuple[Example, ...]:
    return tuple(Example(text, "opening") for text in texts)


def from_hand(melds: str, hand: str) -> Example:
    """An opening out of a hand, where an opening exists."""
    return Example(melds, "opening", hand=hand)

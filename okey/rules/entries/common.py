"""What the entries of several chapters share: conditions, hands, and short ways to an example."""

from __future__ import annotations

from collections.abc import Callable
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


def plays_table(rules: RuleSet) -> bool:
    return rules.table is not None


def swaps(rules: RuleSet) -> bool:
    return rules.swap is not None


def declares(rules: RuleSet) -> bool:
    return rules.declaring is not None


def not_(condition: Callable[[RuleSet], bool]) -> Callable[[RuleSet], bool]:
    """The rule sets that the condition does not hold for."""
    return lambda rules: not condition(rules)


IN_101: Final = ("101-guide", "101-club", "101-siler")
GUIDE_ALONE: Final = ("101-guide",)
CLASSIC_ALONE: Final = ("classic",)
REST: Final = "Y1 Y3 Y5 B2 B5 K2 K6 R2 R5"  # nine tiles beside an opening, of no use
CLASSIC_HAND: Final = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1"
CLASSIC_MELDS: Final = "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1"
SEVEN_PAIRS: Final = "R1 R1 | R5 R5 | B3 B3 | B9 B9 | K4 K4 | Y7 Y7 | Y13 Y13"
TEN_PAIRS: Final = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y9 Y9 R6 R6 B4 B4 K12 K12 Y13 Y13"

"""Entries of the catalogue: the tiles, and what is dealt and turned up."""

from __future__ import annotations

from typing import Final

from okey.rules.documents import (
    CLASSIC_DEAL,
    CLASSIC_OKEY,
    CLASSIC_TILES,
    CLUB_START,
    GUIDE_SCORES,
    GUIDE_START,
    decision,
)
from okey.rules.entries.common import CLASSIC_ALONE, IN_101
from okey.rules.examples import Start
from okey.rules.model import Chapter, Rule, RuleSet

_HAND: Final = "R1 R3 R5 R7 R9 R11 R13 Y2 Y4 Y6 Y8 Y10 Y12 B1 B3 B5 B7 K2 K4 K6 K8 K10"
_THREE: Final = "R7 R3 R5 R7 R9 R7 R13 Y2 Y4 Y6 Y8 Y10 Y12 B1 B3 B5 B7 K2 K4 K6 K8 K10"
_WITH_B10: Final = "B10 R3 R5 R7 R9 B10 R13 Y2 Y4 Y6 Y8 Y10 Y12 B1 B3 B5 B7 K2 K4 K6 K8 K10"


def _short(hand: str) -> str:
    """The first fifteen tiles."""
    return " ".join(hand.split()[:15])


def _risks(rules: RuleSet) -> bool:
    return rules.dealing.false_indicator == "risk"


ENTRIES: Final = (
    Rule(
        "deal.tiles",
        Chapter.DEAL,
        None,
        (GUIDE_START, CLASSIC_TILES, CLUB_START, decision("1")),
        (
            Start((_HAND, 21, 21, 21), rules=IN_101),
            Start((_short(_HAND), 14, 14, 14), rules=CLASSIC_ALONE),
        ),
        (
            Start((_THREE, 21, 21, 21), rules=IN_101),
            Start((_short(_THREE), 14, 14, 14), rules=CLASSIC_ALONE),
        ),
    ),
    Rule(
        "deal.hands",
        Chapter.DEAL,
        None,
        (GUIDE_START, CLASSIC_DEAL, CLUB_START, decision("14"), decision("35")),
        (
            Start((22, 21, 21, 21), rules=IN_101),
            Start((22, 21), rules=("101-club",)),
            Start((15, 14, 14, 14), rules=CLASSIC_ALONE),
        ),
        (
            Start((21, 21, 21, 21), rules=IN_101),
            Start((14, 14, 14, 14), rules=CLASSIC_ALONE),
            Start((16, 15, 15, 15), rules=CLASSIC_ALONE),
        ),
    ),
    Rule(
        "deal.indicator",
        Chapter.DEAL,
        None,
        (GUIDE_START, CLASSIC_OKEY, CLUB_START),
        (
            Start((22, 21, 21, 21), ("B10",), rules=IN_101),
            Start((15, 14, 14, 14), ("K13",), rules=CLASSIC_ALONE),
        ),
        (
            Start((22, 21, 21, 21), (), rules=IN_101),
            Start((_WITH_B10, 21, 21, 21), ("B10",), rules=IN_101),
            Start((15, 14, 14, 14), ("B10", "K13"), rules=CLASSIC_ALONE),
        ),
    ),
    Rule(
        "deal.risk",
        Chapter.DEAL,
        None,
        (GUIDE_SCORES, decision("16")),
        (Start((22, 21, 21, 21), ("F", "B10")), Start((22, 21, 21, 21), ("B10",))),
        (Start((22, 21, 21, 21), ("F",)),),
        _risks,
    ),
    Rule(
        "deal.redraw",
        Chapter.DEAL,
        None,
        (decision("33"),),
        (
            Start((22, 21, 21, 21), ("F", "B10"), rules=("101-club", "101-siler")),
            Start((15, 14, 14, 14), ("F", "F", "B10"), rules=CLASSIC_ALONE),
        ),
        (
            Start((22, 21, 21, 21), ("F",), rules=("101-club", "101-siler")),
            Start((15, 14, 14, 14), ("F",), rules=CLASSIC_ALONE),
        ),
        lambda rules: not _risks(rules),
    ),
)

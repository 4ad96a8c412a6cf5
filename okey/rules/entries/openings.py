"""Entries of the catalogue: when one opens, and what is done beside it."""

from __future__ import annotations

from typing import Final

from okey.rules import openings
from okey.rules.documents import CLUB_OPENING, GUIDE_PLAY, decision
from okey.rules.entries.common import OPENS_101, opens
from okey.rules.examples import Play
from okey.rules.model import Chapter, Rule, RuleSet

_MELDS: Final = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9"
_HAND: Final = f"{_MELDS} Y2 Y3 Y4 K1 R2 B2 R5 B5 K5 K12 Y12"
_HIGHER: Final = "1: K10 K11 K12 K13 | 1: R13 Y13 B13"  # 46 + 39, and more that was laid


def _rises(rules: RuleSet) -> bool:
    return rules.opening is not None and rules.opening.rising


def _waits(rules: RuleSet) -> bool:
    return rules.opening is not None and not rules.opening.first_turn


def _opens_alone(rules: RuleSet) -> bool:
    return rules.opening is not None and not rules.opening.with_lay_off


ENTRIES: Final = (
    Rule(
        "opening.already-open",
        Chapter.OPENING,
        None,
        (GUIDE_PLAY, CLUB_OPENING),
        (Play(f"open {OPENS_101}", _HAND), Play("lay Y2 Y3 Y4", _HAND, "0: K1 K2 K3")),
        (Play(f"open {OPENS_101}", _HAND, "0: K1 K2 K3"),),
        opens,
        openings.already_open,
    ),
    Rule(
        "opening.rising",
        Chapter.OPENING,
        None,
        (decision("32"),),
        (Play(f"open {OPENS_101} | Y2 Y3 Y4", _HAND, _HIGHER, "- melds=101 - -"),),
        (Play(f"open {OPENS_101}", _HAND, _HIGHER, "- melds=101 - -"),),
        _rises,
        openings.rising,
    ),
    Rule(
        "opening.first-turn",
        Chapter.OPENING,
        None,
        (decision("19"),),
        (Play(f"open {OPENS_101}", _HAND),),
        (Play(f"open {OPENS_101}", _HAND, turns=0),),
        _waits,
        openings.first_turn,
    ),
    Rule(
        "opening.alone",
        Chapter.OPENING,
        None,
        (decision("19"),),
        (Play("lay Y2 Y3 Y4", _HAND, "0: K1 K2 K3"),),
        (Play(f"open {OPENS_101}; lay Y2 Y3 Y4", _HAND),),
        _opens_alone,
        openings.alone,
    ),
)

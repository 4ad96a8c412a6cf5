"""Examples for the style page, made by the engine and the tutor like everything else."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from okey import Hand, judge, parse_melds, rule_set
from tutor.explain import explain

HAND = "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 F R3 B9 Y12 B4 * Y5 Y2 Y9 K3"
LAID = "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1"


def context() -> dict[str, Any]:
    """A hand, a wrong opening out of it and its explanation."""
    rules = rule_set("101-guide")
    hand = Hand.parse(HAND, "B10")
    melds = parse_melds(LAID, hand.indicator)
    verdict = judge(melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
    explanation = explain(
        verdict, melds=melds, hand=hand, rules=rules, language=get_language() or "en"
    )
    return {
        "hand": [str(tile) for tile in hand.tiles],
        "indicator": str(hand.indicator),
        "okey": str(hand.okey),
        "laid": LAID,
        "verdict": verdict,
        "explanation": explanation,
    }

"""Examples for the style page, made by the engine and the tutor like everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language

from okey import Hand, Meld, RuleSet, Tile, judge, parse_meld, parse_melds, rule_set
from okey.reading import SHORTEST
from tutor.explain import explain
from tutor.names import kind_name
from tutor.notation.replays import step_page
from tutor.notation.samples import sample_records
from tutor.texts import phrase

HAND: Final = "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 F R3 B9 Y12 B4 * Y5 Y2 Y9 K3"
LAID: Final = "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1"
ROUND: Final = "1-101-guide"
STEP: Final = 8  # an opening with a tile that was taken, for which the giver pays
LANES: Final = (
    "R10 R11 R12 R13",
    "K11 * K13",
    "K12 K13",
    "K11 K12 K13 K1",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
    "B8 B8",
)
COLOURS: Final = (
    *("paper", "surface", "ink", "ink-2", "line", "line-2", "accent", "accent-soft", "right"),
    *("right-soft", "wrong", "wrong-soft", "note", "note-soft", "cloth", "rack", "tile-face"),
    *("tile-red", "tile-yellow", "tile-blue", "tile-black"),
)


@dataclass(frozen=True, slots=True)
class ShownLane:
    """A lane with its verdict, as on a board."""

    text: str
    state: str
    points: int
    label: str
    faces: tuple[str, ...] | None
    badges: tuple[int | None, ...] | None


def context() -> dict[str, Any]:
    """A hand, lanes of every state, a wrong opening with its explanation, a round, tokens."""
    rules = rule_set("101-guide")
    pairs_too = rule_set("101-siler")
    language = get_language() or "en"
    hand = Hand.parse(HAND, "B10")
    melds = parse_melds(LAID, hand.indicator)
    verdict = judge(melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
    codes = HAND.split()
    return {
        "okey": str(hand.okey),
        "explanation": explain(verdict, melds=melds, hand=hand, rules=rules, language=language),
        "lanes": [
            _lane(parse_meld(text, hand.indicator), pairs_too, hand.indicator, language)
            for text in LANES
        ],
        "slots": [*codes, *[""] * (24 - len(codes))],
        "tile_rows": [
            " ".join(f"{colour}{number}" for number in range(1, 14)) for colour in "RYBK"
        ],
        "colour_tokens": COLOURS,
        "round": step_page(sample_records()[ROUND], STEP, language).round,
    }


def _lane(meld: Meld, rules: RuleSet, indicator: Tile, language: str) -> ShownLane:
    verdict = judge((meld,), rules=rules, indicator=indicator, as_="melds")
    judged = verdict.melds[0]
    kind = judged.kind.value if judged.kind is not None else "meld"
    if verdict.legal:
        label = kind_name(kind, language)
        return ShownLane(meld.text, "ok", judged.points, label, judged.faces, None)
    if len(meld) < SHORTEST:
        return ShownLane(meld.text, "short", 0, phrase("lane.one_more", language), None, None)
    told = explain(
        verdict,
        melds=[meld],
        hand=None,
        rules=rules,
        language=language,
        indicator=indicator,
        as_="melds",
    )
    label = phrase(f"lane.not_{kind}", language)
    return ShownLane(meld.text, "bad", 0, label, None, told.badges(0, len(meld)))

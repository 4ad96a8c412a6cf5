"""Entries of the catalogue: the finish."""

from __future__ import annotations

from typing import Final

from okey.rules import finish
from okey.rules.documents import (
    CLASSIC_FINISH,
    CLUB_NO_CALLS,
    CLUB_OPENING,
    CLUB_SCORES,
    GUIDE_FINISH,
    GUIDE_PLAY,
    GUIDE_SPECIAL,
    decision,
)
from okey.rules.entries.common import (
    CLASSIC_HAND,
    CLASSIC_MELDS,
    GUIDE_ALONE,
    LONG_HAND,
    OPENS_101,
    TEN_PAIRS,
    declares,
    not_,
    opens,
)
from okey.rules.examples import Example, Play
from okey.rules.model import Chapter, Rule, RuleSet

_OWN: Final = "0: K1 K2 K3"


def _indicator(rules: RuleSet) -> bool:
    return rules.ending.indicator


ENTRIES: Final = (
    Rule(
        "finish.incomplete",
        Chapter.FINISH,
        finish.finish_incomplete,
        (GUIDE_FINISH, CLASSIC_FINISH, CLUB_OPENING),
        (
            Example(
                f"{OPENS_101} | R1 R2 R3 R4 | K1 K2 K3 | B4 B5 B6",
                "finish",
                hand=LONG_HAND,
                rules=("101-guide", "101-club", "101-siler"),
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1",
                "finish",
                "Y6",
                rules=("classic",),
            ),
            Example(
                "R1 R1 | R5 R5 | B3 B3 | B9 B9 | K4 K4 | Y7 Y7 | Y13 *",
                "finish",
                rules=("classic",),
            ),
        ),
        (
            Example(
                f"{OPENS_101} | R1 R2 R3 R4 | K1 K2 K3",
                "finish",
                hand=LONG_HAND,
                rules=("101-guide", "101-club", "101-siler"),
            ),
            Play(
                "take; lay Y9 B9 K9; discard R8",
                "Y9 B9 K4 R8",
                _OWN,
                discard="K9",
                stock=0,
                phase="draw",
                rules=GUIDE_ALONE,
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13",
                "finish",
                "Y6",
                rules=("classic",),
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 | R7 R7",
                "finish",
                "Y6",
                rules=("classic",),
            ),
        ),
        move=finish.finish_last_turn,
    ),
    Rule(
        "finish.unavailable",
        Chapter.FINISH,
        None,
        (GUIDE_FINISH, CLUB_NO_CALLS),
        (Play("lay Y9 B9 K9; discard R8", "Y9 B9 K9 R8", _OWN),),
        (Play("finish R8 Y9 B9 K9", "Y9 B9 K9 R8", _OWN),),
        opens,
        finish.finish_unavailable,
    ),
    Rule(
        "declare.unavailable",
        Chapter.FINISH,
        None,
        (CLUB_NO_CALLS, CLASSIC_FINISH),
        (
            Play("lay Y9 B9 K9; discard R8", "Y9 B9 K9 R8", _OWN, rules=("101-club", "101-siler")),
            Play(
                f"finish B2 {CLASSIC_MELDS}",
                f"{CLASSIC_HAND} B2",
                indicator="Y6",
                rules=("classic",),
            ),
        ),
        (
            Play("declare pairs", f"{TEN_PAIRS} K7 R9", rules=("101-club", "101-siler")),
            Play("declare pairs", f"{' '.join(TEN_PAIRS.split()[:14])} K7", rules=("classic",)),
        ),
        not_(declares),
        finish.declare_unavailable,
    ),
    Rule(
        "declare.pairs",
        Chapter.FINISH,
        None,
        (GUIDE_FINISH, decision("7")),
        (
            Play("declare pairs", f"{TEN_PAIRS} K7 R9"),
            Play("declare pairs", f"{TEN_PAIRS} *", phase="draw"),
            Play("declare pairs", f"{' '.join(TEN_PAIRS.split()[:18])} K7 * R9"),
        ),
        (Play("declare pairs", f"{' '.join(TEN_PAIRS.split()[:18])} K7 R9 Y4 B12"),),
        declares,
        finish.declare_pairs,
    ),
    Rule(
        "indicator.unavailable",
        Chapter.FINISH,
        None,
        (decision("30"),),
        (Play("draw", "B8 B9 Y4", phase="draw"),),
        (Play("take indicator", "B8 B9 Y4", phase="draw"),),
        not_(_indicator),
        finish.indicator_unavailable,
    ),
    Rule(
        "indicator.stock-left",
        Chapter.FINISH,
        None,
        (GUIDE_SPECIAL,),
        (Play("take indicator", "B8 B9 Y4", _OWN, stock=0, phase="draw"),),
        (Play("take indicator", "B8 B9 Y4", _OWN, stock=3, phase="draw"),),
        _indicator,
        finish.indicator_stock_left,
    ),
    Rule(
        "indicator.only-to-finish",
        Chapter.FINISH,
        None,
        (GUIDE_SPECIAL, decision("30")),
        (
            Play(
                "take indicator; lay B8 B9 B10; discard Y4",
                "B8 B9 Y4",
                _OWN,
                stock=0,
                phase="draw",
            ),
        ),
        (
            Play("take indicator", "B8 B9 Y4 K6", _OWN, stock=0, phase="draw"),
            Play(
                "take indicator; lay B8 B9 B10; discard Y4",
                "B8 B9 Y4 K4",
                _OWN,
                stock=0,
                phase="draw",
            ),
        ),
        _indicator,
        finish.indicator_only_to_finish,
    ),
    Rule(
        "stock.empty",
        Chapter.FINISH,
        None,
        (GUIDE_PLAY, CLASSIC_FINISH, CLUB_SCORES, decision("12"), decision("30")),
        (Play("discard R9", "R9 K6 Y4", stock=0),),
        (Play("discard R9; 1: draw", "R9 K6 Y4", stock=0),),
    ),
)

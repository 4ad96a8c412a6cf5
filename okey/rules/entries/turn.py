"""Entries of the catalogue: a turn."""

from __future__ import annotations

from typing import Final

from okey.rules import turn
from okey.rules.documents import (
    CLASSIC_DEAL,
    CLASSIC_FINISH,
    CLASSIC_SHOW,
    CLASSIC_TURN,
    CLUB_NO_CALLS,
    CLUB_OPENING,
    CLUB_START,
    CLUB_TAKE,
    GUIDE_PLAY,
    GUIDE_SPECIAL,
    decision,
)
from okey.rules.entries.common import CLASSIC_ALONE, GUIDE_ALONE, IN_101, OPENS_101, opens
from okey.rules.examples import Example, Play
from okey.rules.model import Chapter, Rule, RuleSet

_HAND: Final = "R4 Y9 K2 B7"  # some tiles of a hand
_OPENER: Final = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K1 K2 R2 B2 Y3 Y5 R5 B5 K6 Y12 K12"
_OPEN: Final = "0: K1 K2 K3 | 1: Y4 Y5 Y6"


def _takes_to_use(rules: RuleSet) -> bool:
    return rules.take.must_use or rules.ending.discard


def _not_everybody_takes(rules: RuleSet) -> bool:
    return not rules.take.opened_may_take or (rules.ending.indicator and not rules.ending.discard)


ENTRIES: Final = (
    Rule(
        "turn.order",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_TURN, decision("35")),
        (Play("discard K2; 1: draw", _HAND),),
        (
            Play("discard K2; 0: draw", _HAND),
            Play("1: discard K2", _HAND),
            Play("pass", _HAND, phase="draw"),
        ),
        move=turn.order,
    ),
    Rule(
        "turn.draw-first",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_TURN, CLUB_TAKE),
        (Play("draw", _HAND, phase="draw"),),
        (
            Play("discard K2", _HAND, phase="draw"),
            Play("add Y7 @2", "Y7 R9 K9", _OPEN, phase="draw", rules=IN_101),
        ),
        move=turn.draw_first,
    ),
    Rule(
        "turn.draw-once",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_TURN),
        (Play("draw", _HAND, phase="draw"),),
        (
            Play("draw", _HAND),
            Play("take; draw", _HAND, discard="K5", phase="draw", rules=CLASSIC_ALONE),
        ),
        move=turn.draw_once,
    ),
    Rule(
        "turn.starter-no-draw",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_DEAL, CLUB_START),
        (Play("discard K2", _HAND, turns=0),),
        (Play("draw", _HAND, turns=0),),
        move=turn.starter_no_draw,
    ),
    Rule(
        "turn.must-discard",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLUB_OPENING),
        (
            Play("lay Y9 Y10 Y11; discard R8", "Y9 Y10 Y11 R8", _OPEN),
            Play("add Y7 @2; discard R8", "Y7 R8", _OPEN),
        ),
        (
            Play("lay Y9 Y10 Y11", "Y9 Y10 Y11", _OPEN),
            Play("add Y7 @2", "Y7", _OPEN),
        ),
        opens,
        move=turn.must_discard,
    ),
    Rule(
        "turn.not-in-hand",
        Chapter.TURN,
        turn.not_in_hand,
        (GUIDE_PLAY, CLASSIC_TURN, CLUB_OPENING),
        (
            Example("R7 Y7 B7", hand="R7 Y7 B7 R8 R9 K1"),
            Play("discard K2", _HAND),
        ),
        (
            Example("R7 Y7 B7 | R7 R8 R9", hand="R7 Y7 B7 R8 R9 K1"),
            Example("R7 Y7 *", hand="R7 Y7 F R8 R9 K1"),
            Play("discard K3", _HAND),
        ),
        move=turn.not_in_hand_played,
    ),
    Rule(
        "draw.stock-empty",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_FINISH),
        (Play("draw", _HAND, stock=1, phase="draw"),),
        (Play("draw", _HAND, stock=0, phase="draw"),),
        move=turn.stock_empty,
    ),
    Rule(
        "take.last-only",
        Chapter.TURN,
        None,
        (GUIDE_PLAY, CLASSIC_TURN, CLUB_TAKE),
        (
            Play("take K5", _HAND, discard="K5", phase="draw", rules=CLASSIC_ALONE),
            Play("take Y7", "R9 K9", _OPEN, discard="Y7", phase="draw", rules=IN_101),
        ),
        (
            Play("take K5", _HAND, discard="R2", phase="draw"),
            Play("take", _HAND, phase="draw"),
        ),
        move=turn.take_last_only,
    ),
    Rule(
        "take.must-use",
        Chapter.TURN,
        None,
        (GUIDE_SPECIAL, CLUB_TAKE, decision("5"), decision("5c")),
        (
            Play("take; add Y7 @2; discard R9", "R9 K9", _OPEN, discard="Y7", phase="draw"),
            Play(f"take; open {OPENS_101}", _OPENER, discard="K9", phase="draw"),
            Play(
                "take; lay Y9 B9 K9; discard R8",
                "Y9 B9 R8",
                "0: K1 K2 K3",
                discard="K9",
                stock=0,
                phase="draw",
                rules=GUIDE_ALONE,
            ),
        ),
        (
            Play("take", _HAND, discard="K13", phase="draw"),
            Play("take; discard R9", "R9 K9", _OPEN, discard="Y7", phase="draw"),
            Play(
                "take",
                "Y9 B9 R8 R2",
                "0: K1 K2 K3",
                discard="K9",
                stock=0,
                phase="draw",
                rules=GUIDE_ALONE,
            ),
        ),
        _takes_to_use,
        turn.take_must_use,
    ),
    Rule(
        "take.in-opening",
        Chapter.TURN,
        None,
        (GUIDE_SPECIAL, decision("5b")),
        (Play(f"take; open {OPENS_101}", _OPENER, discard="K9", phase="draw"),),
        (
            Play(
                "take; open R10 R11 R12 R13 | R7 Y7 B7 K7 | Y13 B13 K13",
                "R10 R11 R12 R13 R7 Y7 B7 K7 Y13 B13 K13 Y9 B9 K1 R2 B2 Y3 Y5 R5 B5 K6",
                discard="K9",
                phase="draw",
            ),
        ),
        lambda rules: opens(rules) and rules.take.in_opening,
        turn.take_in_opening,
    ),
    Rule(
        "take.unavailable",
        Chapter.TURN,
        None,
        (decision("5"), decision("30")),
        (Play(f"take; open {OPENS_101}", _OPENER, discard="K9", phase="draw"),),
        (Play("take", "R9 K9", _OPEN, discard="Y7", phase="draw"),),
        _not_everybody_takes,
        turn.take_unavailable,
    ),
    Rule(
        "show.unavailable",
        Chapter.TURN,
        None,
        (CLUB_NO_CALLS,),
        (Play("discard B10", "B10 K2 R9", turns=0),),
        (Play("show indicator", "B10 K2 R9", turns=0),),
        lambda rules: not turn.shows_indicator(rules),
        turn.show_unavailable,
    ),
    Rule(
        "show.first-turn",
        Chapter.TURN,
        None,
        (CLASSIC_SHOW,),
        (Play("show indicator", "B10 K2 R9", turns=0),),
        (Play("show indicator", "B10 K2 R9", turns=1),),
        turn.shows_indicator,
        turn.show_first_turn,
    ),
    Rule(
        "show.twin",
        Chapter.TURN,
        None,
        (CLASSIC_SHOW,),
        (Play("show indicator", "B10 K2 R9", turns=0),),
        (
            Play("show indicator", "* K2 R9", turns=0),
            Play("show indicator; show indicator", "B10 K2 R9", turns=0),
        ),
        turn.shows_indicator,
        turn.show_twin,
    ),
)

"""Entries of the catalogue: the opening."""

from __future__ import annotations

from typing import Final

from okey.rules import opening, openings, table
from okey.rules.documents import CLASSIC_QUESTIONS, CLUB_OPENING, GUIDE_FINISH, GUIDE_PLAY
from okey.rules.entries.common import (
    FOUR_PAIRS,
    LONG_HAND,
    OPENS_101,
    WITH_PAIRS,
    as_melds,
    as_opening,
    from_hand,
    opens,
    opens_with_pairs,
    opens_without_pairs,
    shows,
)
from okey.rules.examples import Example
from okey.rules.model import Chapter, Rule

ENTRIES: Final = (
    Rule(
        "lay.unavailable",
        Chapter.OPENING,
        opening.lay_unavailable,
        (CLASSIC_QUESTIONS,),
        as_melds("R4 R5 R6"),
        as_opening(OPENS_101),
        shows,
        table.lay_unavailable,
    ),
    Rule(
        "opening.points",
        Chapter.OPENING,
        opening.opening_points,
        (GUIDE_PLAY, CLUB_OPENING),
        as_opening(OPENS_101, "R7 R8 R9 | R10 B10 K10 | Y10 Y11 Y12 | R6 B6 K6"),
        as_opening("R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10"),
        opens,
    ),
    Rule(
        "opening.pairs",
        Chapter.OPENING,
        opening.opening_pairs,
        (CLUB_OPENING,),
        as_opening(f"{FOUR_PAIRS} | Y2 Y2", f"{FOUR_PAIRS} | Y2 * | F F"),
        as_opening(FOUR_PAIRS, f"{FOUR_PAIRS} | R4 B4"),
        opens_with_pairs,
    ),
    Rule(
        "opening.pairs-unavailable",
        Chapter.OPENING,
        opening.opening_pairs_unavailable,
        (GUIDE_FINISH,),
        as_opening(OPENS_101),
        as_opening(f"{FOUR_PAIRS} | Y2 Y2", f"{OPENS_101} | R3 R3"),
        opens_without_pairs,
    ),
    Rule(
        "opening.mixed",
        Chapter.OPENING,
        opening.opening_mixed,
        (GUIDE_PLAY, CLUB_OPENING),
        (*as_opening(OPENS_101), Example(f"{FOUR_PAIRS} | Y2 Y2", "opening", rules=WITH_PAIRS)),
        as_opening(f"{FOUR_PAIRS} | R10 R11 R12", f"{OPENS_101} | R3 R3"),
        lambda rules: rules.opening is not None and not rules.opening.mixed,
    ),
    Rule(
        "opening.keep-discard",
        Chapter.OPENING,
        opening.opening_keep_discard,
        (GUIDE_PLAY, CLUB_OPENING),
        (from_hand(f"{OPENS_101} | R1 R2 R3 R4 | K1 K2 K3 | B4 B5 B6", LONG_HAND),),
        (from_hand(f"{OPENS_101} | R1 R2 R3 R4 | K1 K2 K3 K4 | B4 B5 B6", LONG_HAND),),
        opens,
        openings.keep_discard,
    ),
)

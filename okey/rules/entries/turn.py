"""Entries of the catalogue: a turn."""

from __future__ import annotations

from typing import Final

from okey.rules import turn
from okey.rules.documents import CLASSIC_TURN, CLUB_OPENING, GUIDE_PLAY
from okey.rules.examples import Example
from okey.rules.model import Chapter, Rule

ENTRIES: Final = (
    Rule(
        "turn.not-in-hand",
        Chapter.TURN,
        turn.not_in_hand,
        (GUIDE_PLAY, CLASSIC_TURN, CLUB_OPENING),
        (Example("R7 Y7 B7", hand="R7 Y7 B7 R8 R9 K1"),),
        (
            Example("R7 Y7 B7 | R7 R8 R9", hand="R7 Y7 B7 R8 R9 K1"),
            Example("R7 Y7 *", hand="R7 Y7 F R8 R9 K1"),
        ),
    ),
)

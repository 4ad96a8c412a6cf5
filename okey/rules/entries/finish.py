"""Entries of the catalogue: the finish."""

from __future__ import annotations

from typing import Final

from okey.rules import finish
from okey.rules.documents import CLASSIC_FINISH, CLUB_OPENING, GUIDE_FINISH
from okey.rules.entries.common import LONG_HAND, OPENS_101
from okey.rules.examples import Example
from okey.rules.model import Chapter, Rule

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
    ),
)

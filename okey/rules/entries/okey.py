"""Entries of the catalogue: how tiles are read: the okey and the false okey."""

from __future__ import annotations

from typing import Final

from okey.rules.documents import CLASSIC_OKEY, CLUB_START, GUIDE_START, decision
from okey.rules.entries.common import as_melds, as_opening, opens
from okey.rules.examples import Example
from okey.rules.model import Chapter, Rule

ENTRIES: Final = (
    Rule(
        "okey.face",
        Chapter.OKEY,
        None,
        (GUIDE_START, CLASSIC_OKEY, CLUB_START),
        (Example("R8 Y8 B11"), Example("Y5 Y6 R1", indicator="R13")),
        (Example("R8 Y8 B10"), Example("Y5 Y6 R13", indicator="R13")),
    ),
    Rule(
        "okey.false",
        Chapter.OKEY,
        None,
        (GUIDE_START, CLASSIC_OKEY, CLUB_START),
        as_melds("B9 B10 F", "R11 Y11 F"),
        as_melds("R11 F R13", "R8 Y8 F"),
        lambda rules: rules.okeys.false_okey == "okey's face",
    ),
    Rule(
        "okey.value",
        Chapter.OKEY,
        None,
        (decision("2"),),
        as_opening("R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9"),
        as_opening("R1 * R3 | K10 K11 K12 K13 | R12 Y12 B12 K12"),
        lambda rules: opens(rules) and rules.okeys.counts == "place",
    ),
    Rule(
        "okey.order",
        Chapter.OKEY,
        None,
        (decision("4"), decision("4b")),
        as_opening("R5 R6 * | K9 K10 K11 K12 K13 | R7 Y7 B7 K7"),
        as_opening("* R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7"),
        lambda rules: opens(rules) and rules.okeys.place == "laid",
    ),
)

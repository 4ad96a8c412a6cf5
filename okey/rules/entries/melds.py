"""Entries of the catalogue: what a meld is."""

from __future__ import annotations

from typing import Final

from okey.rules import melds, runs
from okey.rules.documents import (
    CLASSIC_MELDS,
    CLUB_LAY_OFF,
    CLUB_OPENING,
    CLUB_WRAP,
    GUIDE_FINISH,
    GUIDE_MELDS,
    decision,
)
from okey.rules.entries.common import as_melds, wraps
from okey.rules.model import Chapter, Rule

ENTRIES: Final = (
    Rule(
        "meld.too-short",
        Chapter.MELDS,
        melds.too_short,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("R7 R8 R9", "R8 B8 K8"),
        as_melds("run: R7 R8", "group: R8 K8", "R8 K8", "R7"),
    ),
    Rule(
        "meld.neither",
        Chapter.MELDS,
        melds.neither,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("Y9 Y10 Y11", "Y9 B9 K9"),
        as_melds("Y9 B9 K2", "R3 B5 K9 *"),
    ),
    Rule(
        "meld.okey-face",
        Chapter.MELDS,
        melds.okey_face,
        (decision("4"),),
        as_melds("R5 *=R6 R7", "R8 B8 K8 *=Y8", "R5 *=R5"),
        as_melds("R5 *=R9 R7", "R8 B8 K8 *=R8", "R5 *=R6"),
    ),
    Rule(
        "meld.all-okeys",
        Chapter.MELDS,
        melds.all_okeys,
        (decision("3"), decision("3b")),
        as_melds("run: R8 * *", "group: R8 * *"),
        as_melds("run: * *", "group: * *"),
    ),
    Rule(
        "run.colour",
        Chapter.MELDS,
        melds.run_colour,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("R7 R8 R9"),
        as_melds("run: R7 B8 R9", "run: K7 F K9"),
    ),
    Rule(
        "run.gap",
        Chapter.MELDS,
        runs.run_gap,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("R4 R5 R6", "R3 * R5"),
        as_melds("R3 R5 R9", "R5 R6 R6", "R3 * R6"),
    ),
    Rule(
        "run.no-wrap",
        Chapter.MELDS,
        runs.run_no_wrap,
        (GUIDE_MELDS, CLUB_WRAP),
        as_melds("K1 K2 K3", "K11 K12 K13", "R12 R13 *"),
        as_melds("K12 K13 K1", "R13 R1 R2", "Y11 Y12 Y13 Y1"),
        lambda rules: not rules.runs.wrap_end,
    ),
    Rule(
        "run.wrap-end",
        Chapter.MELDS,
        runs.run_wrap_end,
        (CLASSIC_MELDS, decision("34")),
        as_melds("K12 K13 K1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"),
        as_melds("K13 K1 K2", "R12 R13 R1 R2", "K13 * K2"),
        wraps,
    ),
    Rule(
        "group.number",
        Chapter.MELDS,
        melds.group_number,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("R9 B9 K9"),
        as_melds("group: R9 B9 K10"),
    ),
    Rule(
        "group.colour-twice",
        Chapter.MELDS,
        melds.group_colour_twice,
        (GUIDE_MELDS, CLASSIC_MELDS),
        as_melds("R8 K8 B8", "R11 Y11 F"),
        as_melds("R8 R8 B8", "R11 F F", "R5 R5 *"),
    ),
    Rule(
        "group.too-long",
        Chapter.MELDS,
        melds.group_too_long,
        (GUIDE_MELDS, CLASSIC_MELDS, CLUB_LAY_OFF),
        as_melds("R8 Y8 B8 K8", "R8 Y8 B8 *"),
        as_melds("R8 Y8 B8 K8 *"),
    ),
    Rule(
        "pair.identical",
        Chapter.MELDS,
        melds.pair_identical,
        (GUIDE_FINISH, CLASSIC_MELDS, CLUB_OPENING, decision("18")),
        as_melds("R5 R5", "R5 *", "F F", "* *"),
        as_melds("R5 B5", "pair: K7 K8"),
    ),
)

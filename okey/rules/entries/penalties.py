"""Entries of the catalogue: flat penalties, written when they happen."""

from __future__ import annotations

from typing import Final

from okey.rules.documents import (
    CLUB_PENALTY,
    GUIDE_SPECIAL,
    SILER_NULL,
    decision,
)
from okey.rules.entries.common import GUIDE_ALONE, OPENS_101, WITH_PAIRS
from okey.rules.examples import Play
from okey.rules.model import Chapter, Rule

_OWN: Final = "0: K1 K2 K3"
_RUN: Final = "1: R4 R5 R6"
_OPENER: Final = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K1 K2 R2 B2 Y3 Y5 R5 B5 K6 Y12 K12"

ENTRIES: Final = (
    Rule(
        "penalty.giver",
        Chapter.PENALTIES,
        None,
        (GUIDE_SPECIAL, decision("6"), decision("11")),
        (
            Play(
                "take; add Y7 @2; discard R9",
                "R9 K9",
                "0: K1 K2 K3 | 1: Y4 Y5 Y6",
                discard="Y7",
                phase="draw",
            ),
            Play(f"open {OPENS_101}", f"{_OPENER} K9"),
        ),
        (
            Play(f"take; open {OPENS_101}", _OPENER, discard="K9", phase="draw"),
            Play("take; lay Y2 Y3 Y4; discard B13", "Y2 Y3 B13", _OWN, discard="Y4", phase="draw"),
        ),
        lambda rules: rules.penalties.giver != 0,
    ),
    Rule(
        "penalty.okey-thrown",
        Chapter.PENALTIES,
        None,
        (GUIDE_SPECIAL, CLUB_PENALTY, decision("8"), decision("27")),
        (
            Play("discard F", "F K6 R9"),
            Play("discard *", "*", _OWN),
            Play("discard *", "* K6 R9", rules=WITH_PAIRS),
        ),
        (
            Play("discard *", "* K6 R9", rules=GUIDE_ALONE),
            Play("discard *", "* K6 R9", _RUN),
        ),
        lambda rules: rules.penalties.okey_thrown != 0,
    ),
    Rule(
        "penalty.layable-discard",
        Chapter.PENALTIES,
        None,
        (CLUB_PENALTY, decision("9"), decision("26"), decision("27")),
        (
            Play("discard R8", "R8 K6 Y9", _RUN),
            Play("discard R7", "R7", f"{_OWN} | {_RUN}"),
            Play("discard R9", "R9 K6 Y4", "1: R9 * | 1: B8 B8 | 1: K1 K1 | 1: K5 K5 | 1: Y2 Y2"),
        ),
        (
            Play("discard R7", "R7 K6 Y9", _RUN),
            Play("discard R3", "R3 K6 Y9", _RUN),
            Play("discard K8", "K8 K6 Y9", "1: R8 Y8 B8"),
            Play("add R7 @2; add R8 @2; discard R9", "R7 R8 R9 K6", f"{_OWN} | {_RUN}"),
        ),
        lambda rules: rules.penalties.layable_discard != 0,
    ),
    Rule(
        "penalty.okey-retrieved",
        Chapter.PENALTIES,
        None,
        (SILER_NULL, decision("22")),
        (Play("swap R5 @1", "R5 K6 Y9", "0: R4 * R6"),),
        (Play("swap R5 @2", "R5 K6 Y9", f"{_OWN} | 1: R4 * R6"),),
        lambda rules: rules.penalties.okey_retrieved != 0 and rules.swap is not None,
    ),
    Rule(
        "penalty.failed-opening",
        Chapter.PENALTIES,
        None,
        (decision("31"),),
        (Play(f"open {OPENS_101}", f"{_OPENER} K9"),),
        (Play("open R10 R11 R12 R13 | R7 Y7 B7 K7", f"{_OPENER} K9"),),
        lambda rules: rules.penalties.failed_opening != 0 and rules.opening is not None,
    ),
)

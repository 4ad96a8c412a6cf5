"""Entries of the catalogue: what is laid after an opening, laid off, and exchanged."""

from __future__ import annotations

from typing import Final

from okey.rules import table
from okey.rules.documents import (
    CLASSIC_QUESTIONS,
    CLUB_LAY_OFF,
    CLUB_OPENING,
    CLUB_SWAP,
    GUIDE_FINISH,
    GUIDE_PLAY,
    decision,
)
from okey.rules.entries.common import WITH_PAIRS, not_, opens, opens_with_pairs, plays_table, swaps
from okey.rules.examples import Play
from okey.rules.model import Chapter, Rule, RuleSet

_OWN: Final = "0: K1 K2 K3"
_RUN: Final = f"{_OWN} | 1: Y4 Y5 Y6"
_GROUP: Final = f"{_OWN} | 1: R8 B8 K8"
_PAIRS: Final = "0: R3 R3 | 0: B8 B8 | 0: K1 K1 | 0: K5 K5 | 0: Y2 Y2"
_OKEY_RUN: Final = f"{_OWN} | 1: R4 * R6"
_OKEY_GROUP: Final = f"{_OWN} | 1: R8 B8 *"


def _capped(rules: RuleSet) -> bool:
    return rules.table is not None and rules.table.run_cap is not None


def _pairs_stay_pairs(rules: RuleSet) -> bool:
    table_ = rules.table
    return opens_with_pairs(rules) and table_ is not None and not table_.pair_openers_lay_melds


def _runs_stay_runs(rules: RuleSet) -> bool:
    return rules.table is not None and not rules.table.run_openers_lay_pairs


def _pair_openers_lay_nothing_off(rules: RuleSet) -> bool:
    table_ = rules.table
    return opens_with_pairs(rules) and table_ is not None and not table_.pair_openers_lay_off


def _pairs_keep_okeys(rules: RuleSet) -> bool:
    return rules.swap is not None and opens_with_pairs(rules) and not rules.swap.in_pairs


def _okeys_are_settled(rules: RuleSet) -> bool:
    return rules.swap is not None and not rules.swap.undetermined


ENTRIES: Final = (
    Rule(
        "lay.not-opened",
        Chapter.TABLE,
        None,
        (GUIDE_FINISH, CLUB_OPENING),
        (Play("lay Y2 Y3 Y4", "Y2 Y3 Y4 K9 R9", _OWN),),
        (Play("lay Y2 Y3 Y4", "Y2 Y3 Y4 K9 R9", "1: R8 B8 K8"),),
        opens,
        table.lay_not_opened,
    ),
    Rule(
        "lay.pairs-only",
        Chapter.TABLE,
        None,
        (CLUB_OPENING, decision("17")),
        (Play("lay R9 R9", "R9 R9 K2", _PAIRS),),
        (
            Play("lay R10 R11 R12", "R10 R11 R12 K2", _PAIRS),
            Play("lay Y9 B9 K9", "Y9 B9 K9 K2", _PAIRS),
        ),
        _pairs_stay_pairs,
        table.lay_pairs_only,
    ),
    Rule(
        "lay.no-pairs",
        Chapter.TABLE,
        None,
        (GUIDE_FINISH, CLUB_OPENING, decision("17b")),
        (Play("lay Y2 Y3 Y4", "Y2 Y3 Y4 K9 R9", _OWN),),
        (Play("lay R9 R9", "R9 R9 Y2", _OWN),),
        _runs_stay_runs,
        table.lay_no_pairs,
    ),
    Rule(
        "layoff.unavailable",
        Chapter.TABLE,
        None,
        (CLASSIC_QUESTIONS,),
        (Play("discard R7", "R7 K9 Y2"),),
        (Play("add R7 @1", "R7 K9 Y2"),),
        not_(plays_table),
        table.layoff_unavailable,
    ),
    Rule(
        "layoff.not-opened",
        Chapter.TABLE,
        None,
        (GUIDE_PLAY, CLUB_OPENING),
        (Play("add Y7 @2", "Y7 K9 R2", _RUN),),
        (Play("add Y7 @1", "Y7 K9 R2", "1: Y4 Y5 Y6"),),
        plays_table,
        table.layoff_not_opened,
    ),
    Rule(
        "layoff.pair-opener",
        Chapter.TABLE,
        None,
        (decision("17"),),
        (Play("lay R9 R9", "R9 R9 K2", _PAIRS),),
        (Play("add Y7 @6", "Y7 K9 R2", f"{_PAIRS} | 1: Y4 Y5 Y6"),),
        _pair_openers_lay_nothing_off,
        table.layoff_pair_opener,
    ),
    Rule(
        "layoff.no-fit",
        Chapter.TABLE,
        None,
        (GUIDE_PLAY, CLUB_LAY_OFF),
        (
            Play("add Y7 @2", "Y7 K9 R2", _RUN),
            Play("add * @2 low", "* K9 R2", _RUN),
            Play("add Y8 @2", "Y8 K9 R2", _GROUP),
            Play("add *=K8 @2", "* K9 R2", "0: K1 K2 K3 | 1: R8 Y8 B8"),
        ),
        (
            Play("add Y8 @2", "Y8 K9 R2", _RUN),
            Play("add R8 @2", "R8 K9 R2", _GROUP),
            Play("add Y8 @2", "Y8 K9 R2", "0: K1 K2 K3 | 1: R8 Y8 B8 K8"),
            Play("add * @1 low", "* K9 R2", _RUN),
        ),
        plays_table,
        table.layoff_no_fit,
    ),
    Rule(
        "layoff.run-cap",
        Chapter.TABLE,
        None,
        (CLUB_LAY_OFF, decision("15")),
        (
            Play("add Y7 @2; add Y8 @2; discard K9", "Y7 Y8 K9 R2", _RUN),
            Play("add Y7 @2; add Y8 @2; add K4 @1", "Y7 Y8 K4 R2", _RUN),
        ),
        (
            Play("add Y7 @2; add Y8 @2; add Y9 @2", "Y7 Y8 Y9 R2", _RUN),
            Play("add Y7 @2; add Y3 @2; add Y2 @2", "Y7 Y3 Y2 R9", _RUN, rules=WITH_PAIRS),
        ),
        _capped,
        table.layoff_run_cap,
    ),
    Rule(
        "layoff.pairs-closed",
        Chapter.TABLE,
        None,
        (CLUB_LAY_OFF,),
        (Play("add Y7 @6", "Y7 K9 R2", f"{_PAIRS} | 1: Y4 Y5 Y6"),),
        (Play("add B3 @1", "B3 K9 R2", _PAIRS), Play("add * @1", "* K9 R2", _PAIRS)),
        lambda rules: plays_table(rules) and opens_with_pairs(rules),
        table.layoff_pairs_closed,
    ),
    Rule(
        "swap.unavailable",
        Chapter.TABLE,
        None,
        (GUIDE_PLAY, CLASSIC_QUESTIONS, decision("25")),
        (Play("discard R5", "R5 K9 R2"),),
        (
            Play("swap R5 @2", "R5 K9 R2", _OKEY_RUN, rules=("101-guide",)),
            Play("swap R5 @1", "R5 K9 R2", rules=("classic",)),
        ),
        not_(swaps),
        table.swap_unavailable,
    ),
    Rule(
        "swap.not-opened",
        Chapter.TABLE,
        None,
        (CLUB_SWAP, decision("25")),
        (Play("swap R5 @2", "R5 K9 R2", _OKEY_RUN),),
        (Play("swap R5 @1", "R5 K9 R2", "1: R4 * R6"),),
        swaps,
        table.swap_not_opened,
    ),
    Rule(
        "swap.wrong-tile",
        Chapter.TABLE,
        None,
        (CLUB_SWAP, decision("25")),
        (
            Play("swap R5 @2", "R5 K9 R2", _OKEY_RUN),
            Play("swap Y8 @2", "Y8 K9 R2", "0: K1 K2 K3 | 1: R8 B8 K8 *"),
            Play("swap K8 @2; swap Y8 @2", "K8 Y8 R2", "0: K1 K2 K3 | 1: R8 B8 * *"),
        ),
        (
            Play("swap R7 @2", "R7 K9 R2", _OKEY_RUN),
            Play("swap R8 @2", "R8 K9 R2", "0: K1 K2 K3 | 1: R8 B8 K8 *"),
            Play("swap K2 @1", "K2 K9 R2", _OWN),
        ),
        swaps,
        table.swap_wrong_tile,
    ),
    Rule(
        "swap.undetermined",
        Chapter.TABLE,
        None,
        (CLUB_SWAP,),
        (
            Play("swap R5 @2", "R5 K9 R2", _OKEY_RUN),
            Play("add K8 @2; swap Y8 @2", "K8 Y8 R2", _OKEY_GROUP),
        ),
        (Play("swap K8 @2", "K8 K9 R2", _OKEY_GROUP),),
        _okeys_are_settled,
        table.swap_undetermined,
    ),
    Rule(
        "swap.pairs-closed",
        Chapter.TABLE,
        None,
        (CLUB_SWAP, decision("25")),
        (Play("swap R5 @2", "R5 K9 R2", _OKEY_RUN),),
        (Play("swap R3 @1", "R3 K9 R2", "0: R3 * | 0: B8 B8 | 0: K1 K1 | 0: K5 K5 | 0: Y2 Y2"),),
        _pairs_keep_okeys,
        table.swap_pairs_closed,
    ),
)

"""The table of all puzzle kinds."""

from __future__ import annotations

from typing import Final

from okey.errors import InputError
from puzzles.kinds.all_safe_discards import AllSafeDiscards
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.best_discard import BestDiscard
from puzzles.kinds.best_opening import BestOpening
from puzzles.kinds.can_open import CanOpen
from puzzles.kinds.chips import ChipShares
from puzzles.kinds.finish_from_here import FinishFromHere
from puzzles.kinds.finish_or_wait import FinishOrWait
from puzzles.kinds.from_hand import FromHand
from puzzles.kinds.indicator_end import IndicatorEnd
from puzzles.kinds.lay_off import LayOff
from puzzles.kinds.least_opening import LeastOpening
from puzzles.kinds.meld_value import MeldValue
from puzzles.kinds.okey_stands_for import OkeyStandsFor
from puzzles.kinds.outs import Outs
from puzzles.kinds.pairs_or_runs import PairsOrRuns
from puzzles.kinds.reach_siler import ReachSiler
from puzzles.kinds.read_okey import ReadOkey
from puzzles.kinds.reverse_score import ReverseScore
from puzzles.kinds.safe_discard import SafeDiscard
from puzzles.kinds.score_compare import ScoreCompare
from puzzles.kinds.score_round import ScoreRound
from puzzles.kinds.spot_mistake import SpotMistake
from puzzles.kinds.swap import SwapOkey
from puzzles.kinds.take_or_draw import TakeOrDraw
from puzzles.kinds.valid_meld import ValidMeld
from puzzles.kinds.wait import Wait
from puzzles.kinds.who_pays import WhoPays
from puzzles.kinds.winning_hand import WinningHand

_ALL: Final[tuple[AskedKind, ...]] = (
    CanOpen(),
    # Hands
    ReadOkey(),
    ValidMeld(),
    OkeyStandsFor(),
    MeldValue(),
    BestOpening(),
    LeastOpening(),
    ReachSiler(),
    PairsOrRuns(),
    Outs(),
    Wait(),
    BestDiscard(),
    FromHand(),
    WinningHand(),
    # The table, turns and scores
    TakeOrDraw(),
    SafeDiscard(),
    AllSafeDiscards(),
    LayOff(),
    SwapOkey(),
    WhoPays(),
    FinishFromHere(),
    FinishOrWait(),
    ScoreRound(),
    ScoreCompare(),
    ReverseScore(),
    SpotMistake(),
    IndicatorEnd(),
    ChipShares(),
)

KINDS: Final[dict[str, AskedKind]] = {kind.key: kind for kind in _ALL}
FIRST_KIND: Final = CanOpen.key  # of the dailies, and wherever none is asked for


def kind_of(key: str) -> AskedKind:
    """The kind with this key. Raise `InputError` (`kind.unknown`) where there is none."""
    try:
        return KINDS[key]
    except KeyError:
        raise InputError("kind.unknown", f"kind: {key[:40]}") from None


def kinds_of(rules: str) -> tuple[str, ...]:
    """The keys of the kinds of a rule set, in the order of the table."""
    return tuple(key for key, kind in KINDS.items() if rules in kind.rule_sets)


def rule_sets() -> tuple[str, ...]:
    """Keys of the rule sets for which there is any kind, in the order of the kinds."""
    return tuple(dict.fromkeys(key for kind in KINDS.values() for key in kind.rule_sets))

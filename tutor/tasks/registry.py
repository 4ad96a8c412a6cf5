"""All tasks, in one table."""

from __future__ import annotations

from typing import Final

from tutor.tasks.allowed import (
    MayDeclarePairs,
    MayLayOff,
    MayShowIndicator,
    MaySwap,
    SwapOkey,
)
from tutor.tasks.base import TaskKind
from tutor.tasks.building import BuildMeld, CompletingTile
from tutor.tasks.counting import DoesItOpen, MeldPoints, MissingPoints, SumOfMelds
from tutor.tasks.discards import CostlyDiscard, SafeDiscard, WhatItCosts
from tutor.tasks.finishes import KindOfFinish, LastDiscard
from tutor.tasks.laying_off import HowManyOnto, LayableTiles, LayOff
from tutor.tasks.may_lay import MayLay
from tutor.tasks.meld_verdicts import IsMeld, IsPair, OddTile
from tutor.tasks.okey_of_indicator import OkeyOfIndicator
from tutor.tasks.opening import LayOpening
from tutor.tasks.outs import CopiesLeft
from tutor.tasks.pairs import BesidePairs, CountPairs, EnoughPairs
from tutor.tasks.reading_okey import FalseOkeyFace, OkeyStandsFor, WildTiles
from tutor.tasks.round_scores import RoundFactor, WhatItWrites, WhoDoesBest
from tutor.tasks.seat_score import SeatScore
from tutor.tasks.taking import MayTake, OpenWithTaken, UseTaken, WhichDiscard
from tutor.tasks.telling import (
    HowManyPairs,
    MissingBeside,
    MostInOpening,
    TilesThatHold,
    WhatCounts,
)
from tutor.tasks.why_not import WhyNoLay, WhyNoSwap, WhyNoTake

_ALL: Final[tuple[TaskKind, ...]] = (
    # The okey
    OkeyOfIndicator(),
    FalseOkeyFace(),
    WildTiles(),
    OkeyStandsFor(),
    # Runs and groups
    IsMeld(),
    OddTile(),
    BuildMeld(),
    CompletingTile(),
    # Counting an opening
    MeldPoints(),
    SumOfMelds(),
    MissingPoints(),
    DoesItOpen(),
    LayOpening(),
    # Pairs
    IsPair(),
    CountPairs(),
    EnoughPairs(),
    BesidePairs(),
    # Taking a discard
    WhichDiscard(),
    MayTake(),
    UseTaken(),
    OpenWithTaken(),
    # Laying off, and the okey on the table
    LayOff(),
    LayableTiles(),
    HowManyOnto(),
    MayLayOff(),
    MaySwap(),
    SwapOkey(),
    # Discards
    SafeDiscard(),
    CostlyDiscard(),
    WhatItCosts(),
    # Finishing and scoring
    LastDiscard(),
    KindOfFinish(),
    MayDeclarePairs(),
    MayShowIndicator(),
    WhatItWrites(),
    RoundFactor(),
    WhoDoesBest(),
    CopiesLeft(),
    # Telling one wrong belief from another
    WhatCounts(),
    TilesThatHold(),
    HowManyPairs(),
    MissingBeside(),
    MostInOpening(),
    SeatScore(),
    MayLay(),
    WhyNoTake(),
    WhyNoLay(),
    WhyNoSwap(),
)

TASKS: Final[dict[str, TaskKind]] = {kind.key: kind for kind in _ALL}


def task(key: str) -> TaskKind:
    """The task of this key. Raise `KeyError` where there is none."""
    return TASKS[key]

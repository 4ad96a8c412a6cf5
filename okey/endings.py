"""How a round ended, and what is written for it: plain values, without any rule.

The referee and whoever fills in a finished round make them; `okey.scoring` turns a `Finish`, the
boards and the events into a `Result`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from okey.rules.model import Param
from okey.tiles import Tile

By = Literal["melds", "pairs"]
Teams = tuple[tuple[int, int], tuple[int, int]]  # the seats of the two partners, twice


@dataclass(frozen=True, slots=True)
class Finish:
    """Who ended the round, and how.

    `okey_last`: the last discard was an okey. `by`: what the winner opened with, declared or
    showed. `same_turn`: opened in the turn of the finish; `first_to_open`: nobody else had opened.
    """

    seat: int
    okey_last: bool = False
    by: By = "melds"
    same_turn: bool = False
    first_to_open: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What one seat has at the end: what it opened with (None: nothing), and the tiles left.

    `opening_points` or `opening_pairs` is the worth of the opening, where known.
    """

    opened: By | None
    hand: tuple[Tile, ...] = ()
    opening_points: int | None = None
    opening_pairs: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something written during the round: a penalty, a bonus, a shown indicator.

    `seat` pays; it showed, where the indicator was shown (each other seat is written `points`).
    `points` have no factor applied. `move` counts from 0.
    """

    rule: str
    seat: int
    points: int
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a seat's score.

    `points` are what is written, factors applied; `factor` is the product of what the `factors`
    stand for. `params` are the values of a sentence about the line.
    """

    seat: int
    rule: str
    points: int
    factor: int = 1
    factors: tuple[str, ...] = ()
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a round. `scores` are always the sums of the seats' `lines`."""

    scores: tuple[int, ...]
    teams: tuple[int, ...] | None
    lines: tuple[Line, ...]
    finish: Finish | None

"""Examples of rules, in notation: tests and illustrations at once.

Each kind is asked of another part of the engine; `okey.examples` does that. `rules` are the keys
of the rule sets whose example it is; none means all that play the rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

As = Literal["melds", "opening", "finish"]


@dataclass(frozen=True, slots=True)
class Example:
    """A submission that keeps or breaks a rule."""

    melds: str
    as_: As = "melds"
    indicator: str = "B10"
    hand: str | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """Moves in the middle of a round, separated by semicolons; the last one is the point.

    It keeps a rule where no move is refused and the last one writes no penalty of that rule, and
    breaks it otherwise. `hand` is that of seat 0, on turn. `table` has the melds laid, each with
    its owner, `0: R4 R5 R6 | 1: R7 Y7 B7`. `opened` says seat by seat `-`, `melds` or `pairs`;
    without it, who owns a meld has opened. `discard` is the left neighbour's last. `stock` counts
    the tiles left in it. `phase` is `draw` before drawing or taking, `play` after it. `turns` is
    how many turns each player has had.
    """

    moves: str
    hand: str
    table: str = ""
    opened: str = ""
    discard: str | None = None
    stock: int = 12
    phase: Literal["draw", "play"] = "play"
    turns: int = 3
    seats: int = 4
    indicator: str = "B10"
    risk: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """The end of a round; the rule applies where a line of the score names it, or its factor.

    `finish` is None, or the seat with words in any order: `0 melds`, `0 pairs okey`, with
    `same-turn` and `first` (nobody else had opened). A board is a seat's state and the tiles left:
    `melds: R5 K7`, `-: R1 R2`, `pairs 7: R3` (with the pairs or, after melds, the points opened
    with, where they matter). An event is a penalty's id and the seat that pays.
    """

    finish: str | None
    boards: tuple[str, ...]
    events: tuple[str, ...] = ()
    teams: bool = False
    risk: bool = False
    indicator: str = "B10"
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a round: what each seat was dealt, the starter first, and what was turned.

    A hand is a number of tiles, or tiles. `turned` are the tiles turned up one after the other; the
    last is the indicator.
    """

    hands: tuple[int | str, ...]
    turned: tuple[str, ...] = ("B10",)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A match: seats, rounds agreed on, and the scores of the rounds played, round by round.

    `teams` are the usual partners, or the seats of each team.
    """

    scores: tuple[tuple[int, ...], ...] = ()
    rounds: int | None = None
    seats: int = 4
    teams: bool | tuple[tuple[int, int], tuple[int, int]] = False
    rules: tuple[str, ...] = ()


AnyExample = Example | Play | Tally | Start | Standing

"""What a page with a puzzle shows: plain values, made from what the engine says."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.answered_by import Line
from puzzles.day_streaks import DayStreak
from puzzles.ratings.shown import Shown
from puzzles.ratings.stakes import Stake
from tutor.board.shown import Lane, RackTile, TableVerdict
from tutor.board.words import language
from tutor.changes import ChangeText
from tutor.explain import Explanation
from tutor.lessons.pages import ShownRule
from tutor.names import rule_set_name
from tutor.tasks.shown_parts import ShownExercise, ShownRow


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld of a solution in notation, in normal order with every face declared."""

    text: str
    points: int
    label: str


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """A right answer: drawn, or in words."""

    rows: tuple[ShownRow, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is right, and its certificate in a sentence.

    Melds that are laid stand in `melds`; `points` is their sum where they have one. Answers of
    other forms are `answers`.
    """

    title: str
    certificate: str
    points: int = 0
    melds: tuple[ShownMeld, ...] = ()
    answers: tuple[RightAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class DayDone:
    """What is shown below the result of a daily's first try: days in a row, the others, a text."""

    streak: DayStreak
    lines: list[Line]
    answers: int
    share: str
    share_url: str


@dataclass(frozen=True, slots=True)
class Result:
    """An answered try. `state`: right, better (right, and more was possible) or wrong.

    `without_melds`: the answer was an option beside melds, whose certificate explains it.
    """

    correct: bool
    state: str
    headline: str
    without_melds: bool
    gave_up: bool
    title: str
    explanation: Explanation
    table: TableVerdict | None
    laid: str
    solution: Solution
    better: bool
    change: ChangeText | None
    try_again_url: str
    next_url: str
    rule_url: str
    rule_title: str
    themes: tuple[str, ...]
    rating: Shown | None = None
    day: DayDone | None = None
    reported: str = ""  # the state of the reader's report


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints that were asked for, and the level of the next one, 0 where there is none left."""

    rule: ShownRule | None = None
    tiles: str = ""
    level: int = 0
    next: int = 1


@dataclass(frozen=True, slots=True)
class Beside:
    """An option beside melds, as a button."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes and the rack of a puzzle that is answered with melds.

    `verb` is what its button says. `live`: the lanes are judged while they are laid.
    """

    slots: tuple[RackTile | None, ...]
    lanes: tuple[Lane, ...]
    table: TableVerdict
    beside: tuple[Beside, ...]
    verb: str
    live: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle to answer. `on` is there where it is answered with melds in lanes."""

    puzzle_id: uuid.UUID
    kind: str
    kind_name: str
    question: str
    rules_key: str
    rules_name: str
    indicator: str
    okey: str
    told_okey: bool
    exercise: ShownExercise
    on: Lanes | None
    answered: Result | None
    hints: Hints
    key: uuid.UUID
    urls: dict[str, str]
    context: str
    context_id: uuid.UUID
    try_no: int
    opened: dt.datetime | None
    difficulty: int | None
    themes: tuple[str, ...]
    stake: Stake | None = None  # what the answer may change in the rating
    practising: Mapping[str, str] = field(default_factory=dict)  # kind and theme to go on with
    error: str = ""
    typed: str = ""  # an answer to be put back after an error

    @property
    def fields(self) -> Mapping[str, str]:
        """The hidden fields of every form but the key."""
        return {
            "context": self.context,
            "context_id": str(self.context_id),
            "try_no": str(self.try_no),
        }

    # The templates of the lanes ask the board itself.

    @property
    def slots(self) -> tuple[RackTile | None, ...]:
        """The rack."""
        return self.on.slots if self.on is not None else ()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The melds as they lie."""
        return self.on.lanes if self.on is not None else ()

    @property
    def table(self) -> TableVerdict | None:
        """What is said of them."""
        return self.on.table if self.on is not None else None


def rules_name(rules: str) -> str:
    """The rule set's display name."""
    return rule_set_name(rules, language())


__all__ = [
    "Beside",
    "Board",
    "Hints",
    "Lanes",
    "Result",
    "RightAnswer",
    "ShownMeld",
    "Solution",
    "rules_name",
]

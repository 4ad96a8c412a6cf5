"""What a page with a board shows: plain values, made from the engine's verdicts."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from tutor.board.shown import Lane, RackTile, TableVerdict
from tutor.board.words import language
from tutor.changes import ChangeText
from tutor.explain import Explanation
from tutor.names import rule_set_name


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld of a solution in notation, in normal order with every face declared."""

    text: str
    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The best that the hand can lay, and its certificate in a sentence."""

    title: str
    certificate: str
    opens: bool
    points: int
    missing: int
    pairs: int
    melds: tuple[ShownMeld, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An answered try. `state`: right, better (right, and more was possible) or wrong."""

    correct: bool
    state: str
    headline: str
    cannot: bool
    title: str
    explanation: Explanation
    table: TableVerdict
    laid: str
    solution: Solution
    better: bool
    change: ChangeText | None
    try_again_url: str
    next_url: str
    rule_url: str
    rule_title: str
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board to answer on."""

    puzzle_id: uuid.UUID
    kind: str
    rules_key: str
    rules_name: str
    indicator: str
    okey: str
    threshold: int
    pairs_needed: int | None
    slots: tuple[RackTile | None, ...]
    lanes: tuple[Lane, ...]
    table: TableVerdict
    answered: Result | None
    key: uuid.UUID
    urls: dict[str, str]
    context: str
    context_id: uuid.UUID
    try_no: int
    opened: dt.datetime | None
    difficulty: int
    themes: tuple[str, ...]
    error: str = ""
    typed: str = ""  # melds to be put back after an error


def rules_name(rules: str) -> str:
    """The rule set's display name."""
    return rule_set_name(rules, language())

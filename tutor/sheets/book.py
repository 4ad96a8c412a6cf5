"""A sheet with its rounds, and the match that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from okey import RULE_SETS, RuleSet
from okey.ended import tally
from okey.endings import Result
from okey.errors import InputError
from okey.match import Match, Played, start_match
from okey.table import PARTNERS
from okey.tally import read_ended
from tutor.models import Sheet, SheetRound
from tutor.names import round_name
from tutor.referee.wording import language


@dataclass(frozen=True)
class Book:
    """A sheet as it stands: `rounds` are those that count, in order; `removed` were taken out."""

    sheet: Sheet
    rounds: tuple[SheetRound, ...]
    removed: tuple[SheetRound, ...]

    @property
    def rules(self) -> RuleSet:
        """The sheet's rule set."""
        return RULE_SETS[self.sheet.rules]

    @cached_property
    def names(self) -> list[str]:
        """The players' names as the reader sees them."""
        return shown_names(self.sheet.names)

    @cached_property
    def match(self) -> Match:
        """The match of the rounds that count."""
        return match_of(self.sheet, self.rounds)

    @property
    def last(self) -> int:
        """The highest number of a round that was ever written here, 0 where there is none."""
        return max((row.number for row in (*self.rounds, *self.removed)), default=0)

    def row(self, number: int) -> SheetRound | None:
        """The round of this number, also one that was taken out."""
        return next((r for r in (*self.rounds, *self.removed) if r.number == number), None)

    def position(self, row: SheetRound) -> int:
        """Which round of the match this is, from 1: as those that count stand in order."""
        return 1 + sum(other.number < row.number for other in self.rounds)

    def title(self, row: SheetRound) -> str:
        """What the round is called: "Round 3"."""
        return round_name(self.position(row), language())

    def result(self, row: SheetRound) -> Result | None:
        """The items of a round, None where the rules of today score it otherwise."""
        try:
            result = tally(read_ended(row.line, self.rules), self.rules)
        except InputError:
            return None
        return result if list(result.scores) == row.scores else None


def open_book(sheet: Sheet) -> Book:
    """Read a sheet's rounds: one query."""
    rows = list(sheet.round_rows.order_by("number"))
    return Book(
        sheet,
        tuple(row for row in rows if row.removed_at is None),
        tuple(row for row in rows if row.removed_at is not None),
    )


def shown_names(names: Sequence[str]) -> list[str]:
    """Names; where none was given, the number of the player in the reader's language."""
    return [name or default_name(seat) for seat, name in enumerate(names)]


def default_name(seat: int) -> str:
    """The name of a seat without one."""
    return _("Player %(number)s") % {"number": seat + 1}


def match_of(sheet: Sheet, rounds: Sequence[SheetRound]) -> Match:
    """The match that these rounds make. Raise `InputError` as `start_match` does."""
    return start_match(
        RULE_SETS[sheet.rules],
        seats=sheet.seats,
        rounds=sheet.rounds or None,
        teams=PARTNERS if sheet.teams else None,
        played=[Played(tuple(row.scores), tuple(row.opened)) for row in rounds],
    )


def opened_of(ended: Any) -> list[bool]:
    """Who opened in a finished round."""
    return [board.opened is not None for board in ended.boards]

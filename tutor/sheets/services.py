"""What is done to a sheet. Each deed may come twice, or from two phones at once: it is done once,
and whoever comes second learns what the first did, and decides.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey import RULE_SETS
from okey.errors import InputError
from okey.match import agreed_rounds
from okey.table import PARTNERS, check_table
from tutor.cleaning import throw_away
from tutor.models import Sheet, SheetRound
from tutor.referee.score_form import Scored
from tutor.sheets.book import Book, match_of, open_book, opened_of

MOST_SHEETS: Final = 100  # of a player
MOST_ROUNDS: Final = 200  # of a sheet
MOST_REMOVED: Final = 200  # rounds that were taken out and can be put back
_PLAYED: Final = re.compile(r"played\[(\d+)\]")


class NotThere(Exception):  # noqa: N818 - states a fact
    """No such sheet, or no such round, for this player: 404."""


class Refused(Exception):  # noqa: N818 - states a fact
    """It cannot be done now. `code`: sheets-many, rounds-many, over."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Conflict(Exception):  # noqa: N818 - states a fact
    """Somebody was quicker, or the match would end earlier. Nothing was written.

    `newer`: other rounds (`rows`) were written meanwhile. `key`: this round was written already,
    with other values. `changed`, `removed`: the round was corrected, or taken out. `ends`: the
    match would be over after `end` rounds, but these stand after them.
    """

    def __init__(
        self,
        kind: Literal["newer", "key", "changed", "removed", "ends"],
        book: Book,
        rows: Sequence[SheetRound],
        end: int = 0,
    ) -> None:
        super().__init__(kind)
        self.end = end
        self.kind = kind
        self.book = book
        self.rows = tuple(rows)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new sheet is to be."""

    rules: str
    names: tuple[str, ...]
    teams: bool
    rounds: int | None
    pot: int | None


@dataclass(frozen=True, slots=True)
class Entered:
    """A round as it was filled in, and as it scores."""

    scored: Scored
    filled: dict[str, str]

    def values(self, rules_version: int) -> dict[str, Any]:
        """The columns that it fills."""
        return {
            "filled": self.filled,
            "line": self.scored.line,
            "scores": list(self.scored.result.scores),
            "opened": opened_of(self.scored.ended),
            "rules_version": rules_version,
            "updated_at": clock.now(),
        }


# Sheets


@transaction.atomic
def create_sheet(player: Player, plan: Plan, key: uuid.UUID) -> Sheet:
    """Make a sheet, or find the one that this key made.

    Raise `Refused` where the player has too many, `InputError` (`match.*`) for what the rule set
    does not know.
    """
    Player.objects.select_for_update().filter(pk=player.pk).first()
    made = Sheet.objects.of(player).filter(key=key).first()
    if made is not None:
        return made
    if Sheet.objects.visible_to(player).count() >= MOST_SHEETS:
        raise Refused("sheets-many")
    rules = RULE_SETS[plan.rules]
    seats = len(plan.names)
    check_table(rules, seats, 0, False, PARTNERS if plan.teams else None)
    return Sheet.objects.create(
        player=player,
        key=key,
        rules=rules.key,
        rules_version=rules.version,
        seats=seats,
        names=list(plan.names),
        teams=plan.teams,
        rounds=agreed_rounds(rules, plan.rounds),
        pot=plan.pot if rules.match.chips else None,
    )


@transaction.atomic
def change_sheet(
    player: Player | None,
    sheet_id: uuid.UUID,
    *,
    version: int,
    names: Sequence[str],
    rounds: int | None,
    pot: int | None,
) -> Sheet:
    """Change names, the rounds agreed on and the pot.

    Raise `Conflict` (`changed`) where somebody has changed them meanwhile, `InputError`
    (`match.rounds`) where more rounds are played than are agreed on now.
    """
    sheet = _locked(player, sheet_id)
    if len(names) != sheet.seats:
        raise InputError("match.seats", f"seats: {len(names)}")
    rules = RULE_SETS[sheet.rules]
    wanted = {
        "names": list(names),
        "rounds": agreed_rounds(rules, rounds),
        "pot": pot if rules.match.chips else None,
    }
    if all(getattr(sheet, name) == value for name, value in wanted.items()):
        return sheet
    if sheet.version != version:
        raise Conflict("changed", open_book(sheet), ())
    for name, value in wanted.items():
        setattr(sheet, name, value)
    match_of(sheet, open_book(sheet).rounds)  # refuses fewer rounds than are played
    sheet.version += 1
    sheet.updated_at = clock.now()
    sheet.save(update_fields=[*wanted, "version", "updated_at"])
    return sheet


@transaction.atomic
def delete_sheet(player: Player | None, sheet_id: uuid.UUID) -> Sheet:
    """Delete a sheet; for a day it can be brought back."""
    sheet = _locked(player, sheet_id, deleted=True)
    if sheet.deleted_at is None:
        sheet.deleted_at = clock.now()
        sheet.save(update_fields=["deleted_at"])
    throw_away(Sheet)
    return sheet


@transaction.atomic
def restore_sheet(player: Player | None, sheet_id: uuid.UUID) -> Sheet:
    """Bring a deleted sheet back. Raise `Refused` where the player has too many by now."""
    sheet = _locked(player, sheet_id, deleted=True)
    if sheet.deleted_at is not None:
        if Sheet.objects.visible_to(player).count() >= MOST_SHEETS:
            raise Refused("sheets-many")
        sheet.deleted_at = None
        sheet.save(update_fields=["deleted_at"])
    return sheet


# Rounds


@transaction.atomic
def write_round(
    player: Player | None, sheet_id: uuid.UUID, entered: Entered, *, key: uuid.UUID, seen: int
) -> SheetRound:
    """Write a round after those that stand, or find the one that this key wrote.

    `seen` is the highest number of a round that whoever writes knows of. Raise `Conflict` where
    there are others by now, or the key wrote something else; `Refused` where the match is over or
    the sheet is full.
    """
    sheet = _locked(player, sheet_id)
    book = open_book(sheet)
    written = next((row for row in (*book.rounds, *book.removed) if row.key == key), None)
    if written is not None:
        if written.filled != entered.filled:
            raise Conflict("key", book, [written])
        return written
    newer = [row for row in book.rounds if row.number > seen]
    if newer:
        raise Conflict("newer", book, newer)
    _check_room(book)
    if len(book.removed) >= MOST_REMOVED:
        sheet.round_rows.removed().delete()
    row = SheetRound(
        sheet=sheet, number=book.last + 1, key=key, **entered.values(book.rules.version)
    )
    match_of(sheet, [*book.rounds, row])
    row.save()
    _touch(sheet)
    return row


@transaction.atomic
def correct_round(
    player: Player | None,
    sheet_id: uuid.UUID,
    number: int,
    entered: Entered,
    *,
    version: int,
    put_back: bool = False,
    cut: bool = False,
) -> SheetRound:
    """Write a round anew. `version` is the one that whoever corrects has seen.

    Raise `Conflict` where it was changed or taken out meanwhile (`put_back` brings it back), and
    where the match would be over before rounds that stand after it (`cut` takes those out).
    """
    sheet = _locked(player, sheet_id)
    book = open_book(sheet)
    row = _row(book, number)
    if row.removed_at is not None and not put_back:
        raise Conflict("removed", book, [row])
    if row.filled == entered.filled and row.removed_at is None:
        return row
    if row.version != version:
        raise Conflict("changed", book, [row])
    if row.removed_at is not None:
        _check_size(book)
    for name, value in entered.values(book.rules.version).items():
        setattr(row, name, value)
    row.removed_at = None
    _keep_order(book, row, cut=cut)
    row.version += 1
    row.save()
    _touch(sheet)
    return row


@transaction.atomic
def remove_round(
    player: Player | None, sheet_id: uuid.UUID, number: int, *, version: int
) -> SheetRound:
    """Take a round out; it can be put back. Raise `Conflict` where it was changed meanwhile."""
    sheet = _locked(player, sheet_id)
    book = open_book(sheet)
    row = _row(book, number)
    if row.removed_at is None:
        if row.version != version:
            raise Conflict("changed", book, [row])
        _remove(row)
        _touch(sheet)
    return row


@transaction.atomic
def restore_round(player: Player | None, sheet_id: uuid.UUID, number: int) -> SheetRound:
    """Put a round back in its place.

    Raise `Conflict` (`ends`) where the match would be over before rounds that stand after it.
    """
    sheet = _locked(player, sheet_id)
    book = open_book(sheet)
    row = _row(book, number)
    if row.removed_at is not None:
        _check_size(book)
        row.removed_at = None
        _keep_order(book, row, cut=False)
        row.version += 1
        row.updated_at = clock.now()
        row.save(update_fields=["removed_at", "version", "updated_at"])
        _touch(sheet)
    return row


def _locked(player: Player | None, sheet_id: uuid.UUID, *, deleted: bool = False) -> Sheet:
    """The sheet, to be changed by nobody else until the end of the transaction."""
    mine = Sheet.objects.of(player) if deleted else Sheet.objects.visible_to(player)
    found: Sheet | None = mine.select_for_update().filter(pk=sheet_id).first()
    if found is None:
        raise NotThere
    return found


def _row(book: Book, number: int) -> SheetRound:
    row = book.row(number)
    if row is None:
        raise NotThere
    return row


def _check_room(book: Book) -> None:
    if book.match.over:
        raise Refused("over")
    _check_size(book)


def _check_size(book: Book) -> None:
    if len(book.rounds) >= MOST_ROUNDS:
        raise Refused("rounds-many")


def _keep_order(book: Book, row: SheetRound, *, cut: bool) -> None:
    """See to it that no round stands after the end of the match, with this one as it is now."""
    others = [other for other in book.rounds if other.number != row.number]
    rounds = sorted([*others, row], key=lambda one: one.number)
    end = _ends_before(book.sheet, rounds)
    later = [] if end is None else rounds[end:]
    if end is not None and (not cut or row in later):
        raise Conflict("ends", book, later, end)
    for one in later:
        _remove(one)


def _ends_before(sheet: Sheet, rounds: Sequence[SheetRound]) -> int | None:
    """At which of the rounds, from 0, the match is over already; None where all belong to it."""
    try:
        match_of(sheet, rounds)
    except InputError as error:
        found = _PLAYED.fullmatch(error.at)
        if error.code != "match.rounds" or found is None:
            raise
        return int(found[1])
    return None


def _remove(row: SheetRound) -> None:
    row.removed_at = row.updated_at = clock.now()
    row.version += 1
    row.save(update_fields=["removed_at", "updated_at", "version"])


def _touch(sheet: Sheet) -> None:
    sheet.updated_at = clock.now()
    sheet.save(update_fields=["updated_at"])

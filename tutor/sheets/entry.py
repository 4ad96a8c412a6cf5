"""The form in which a round is written down or corrected, and what is said where that fails."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.forms import BoundField
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tutor.models import SheetRound
from tutor.names import round_name
from tutor.referee.score import ShownScore, shown_score, signed
from tutor.referee.score_fields import PENALTIES
from tutor.referee.score_form import ScoreForm
from tutor.referee.wording import language
from tutor.sheets.book import Book
from tutor.sheets.forms import RoundForm, score_form
from tutor.sheets.services import Conflict, Entered
from tutor.sheets.shown import told_scores


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The fields of one seat: those that only matter where it did not finish, and the others."""

    seat: int
    name: str
    own: tuple[BoundField, ...]
    always: tuple[BoundField, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of a conflict: a button of the form, or a link where `url` is given."""

    text: str
    name: str = ""
    value: str = ""
    action: str = ""
    url: str = ""
    primary: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What a round that is filled in would bring: scores, and the totals after it."""

    score: ShownScore
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """The form with all that stands around it. `draft` is the name under which it is kept."""

    book: Book
    form: ScoreForm
    action: str
    draft: str
    title: str
    button: str
    hidden: dict[str, str]
    correcting: bool = False
    problem: str = ""
    details: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()

    @property
    def names(self) -> list[str]:
        """The players."""
        return self.book.names

    @property
    def winner_field(self) -> BoundField:
        """Who finished: asked first."""
        return self.form["winner"]

    @property
    def common(self) -> list[BoundField]:
        """How it was finished: what may double a round."""
        return [one for one in self.form.round_parts if one.name in ("by", "okey_last")]

    @property
    def rare(self) -> list[BoundField]:
        """What is seldom needed about the round as a whole."""
        parts = [p for p in self.form.round_parts if p.name not in ("winner", "by", "okey_last")]
        return [*parts, self.form.indicator_field]

    @property
    def rare_open(self) -> bool:
        """Whether one of those is filled in, or in error."""
        return any(one.errors or one.value() for one in self.rare)

    @property
    def hints(self) -> list[tuple[str, str]]:
        """What is explained once for all seats."""
        return self.form.hints

    @property
    def seats(self) -> list[SeatFields]:
        """Seat by seat what this rule set asks for, without penalties."""
        return [
            SeatFields(
                seat,
                name,
                tuple(self._of_seat(seat, "opened", "left")),
                tuple(self._of_seat(seat, "worth")),
            )
            for seat, name in enumerate(self.names)
            if self._of_seat(seat, "opened", "left", "worth")
        ]

    @property
    def penalties(self) -> list[tuple[str, list[BoundField]]]:
        """Seat by seat what may be written during the round."""
        found = [(name, self._of_seat(at, *PENALTIES)) for at, name in enumerate(self.names)]
        return [(name, fields) for name, fields in found if fields]

    @property
    def penalties_open(self) -> bool:
        """Whether one of them is filled in, or in error."""
        return any(one.errors or one.value() for _name, fields in self.penalties for one in fields)

    def _of_seat(self, seat: int, *stems: str) -> list[BoundField]:
        own = self.form.own
        return [self.form[f"{stem}{seat}"] for stem in stems if f"{stem}{seat}" in own]

    @property
    def quick(self) -> str:
        """What somebody is taken to have opened with, of whom it is filled in what is left."""
        asks = self.form.asks
        return asks.opened[0] if asks.opened and asks.left else ""

    @property
    def entered(self) -> Entered | None:
        """What is filled in, where it can be scored."""
        scored = self.form.scored
        return None if scored is None else Entered(scored, self.form.values())

    @property
    def preview(self) -> Preview | None:
        """What it brings, where it can be scored."""
        scored = self.form.scored
        if scored is None:
            return None
        return Preview(
            shown_score(scored.result, self.book.rules, self.names),
            tuple(zip(self.names, map(signed, scored.result.scores), strict=True)),
        )

    def saying(self, problem: str, *details: str, ways: tuple[Way, ...] = ()) -> Entry:
        """The same with a word about why it was not written."""
        return replace(self, problem=problem, details=details, ways=ways)


def new_entry(book: Book, data: Mapping[str, str] | None = None) -> Entry:
    """The form of a further round."""
    sent = _sent(data)
    sheet = book.sheet
    number = len(book.rounds) + 1
    values = {"number": number}
    return Entry(
        book=book,
        form=_form(book, data),
        action=reverse("sheet", args=[sheet.pk]),
        draft=str(sheet.pk),
        title=round_name(number, language()),
        button=_("Write down round %(number)s") % values,
        hidden={
            "key": str(sent.get("key") or uuid.uuid4()),
            "seen": str(sent["seen"] if sent.get("seen") is not None else book.last),
        },
    )


def correcting_entry(
    book: Book, row: SheetRound, data: Mapping[str, str] | None = None, *, version: int = 0
) -> Entry:
    """The form of a round that is there, with what was filled in then or is sent now."""
    sent = _sent(data)
    return Entry(
        book=book,
        form=_form(book, row.filled if data is None else data),
        action=reverse("sheet-round", args=[book.sheet.pk, row.number]),
        draft=f"{book.sheet.pk}/{row.number}",
        title=_("Correct it"),
        button=_("Save the correction"),
        hidden={"version": str(version or sent.get("version") or row.version)},
        correcting=True,
    )


def _sent(data: Mapping[str, str] | None) -> dict[str, Any]:
    if data is None:
        return {}
    form = RoundForm(dict(data))
    form.full_clean()
    return form.cleaned_data


def _form(book: Book, data: Mapping[str, str] | None) -> ScoreForm:
    return score_form(data, rules=book.rules, names=book.names, teams=book.sheet.teams)


# Conflicts


def conflict_entry(entry: Entry, conflict: Conflict, row: SheetRound | None = None) -> Entry:
    """Say what somebody else did meanwhile, keep what was entered, and let the person choose."""
    book = conflict.book
    leave = reverse("sheet", args=[book.sheet.pk])
    if conflict.kind == "newer":
        return _newer(entry, conflict, leave)
    if conflict.kind == "key":
        return _written_otherwise(entry, conflict, leave)
    assert row is not None
    mine = correcting_entry(book, row, entry.form.data, version=row.version)
    if conflict.kind == "changed":
        return mine.saying(
            _("This round was changed meanwhile, perhaps on another phone. It stands now as:"),
            told_scores(book, row),
            ways=(
                Way(_("Write mine over it"), primary=True),
                Way(_("Leave it as it is"), url=leave),
            ),
        )
    if conflict.kind == "removed":
        return mine.saying(
            _("This round was taken out meanwhile, perhaps on another phone."),
            ways=(
                Way(_("Put it back with this"), name="put_back", value="on", primary=True),
                Way(_("Leave it out"), url=leave),
            ),
        )
    return _ends(mine, conflict, row, leave)


def _newer(entry: Entry, conflict: Conflict, leave: str) -> Entry:
    book = conflict.book
    told = [f"{book.title(row)}: {told_scores(book, row)}" for row in conflict.rows]
    return replace(
        entry,
        title=round_name(len(book.rounds) + 1, language()),
        hidden=entry.hidden | {"seen": str(book.last)},
    ).saying(
        _("Meanwhile this was written down, perhaps on another phone:"),
        *told,
        ways=(
            Way(
                _("Mine is another round: write it as round %(number)s")
                % {"number": len(book.rounds) + 1},
                primary=True,
            ),
            Way(_("It is the same round: leave mine out"), url=leave),
        ),
    )


def _written_otherwise(entry: Entry, conflict: Conflict, leave: str) -> Entry:
    book, row = conflict.book, conflict.rows[0]
    further = Way(
        _("Write it as a further round"), name="key", value=str(uuid.uuid4()), primary=False
    )
    hidden = entry.hidden | {"seen": str(book.last), "version": str(row.version)}
    if row.removed_at is not None:
        return replace(entry, hidden=hidden).saying(
            _("This round was written down already, and then taken out."),
            ways=(further, Way(_("Leave it out"), url=leave)),
        )
    return replace(entry, hidden=hidden).saying(
        _("This round was written down already, with other values:"),
        f"{book.title(row)}: {told_scores(book, row)}",
        ways=(
            Way(
                _("Correct it with what stands here"),
                action=reverse("sheet-round", args=[book.sheet.pk, row.number]),
                primary=True,
            ),
            further,
            Way(_("Leave it as it is"), url=leave),
        ),
    )


def _ends(entry: Entry, conflict: Conflict, row: SheetRound, leave: str) -> Entry:
    book = conflict.book
    if row in conflict.rows:
        return entry.saying(ends_text(conflict), ways=(Way(_("Leave it out"), url=leave),))
    titles = [book.title(later) for later in conflict.rows]
    return entry.saying(
        ends_text(conflict),
        *[f"{book.title(later)}: {told_scores(book, later)}" for later in conflict.rows],
        ways=(
            Way(
                ngettext(
                    "Correct it and take out the round after it",
                    "Correct it and take out the %(count)s rounds after it",
                    len(titles),
                )
                % {"count": len(titles)},
                name="cut",
                value="on",
                primary=True,
            ),
            Way(_("Leave it as it is"), url=leave),
        ),
    )


def ends_text(conflict: Conflict) -> str:
    """Say that the match would be over before rounds that stand."""
    values = {"number": conflict.end}
    return (
        _("With this the match would be over after round %(number)s, but rounds stand after it.")
        % values
    )

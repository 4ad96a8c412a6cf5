"""A sheet as its page draws it: columns, rows, totals, places, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from okey.match import Shares
from tutor.models import SheetRound
from tutor.names import join, team_name
from tutor.referee.score import ShownScore, shown_score, signed
from tutor.referee.wording import language
from tutor.sheets.book import Book


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: a name above, a total below, and chips where they have been shared."""

    seat: int
    name: str
    chips: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or two partners: what they have, and their place as it stands."""

    name: str
    members: tuple[str, ...]
    total: str
    place: int | None
    leads: bool
    won: bool

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return len(self.members)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a seat gets in a round, and whether it finished it."""

    points: str
    finished: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A round: the cells in the order of the columns, and the totals of the sides after it."""

    position: int
    title: str
    url: str
    cells: tuple[Cell, ...]
    running: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: who has won, and what became of the chips."""

    headline: str
    pot: int | None
    rake: int


@dataclass(frozen=True, slots=True)
class ShownBook:
    """The whole sheet."""

    columns: tuple[Column, ...]
    sides: tuple[Side, ...]
    start: tuple[tuple[int, str], ...]
    rows: tuple[Row, ...]
    teams: bool
    chips: bool
    course: str
    ending: Ending | None
    removed: tuple[Removed, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """A round that was taken out: what it was, and where it is put back."""

    scores: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """One round in every item. `score` is None where today's rules score it otherwise."""

    number: int
    title: str
    version: int
    score: ShownScore | None
    totals: tuple[tuple[str, str], ...]


def shown_book(book: Book) -> ShownBook:
    """Draw a sheet."""
    match = book.match
    pot = book.sheet.pot
    shares = match.shares(pot) if pot is not None else None
    order = [seat for side in match.sides for seat in side]
    begun = bool(book.rounds)
    sides = tuple(
        Side(
            name=team_name(number, language()) if match.teams else book.names[seats[0]],
            members=tuple(book.names[seat] for seat in seats),
            total=signed(match.side_totals[number]),
            place=match.places[number] if begun else None,
            leads=begun and match.places[number] == 1,
            won=number in match.winners,
        )
        for number, seats in enumerate(match.sides)
    )
    widths = [side.width for side in sides]
    start = match.rules.match.start
    return ShownBook(
        columns=tuple(
            Column(seat, book.names[seat], shares.seats[seat] if shares else None) for seat in order
        ),
        sides=sides,
        start=tuple((width, signed(start * width)) for width in widths) if start else (),
        rows=tuple(
            Row(
                position=at + 1,
                title=book.title(row),
                url=reverse("sheet-round", args=[book.sheet.pk, row.number]),
                cells=tuple(Cell(signed(row.scores[seat]), seat == _winner(row)) for seat in order),
                running=tuple(zip(widths, map(signed, match.side_running[at]), strict=True)),
            )
            for at, row in enumerate(book.rounds)
        ),
        teams=match.teams is not None,
        chips=shares is not None,
        course=course(book),
        ending=_ending(book, sides, shares) if match.over else None,
        removed=tuple(
            Removed(
                scores=told_scores(book, row),
                url=reverse("sheet-round-restore", args=[book.sheet.pk, row.number]),
            )
            for row in reversed(book.removed)
        ),
    )


def course(book: Book) -> str:
    """How far the match is: "Round 3 of 5"."""
    match = book.match
    values = {"number": len(book.rounds) + (not match.over), "count": match.rounds}
    if match.rounds:
        return _("Round %(number)s of %(count)s") % values
    return _("Round %(number)s") % values


def told_scores(book: Book, row: SheetRound) -> str:
    """What a round brought, in one line: "Ayşe −101, Ben 47"."""
    return ", ".join(
        f"{name} {signed(points)}" for name, points in zip(book.names, row.scores, strict=True)
    )


def shown_round(book: Book, row: SheetRound) -> ShownRound:
    """One round with its items."""
    result = book.result(row)
    return ShownRound(
        number=row.number,
        title=book.title(row),
        version=row.version,
        score=shown_score(result, book.rules, book.names) if result is not None else None,
        totals=tuple(zip(book.names, map(signed, row.scores), strict=True)),
    )


def _winner(row: SheetRound) -> int | None:
    finish = row.line.get("finish")
    return finish["seat"] if finish else None


def _ending(book: Book, sides: Sequence[Side], shares: Shares | None) -> Ending:
    names = [
        f"{side.name} ({join(side.members, language())})" if side.width > 1 else side.name
        for side in sides
        if side.won
    ]
    if len(names) == 1:
        headline = _("%(name)s wins the match.") % {"name": names[0]}
    else:
        values = {"names": join(names, language())}
        headline = _("A tie: %(names)s share the first place.") % values
    return Ending(headline, book.sheet.pot if shares else None, shares.rake if shares else 0)

"""A sheet as rows of a table: each round, the totals of seats and teams, places, chips."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tutor.names import team_name
from tutor.referee.wording import language
from tutor.sheets.book import Book

Table = list[list[str | int]]


def table(book: Book) -> Table:
    """The rows, the first of them the heads of the columns.

    Seats stand in their order. Where partners play, the totals of the teams after each round stand
    beside them.
    """
    match = book.match
    teams = range(len(match.teams or ()))
    rows: Table = [
        [
            _("Round"),
            *book.names,
            *(team_name(team, language()) for team in teams),
        ]
    ]
    start = match.rules.match.start
    if start:
        rows.append([_("Start"), *[start] * book.sheet.seats])
    for at, row in enumerate(book.rounds):
        running = [match.side_running[at][team] for team in teams]
        rows.append([at + 1, *row.scores, *running])
    rows.append([_("Total"), *match.totals, *[match.side_totals[team] for team in teams]])
    if book.rounds:
        of_seat = {seat: match.places[n] for n, side in enumerate(match.sides) for seat in side}
        places = [of_seat[seat] for seat in range(book.sheet.seats)]
        rows.append([_("Place"), *places, *[match.places[team] for team in teams]])
    pot = book.sheet.pot
    shares = match.shares(pot) if pot is not None else None
    if shares:
        rows.append([_("Chips"), *shares.seats, *[""] * len(teams)])
    return rows

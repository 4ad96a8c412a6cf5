"""A round that is over: its score in every item, the standings of the match, what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tutor.names import join
from tutor.notation.links import record_url
from tutor.practice.shown import seat_names
from tutor.practice.tables import Table
from tutor.referee.score import shown_score, signed
from tutor.referee.wording import language


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat in the match: the total so far and the place."""

    name: str
    place: int
    total: str
    won: bool


def ended_context(table: Table) -> dict[str, Any]:
    """What the end of a round shows."""
    names = seat_names(table)
    result = table.round.result
    return {
        "score": shown_score(result, table.rules, names) if result is not None else None,
        "standings": standings(table),
        "headline": headline(table),
        "record_link": record_url(table.record(table.number)),
    }


def standings(table: Table) -> list[Standing]:
    """The match as it stands, the best first; empty for a single round."""
    match = table.match
    if match is None or not match.played:
        return []
    found = [
        Standing(name, match.places[seat], signed(match.totals[seat]), seat in match.winners)
        for seat, name in enumerate(seat_names(table))
    ]
    return sorted(found, key=lambda one: one.place)


def headline(table: Table) -> str:
    """Who has won: the match, where it is over, else the round."""
    match, names = table.match, seat_names(table)
    if match is not None and match.over:
        won = [names[seat] for seat in match.winners]
        return _("The match is over. First place: %(names)s.") % {"names": join(won, language())}
    finish = table.round.finish
    if finish is None:
        return _("The round is over. Nobody has finished.")
    if finish.seat == table.mine:
        return _("You have finished the round.")
    return _("%(name)s has finished the round.") % {"name": names[finish.seat]}

"""When somebody opened a puzzle. A player has a row; a visitor's moment waits in the session."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

from accounts import clock
from accounts.models import Player
from puzzles.attempts import Place, open_attempt
from puzzles.models import Attempt, Puzzle

_KEY: Final = "opened"
_MOST: Final = 40  # moments kept in a session, the latest


def note(request: HttpRequest, puzzle: Puzzle, place: Place, player: Player | None) -> dt.datetime:
    """Note that the page was shown, unless it was before; give the first moment."""
    if player is not None:
        return open_attempt(
            player=player, puzzle=puzzle, place=place, opened_at=moment(request, puzzle, place)
        ).opened_at
    known = moment(request, puzzle, place)
    if known is not None:
        return known
    now = clock.now()
    moments = dict(request.session.get(_KEY, {}))
    moments[_name(puzzle, place)] = now.isoformat()
    while len(moments) > _MOST:
        del moments[next(iter(moments))]
    request.session[_KEY] = moments
    return now


def moment(request: HttpRequest, puzzle: Puzzle, place: Place | None = None) -> dt.datetime | None:
    """The moment that waits in the session; without a place, that of the daily's first try."""
    place = place or Place(Attempt.Context.DAILY)
    stored = request.session.get(_KEY, {}).get(_name(puzzle, place))
    return parse_datetime(stored) if isinstance(stored, str) else None


def _name(puzzle: Puzzle, place: Place) -> str:
    return f"{puzzle.pk}:{place.context}:{place.context_id}:{place.try_no}"

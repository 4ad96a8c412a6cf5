"""When a card was put on the screen: kept in the session until an answer notes it."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

from accounts import clock
from tutor.review.services import Asked

_KEY: Final = "review-opened"


def note(request: HttpRequest, asked: Asked) -> None:
    """Note that a card is shown, unless it was before."""
    if moment(request, asked) is None:
        request.session[_KEY] = [asked.seed, clock.now().isoformat()]


def moment(request: HttpRequest, asked: Asked) -> dt.datetime | None:
    """The moment, if this is the card that was shown last."""
    match request.session.get(_KEY):
        case [asked.seed, str(text)]:
            return parse_datetime(text)
    return None

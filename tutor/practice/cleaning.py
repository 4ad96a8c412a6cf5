"""Games that were put away go for good after a day."""

from __future__ import annotations

import datetime as dt
from typing import Final

from accounts import clock
from tutor.models import Game

KEEP_LEFT: Final = dt.timedelta(days=1)
EVERY: Final = dt.timedelta(hours=1)

_last: list[dt.datetime] = []


def ensure_due() -> None:
    """Throw away at most once an hour a process; asked at every sweep."""
    now = clock.now()
    if not _last or now - _last[0] >= EVERY:
        _last[:] = [now]
        throw_away()


def throw_away() -> None:
    """Delete everybody's games that were put away more than a day ago."""
    Game.objects.thrown_away(clock.now() - KEEP_LEFT).delete()

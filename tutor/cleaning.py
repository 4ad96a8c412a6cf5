"""Score sheets that were deleted, and games that were put away, go for good after a day."""

from __future__ import annotations

import datetime as dt
from typing import Final

from accounts import clock
from accounts.pace import Pace
from tutor.models import Game, Sheet

KEEP: Final = dt.timedelta(days=1)

_pace = Pace(dt.timedelta(hours=1))


def ensure_due() -> None:
    """Throw away at most once an hour a process; asked at every sweep."""
    if _pace.is_due(clock.now()):
        throw_away(Sheet)
        throw_away(Game)


def throw_away(model: type[Sheet] | type[Game]) -> None:
    """Delete everybody's rows that were put away more than a day ago, with what hangs on them."""
    model.objects.thrown_away(clock.now() - KEEP).delete()

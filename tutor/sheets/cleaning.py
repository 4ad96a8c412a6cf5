"""Sheets that were deleted go for good after a day."""

from __future__ import annotations

import datetime as dt
from typing import Final

from accounts import clock
from tutor.models import Sheet

KEEP_DELETED: Final = dt.timedelta(days=1)
EVERY: Final = dt.timedelta(hours=1)

_last: list[dt.datetime] = []


def ensure_due() -> None:
    """Throw away at most once an hour a process; asked at every sweep."""
    now = clock.now()
    if not _last or now - _last[0] >= EVERY:
        _last[:] = [now]
        throw_away()


def throw_away() -> None:
    """Delete everybody's sheets that were deleted more than a day ago, with their rounds."""
    Sheet.objects.thrown_away(clock.now() - KEEP_DELETED).delete()

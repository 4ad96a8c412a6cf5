"""The one clock of the application, so that a test can step over midnight."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils import timezone

DAY_ZONE = ZoneInfo("Europe/Istanbul")  # the border of a puzzle day, for everybody


_ahead = dt.timedelta()  # of this machine's clock, where a worker has found it to be wrong


def now() -> dt.datetime:
    """The current moment, aware, in UTC. Everything that stores or compares a moment asks here."""
    return timezone.now() - _ahead


def correct(ahead: dt.timedelta) -> None:
    """Go by another clock from now on: this machine's is so far ahead of it. For this process."""
    global _ahead
    _ahead = ahead


def today() -> dt.date:
    """The current puzzle day: the date in Istanbul."""
    return now().astimezone(DAY_ZONE).date()


def day_start(date: dt.date) -> dt.datetime:
    """The moment at which a puzzle day begins."""
    return dt.datetime.combine(date, dt.time.min, tzinfo=DAY_ZONE)

"""The one clock of the application, so that a test can step over midnight."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils import timezone

DAY_ZONE = ZoneInfo("Europe/Istanbul")  # the border of a puzzle day, for everybody


def now() -> dt.datetime:
    """The current moment, aware, in UTC. Everything that stores or compares a moment asks here."""
    return timezone.now()


def today() -> dt.date:
    """The current puzzle day: the date in Istanbul."""
    return now().astimezone(DAY_ZONE).date()


def day_start(date: dt.date) -> dt.datetime:
    """The moment at which a puzzle day begins."""
    return dt.datetime.combine(date, dt.time.min, tzinfo=DAY_ZONE)

"""Workers go by the database's clock: one that is an hour off would hold its leases for an hour."""

from __future__ import annotations

import datetime as dt
import logging
import time
from typing import Final

from django.db import DatabaseError, connection
from django.utils import timezone

from accounts import clock

log = logging.getLogger(__name__)

TOLERATED: Final = dt.timedelta(seconds=2)  # far below a lease
EVERY: Final = 60  # seconds between two looks of a process that does jobs

_looked = float("-inf")  # monotonic


def keep_time_now_and_then() -> None:
    """The same before a job, once a minute. Never raises: the claim meets what is wrong itself."""
    global _looked
    if time.monotonic() - _looked < EVERY:
        return
    try:
        keep_time()
    except DatabaseError:
        return
    _looked = time.monotonic()


def keep_time() -> dt.timedelta:
    """Compare this machine's clock with the database's; return by how much it is ahead.

    What is more than TOLERATED is taken off the application's clock, in this process and in what it
    forks. Where the database is a file there is no other clock: always 0.
    """
    if connection.vendor != "postgresql":
        return dt.timedelta()
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        theirs: dt.datetime = cursor.fetchone()[0]
    after = timezone.now()
    # Their answer was given between the two: only what neither explains is an error of ours.
    ahead = before - theirs if before > theirs else min(after - theirs, dt.timedelta())
    if abs(ahead) <= TOLERATED:
        ahead = dt.timedelta()
    else:
        log.error("this machine's clock is %+.0f s off the database's", ahead.total_seconds())
    clock.correct(ahead)
    return ahead

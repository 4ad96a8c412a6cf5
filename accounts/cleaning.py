"""What has served its time: old counts and ended sessions."""

from __future__ import annotations

import datetime as dt
import threading

from django.conf import settings
from django.db.models import Exists, OuterRef

from accounts import clock
from accounts.models import Player, RateCount, Session

EVERY = dt.timedelta(hours=1)
KEEP_COUNTS = dt.timedelta(days=1)
KEEP_LOOKERS = dt.timedelta(days=30)  # the session of a visitor who never did anything

_lock = threading.Lock()
_last: list[dt.datetime] = []


def ensure_due() -> None:
    """Clean at most once an hour a process; asked at every sweep, so it costs nothing otherwise."""
    now = clock.now()
    with _lock:
        if _last and now - _last[0] < EVERY:
            return
        _last[:] = [now]
    clean(now)


def clean(now: dt.datetime) -> None:
    """Delete counts of windows that are over, and sessions that have ended or came to nothing.

    A page that is read begins a session, and a robot begins one with every page.
    """
    RateCount.objects.filter(window__lt=now - KEEP_COUNTS).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    untouched = now - KEEP_LOOKERS + dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    players = Player.objects.filter(pk=OuterRef("visitor"))
    lookers = Session.objects.filter(~Exists(players), user=None, expire_date__lt=untouched)
    lookers.delete()

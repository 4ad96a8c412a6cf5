"""Log-ins that are over are deleted; nothing of them leads to a person."""

from __future__ import annotations

import datetime as dt
import threading
from typing import Final

from accounts import clock
from classrooms.lti.logins import KEEP
from classrooms.lti.models import LtiLogin

EVERY: Final = dt.timedelta(hours=1)

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
    """Delete log-ins a day after they ended; until then a second use is told from a wrong one."""
    LtiLogin.objects.filter(expires_at__lt=now - KEEP).delete()

"""Log-ins that are over are deleted; nothing of them leads to a person."""

from __future__ import annotations

import datetime as dt

from accounts import clock
from accounts.pace import Pace
from classrooms.lti.logins import KEEP
from classrooms.lti.models import LtiLogin

_pace = Pace(dt.timedelta(hours=1))


def ensure_due() -> None:
    """Clean at most once an hour a process; asked at every sweep, so it costs nothing otherwise."""
    now = clock.now()
    if _pace.is_due(now):
        clean(now)


def clean(now: dt.datetime) -> None:
    """Delete log-ins a day after they ended; until then a second use is told from a wrong one."""
    LtiLogin.objects.filter(expires_at__lt=now - KEEP).delete()

"""How the site stands, in figures: due work, failed work, backups. Few and cheap questions."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min

from jobs.models import Job
from jobs.states import UNFINISHED, State

DAY = dt.timedelta(days=1)


def oldest_due(now: dt.datetime) -> dict[str, float]:
    """Seconds that the oldest job has been due, by queue; queues without one are left out.

    A job whose worker died is due from the end of its lease on.
    """
    ages: dict[str, float] = {}
    for rows, moment in (
        (Job.objects.queued_due(now), "run_after"),
        (Job.objects.abandoned(now), "lease_until"),
    ):
        for queue, since in rows.order_by().values_list("queue").annotate(Min(moment)):
            ages[queue] = max(ages.get(queue, 0.0), (now - since).total_seconds())
    return ages


def unfinished() -> dict[tuple[str, str], int]:
    """How many jobs are queued, running or waiting, by queue and state."""
    found: dict[tuple[str, str], int] = {}
    for state in UNFINISHED:  # one question each: every state has an index of its own
        rows = Job.objects.filter(state=state).order_by().values_list("queue")
        found |= {(queue, state): count for queue, count in rows.annotate(Count("pk"))}
    return found


def failed_since(now: dt.datetime, span: dt.timedelta = DAY) -> int:
    """How many jobs failed for good in the last `span`."""
    return Job.objects.filter(state=State.FAILED, finished_at__gte=now - span).count()


def last_backup() -> dt.datetime | None:
    """When the newest file in BACKUP_DIR was written; None where there is none."""
    times = [path.stat().st_mtime for path in Path(settings.BACKUP_DIR).glob("*.backup")]
    return dt.datetime.fromtimestamp(max(times), tz=dt.UTC) if times else None


def existing(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path

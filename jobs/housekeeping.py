"""Once a day: erase forgotten visitors, and remove the site's own jobs that ended long ago.

What is left over after one run goes to a further part, so that a run stays short. Everything here
may be done twice: a worker that dies in the middle has lost nothing.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from accounts import cleaning, clock
from jobs.kinds import Effect
from jobs.models import Job
from jobs.querysets import JobQuerySet
from jobs.services import enqueue
from jobs.work import Work

KIND: Final = "generate.housekeeping"  # with the long work that nobody waits for
KEEP_JOBS: Final = dt.timedelta(days=30)  # finished ones of nobody: dailies, the pool
MOST_VISITORS: Final = 300  # of one run
MOST_JOBS: Final = 2_000


def ensure_due() -> None:
    """Enqueue the day's housekeeping, unless there is a job of this day already."""
    day = clock.today().isoformat()
    if not Job.objects.filter(kind=KIND, dedupe_key=_key(day, 1)).exists():
        _enqueue(day, 1)


def handle(work: Work) -> Effect | None:
    """Job handler: one part of a day's housekeeping."""
    now = clock.now()
    visitors = list(cleaning.forgotten(now).values_list("pk", flat=True)[:MOST_VISITORS])
    for done, visitor in enumerate(visitors, 1):
        cleaning.forget(visitor, now)
        work.progress(done, len(visitors))
    jobs = list(old_jobs(now).values_list("pk", flat=True)[:MOST_JOBS])
    Job.objects.filter(pk__in=jobs).delete()
    if len(visitors) < MOST_VISITORS and len(jobs) < MOST_JOBS:
        return None
    return lambda: _enqueue(work.args["day"], work.args["part"] + 1)


def old_jobs(now: dt.datetime) -> JobQuerySet:
    """The site's own jobs that ended long ago. A person's stay until the person deletes them."""
    return (
        Job.objects.finished()
        .without_parent()
        .filter(owner=None, finished_at__lt=now - KEEP_JOBS)
        .order_by("pk")
    )


def _enqueue(day: str, part: int) -> None:
    enqueue(kind=KIND, args={"day": day, "part": part}, dedupe_key=_key(day, part))


def _key(day: str, part: int) -> str:
    return f"{day}:{part}"

"""Claiming a job and holding on to it: two conditional updates, the same on every database."""

from __future__ import annotations

import uuid

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from accounts import clock
from jobs import conf
from jobs.models import Job
from jobs.querysets import JobQuerySet
from jobs.states import State


def claim(job_id: uuid.UUID | str) -> Job | None:
    """Take the job for one attempt; None if it is not to be had.

    One statement decides, so of two workers one gets it. The attempt is counted here, before the
    work: a job that kills its worker every time runs out of attempts all the same.
    """
    now = clock.now()
    token = uuid.uuid4()
    rows = (
        Job.objects.attempts_left()
        .filter(pk=job_id, run_after__lte=now)
        .filter(Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=now))
        .update(
            state=State.RUNNING,
            attempts=F("attempts") + 1,
            lease_token=token,
            lease_until=now + conf.seconds("LEASE"),
            heartbeat_at=now,
            started_at=Coalesce(F("started_at"), now),
        )
    )
    return Job.objects.filter(pk=job_id, lease_token=token).first() if rows else None


def held(job_id: uuid.UUID, token: uuid.UUID) -> JobQuerySet:
    """The row, if this token still holds it. Every write of a running job goes through here."""
    return Job.objects.filter(pk=job_id, lease_token=token, state=State.RUNNING)


def renew(job_id: uuid.UUID, token: uuid.UUID, *, done: int, total: int) -> bool:
    """Push the end of the lease and write the progress; False if the lease is no longer ours."""
    now = clock.now()
    rows = held(job_id, token).update(
        lease_until=now + conf.seconds("LEASE"),
        heartbeat_at=now,
        progress_done=done,
        progress_total=total,
    )
    return rows == 1

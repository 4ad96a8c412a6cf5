"""For tests: work off everything that is due, here and now, without broker or worker."""

from __future__ import annotations

from accounts import clock
from jobs import sweeper
from jobs.models import Job
from jobs.runner import run_job
from jobs.states import State

MOST = 10_000  # attempts; more means that jobs make jobs for ever


def drain_jobs(*, skip_waits: bool = False) -> int:
    """Run due jobs, oldest first, until none is left; return the number of attempts.

    With `skip_waits` a job that waits for its next attempt (or for a later hour) is due at once.
    """
    for attempts in range(MOST):
        now = clock.now()
        sweeper.end_hopeless()
        sweeper.settle_parents()
        if skip_waits:
            Job.objects.filter(state=State.QUEUED, run_after__gt=now).update(run_after=now)
        due = Job.objects.queued_due(now) | Job.objects.abandoned(now).attempts_left()
        job_id = due.order_by("run_after", "created_at", "pk").values_list("pk", flat=True).first()
        if job_id is None:
            return attempts
        run_job(job_id)
    raise RuntimeError(f"jobs still due after {MOST} attempts")

"""The one Celery task. It knows nothing but the id of a row."""

from __future__ import annotations

from celery import shared_task

from jobs import ring
from jobs.runner import run_job


@shared_task(name=ring.TASK, ignore_result=True)
def run(job_id: str) -> None:
    """Make one attempt at the job, if it is still to be had."""
    run_job(job_id)

"""The one Celery task. It knows nothing but the id of a row."""

from __future__ import annotations

import logging
import uuid

from celery import shared_task

from jobs import ring
from jobs.runner import run_job
from jobs.timekeeping import keep_time_now_and_then

log = logging.getLogger(__name__)


@shared_task(name=ring.TASK, ignore_result=True)
def run(job_id: str) -> None:
    """Make one attempt at the job, if it is still to be had."""
    try:
        known = uuid.UUID(job_id)
    except (ValueError, AttributeError, TypeError):
        log.warning("a message names no job")  # not what it says instead: nobody of ours sent it
        return
    keep_time_now_and_then()
    run_job(known)

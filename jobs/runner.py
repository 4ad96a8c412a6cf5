"""One attempt at one job: claim it, work outside a transaction, write the effect in a fence."""

from __future__ import annotations

import enum
import logging
import random
import time
import traceback
import uuid
from datetime import timedelta
from pathlib import Path

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction

from accounts import clock
from accounts.measuring import measured
from jobs import claim, conf, context, family
from jobs.errors import GiveUp, UnknownKind
from jobs.kinds import Effect, handler_of
from jobs.models import Job
from jobs.states import State
from jobs.work import Cancelled, Lost, Work

log = logging.getLogger(__name__)


class Outcome(enum.StrEnum):
    """What became of one attempt."""

    NOT_MINE = "not_mine"  # a doubled or late message
    DONE = "done"
    WAITING = "waiting"  # cut into children
    RETRY = "retry"
    FAILED = "failed"
    CANCELLED = "cancelled"
    LOST = "lost"  # fenced: nothing was written


def run_job(job_id: uuid.UUID | str) -> Outcome:
    """Make one attempt. Raises nothing that a handler raises; the row says what became of it."""
    job = claim.claim(job_id)
    if job is None:
        return Outcome.NOT_MINE
    at_work = context.current.set((str(job.pk), job.kind))
    try:
        return _run(job)
    finally:
        context.current.reset(at_work)


def _run(job: Job) -> Outcome:
    log.info("job %s %s: attempt %d", job.pk, job.kind, job.attempts)
    begun = time.perf_counter()
    try:
        outcome = _attempt(job)
    except DatabaseError as error:  # the database itself is gone: the lease runs out by itself
        log.error("job %s %s: %s, left to its lease", job.pk, job.kind, type(error).__name__)
        return Outcome.LOST
    measured("job", time.perf_counter() - begun, kind=job.kind, outcome=outcome)
    log.info("job %s %s: %s", job.pk, job.kind, outcome)
    if outcome in {Outcome.DONE, Outcome.FAILED}:
        family.settle(job.parent_id)
    return outcome


def _attempt(job: Job) -> Outcome:
    work = Work(job)
    try:
        with work.heartbeat():
            effect = handler_of(job.kind)(work)
        return _finish(work, effect)
    except Cancelled:
        return Outcome.CANCELLED
    except Lost:
        return Outcome.LOST
    except GiveUp as error:
        return _fail(job, error.code, final=True)
    except UnknownKind:
        return _fail(job, UnknownKind.code)
    except SoftTimeLimitExceeded:
        return _fail(job, "time_limit")
    except MemoryError:
        return _fail(job, "memory_limit")
    except Exception as error:
        # The message may hold somebody's data, so the log tells class and place alone.
        log.warning("job %s %s: %s at %s", job.pk, job.kind, type(error).__name__, _place(error))
        return _fail(job, type(error).__name__)


def _finish(work: Work, effect: Effect | None) -> Outcome:
    """Write the effect and the end of the job together, if the lease is still ours."""
    with transaction.atomic(durable=True):
        # The fence: locks the row until the commit, and hits none if the token is not ours.
        if claim.held(work.job_id, work.token).update(heartbeat_at=clock.now()) != 1:
            raise work.why()
        if effect is not None:
            effect()
        finished = claim.held(work.job_id, work.token).update(
            state=State.DONE,
            lease_token=None,
            lease_until=None,
            finished_at=clock.now(),
            progress_done=max(work.done, work.total),
            progress_total=max(work.done, work.total),
            last_error="",
        )
    return Outcome.DONE if finished else Outcome.WAITING  # the effect cut it into children


def _fail(job: Job, code: str, *, final: bool = False) -> Outcome:
    """Put the job back for a later attempt, or end it when there is none left."""
    assert job.lease_token is not None
    final = final or job.attempts >= job.max_attempts
    now = clock.now()
    rows = claim.held(job.pk, job.lease_token).update(
        state=State.FAILED if final else State.QUEUED,
        lease_token=None,
        lease_until=None,
        rung_at=None,
        run_after=now + backoff(job.attempts),
        finished_at=now if final else None,
        last_error=code[:120],
    )
    if not rows:
        return Outcome.LOST
    return Outcome.FAILED if final else Outcome.RETRY


def backoff(attempts: int) -> timedelta:
    """How long to wait after so many attempts: doubling, with jitter so that a herd spreads out."""
    base = min(conf.value("BACKOFF") * 2 ** (attempts - 1), conf.value("BACKOFF_MOST"))
    return timedelta(seconds=base * random.uniform(1, 1.5))  # noqa: S311 - no secret


def _place(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"

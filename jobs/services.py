"""Enqueue, split, cancel and retry jobs: every change that a person or another room asks for."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from jobs import conf, family, ring
from jobs.errors import KeyReused, NotFinished, QueueFull, TooManyJobs
from jobs.kinds import queue_of
from jobs.models import Job
from jobs.states import RETRYABLE, UNFINISHED, State

MAX_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Part:
    """What a child job is made from. `total` is how much progress it stands for."""

    kind: str
    args: Mapping[str, Any] = field(default_factory=dict)
    total: int = 0


def enqueue(
    *,
    kind: str,
    args: Mapping[str, Any],
    owner: Player | None = None,
    key: uuid.UUID | None = None,
    dedupe_key: str = "",
    total: int = 0,
    run_after: dt.datetime | None = None,
    max_attempts: int = MAX_ATTEMPTS,
) -> Job:
    """Write a job in the caller's transaction; a worker is rung for after its commit.

    `key` (a UUID made by the client) makes a repeat by the same owner harmless: it returns the
    first job. `dedupe_key` allows one unfinished job of a kind: while there is one, it is returned.
    `args` must be JSON. Jobs of nobody are for the site's own work and not bounded;
    one with a `dedupe_key` that failed is tried once in twenty minutes, however often it is asked
    for.
    Raises KeyReused, TooManyJobs, QueueFull, UnknownKind.
    """
    if key is not None and owner is None:
        raise ValueError("a key belongs to an owner; use dedupe_key for the site's own work")
    job = Job(
        kind=kind,
        queue=queue_of(kind),
        args=_as_stored(args),
        owner=owner,
        idem_key=key,
        dedupe_key=dedupe_key,
        progress_total=total,
        max_attempts=max_attempts,
        run_after=run_after or clock.now(),
    )
    with transaction.atomic():
        if owner is not None:
            # One request of a player after the other: the bounds below then hold exactly.
            Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        known = _known(job)
        if known is not None:
            return known
        if owner is not None:
            _check_bounds(owner, 1)
        elif dedupe_key:
            _hold_back(job)
        return _insert(job)


def _hold_back(job: Job) -> None:
    """Let the site's own work that failed last time wait, and then be tried once.

    The rooms ask for it anew at every sweep; what fails for good would otherwise never rest.
    """
    last = (
        Job.objects.finished()
        .filter(kind=job.kind, dedupe_key=job.dedupe_key)
        .order_by("-finished_at")
        .first()
    )
    if last is not None and last.finished_at is not None and last.state == State.FAILED:
        job.max_attempts = 1
        job.run_after = max(job.run_after, last.finished_at + conf.seconds("AGAIN"))


def _insert(job: Job) -> Job:
    """Insert, or return the row that another transaction inserted meanwhile."""
    while True:
        try:
            with transaction.atomic():
                job.save(force_insert=True)
        except IntegrityError:
            known = _known(job)
            if known is not None:
                return known
            if not job.dedupe_key:
                raise
            continue  # the job in the way has just finished: there is room now
        _ring_after_commit([job])
        return job


def _known(job: Job) -> Job | None:
    """The job that this request already made, or that makes it needless."""
    if job.idem_key is not None:
        known = Job.objects.filter(owner=job.owner, idem_key=job.idem_key).first()
        if known is not None:
            if (known.kind, known.args) != (job.kind, job.args):
                raise KeyReused(str(job.idem_key))
            return known
    if job.dedupe_key:
        return Job.objects.unfinished().filter(kind=job.kind, dedupe_key=job.dedupe_key).first()
    return None


def _check_bounds(owner: Player, more: int) -> None:
    mine = Job.objects.unfinished().without_parent().filter(owner=owner).count()
    if mine >= conf.value("UNFINISHED_A_PLAYER"):
        raise TooManyJobs
    _check_room(more)


def _check_room(more: int) -> None:
    most = int(conf.value("UNFINISHED"))
    if Job.objects.unfinished().filter(owner__isnull=False)[:most].count() + more > most:
        raise QueueFull


def enqueue_children(parent: Job, parts: Sequence[Part]) -> list[Job]:
    """Cut a job into parts; it then waits, without a lease, until the last of them has finished.

    Call it in the transaction that enqueued the parent, or in the effect that the parent's handler
    returned. A parent is cut once: a second call returns the first call's children.
    Raises QueueFull; ValueError for no parts, or for a parent that is finished.
    """
    if not parts:
        raise ValueError("a job is cut into at least one part")
    with transaction.atomic():
        locked = Job.objects.select_for_update().get(pk=parent.pk)
        children = list(locked.children.order_by("created_at", "pk"))
        if children:
            return children
        if locked.state not in UNFINISHED:
            raise ValueError(f"a job that is {locked.state} cannot be cut into parts")
        if locked.owner_id is not None:
            _check_room(len(parts))
        now = clock.now()
        children = [
            Job(
                kind=part.kind,
                queue=queue_of(part.kind),
                args=_as_stored(part.args),
                owner_id=locked.owner_id,
                parent=locked,
                progress_total=part.total,
                max_attempts=locked.max_attempts,
                run_after=now,
                created_at=now,
            )
            for part in parts
        ]
        Job.objects.bulk_create(children)
        Job.objects.filter(pk=locked.pk).update(
            state=State.WAITING, lease_token=None, lease_until=None
        )
        parent.refresh_from_db()
        _ring_after_commit(children)
    return children


def enqueue_beside(job: Job, part: Part) -> Job:
    """Have a further part made of the parent of `job`; call it in the effect with which `job` ends.

    So long work goes on where a part stopped, and the parent waits for the whole. The parent is not
    locked, since whoever cancels it locks it before its parts: a part that was written while the
    parent was cancelled looks at `parent.state` when it begins. Raise ValueError for a job that is
    no part.
    """
    if job.parent is None:
        raise ValueError("a job that is no part has none beside it")
    return _insert(
        Job(
            kind=part.kind,
            queue=queue_of(part.kind),
            args=_as_stored(part.args),
            owner_id=job.owner_id,
            parent=job.parent,
            progress_total=part.total,
            max_attempts=job.max_attempts,
        )
    )


def cancel(job: Job) -> bool:
    """Cancel a job and everything below it; False if it is finished already.

    A worker in the middle of it notices at its next progress and can no longer write its effect.
    """
    with transaction.atomic():
        cancelled = _cancel_one(job.pk)
        if cancelled:
            for pk in family.with_descendants(job.pk)[1:]:
                _cancel_one(pk)
    job.refresh_from_db()
    if cancelled:
        family.settle(job.parent_id)
    return cancelled


def _cancel_one(pk: uuid.UUID) -> bool:
    rows = (
        Job.objects.unfinished()
        .filter(pk=pk)
        .update(state=State.CANCELLED, lease_token=None, lease_until=None, finished_at=clock.now())
    )
    return rows == 1


def retry(job: Job) -> None:
    """Have a failed or cancelled job tried again, with all its attempts.

    Of a parent only the children that failed or were cancelled run again; what is done stays done.
    Raises NotFinished for any other state, and TooManyJobs, QueueFull.
    """
    with transaction.atomic():
        if job.owner is not None:
            Player.objects.select_for_update(no_key=True).get(pk=job.owner.pk)
        locked = Job.objects.select_for_update().get(pk=job.pk)
        if locked.state not in RETRYABLE:
            raise NotFinished(locked.state)
        if locked.owner is not None and locked.parent_id is None:
            _check_bounds(locked.owner, 1)
        try:
            with transaction.atomic():
                requeued = _requeue(locked)
        except IntegrityError:  # an unfinished job with its dedupe_key stands in its place
            raise NotFinished("replaced") from None
        _reopen(locked.parent)
        _ring_after_commit(requeued)
    job.refresh_from_db()


def _requeue(job: Job) -> list[Job]:
    """Put the job, or what failed below it, back into its queue; return what is to be rung for."""
    children = list(job.children.select_for_update().order_by("pk"))
    job.state = State.WAITING if children else State.QUEUED
    job.attempts = 0
    job.run_after = clock.now()
    job.rung_at = job.finished_at = None
    job.last_error = ""
    job.save(
        update_fields=["state", "attempts", "run_after", "rung_at", "finished_at", "last_error"]
    )
    requeued = [] if children else [job]
    for child in children:
        if child.state in RETRYABLE:
            requeued += _requeue(child)
    return requeued


def _reopen(parent: Job | None) -> None:
    """A parent that failed or was cancelled with the child now waits for it again."""
    while parent is not None:
        Job.objects.filter(pk=parent.pk, state__in=RETRYABLE).update(
            state=State.WAITING, finished_at=None, last_error=""
        )
        parent = parent.parent


def _as_stored(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as the database gives them back, so that two requests can be compared."""
    stored: dict[str, Any] = json.loads(json.dumps(dict(args), cls=DjangoJSONEncoder))
    return stored


def _ring_after_commit(jobs: Sequence[Job]) -> None:
    bells = [(job.pk, job.queue) for job in jobs]
    # robust: the row is committed, so a broker that is gone must not turn into an error page.
    # A lambda: a robust functools.partial crashes when it fails (Django ticket 36487).
    transaction.on_commit(lambda: ring.ring(bells), robust=True)

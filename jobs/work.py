"""What a handler holds while it works: its arguments, its progress, and the lease behind it."""

# ruff: noqa: N818 - Lost and Cancelled state a fact about the lease

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, connection

from jobs import claim, conf
from jobs.models import Job
from jobs.states import State

log = logging.getLogger(__name__)


class Lost(Exception):
    """The lease is somebody else's by now, or nobody's. Stop: nothing may be written."""


class Cancelled(Lost):
    """The owner cancelled the job."""


class Work:
    """One attempt at one job, as its handler sees it."""

    def __init__(self, job: Job) -> None:
        if job.lease_token is None:
            raise ValueError("the job is not claimed")
        self.job = job
        self.token: uuid.UUID = job.lease_token
        self.done, self.total = job.progress_done, job.progress_total
        self._written = 0.0  # monotonic; the first call of progress() writes at once
        self._lost = threading.Event()
        self._stop = threading.Event()

    @property
    def job_id(self) -> uuid.UUID:
        """The job's id."""
        return self.job.pk

    @property
    def args(self) -> dict[str, Any]:
        """What the job was enqueued with."""
        args: dict[str, Any] = self.job.args
        return args

    @property
    def attempt(self) -> int:
        """1 for the first."""
        return self.job.attempts

    def progress(self, done: int, total: int) -> None:
        """Say how far the work is. Cheap: writes at most a few times a second.

        Raises Cancelled or Lost when the job is no longer this worker's; let it through.
        """
        self.done, self.total = done, total
        if self._lost.is_set():
            raise self.why()
        if time.monotonic() - self._written >= conf.value("PROGRESS"):
            self._renew()

    def check(self) -> None:
        """Raise Cancelled or Lost if the job is no longer this worker's; writes nothing new."""
        self.progress(self.done, self.total)

    @contextmanager
    def heartbeat(self) -> Iterator[None]:
        """Renew the lease from a thread, as long as the block runs."""
        beat = threading.Thread(target=self._beat, name=f"lease-{self.job_id}", daemon=True)
        beat.start()
        try:
            yield
        finally:
            self._stop.set()
            beat.join()

    def _renew(self) -> None:
        self._written = time.monotonic()
        if not claim.renew(self.job_id, self.token, done=self.done, total=self.total):
            self._lost.set()
            raise self.why()

    def _beat(self) -> None:
        # A short job ends before the first beat and costs no second connection.
        try:
            while not self._stop.wait(conf.value("RENEW")):
                try:
                    self._renew()
                except Lost:
                    return
                except DatabaseError:  # try again: the lease outlives a missed beat or two
                    log.warning("job %s %s: lease not renewed", self.job_id, self.job.kind)
                    connection.close()
        finally:
            connection.close()

    def why(self) -> Lost:
        """What to raise now that the lease is not ours any more."""
        state = Job.objects.filter(pk=self.job_id).values_list("state", flat=True).first()
        return Cancelled() if state == State.CANCELLED else Lost()

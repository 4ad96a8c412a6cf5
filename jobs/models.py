"""The durable row of a job. The row is the truth; a broker message only rings for it."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts import clock
from jobs.querysets import JobQuerySet
from jobs.states import RETRYABLE, UNFINISHED, State

__all__ = ["UNFINISHED", "Job", "Progress", "State"]


class Progress(NamedTuple):
    """How far a job is, in the units of its kind. `total` is 0 while nobody knows it."""

    done: int
    total: int

    @property
    def percent(self) -> int:
        """0 to 100, rounded down, so that 100 means all."""
        return min(100, 100 * self.done // self.total) if self.total else 0


class Job(models.Model):
    """One piece of work. Claimed with a lease and a token; only who holds the token finishes it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=60)
    queue = models.CharField(max_length=20)
    args = models.JSONField(default=dict)
    owner = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="children"
    )
    idem_key = models.UUIDField(null=True, blank=True)
    dedupe_key = models.CharField(max_length=160, blank=True)

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=5)
    run_after = models.DateTimeField(default=clock.now)
    rung_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_token = models.UUIDField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=120, blank=True)  # a code or the error's class
    created_at = models.DateTimeField(default=clock.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "idem_key"],
                condition=Q(idem_key__isnull=False),
                name="one_job_an_owner_and_key",
            ),
            models.UniqueConstraint(
                fields=["kind", "dedupe_key"],
                condition=Q(state__in=UNFINISHED) & ~Q(dedupe_key=""),
                name="one_unfinished_job_a_dedupe_key",
            ),
            models.CheckConstraint(condition=Q(state__in=State.values), name="known_job_state"),
            models.CheckConstraint(
                condition=Q(state=State.RUNNING, lease_token__isnull=False)
                | (~Q(state=State.RUNNING) & Q(lease_token__isnull=True)),
                name="leased_exactly_while_running",
            ),
            models.CheckConstraint(
                condition=Q(lease_token__isnull=False, lease_until__isnull=False)
                | Q(lease_token__isnull=True, lease_until__isnull=True),
                name="lease_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(attempts__lte=F("max_attempts")), name="attempts_within_bound"
            ),
            models.CheckConstraint(
                condition=Q(state__in=UNFINISHED, finished_at__isnull=True)
                | (~Q(state__in=UNFINISHED) & Q(finished_at__isnull=False)),
                name="finished_at_exactly_when_finished",
            ),
        ]
        indexes = [
            models.Index(
                fields=["queue", "run_after"],
                condition=Q(state=State.QUEUED),
                name="job_queued_due",
            ),
            models.Index(
                fields=["lease_until"], condition=Q(state=State.RUNNING), name="job_lease"
            ),
            models.Index(
                fields=["created_at"], condition=Q(state=State.WAITING), name="job_waiting"
            ),
            models.Index(
                fields=["kind", "dedupe_key"], condition=~Q(dedupe_key=""), name="job_dedupe"
            ),
            models.Index(
                fields=["owner"], condition=Q(state__in=UNFINISHED), name="job_owner_unfinished"
            ),
            models.Index(
                fields=["finished_at"], condition=Q(state=State.FAILED), name="job_failed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state} {self.pk}"

    def get_absolute_url(self) -> str:
        """The page that shows it to its owner."""
        return reverse("job", args=[self.pk])

    @property
    def is_unfinished(self) -> bool:
        """Whether something may still happen to it by itself."""
        return self.state in UNFINISHED

    @property
    def is_retryable(self) -> bool:
        """Whether its owner may have it tried again."""
        return self.state in RETRYABLE

    def progress(self) -> Progress:
        """Its own progress, or the sum over the children that it was cut into. One query."""
        sums = self.children.aggregate(
            done=Coalesce(Sum("progress_done"), 0), total=Coalesce(Sum("progress_total"), 0)
        )
        if sums["total"]:
            return Progress(sums["done"], sums["total"])
        return Progress(self.progress_done, self.progress_total)

    @property
    def shown_state(self) -> State:
        """The state as a person sees it: a parent runs as long as its children do."""
        return State.RUNNING if self.state == State.WAITING else State(self.state)

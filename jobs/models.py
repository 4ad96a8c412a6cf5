"""The durable row of a job. The row is the truth; a broker message only rings for it."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q

from accounts import clock


class State(models.TextChoices):
    """Where a job is. `waiting` is a parent whose children are not all finished."""

    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED = (State.QUEUED, State.RUNNING, State.WAITING)


class Job(models.Model):
    """One piece of work. Claimed with a lease and a token; only the token's holder may finish it."""

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
    last_error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

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
                condition=Q(attempts__lte=F("max_attempts")), name="attempts_within_bound"
            ),
        ]
        indexes = [
            models.Index(
                fields=["run_after"], condition=Q(state=State.QUEUED), name="job_queued_due"
            ),
            models.Index(
                fields=["lease_until"], condition=Q(state=State.RUNNING), name="job_lease"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state} {self.pk}"

"""Grading again after a change of the engine: what would change, and what was changed."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock


class Regrading(models.Model):
    """One look at an assignment's answers by the engine as it is now: first dry, then applied."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assignment = models.ForeignKey(
        "classrooms.Assignment", on_delete=models.CASCADE, related_name="regradings"
    )
    engine_version = models.CharField(max_length=20)
    asked_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    job = models.OneToOneField(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="regrading"
    )
    never_lower = models.BooleanField(default=False)  # what was right stays right
    cursor = models.PositiveBigIntegerField(default=0)  # answers up to this one are looked at
    looked = models.PositiveIntegerField(default=0)  # how many
    total = models.PositiveIntegerField(default=0)  # of so many
    unread = models.PositiveIntegerField(default=0)  # that the engine cannot read any more
    created_at = models.DateTimeField(default=clock.now)
    looked_at = models.DateTimeField(null=True, blank=True)  # the dry run has ended
    applied_at = models.DateTimeField(null=True, blank=True)
    applied_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment"],
                condition=Q(applied_at__isnull=True),
                name="one_regrading_under_way",
            ),
            models.CheckConstraint(
                condition=Q(applied_at__isnull=True) | Q(looked_at__isnull=False),
                name="looked_before_applied",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assignment_id} by {self.engine_version}"


class GradeChange(models.Model):
    """An answer that the engine judges otherwise now. Stays as the trail once it is applied."""

    regrading = models.ForeignKey(Regrading, on_delete=models.CASCADE, related_name="changes")
    answer = models.ForeignKey(
        "classrooms.WorkAnswer", on_delete=models.CASCADE, related_name="changes"
    )
    before = models.BooleanField(null=True)
    after = models.BooleanField()
    verdict = models.JSONField(default=dict)  # the new result, as `puzzles.Attempt.verdict`
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["regrading", "answer"], name="one_change_an_answer_and_regrading"
            )
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.before} to {self.after}"

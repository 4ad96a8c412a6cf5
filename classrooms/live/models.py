"""A round in class: an assignment that everybody solves now."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock


class LiveRound(models.Model):
    """An assignment of which a teacher gives the start and the end. A class has one at a time."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    classroom = models.ForeignKey(
        "classrooms.Classroom", on_delete=models.CASCADE, related_name="live_rounds"
    )
    assignment = models.OneToOneField(
        "classrooms.Assignment", on_delete=models.CASCADE, related_name="live_round"
    )
    started_by = models.ForeignKey(
        "accounts.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    started_at = models.DateTimeField(default=clock.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"],
                condition=Q(ended_at__isnull=True),
                name="one_live_round_a_class",
            )
        ]

    def __str__(self) -> str:
        return f"live {self.assignment_id}"

"""What the jobs under test leave behind, to be counted."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Effect(models.Model):
    """One effect of one job.

    A `unique` one is kept from being written twice by the database as well; the others show that
    the fence alone is enough.
    """

    job_id = models.UUIDField(db_index=True)
    unique = models.BooleanField()
    attempt = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["job_id"], condition=Q(unique=True), name="one_unique_effect_a_job"
            )
        ]

    def __str__(self) -> str:
        return f"{self.job_id} {self.attempt}"

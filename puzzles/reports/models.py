"""What somebody found wrong with a puzzle, as it was then."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from puzzles.reports.querysets import ReportQuerySet

NOTE_LENGTH = 500


class Report(models.Model):
    """A problem with a puzzle: one a player and puzzle.

    Position, answer and versions are copied, so that it can be looked into whatever becomes of the
    puzzle. `decided_at` is when the staff, or the check that they asked for, settled it.
    """

    class State(models.TextChoices):
        """Open; looked at and right as it is; or the puzzle was withdrawn."""

        OPEN = "open"
        HOLDS = "holds"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="reports", db_index=False
    )
    puzzle = models.ForeignKey("puzzles.Puzzle", on_delete=models.PROTECT, related_name="reports")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    kind = models.CharField(max_length=40)
    rules = models.CharField(max_length=40)
    position = models.JSONField()
    colours = models.CharField(max_length=4)
    answer = models.JSONField(null=True, blank=True)
    correct = models.BooleanField(null=True, blank=True)
    rules_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    generator_version = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=clock.now)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "puzzle"], name="one_report_a_player_and_puzzle"
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at__isnull=True)
                | Q(state__in=["holds", "withdrawn"], decided_at__isnull=False),
                name="decided_or_open",
            ),
        ]
        indexes = [models.Index(fields=["state", "created_at"], name="reports_to_look_at")]

    def __str__(self) -> str:
        return f"{self.kind} {self.rules} {self.state}"

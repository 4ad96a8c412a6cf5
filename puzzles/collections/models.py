"""Who reads a set by its link, and sets that are handed in whole."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from puzzles.collections.querysets import SubmissionQuerySet


class SetReader(models.Model):
    """Somebody who came to a set by its link, and may solve it from then on."""

    set = models.ForeignKey("puzzles.PuzzleSet", on_delete=models.CASCADE, related_name="readers")
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="sets_read", db_index=False
    )
    joined_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "set"], name="one_reader_a_player_and_set")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} reads {self.set_id}"


class Submission(models.Model):
    """A whole set answered without a word in between, and then handed in.

    `answers` has what was answered so far, by the index of the item; nothing of it is judged before
    `handed_in_at`. Then a job grades all of it and writes `mark`: how many of `asked` are right.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    set = models.ForeignKey(
        "puzzles.PuzzleSet", on_delete=models.CASCADE, related_name="submissions"
    )
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="submissions", db_index=False
    )
    job = models.OneToOneField(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="submission"
    )
    answers = models.JSONField(default=dict)
    begun_at = models.DateTimeField(default=clock.now)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    graded_at = models.DateTimeField(null=True, blank=True)
    mark = models.PositiveIntegerField(null=True, blank=True)
    asked = models.PositiveIntegerField(null=True, blank=True)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "set"],
                condition=Q(handed_in_at__isnull=True),
                name="one_submission_under_way",
            ),
            models.CheckConstraint(
                condition=Q(graded_at__isnull=True, mark__isnull=True, asked__isnull=True)
                | Q(
                    graded_at__isnull=False,
                    handed_in_at__isnull=False,
                    mark__isnull=False,
                    asked__isnull=False,
                ),
                name="graded_whole_or_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.set_id}"

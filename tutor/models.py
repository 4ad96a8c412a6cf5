"""The score sheet: a match as it is written down at a table, round by round."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from okey.match import MOST_CHIPS
from tutor.lessons.models import ExerciseAnswer, LessonProgress
from tutor.practice.models import Game, GameSeat
from tutor.review.models import Review, ReviewCard
from tutor.sheets.querysets import SheetQuerySet, SheetRoundQuerySet


class Sheet(models.Model):
    """A score sheet of a player: who sits at the table, under which rules, for how long.

    An empty name is that of the seat, in the reader's language. `rounds` is the number agreed on, 0
    where the balances end the match. `version` counts the changes of what stands in this row. A
    deleted sheet can be brought back for a day.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="sheets")
    key = models.UUIDField()  # of the POST that made it
    rules = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    seats = models.PositiveSmallIntegerField()
    names = models.JSONField()
    teams = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=0)
    pot = models.BigIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = SheetQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_sheet_a_player_and_key"),
            models.CheckConstraint(condition=Q(seats__in=[2, 4]), name="two_or_four_seats"),
            models.CheckConstraint(
                condition=Q(teams=False) | Q(seats=4), name="partners_need_four_seats"
            ),
            models.CheckConstraint(
                condition=Q(pot__isnull=True) | Q(pot__gte=0, pot__lte=MOST_CHIPS),
                name="pot_within_bounds",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-updated_at"], name="sheets_of_a_player"),
            models.Index(
                fields=["deleted_at"],
                condition=Q(deleted_at__isnull=False),
                name="sheets_to_throw_away",
            ),
        ]

    def __str__(self) -> str:
        return f"sheet {self.pk}"


class SheetRound(models.Model):
    """A round on a sheet, as it was filled in and as it was scored then.

    `filled` is what stood in the fields, `line` the finished round as the engine's verb `score`
    takes it; `scores` and `opened` are what came out under `rules_version`, and are what counts.
    `number` orders the rounds for good; one that was taken out keeps it, and can be put back.
    `version` counts the changes.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="round_rows")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField()  # of the POST that wrote it
    filled = models.JSONField()
    line = models.JSONField()
    scores = models.JSONField()
    opened = models.JSONField()
    rules_version = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = SheetRoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_round_a_number"),
            models.UniqueConstraint(fields=["sheet", "key"], name="one_round_a_sheet_and_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.number}"


__all__ = [
    "ExerciseAnswer",
    "Game",
    "GameSeat",
    "LessonProgress",
    "Review",
    "ReviewCard",
    "Sheet",
    "SheetRound",
]

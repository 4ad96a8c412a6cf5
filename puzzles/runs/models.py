"""Streaks and storms, the puzzles that each was dealt, and the names under which records stand."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from accounts import clock
from puzzles.runs.querysets import RunQuerySet

NAME_LENGTH = 24
ANY_COLOURS = "RYBK"


class Run(models.Model):
    """Puzzles of rising difficulty in a row. What was answered stands in the attempts.

    The puzzles are dealt once, when it begins. `day` is the puzzle day of that moment. A storm has
    an end, which a wrong answer brings nearer; `finished_at` is written when it is over, by the
    next one who writes: until then the clock tells. `score` counts the right answers.
    """

    class Mode(models.TextChoices):
        """Until the first miss, or against the clock."""

        STREAK = "streak"
        STORM = "storm"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    mode = models.CharField(max_length=6, choices=Mode)
    rules = models.CharField(max_length=40)
    seed = models.CharField(max_length=32)
    key = models.UUIDField()  # of the POST that began it
    day = models.DateField()
    started_at = models.DateTimeField(default=clock.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    score = models.PositiveIntegerField(default=0)

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_run_a_player_and_key"),
            models.UniqueConstraint(
                fields=["player", "mode", "rules"],
                condition=Q(finished_at__isnull=True),
                name="one_run_under_way",
            ),
            models.CheckConstraint(
                condition=Q(mode="streak", ends_at__isnull=True)
                | Q(mode="storm", ends_at__isnull=False),
                name="a_storm_has_an_end",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "mode", "rules", "-score"], name="runs_of_a_player"),
            models.Index(fields=["mode", "rules", "-score"], name="runs_of_all_time"),
            models.Index(fields=["mode", "rules", "day", "-score"], name="runs_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.mode} {self.rules} {self.score}"

    @property
    def is_over(self) -> bool:
        """Whether nothing can be answered in it any more."""
        if self.finished_at is not None:
            return True
        return self.ends_at is not None and clock.now() >= self.ends_at


class RunItem(models.Model):
    """A puzzle's place in a run, with the colours in which it is shown there."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="items", db_index=False)
    index = models.PositiveSmallIntegerField()
    puzzle = models.ForeignKey("puzzles.Puzzle", on_delete=models.PROTECT, related_name="run_items")
    colours = models.CharField(max_length=4, default=ANY_COLOURS)
    skipped = models.BooleanField(default=False)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["run", "index"], name="one_run_item_an_index"),
            models.UniqueConstraint(fields=["run", "puzzle"], name="no_puzzle_twice_in_a_run"),
            models.UniqueConstraint(
                fields=["run"], condition=Q(skipped=True), name="one_skip_a_run"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.index}"


class PublicName(models.Model):
    """The name under which a player wants to stand in the lists of records. Without it: nowhere."""

    player = models.OneToOneField(
        "accounts.Player", primary_key=True, on_delete=models.CASCADE, related_name="public_name"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    agreed_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="one_player_a_public_name")]

    def __str__(self) -> str:
        return self.name

"""Puzzles, their solutions (apart), sets, dailies, and what players answered."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.db.models import Q

from accounts import clock
from puzzles.collections.models import SetReader, Submission
from puzzles.querysets import (
    AttemptQuerySet,
    DailyQuerySet,
    PuzzleQuerySet,
    PuzzleSetQuerySet,
)
from puzzles.ratings.models import (
    AttemptMark,
    PlayerRating,
    PuzzleOffer,
    PuzzleRating,
    RatingChange,
)
from puzzles.reports.models import Report
from puzzles.runs.models import PublicName, Run, RunItem

NO_CONTEXT = uuid.UUID(int=0)  # the context_id of a context that has no row of its own
SAME_COLOURS = "RYBK"


class Puzzle(models.Model):
    """A position and a question. What the right answer is stands in `PuzzleSolution` alone."""

    class State(models.TextChoices):
        DRAFT = "draft"
        LIVE = "live"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    rules = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    generator_version = models.PositiveIntegerField()
    seed = models.CharField(max_length=64)
    index = models.PositiveIntegerField()
    position = models.JSONField()
    canonical_key = models.CharField(max_length=120)
    features = models.JSONField(default=dict)
    themes = models.JSONField(default=list)
    difficulty = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    reserved = models.BooleanField(default=False)  # made for one use (a daily), never linked
    # whose draft it is, who alone may see it
    owner = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    public_from = models.DateTimeField(default=clock.now)
    created_at = models.DateTimeField(default=clock.now)

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "rules", "rules_version", "generator_version", "seed", "index"],
                condition=Q(reserved=False),
                name="one_puzzle_a_seed_and_index",
            ),
            models.UniqueConstraint(
                fields=["kind", "rules", "rules_version", "canonical_key"],
                condition=Q(reserved=False),
                name="one_shared_puzzle_a_position",
            ),
            models.UniqueConstraint(
                fields=["owner", "kind", "rules", "canonical_key"],
                condition=Q(owner__isnull=False),
                name="one_draft_an_owner_and_position",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "live", "withdrawn"]), name="known_puzzle_state"
            ),
        ]
        indexes = [
            models.Index(fields=["rules", "kind", "difficulty"], name="puzzle_choice"),
            models.Index(fields=["kind", "rules", "canonical_key"], name="puzzle_canonical"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.rules} {self.pk}"


class PuzzleSolution(models.Model):
    """The right answer and its certificate. Only grading reads this table."""

    puzzle = models.OneToOneField(
        Puzzle, primary_key=True, on_delete=models.CASCADE, related_name="solution"
    )
    answer = models.JSONField()

    def __str__(self) -> str:
        return f"solution of {self.puzzle_id}"


class PuzzleSet(models.Model):
    """Puzzles made to one specification; `job` is the work that makes them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        "accounts.Player", null=True, blank=True, on_delete=models.CASCADE, related_name="sets"
    )
    job = models.OneToOneField(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="puzzle_set"
    )
    name = models.CharField(max_length=60, blank=True)
    link_token = models.CharField(max_length=32, null=True, blank=True, unique=True)
    rules = models.CharField(max_length=40)
    kinds = models.JSONField()
    count = models.PositiveIntegerField()
    difficulty_from = models.PositiveIntegerField(null=True, blank=True)
    difficulty_to = models.PositiveIntegerField(null=True, blank=True)
    seed = models.CharField(max_length=64)
    theme = models.CharField(max_length=40, blank=True, default="", db_default="")  # of all of them
    key = models.UUIDField()
    created_at = models.DateTimeField(default=clock.now)

    objects = PuzzleSetQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="one_set_an_owner_and_key"),
        ]

    def __str__(self) -> str:
        return f"set {self.pk}"


class SetItem(models.Model):
    """A puzzle's place in a set, with the colour permutation in which it is shown."""

    set = models.ForeignKey(PuzzleSet, on_delete=models.CASCADE, related_name="items")
    index = models.PositiveIntegerField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="set_items")
    colours = models.CharField(max_length=4, default=SAME_COLOURS)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["set", "index"], name="one_item_an_index"),
            models.UniqueConstraint(fields=["set", "puzzle"], name="no_puzzle_twice_in_a_set"),
        ]

    def __str__(self) -> str:
        return f"{self.set_id} {self.index}"


class SetChunk(models.Model):
    """Up to fifty places of a set under way that one kind shall fill, and what was found for them.

    `found` has `[puzzle id, colours]` in the order of the stream, whether placed yet or not. Chunk
    `number` of a kind reads every n-th block of the stream, n being how many chunks the kind has:
    `blocks` of them were looked through, and `offset` positions of the next; `dry` says that no
    more are. Deleted with the last place that is filled.
    """

    set = models.ForeignKey(PuzzleSet, on_delete=models.CASCADE, related_name="chunks")
    kind = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    places = models.JSONField()
    found = models.JSONField(default=list)
    blocks = models.PositiveIntegerField(default=0)
    offset = models.PositiveIntegerField(default=0)
    dry = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["set", "kind", "number"], name="one_chunk_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.set_id} {self.kind} {self.number}"


class Daily(models.Model):
    """The puzzle of one day under one rule set. Nothing of it is visible before its day."""

    date = models.DateField()
    rules = models.CharField(max_length=40)
    puzzle = models.OneToOneField(Puzzle, on_delete=models.PROTECT, related_name="daily")
    seed = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=clock.now)

    objects = DailyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["date", "rules"], name="one_daily_a_date_and_rules"),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.rules}"


class Attempt(models.Model):
    """One try at a puzzle. The row is made when it is opened; the first committed answer counts."""

    class Context(models.TextChoices):
        DAILY = "daily"
        PRACTICE = "practice"
        SET = "set"
        RUN = "run"
        LESSON = "lesson"
        ASSIGNMENT = "assignment"

    class Choice(models.TextChoices):
        MIXED = "mixed"
        KIND = "kind"
        THEME = "theme"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="attempts")
    context = models.CharField(max_length=10, choices=Context)
    context_id = models.UUIDField(default=NO_CONTEXT)
    try_no = models.PositiveSmallIntegerField(default=1)
    colours = models.CharField(max_length=4, default=SAME_COLOURS)
    server_chosen = models.BooleanField(default=False)
    # how the server chose it, empty where it did not; full weight in the rating for "mixed" alone
    choice = models.CharField(max_length=5, choices=Choice, blank=True, default="", db_default="")
    hint_level = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField(default=clock.now)

    key = models.UUIDField(null=True, blank=True)
    answer = models.JSONField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    correct = models.BooleanField(null=True, blank=True)
    verdict = models.JSONField(null=True, blank=True)
    expected = models.FloatField(null=True, blank=True)  # chance by the ratings, of a first try
    rules_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    generator_version = models.PositiveIntegerField()

    objects = AttemptQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "puzzle", "context", "context_id", "try_no"],
                name="one_attempt_a_try",
            ),
            models.UniqueConstraint(
                fields=["player", "key"],
                condition=Q(key__isnull=False),
                name="one_attempt_a_player_and_key",
            ),
            models.CheckConstraint(
                condition=Q(
                    answered_at__isnull=True,
                    answer__isnull=True,
                    key__isnull=True,
                    correct__isnull=True,
                )
                | Q(answered_at__isnull=False, answer__isnull=False, key__isnull=False),
                name="answered_whole_or_not",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "answered_at"],
                condition=Q(answered_at__isnull=False),
                name="attempts_by_answer",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.puzzle_id} {self.context} {self.try_no}"

    @property
    def result(self) -> dict[str, Any]:
        """What became of the answer: verdict, solution and points. Only an answered try has one."""
        if self.verdict is None:
            raise ValueError("not answered yet")
        verdict: dict[str, Any] = self.verdict
        return verdict


__all__ = [
    "NO_CONTEXT",
    "SAME_COLOURS",
    "Attempt",
    "AttemptMark",
    "Daily",
    "PlayerRating",
    "PublicName",
    "Puzzle",
    "PuzzleOffer",
    "PuzzleRating",
    "PuzzleSet",
    "PuzzleSolution",
    "RatingChange",
    "Report",
    "Run",
    "RunItem",
    "SetChunk",
    "SetItem",
    "SetReader",
    "Submission",
]

"""Ratings of players and puzzles, every change of them, and what finds the next puzzle.

Each foreign key without an index of its own stands first in a constraint or an index.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from puzzles.ratings.querysets import PlayerRatingQuerySet, RatingChangeQuerySet


class PlayerRating(models.Model):
    """How strong a player is under one rule set.

    `rating` is the start plus every change that was not taken back. `deviation` is as of
    `rated_at`; time away is added when it is read. `version` counts the changes of this row.
    """

    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    rules = models.CharField(max_length=40)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField()

    objects = PlayerRatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "rules"], name="one_rating_a_player_and_rules"
            ),
            models.CheckConstraint(
                condition=Q(deviation__gt=0, volatility__gt=0), name="player_rating_is_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.rating:.0f}"


class PuzzleRating(models.Model):
    """How hard a puzzle has proved. The row is made with the first rated answer.

    Never shown before an answer: what players make of a puzzle may tell what is right.
    """

    puzzle = models.OneToOneField(
        "puzzles.Puzzle", primary_key=True, on_delete=models.CASCADE, related_name="rating"
    )
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(deviation__gt=0, volatility__gt=0), name="puzzle_rating_is_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.rating:.0f}"


class RatingChange(models.Model):
    """What one attempt changed on both sides, and with what weight (1 is fully).

    `player_deviation_before` has the time away in it. `taken_back_at` is set where the puzzle was
    withdrawn, or where the attempt turned out not to be the player's first: then it counts no more.
    `formula` is the version of the arithmetic.
    """

    attempt = models.OneToOneField(
        "puzzles.Attempt", primary_key=True, on_delete=models.CASCADE, related_name="rating_change"
    )
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="rating_changes", db_index=False
    )
    puzzle = models.ForeignKey(
        "puzzles.Puzzle", on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    rules = models.CharField(max_length=40)
    at = models.DateTimeField()
    correct = models.BooleanField()
    weight = models.FloatField()
    player_before = models.FloatField()
    player_after = models.FloatField()
    player_deviation_before = models.FloatField()
    player_deviation_after = models.FloatField()
    puzzle_before = models.FloatField()
    puzzle_after = models.FloatField()
    puzzle_deviation_before = models.FloatField()
    puzzle_deviation_after = models.FloatField()
    formula = models.PositiveSmallIntegerField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    objects = RatingChangeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(weight__gt=0, weight__lte=1), name="rating_change_has_a_weight"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "rules", "at"], name="rating_changes_of_player"),
            models.Index(
                fields=["puzzle"],
                condition=Q(taken_back_at__isnull=True),
                name="rating_changes_that_count",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id} {self.player_after - self.player_before:+.1f}"


class PuzzleOffer(models.Model):
    """A puzzle as the choice of the next one finds it: one narrow row, and one for each theme.

    `theme` is empty in the row for all; themes that tell the answer have none. `level` follows the
    puzzle's rating in steps. Made with the puzzle, gone when it is withdrawn.
    """

    puzzle = models.ForeignKey(
        "puzzles.Puzzle", on_delete=models.CASCADE, related_name="offers", db_index=False
    )
    rules = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    theme = models.CharField(max_length=40, blank=True)
    level = models.SmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["puzzle", "theme"], name="one_offer_a_puzzle_and_theme")
        ]
        indexes = [
            models.Index(fields=["rules", "kind", "theme", "level"], name="offers_of_a_kind"),
            models.Index(fields=["rules", "theme", "level"], name="offers_of_all_kinds"),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.kind} {self.theme} {self.level}"


class AttemptMark(models.Model):
    """What an answered attempt was about: a theme of its puzzle, or a rule that it broke."""

    class Sort(models.TextChoices):
        """Which of the two."""

        THEME = "theme"
        RULE = "rule"

    attempt = models.ForeignKey(
        "puzzles.Attempt", on_delete=models.CASCADE, related_name="marks", db_index=False
    )
    sort = models.CharField(max_length=5, choices=Sort)
    key = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["attempt", "sort", "key"], name="one_mark_an_attempt_and_key"
            ),
            models.CheckConstraint(condition=Q(sort__in=["theme", "rule"]), name="known_mark"),
        ]

    def __str__(self) -> str:
        return f"{self.attempt_id} {self.sort} {self.key}"

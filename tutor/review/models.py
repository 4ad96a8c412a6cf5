"""Cards of rules, and each time that one was asked."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from tutor.review.querysets import ReviewCardQuerySet
from tutor.review.schedule import Memory


class ReviewCard(models.Model):
    """A rule of a rule set that a player keeps fresh.

    `due_on` is the puzzle day on which it comes next. `stability` (days), `difficulty` (1 to 10)
    and `rated_on` are what the schedule knows; all None before the first rating.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="review_cards"
    )
    rules = models.CharField(max_length=40)
    rule = models.CharField(max_length=60)
    due_on = models.DateField()
    stability = models.FloatField(null=True, blank=True)
    difficulty = models.FloatField(null=True, blank=True)
    rated_on = models.DateField(null=True, blank=True)
    added_at = models.DateTimeField(default=clock.now)

    objects = ReviewCardQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "rules", "rule"], name="one_card_a_player_and_rule"
            ),
            models.CheckConstraint(
                condition=Q(stability=None, difficulty=None, rated_on=None)
                | Q(stability__gt=0, difficulty__gte=1, difficulty__lte=10, rated_on__isnull=False),
                name="rated_card_has_a_memory",
            ),
        ]
        indexes = [models.Index(fields=["player", "due_on"], name="review_cards_by_day")]

    def __str__(self) -> str:
        return f"{self.rules} {self.rule}"

    @property
    def memory(self) -> Memory:
        """What the schedule knows of it."""
        return Memory(self.stability, self.difficulty, self.rated_on)


class Review(models.Model):
    """One time that a card was asked: the `number` of the day, counted from 0.

    The first of a day is rated; the others are practice. `hints` is how much help was taken, noted
    before it is shown. `answer` is None until something was answered, the text as it was given.
    """

    card = models.ForeignKey(ReviewCard, on_delete=models.CASCADE, related_name="reviews")
    day = models.DateField()
    number = models.PositiveSmallIntegerField(default=0)
    task = models.CharField(max_length=60)
    seed = models.CharField(max_length=80)
    hints = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField()
    key = models.UUIDField(null=True, blank=True)  # of the POST that answered
    answer = models.CharField(max_length=400, null=True, blank=True)  # noqa: DJ001 - "" is an answer
    correct = models.BooleanField(null=True, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["card", "day", "number"], name="one_review_a_number_of_a_day"
            ),
            models.CheckConstraint(
                condition=Q(answer=None, correct=None, answered_at=None, rating=None)
                | Q(answer__isnull=False, correct__isnull=False, answered_at__isnull=False),
                name="answered_review_is_judged",
            ),
            models.CheckConstraint(
                condition=Q(rating=None) | Q(number=0, rating__gte=1, rating__lte=4),
                name="first_review_of_a_day_rates",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card_id} {self.day} {self.number}"

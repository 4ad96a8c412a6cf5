"""What is kept of lessons: how far a player came, and each answer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from accounts import clock
from tutor.lessons.querysets import OwnQuerySet

MOST_STARS = 3


class LessonProgress(models.Model):
    """How far a player came in a lesson under a rule set.

    `at` is the place reached, as in `which-tile.2`; empty at the end. `slipped` are the places of
    this run where the first answer was wrong or a hint was taken. `stars` are the best of all runs,
    0 before the first is finished. `runs` counts the runs begun.
    """

    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="lessons")
    lesson = models.CharField(max_length=80)
    rules = models.CharField(max_length=40)
    at = models.CharField(max_length=60, blank=True)
    slipped = models.JSONField(default=list, blank=True)
    stars = models.PositiveSmallIntegerField(default=0)
    runs = models.PositiveIntegerField(default=1)
    started_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = OwnQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "lesson", "rules"], name="one_progress_a_lesson_and_rules"
            ),
            models.CheckConstraint(condition=Q(stars__lte=MOST_STARS), name="at_most_three_stars"),
            models.CheckConstraint(
                condition=Q(stars=0) | Q(finished_at__isnull=False), name="stars_of_a_finished_run"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lesson} {self.rules}"


class ExerciseAnswer(models.Model):
    """An answer to an exercise, or a hint that was taken: `correct` is None then.

    Task, rules, seed and the step's options make the exercise again. `lesson` and `at` are empty
    where it was asked outside of a lesson. `hint` is the highest level seen for this exercise
    before the answer, 0 for none. `misconceptions` are keys of what the answer may have come from.
    """

    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="answers")
    key = models.UUIDField()  # of the POST that brought it
    lesson = models.CharField(max_length=80, blank=True)
    at = models.CharField(max_length=60, blank=True)
    task = models.CharField(max_length=60)
    rules = models.CharField(max_length=40)
    seed = models.CharField(max_length=64)
    answer = models.CharField(max_length=400, blank=True)
    correct = models.BooleanField(null=True)
    hint = models.PositiveSmallIntegerField(default=0)
    misconceptions = models.JSONField(default=list, blank=True)
    answered_at = models.DateTimeField(default=clock.now)

    objects = OwnQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_player_and_key"),
            models.CheckConstraint(condition=Q(hint__lte=3), name="three_levels_of_hints"),
        ]
        indexes = [
            models.Index(fields=["player", "task", "seed"], name="answers_to_an_exercise"),
            models.Index(fields=["player", "-answered_at"], name="answers_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.seed}"

"""That a hand was looked up: which puzzle of which work, with which tool, when and how often."""

from __future__ import annotations

from django.db import models

from accounts import clock


class LookUp(models.Model):
    """A puzzle of a work under way whose hand its pupil gave to one of the public tools.

    One row a puzzle and tool, however often: a work has a bounded number of them.
    """

    class Tool(models.TextChoices):
        REFEREE = "referee"  # the page "analyse a hand"
        SOLVE = "solve"
        OUTS = "outs"
        ADVISE = "advise"

    work = models.ForeignKey("classrooms.Work", on_delete=models.CASCADE, related_name="lookups")
    index = models.PositiveSmallIntegerField()  # of the set's item, from 0
    tool = models.CharField(max_length=7, choices=Tool)
    times = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField(default=clock.now)
    last_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["work", "index", "tool"], name="one_look_up_a_puzzle_and_tool"
            ),
            models.CheckConstraint(
                condition=models.Q(tool__in=["referee", "solve", "outs", "advise"]),
                name="known_look_up_tool",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.work_id} {self.index} {self.tool}"

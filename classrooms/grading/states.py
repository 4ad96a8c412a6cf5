"""Where the grading of a work is. Read from its row and its job's, never guessed from the time."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import pgettext_lazy

from classrooms.assignments.models import Work
from jobs.states import State


class Shown(models.TextChoices):
    """The state of a work, as pages, files and the API say it."""

    UNDER_WAY = "under-way", pgettext_lazy("work of a pupil", "Under way")
    QUEUED = "queued", pgettext_lazy("work of a pupil", "Waiting to be graded")
    RUNNING = "running", pgettext_lazy("work of a pupil", "Being graded")
    DONE = "done", pgettext_lazy("work of a pupil", "Graded")
    FAILED = "failed", pgettext_lazy("work of a pupil", "Grading failed")


_OF_JOB: Final = {
    State.QUEUED: Shown.QUEUED,
    State.RUNNING: Shown.RUNNING,
    State.WAITING: Shown.RUNNING,
    State.DONE: Shown.QUEUED,  # it ended and left no grade: the sweeper puts the work back
    State.FAILED: Shown.FAILED,
    State.CANCELLED: Shown.FAILED,
}


def state_of(work: Work) -> Shown:
    """The state of a work. Wants its `job` selected."""
    if work.submitted_at is None:
        return Shown.UNDER_WAY
    if work.graded_at is not None:
        return Shown.DONE
    if work.job is None:
        return Shown.QUEUED
    return _OF_JOB[State(work.job.state)]


def is_lost(work: Work) -> bool:
    """Whether nothing is under way that would grade a work that waits for its grade."""
    waits = work.submitted_at is not None and work.graded_at is None
    return waits and (work.job is None or not work.job.is_unfinished)

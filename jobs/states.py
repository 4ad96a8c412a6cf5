"""The states of a job."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class State(models.TextChoices):
    """Where a job is. `waiting` is a parent whose children are not all finished."""

    QUEUED = "queued", _("Waiting its turn")
    RUNNING = "running", _("Running")
    WAITING = "waiting", _("Running")  # to the reader a parent runs while its children do
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


UNFINISHED = (State.QUEUED, State.RUNNING, State.WAITING)
FINISHED = (State.DONE, State.FAILED, State.CANCELLED)
RETRYABLE = (State.FAILED, State.CANCELLED)

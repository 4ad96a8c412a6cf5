"""Questions about many jobs."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from jobs.states import FINISHED, UNFINISHED, State

if TYPE_CHECKING:
    from accounts.models import Player
    from jobs.models import Job  # noqa: F401


class JobQuerySet(models.QuerySet["Job"]):
    """The vocabulary of questions."""

    def visible_to(self, player: Player | None) -> JobQuerySet:
        """The jobs that this person may see: their own."""
        return self.filter(owner=player) if player else self.none()

    def unfinished(self) -> JobQuerySet:
        """Queued, running or waiting for children."""
        return self.filter(state__in=UNFINISHED)

    def finished(self) -> JobQuerySet:
        """Done, failed or cancelled."""
        return self.filter(state__in=FINISHED)

    def without_parent(self) -> JobQuerySet:
        """The jobs that somebody asked for, not the parts that they were cut into."""
        return self.filter(parent=None)

    def queued_due(self, now: dt.datetime) -> JobQuerySet:
        """Queued, and their time has come."""
        return self.filter(state=State.QUEUED, run_after__lte=now)

    def abandoned(self, now: dt.datetime) -> JobQuerySet:
        """Running, but nobody renewed the lease in time."""
        return self.filter(state=State.RUNNING, lease_until__lt=now)

    def attempts_left(self) -> JobQuerySet:
        """May be claimed once more."""
        return self.filter(attempts__lt=F("max_attempts"))

    def out_of_attempts(self) -> JobQuerySet:
        """May not."""
        return self.filter(attempts__gte=F("max_attempts"))

    def unrung(self, before: dt.datetime) -> JobQuerySet:
        """No message was sent since that moment."""
        return self.filter(Q(rung_at=None) | Q(rung_at__lt=before))

    def parents_to_settle(self) -> JobQuerySet:
        """Parents that wait although none of their children is unfinished."""
        open_child = self.model._default_manager.filter(parent=OuterRef("pk"), state__in=UNFINISHED)
        return self.filter(~Exists(open_child), state=State.WAITING)

"""Questions about cards. Who may see one is decided here alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import models
from django.db.models import Count

from accounts.models import Player


class ReviewCardQuerySet(models.QuerySet[Any]):
    """Cards."""

    def visible_to(self, player: Player | None) -> ReviewCardQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def due(self, day: dt.date) -> ReviewCardQuerySet:
        """Those that are asked on that day, the longest waiting first."""
        return self.filter(due_on__lte=day).order_by("due_on", "added_at", "pk")

    def by_day(self, first: dt.date, last: dt.date) -> dict[dt.date, int]:
        """How many come on each day of these; what is overdue counts for the first."""
        found: dict[dt.date, int] = {}
        rows = self.filter(due_on__lte=last).values_list("due_on").annotate(Count("pk"))
        for day, count in rows.order_by():
            found[max(day, first)] = found.get(max(day, first), 0) + count
        return found

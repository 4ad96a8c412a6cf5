"""Questions about many runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q

from accounts import clock

if TYPE_CHECKING:
    from accounts.models import Player


class RunQuerySet(models.QuerySet[Any]):
    """Streaks and storms."""

    def visible_to(self, player: Player | None) -> RunQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def under_way(self) -> RunQuerySet:
        """Those in which there is still something to answer."""
        open_ended = Q(ends_at__isnull=True) | Q(ends_at__gt=clock.now())
        return self.filter(open_ended, finished_at__isnull=True)

    def run_out(self) -> RunQuerySet:
        """Those whose time is over, and nobody has written it down."""
        return self.filter(finished_at__isnull=True, ends_at__lte=clock.now())

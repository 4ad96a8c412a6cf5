"""Questions about many submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from accounts.models import Player


class SubmissionQuerySet(models.QuerySet[Any]):
    """Sets that are handed in whole."""

    def visible_to(self, player: Player | None) -> SubmissionQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def under_way(self) -> SubmissionQuerySet:
        """Those that are not handed in yet."""
        return self.filter(handed_in_at__isnull=True)

"""Questions about many reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from accounts.models import Player


class ReportQuerySet(models.QuerySet[Any]):
    """Reports."""

    def visible_to(self, player: Player | None) -> ReportQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def open(self) -> ReportQuerySet:
        """Those that nobody has settled."""
        return self.filter(state="open")

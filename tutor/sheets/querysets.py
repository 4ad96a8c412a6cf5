"""Questions about sheets. Who may see one is decided here alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import models

from accounts.models import Player


class SheetQuerySet(models.QuerySet[Any]):
    """Sheets."""

    def visible_to(self, player: Player | None) -> SheetQuerySet:
        """The player's own that are not deleted."""
        return self.of(player).filter(deleted_at=None)

    def of(self, player: Player | None) -> SheetQuerySet:
        """The player's own, those that were deleted a moment ago too."""
        return self.filter(player=player) if player is not None else self.none()

    def thrown_away(self, before: dt.datetime) -> SheetQuerySet:
        """Everybody's that were deleted before then."""
        return self.filter(deleted_at__lt=before)


class SheetRoundQuerySet(models.QuerySet[Any]):
    """Rounds of sheets."""

    def standing(self) -> SheetRoundQuerySet:
        """Those that count, in their order."""
        return self.filter(removed_at=None).order_by("number")

    def removed(self) -> SheetRoundQuerySet:
        """Those that were taken out, in their order."""
        return self.filter(removed_at__isnull=False).order_by("number")

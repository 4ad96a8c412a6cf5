"""Questions about games. Who may see one is decided here alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import models

from accounts.models import Player


class GameQuerySet(models.QuerySet[Any]):
    """Games."""

    def visible_to(self, player: Player | None) -> GameQuerySet:
        """Those at which the player has a seat, and that are not put away."""
        return self.of(player).exclude(state="left")

    def of(self, player: Player | None) -> GameQuerySet:
        """Those at which the player has a seat, put away or not."""
        return self.filter(seat_rows__player=player) if player is not None else self.none()

    def thrown_away(self, before: dt.datetime) -> GameQuerySet:
        """Everybody's that were put away before then."""
        return self.filter(state="left", updated_at__lt=before)

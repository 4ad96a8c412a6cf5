"""Questions about many ratings and their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from accounts.models import Player


class PlayerRatingQuerySet(models.QuerySet[Any]):
    """Ratings of players. Nothing of them is public."""

    def visible_to(self, player: Player | None) -> PlayerRatingQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()


class RatingChangeQuerySet(models.QuerySet[Any]):
    """Changes of ratings."""

    def visible_to(self, player: Player | None) -> RatingChangeQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def counting(self) -> RatingChangeQuerySet:
        """Those that were not taken back."""
        return self.filter(taken_back_at__isnull=True)

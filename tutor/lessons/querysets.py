"""Questions about lessons' progress and answers. Who may see a row is decided here alone."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts.models import Player


class OwnQuerySet(models.QuerySet[Any]):
    """Rows that a player owns."""

    def visible_to(self, player: Player | None) -> OwnQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def under(self, rules: str) -> OwnQuerySet:
        """Under one rule set."""
        return self.filter(rules=rules)

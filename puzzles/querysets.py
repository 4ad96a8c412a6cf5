"""Questions about many puzzles. Nothing that is not public yet leaves through here."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts import clock


class PuzzleQuerySet(models.QuerySet[Any]):
    """Puzzles."""

    def public(self) -> PuzzleQuerySet:
        """Those that anybody may see now: live, and their day has come."""
        return self.filter(state="live", public_from__lte=clock.now())


class DailyQuerySet(models.QuerySet[Any]):
    """Dailies."""

    def public(self) -> DailyQuerySet:
        """Those whose day has come, by the one clock."""
        return self.filter(date__lte=clock.today())

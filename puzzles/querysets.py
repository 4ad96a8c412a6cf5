"""Questions about many puzzles. Nothing that is not public yet leaves through here."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q

from accounts import clock
from jobs.states import UNFINISHED

if TYPE_CHECKING:
    from accounts.models import Player


class PuzzleQuerySet(models.QuerySet[Any]):
    """Puzzles."""

    def public(self) -> PuzzleQuerySet:
        """Those that anybody may see now: live, and their day has come."""
        return self.filter(state="live", public_from__lte=clock.now())

    def begun(self) -> PuzzleQuerySet:
        """Those whose day has come, withdrawn ones too."""
        return self.filter(public_from__lte=clock.now())

    def withdrawn(self) -> PuzzleQuerySet:
        """Those that were taken out of every choice."""
        return self.filter(state="withdrawn")

    def shared(self) -> PuzzleQuerySet:
        """Those that sets and practice may use: not made for one use, as a daily is."""
        return self.filter(reserved=False)

    def visible_to(self, player: Player | None) -> PuzzleQuerySet:
        """Those that this player may open: whatever is public, and their own drafts."""
        if player is None:
            return self.public()
        public = Q(state="live", public_from__lte=clock.now())
        return self.filter(public | Q(state="draft", owner=player))


class DailyQuerySet(models.QuerySet[Any]):
    """Dailies."""

    def public(self) -> DailyQuerySet:
        """Those whose day has come, by the one clock."""
        return self.filter(date__lte=clock.today(), puzzle__state="live")

    def on(self, date: dt.date, rules: str) -> DailyQuerySet:
        """The daily of this day and rule set, which may not be public yet."""
        return self.filter(date=date, rules=rules)


class PuzzleSetQuerySet(models.QuerySet[Any]):
    """Sets."""

    def visible_to(self, player: Player | None) -> PuzzleSetQuerySet:
        """The player's own, and those that they came to by a link."""
        if player is None:
            return self.none()
        return self.filter(Q(owner=player) | Q(pk__in=player.sets_read.values("set")))

    def owned_by(self, player: Player | None) -> PuzzleSetQuerySet:
        """The player's own: these may be renamed, shared and handed on."""
        return self.filter(owner=player) if player is not None else self.none()

    def unfinished(self) -> PuzzleSetQuerySet:
        """Those whose job still has something to do."""
        return self.filter(job__state__in=UNFINISHED)


class AttemptQuerySet(models.QuerySet[Any]):
    """Attempts."""

    def visible_to(self, player: Player | None) -> AttemptQuerySet:
        """The player's own."""
        return self.filter(player=player) if player is not None else self.none()

    def answered(self) -> AttemptQuerySet:
        """Those with a committed answer."""
        return self.filter(answered_at__isnull=False)

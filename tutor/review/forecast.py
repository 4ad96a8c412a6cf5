"""The coming days: how many cards come on each, as a plot and as a table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import Player
from tutor.models import ReviewCard
from tutor.plots import bars

DAYS: Final = 14


@dataclass(frozen=True, slots=True)
class Forecast:
    """`days` with the cards of each, today first; `plot` shows the same."""

    days: tuple[tuple[dt.date, int], ...]
    plot: SafeString

    @property
    def total(self) -> int:
        """All that come in these days."""
        return sum(count for _, count in self.days)


def forecast(player: Player | None) -> Forecast:
    """What comes in the next days; what waits from earlier days counts for today."""
    first = clock.today()
    dates = [first + dt.timedelta(days=days) for days in range(DAYS)]
    counts = ReviewCard.objects.visible_to(player).by_day(first, dates[-1])
    days = tuple((date, counts.get(date, 0)) for date in dates)
    labels = [_("today"), *(date_format(date, "D j") for date in dates[1:])]
    return Forecast(days, bars(labels, [count for _, count in days]))

"""Days in a row with the daily solved, one count for each rule set, worked out from the attempts.

A day counts when its puzzle was answered rightly at the first try, on that day. In every week, from
Monday on, one day that was missed is forgiven: the freeze. A day whose puzzle was withdrawn neither
counts nor breaks the row. Nothing is stored that could differ from what was answered.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, Subquery

from accounts import clock
from accounts.models import Player
from puzzles.models import Attempt, Daily

LOOKED_BACK: Final = 60  # days at once; farther back only where the row goes on
DAY: Final = dt.timedelta(days=1)

SOLVED, MISSED, OPEN = "solved", "missed", "open"


@dataclass(frozen=True, slots=True)
class DayStreak:
    """Days in a row up to today. `today`: solved, missed or open. `frozen` are forgiven days.

    `freeze_left`: whether this week still forgives a day.
    """

    days: int
    today: str
    frozen: tuple[dt.date, ...]
    freeze_left: bool


def day_streak(player: Player | None, rules: str) -> DayStreak:
    """The row of a player under one rule set, as of today."""
    today = clock.today()
    if player is None:
        return DayStreak(0, OPEN, (), freeze_left=True)
    reach = LOOKED_BACK
    while True:
        first = today - reach * DAY
        states = _states(player, rules, first, today)
        found, broken = count_back(today, states)
        young = not states or min(states) > first + 7 * DAY  # no older days are to be had
        if broken or young:
            return found
        reach *= 4


def count_back(today: dt.date, states: Mapping[dt.date, str]) -> tuple[DayStreak, bool]:
    """Count from today back; and whether a missed day ended the row, or only what is known did.

    `states` has the days with a puzzle: solved, missed (answered wrongly) or open. An open day that
    is past is missed.
    """
    days = 0
    frozen: list[dt.date] = []
    forgiven: list[dt.date] = []  # days that are worth a freeze once an earlier day was solved
    spent: set[dt.date] = set()  # the Mondays of weeks whose freeze is used
    broken = False
    for day in sorted((day for day in states if day <= today), reverse=True):
        if states[day] == SOLVED:
            days += 1
            frozen += forgiven
            forgiven = []
        elif day < today or states[day] == MISSED:
            if _monday(day) in spent:
                broken = True
                break
            spent.add(_monday(day))
            forgiven.append(day)
    left = all(_monday(day) != _monday(today) for day in frozen)
    return DayStreak(days, states.get(today, OPEN), tuple(frozen), freeze_left=left), broken


def _monday(day: dt.date) -> dt.date:
    return day - day.weekday() * DAY


def _states(player: Player, rules: str, first: dt.date, last: dt.date) -> dict[dt.date, str]:
    tries = Attempt.objects.answered().filter(
        player=player, puzzle=OuterRef("puzzle"), context=Attempt.Context.DAILY, try_no=1
    )
    days = Daily.objects.public().filter(rules=rules, date__range=(first, last))
    rows = days.annotate(right=Subquery(tries.values("correct")[:1]))  # one first try a day
    named = {True: SOLVED, False: MISSED, None: OPEN}
    return {date: named[right] for date, right in rows.values_list("date", "right")}

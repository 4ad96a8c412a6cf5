"""What a daily has to say once it is answered: days in a row, the others, a text to share."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.answered_by import distribution
from puzzles.board import DayDone, rules_name
from puzzles.day_streaks import DayStreak, day_streak
from puzzles.models import Attempt, Daily


def day_done(request: HttpRequest, attempt: Attempt) -> DayDone | None:
    """What is said of an answered first try on its day; None for every other one."""
    if attempt.context != Attempt.Context.DAILY or attempt.try_no != 1:
        return None
    daily = Daily.objects.public().filter(puzzle=attempt.puzzle_id).first()
    if daily is None:
        return None
    streak = day_streak(attempt.player, daily.rules)
    lines = distribution(attempt)
    path = reverse("daily-date", args=[daily.date.isoformat()])
    return DayDone(
        streak=streak,
        lines=lines,
        answers=sum(line.count for line in lines),
        share=share_text(daily, streak, solved=bool(attempt.correct)),
        share_url=request.build_absolute_uri(f"{path}?rules={daily.rules}"),
    )


def share_text(daily: Daily, streak: DayStreak, *, solved: bool) -> str:
    """A text that tells how it went and nothing of the puzzle."""
    said = [
        f"Istaka · {rules_name(daily.rules)} · {date_format(daily.date, 'SHORT_DATE_FORMAT')}",
        f"\N{HEAVY CHECK MARK} {_('solved')}" if solved else f"\N{BALLOT X} {_('missed')}",
    ]
    if streak.days > 1:
        row = ngettext("%(count)s day in a row", "%(count)s days in a row", streak.days)
        said.append(row % {"count": streak.days})
    return "\n".join(said)

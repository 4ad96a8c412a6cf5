"""What a player answered: which attempts a filter means, and the puzzles that were missed."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final
from urllib.parse import urlencode

from django.db.models import DurationField, Exists, ExpressionWrapper, F, OuterRef

from accounts import clock
from accounts.models import Player
from puzzles.models import Attempt, AttemptMark, Puzzle
from puzzles.querysets import AttemptQuerySet
from puzzles.withholding import withheld

# How long an answer may have taken, in seconds: the key of each step and where it ends.
STEPS: Final[dict[str, tuple[int, int | None]]] = {
    "15": (0, 15),
    "30": (15, 30),
    "60": (30, 60),
    "120": (60, 120),
    "300": (120, 300),
    "more": (300, None),
}
TOOK: Final = ExpressionWrapper(F("answered_at") - F("opened_at"), output_field=DurationField())


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter over attempts, as addresses carry it; empty means any.

    `tries` is `first` for first answers without a hint, which are what the dashboard counts. `rule`
    is one that the answer broke, `theme` one that the puzzle has. `days` counts back from today,
    `day` is one day, `took` a step of `STEPS`.
    """

    rules: str = ""
    kind: str = ""
    theme: str = ""
    rule: str = ""
    result: str = ""
    tries: str = ""
    took: str = ""
    days: int | None = None
    day: dt.date | None = None

    @property
    def query(self) -> str:
        """The filter as the query of an address, without what is not asked for."""
        values = ((name, getattr(self, name)) for name in _NAMES)
        return urlencode([(name, value) for name, value in values if value])


_NAMES: Final = tuple(field.name for field in fields(Wanted))
Silent = Sequence[uuid.UUID]


def silent_of(player: Player | None) -> Silent:
    """The player's attempts of which nothing is told yet, most often none. One query.

    For a page that asks several times: with them its other questions are short.
    """
    silent = withheld(player)
    return [] if silent is None else [row["pk"] for row in silent]


def told(player: Player | None, silent: Silent | None = None) -> AttemptQuerySet:
    """The player's judged attempts that may be told of: class work once the class tells it.

    `silent`: those of which it tells nothing yet, where the caller has asked.
    """
    answered = Attempt.objects.visible_to(player).answered().filter(correct__isnull=False)
    left_out = withheld(player) if silent is None else list(silent) or None
    return answered if left_out is None else answered.exclude(pk__in=left_out)


def matching(
    player: Player | None, wanted: Wanted, silent: Silent | None = None
) -> AttemptQuerySet:
    """Those of the player's attempts that a filter means."""
    found = told(player, silent)
    if wanted.rules:
        found = found.filter(puzzle__rules=wanted.rules)
    if wanted.kind:
        found = found.filter(puzzle__kind=wanted.kind)
    for sort, key in ((AttemptMark.Sort.THEME, wanted.theme), (AttemptMark.Sort.RULE, wanted.rule)):
        if key:
            marks = AttemptMark.objects.filter(attempt=OuterRef("pk"), sort=sort, key=key)
            found = found.filter(Exists(marks))
    if wanted.result:
        found = found.filter(correct=wanted.result == "right")
    if wanted.tries == "first":
        found = found.filter(expected__isnull=False)
    if wanted.days:
        found = found.filter(answered_at__gte=since(wanted.days))
    if wanted.day:
        end = clock.day_start(wanted.day + dt.timedelta(days=1))
        found = found.filter(answered_at__gte=clock.day_start(wanted.day), answered_at__lt=end)
    if wanted.took:
        low, high = STEPS[wanted.took]
        found = found.alias(took=TOOK).filter(took__gte=dt.timedelta(seconds=low))
        if high is not None:
            found = found.filter(took__lt=dt.timedelta(seconds=high))
    return found


def since(days: int) -> dt.datetime:
    """The moment at which the last so many days began, today being one of them."""
    return clock.day_start(clock.today() - dt.timedelta(days=days - 1))


def misses(player: Player | None, silent: Silent | None = None) -> AttemptQuerySet:
    """The last attempt at each puzzle that was missed and not answered rightly since.

    A puzzle that is withdrawn is no miss: nobody can say what would have been right.
    """
    answers = told(player, silent)
    later = answers.filter(puzzle=OuterRef("puzzle"), answered_at__gt=OuterRef("answered_at"))
    missed = answers.filter(correct=False, puzzle__in=Puzzle.objects.visible_to(player))
    return missed.filter(~Exists(later))


def seconds_of(attempt: Attempt) -> int:
    """How long an answer took, by the server's clock."""
    assert attempt.answered_at is not None
    return max(0, round((attempt.answered_at - attempt.opened_at) / dt.timedelta(seconds=1)))

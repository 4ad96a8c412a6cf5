"""What is kept beside the attempts, counted anew every night: it must be what the attempts say.

Ratings of players and puzzles against the changes that count, the levels of offers against the
ratings, scores of runs against their answers. Days in a row are not stored, so they cannot differ
(`puzzles/day_streaks.py`). No difference is expected; each one goes to the log as an error, and
nothing is put right by itself, since what made it has to be found first. The work is cut into jobs
of less than a minute, each of which enqueues the next.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum

from accounts import clock
from accounts.models import Player
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.work import Work
from puzzles.models import Attempt, PlayerRating, PuzzleOffer, PuzzleRating, RatingChange, Run
from puzzles.ratings import glicko, offers

log = logging.getLogger(__name__)

JOB: Final = "grade.recount"
HOUR: Final = 4  # of the night in Istanbul, after the look at the pool has begun
SECONDS: Final = 30.0  # of one job, whose limit is sixty
AT_ONCE: Final = 500  # rows that are counted together
NEAR: Final = 1e-6  # of a point: sums of floats


@dataclass(frozen=True, slots=True)
class _Table:
    """One kind of rows. `faults` says what is wrong with some of them, by primary key."""

    rows: Callable[[], QuerySet[Any]]
    faults: Callable[[Sequence[Any]], dict[Any, str]]
    lock: Callable[[Any], object]  # what a writer of this row holds


def ensure_due() -> None:
    """Enqueue tonight's count, unless there is a job of it already."""
    now = clock.now().astimezone(clock.DAY_ZONE)
    if now.hour < HOUR:
        return
    day = now.date().isoformat()
    if not Job.objects.filter(kind=JOB, dedupe_key=_key(day, 1)).exists():
        _enqueue(day, 1, 0, "")


def handle(work: Work) -> Effect | None:
    """Job handler: count from a row of a table on, for as long as a job may take."""
    until = time.monotonic() + SECONDS
    table, after, seen = work.args["table"], work.args["after"], 0
    while table < len(_TABLES):
        rows = _next(_TABLES[table], after)
        for fault in _confirmed(_TABLES[table], rows):
            log.error("%s", fault)
        seen += len(rows)
        after = str(rows[-1].pk) if rows else ""
        table += not rows
        work.progress(seen, seen)
        if time.monotonic() >= until:
            break
    if table < len(_TABLES):
        return lambda: _enqueue(work.args["day"], work.args["part"] + 1, table, after)
    for fault in unrated():
        log.error("%s", fault)
    return None


def differences() -> list[str]:
    """Everything that differs now, in sentences for whoever runs the site."""
    found = []
    for table in _TABLES:
        after = ""
        while rows := _next(table, after):
            found += _confirmed(table, rows)
            after = str(rows[-1].pk)
    return found + unrated()


def unrated(most: int = 100) -> list[str]:
    """Players with changes that count and without the rating that these should have made."""
    there = PlayerRating.objects.filter(player=OuterRef("player"), rules=OuterRef("rules"))
    lacking = RatingChange.objects.counting().filter(~Exists(there)).order_by()
    return [
        f"player {player} has changes under {rules} and no rating"
        for player, rules in lacking.values_list("player", "rules").distinct()[:most]
    ]


def _next(table: _Table, after: str) -> list[Any]:
    rows = table.rows().order_by("pk")
    return list(rows.filter(pk__gt=after)[:AT_ONCE] if after else rows[:AT_ONCE])


def _confirmed(table: _Table, rows: Sequence[Any]) -> list[str]:
    """What is wrong with the rows, looked at once more while nobody writes them."""
    confirmed: list[str] = []
    for pk in table.faults(rows) if rows else ():
        with transaction.atomic():
            found = table.rows().filter(pk=pk).first()
            if found is None:
                continue
            table.lock(found)
            confirmed += table.faults(list(table.rows().filter(pk=pk))).values()
    return confirmed


def _player_faults(rows: Sequence[PlayerRating]) -> dict[Any, str]:
    """A rating is the start plus every change that was not taken back."""
    sums = {
        (one["player"], one["rules"]): (one["moved"], one["times"])
        for one in RatingChange.objects.counting()
        .filter(player__in={row.player_id for row in rows})
        .order_by()
        .values("player", "rules")
        .annotate(moved=Sum(F("player_after") - F("player_before")), times=Count("pk"))
    }
    faults = {}
    for row in rows:
        moved, times = sums.get((row.player_id, row.rules), (0.0, 0))
        wanted = glicko.MIDDLE + moved
        if abs(row.rating - wanted) > NEAR or row.attempts != times:
            faults[row.pk] = (
                f"rating of player {row.player_id} under {row.rules}: {row.rating:.3f} of"
                f" {row.attempts} answers, its changes say {wanted:.3f} of {times}"
            )
    return faults


def _puzzle_faults(rows: Sequence[PuzzleRating]) -> dict[Any, str]:
    """A puzzle's rating is its difficulty plus every change, also one that a player got back.

    Where a player was erased, changes are gone that the puzzle keeps: then they cannot tell.
    """
    puzzles = {row.puzzle_id: row for row in rows}
    sums = {
        one["puzzle"]: (one["moved"], one["times"])
        for one in RatingChange.objects.filter(puzzle__in=puzzles)
        .order_by()
        .values("puzzle")
        .annotate(moved=Sum(F("puzzle_after") - F("puzzle_before")), times=Count("pk"))
    }
    faults = {}
    for pk, row in puzzles.items():
        moved, times = sums.get(pk, (0.0, 0))
        wanted = row.puzzle.difficulty + moved
        if times > row.attempts or (times == row.attempts and abs(row.rating - wanted) > NEAR):
            faults[pk] = (
                f"rating of puzzle {pk}: {row.rating:.3f} of {row.attempts} answers,"
                f" its changes say {wanted:.3f} of {times}"
            )
    for pk, level in PuzzleOffer.objects.filter(puzzle__in=puzzles).values_list("puzzle", "level"):
        if abs(level - round(puzzles[pk].rating)) > offers.STEP:
            faults.setdefault(
                pk, f"puzzle {pk} is offered at {level}, rated {puzzles[pk].rating:.0f}"
            )
    return faults


def _run_faults(rows: Sequence[Run]) -> dict[Any, str]:
    """A score counts the right answers of its run."""
    right = Attempt.objects.filter(
        context=Attempt.Context.RUN, context_id__in=[row.pk for row in rows], correct=True
    )
    counts = dict(
        right.order_by()
        .values_list("context_id")
        .annotate(times=Count("pk"))
        .values_list("context_id", "times")
    )
    return {
        row.pk: f"run {row.pk} has a score of {row.score}, right are {counts.get(row.pk, 0)}"
        for row in rows
        if row.score != counts.get(row.pk, 0)
    }


_TABLES: Final[tuple[_Table, ...]] = (
    _Table(
        PlayerRating.objects.all,
        _player_faults,
        lambda row: Player.objects.select_for_update(no_key=True).get(pk=row.player_id),
    ),
    _Table(
        lambda: PuzzleRating.objects.select_related("puzzle"),
        _puzzle_faults,
        lambda row: PuzzleRating.objects.select_for_update().get(pk=row.pk),
    ),
    _Table(
        Run.objects.all,
        _run_faults,
        lambda row: Run.objects.select_for_update().get(pk=row.pk),
    ),
)


def _enqueue(day: str, part: int, table: int, after: str) -> None:
    jobs.enqueue(
        kind=JOB,
        args={"day": day, "part": part, "table": table, "after": after},
        dedupe_key=_key(day, part),
    )


def _key(day: str, part: int) -> str:
    return f"{day}:{part}"


__all__ = ["JOB", "differences", "ensure_due", "handle", "unrated"]

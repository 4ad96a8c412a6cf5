"""Giving back what a puzzle had cost or brought, once it is withdrawn.

Each player's change is taken back in a transaction of its own, the player's row locked first, so a
restoration may stop anywhere and go on later. Later changes keep what they added. A sweep of the
worker finds whatever was withdrawn, however that came about.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from accounts.pace import Pace
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.work import Work
from puzzles.models import PlayerRating, Puzzle, PuzzleOffer, PuzzleRating, RatingChange
from puzzles.ratings import glicko, offers

JOB: Final = "grade.restore-ratings"

_pace = Pace(dt.timedelta(seconds=30))


def restore(puzzle: Puzzle) -> int:
    """Take back what a withdrawn puzzle changed in ratings; say how many changes that were.

    Doing it again changes nothing. Raise ValueError for a puzzle that is not withdrawn. Not to be
    called within a transaction: it locks one player after the other.
    """
    if not Puzzle.objects.filter(pk=puzzle.pk).withdrawn().exists():
        raise ValueError("the puzzle is not withdrawn")
    with transaction.atomic(durable=True):
        # Answers that are being rated finish first; from then on none rates.
        PuzzleRating.objects.select_for_update().filter(puzzle=puzzle).first()
    changes = RatingChange.objects.counting().filter(puzzle=puzzle)
    taken = sum(
        _take_back(attempt, player)
        for attempt, player in list(changes.order_by("at").values_list("attempt", "player"))
    )
    offers.drop(puzzle)
    return taken


def _take_back(attempt: uuid.UUID, player: uuid.UUID) -> bool:
    with transaction.atomic(durable=True):
        Player.objects.select_for_update(no_key=True).filter(pk=player).first()
        change = RatingChange.objects.counting().filter(attempt=attempt).first()
        if change is None:
            return False  # taken back meanwhile
        change.taken_back_at = clock.now()
        change.save(update_fields=["taken_back_at"])
        row = PlayerRating.objects.filter(player=change.player_id, rules=change.rules).first()
        if row is not None:
            subtract(row, change)
    return True


def subtract(row: PlayerRating, change: RatingChange) -> None:
    """Take one change out of a rating. Needs the lock on the player's row."""
    if row.attempts <= 1:
        row.delete()  # nothing is known any more
        return
    row.rating -= change.player_after - change.player_before
    row.deviation = glicko.without(
        row.deviation, change.player_deviation_before, change.player_deviation_after
    )
    row.attempts -= 1
    row.version += 1
    row.save()


def ensure_due() -> None:
    """Enqueue the restoration of what was withdrawn; asked at every sweep."""
    if not _pace.is_due(clock.now()):
        return
    withdrawn = Puzzle.objects.withdrawn()
    rated = RatingChange.objects.counting().filter(puzzle__in=withdrawn).values("puzzle")
    offered = PuzzleOffer.objects.filter(puzzle__in=withdrawn).values("puzzle")
    for row in rated.union(offered):
        jobs.enqueue(kind=JOB, args={"puzzle": str(row["puzzle"])}, dedupe_key=str(row["puzzle"]))


def handle(work: Work) -> Effect | None:
    """Job handler: restore what one puzzle had cost."""
    puzzle = Puzzle.objects.withdrawn().filter(pk=work.args["puzzle"]).first()
    if puzzle is not None:
        restore(puzzle)
    return None

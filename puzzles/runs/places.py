"""Where a run stands: its next puzzle, and whether a puzzle may be answered in it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts import clock
from accounts.models import Player
from puzzles.errors import Refused
from puzzles.models import Attempt, Puzzle
from puzzles.runs.models import Run, RunItem

ON_THE_WAY: Final = dt.timedelta(seconds=3)  # an answer that was sent in time may arrive so late


class RunOver(Refused):
    """The run is over: nothing counts in it any more."""

    code = "run.over"


class NotNow(Refused):
    """Another puzzle of the run is to be answered now."""

    code = "run.not-now"


class NoHints(Refused):
    """A run has no hints."""

    code = "run.no-hints"


def run_of(player: Player | None, run_id: uuid.UUID | None) -> Run | None:
    """The run with this id, if it is this player's."""
    if run_id is None:
        return None
    found: Run | None = Run.objects.visible_to(player).filter(pk=run_id).first()
    return found


def current(run: Run) -> RunItem | None:
    """The puzzle that is to be answered now; None where all are.

    What the player answered meanwhile, in this run or elsewhere, was skipped, or was withdrawn, is
    passed over: whoever has seen a solution gets nothing for it here.
    """
    answered = Attempt.objects.answered().filter(player=run.player_id, puzzle=OuterRef("puzzle"))
    left: QuerySet[RunItem] = RunItem.objects.filter(run=run, skipped=False).filter(
        ~Exists(answered), puzzle__in=Puzzle.objects.public()
    )
    return left.select_related("puzzle").order_by("index").first()


def item_of(player: Player | None, run_id: uuid.UUID | None, puzzle: Puzzle) -> RunItem | None:
    """The place of a puzzle in a run of this player, if it is answered there, or is so now.

    What comes later in a run looks as if it were not in it.
    """
    run = run_of(player, run_id)
    if run is None:
        return None
    found = RunItem.objects.filter(run=run, puzzle=puzzle).first()
    if found is None:
        return None
    if answers(run).filter(puzzle=puzzle).exists():
        return found
    now = None if run.is_over else current(run)
    return found if now is None or now.pk == found.pk else None


def check_answerable(run_id: uuid.UUID, puzzle: Puzzle) -> None:
    """Raise `RunOver` or `NotNow` where a puzzle may not be answered in a run now."""
    run = Run.objects.get(pk=run_id)
    late = run.ends_at is not None and clock.now() >= run.ends_at + ON_THE_WAY
    if run.finished_at is not None or late:
        raise RunOver
    now = current(run)
    if now is None or now.puzzle_id != puzzle.pk:
        raise NotNow


def answers(run: Run) -> Any:
    """The answered attempts of a run, in their order."""
    made = Attempt.objects.answered().filter(
        player=run.player_id, context=Attempt.Context.RUN, context_id=run.pk
    )
    return made.order_by("answered_at", "pk")

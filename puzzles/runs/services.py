"""Beginning a run, what an answer does to it, and skipping a puzzle."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from typing import Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles.errors import PlayerGone, Refused
from puzzles.models import Attempt
from puzzles.runs import dealing, places
from puzzles.runs.models import Run, RunItem
from puzzles.runs.places import NotNow, RunOver

STORM: Final = dt.timedelta(minutes=3)
MISS: Final = dt.timedelta(seconds=10)  # what a wrong answer takes from a storm


class TooFew(Refused):
    """There are not enough puzzles that the player has not seen."""

    code = "puzzles.none"


class SkipUsed(Refused):
    """The one skip of a streak has been used."""

    code = "run.skip-used"


@transaction.atomic
def begin(*, player: Player, mode: str, rules: str, key: uuid.UUID) -> Run:
    """Begin a run, or go on with the one that is under way.

    The same key gives the same run. Raise `InputError` for a mode or rule set that is not there,
    `TooFew` where there are not enough puzzles, `PlayerGone` where the player was merged meanwhile.
    """
    if mode not in Run.Mode.values:
        raise InputError("input.field", f"mode: {mode[:40]}")
    rule_set(rules)
    if not dealing.kinds_of(mode, rules):
        raise InputError("kind.rules", f"rules: {rules}")
    _lock(player)
    sent: Run | None = Run.objects.filter(player=player, key=key).first()
    if sent is not None:
        return sent
    mine = Run.objects.filter(player=player, mode=mode, rules=rules)
    for old in mine.run_out():
        _finish(old, at=old.ends_at)
    going: Run | None = mine.under_way().first()
    return going or _dealt(player, mode, rules, key)


def answered(attempt: Attempt) -> None:
    """Note what an answer has done to its run: a point more, a miss, the end.

    Called in the transaction of the answer, with the player's row locked, after the attempt is
    saved.
    """
    run = Run.objects.select_for_update().get(pk=attempt.context_id)
    if attempt.correct:
        run.score += 1
    elif run.mode == Run.Mode.STREAK:
        run.finished_at = clock.now()
    elif run.ends_at is not None:
        run.ends_at -= MISS
    if run.finished_at is None and places.current(run) is None:
        run.finished_at = clock.now()
    run.save(update_fields=["score", "finished_at", "ends_at"])


@transaction.atomic
def skip(*, player: Player, run: Run, puzzle: uuid.UUID) -> None:
    """Leave out the puzzle that is to be answered now: once in a streak.

    Raise `RunOver`, `NotNow` for another puzzle, `SkipUsed`.
    """
    _lock(player)
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.is_over:
        raise RunOver
    if run.mode != Run.Mode.STREAK or RunItem.objects.filter(run=run, skipped=True).exists():
        raise SkipUsed
    now = places.current(run)
    if now is None or now.puzzle_id != puzzle:
        raise NotNow
    now.skipped = True
    now.save(update_fields=["skipped"])
    if places.current(run) is None:
        _finish(run)


@transaction.atomic
def stop(*, player: Player, run: Run) -> None:
    """End a run now; what was reached stays. Again changes nothing."""
    _lock(player)
    found = Run.objects.select_for_update().get(pk=run.pk)
    if found.finished_at is None:
        _finish(found, at=min(clock.now(), found.ends_at or clock.now()))


def _dealt(player: Player, mode: str, rules: str, key: uuid.UUID) -> Run:
    seed = secrets.token_hex(16)
    dealt = dealing.deal_run(player, mode=mode, rules=rules, seed=seed)
    if len(dealt) < dealing.FEWEST:
        raise TooFew
    now = clock.now()
    run = Run.objects.create(
        player=player,
        mode=mode,
        rules=rules,
        seed=seed,
        key=key,
        day=clock.today(),
        started_at=now,
        ends_at=now + STORM if mode == Run.Mode.STORM else None,
    )
    RunItem.objects.bulk_create(
        RunItem(run=run, index=index, puzzle_id=one.puzzle, colours=one.colours)
        for index, one in enumerate(dealt)
    )
    return run


def _finish(run: Run, at: dt.datetime | None = None) -> None:
    run.finished_at = at or clock.now()
    run.save(update_fields=["finished_at"])


def _lock(player: Player) -> None:
    """One write of a player after the other, as answers do."""
    if Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
        raise PlayerGone

"""Sets: puzzles made to a specification, in chunks that workers share (`puzzles/filling.py`)."""

from __future__ import annotations

import re
import secrets
import uuid
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Player
from jobs import services as jobs
from jobs.models import Job
from jobs.states import State
from jobs.words import reason
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import filling
from puzzles.errors import KeyReused
from puzzles.filling import CHUNK_JOB, chunk
from puzzles.kinds.base import EASIEST, HARDEST
from puzzles.kinds.registry import FIRST_KIND, kind_of
from puzzles.models import PuzzleSet

SET_JOB: Final = "generate.set"
MOST_OF_VISITOR: Final = 100  # puzzles in a set
MOST_OF_ACCOUNT: Final = 1_000
_SEED: Final = re.compile(r"[\w.:+-]{1,64}")


@dataclass(frozen=True, slots=True)
class Specification:
    """What a set shall hold. `difficulty` is a closed range, None for any.

    `theme` is one that every puzzle has, empty for any.
    """

    rules: str
    count: int
    kinds: tuple[str, ...] = (FIRST_KIND,)
    difficulty: tuple[int, int] | None = None
    seed: str = ""
    theme: str = ""


def most_of(player: Player | None) -> int:
    """How many puzzles a set of this player may hold."""
    return MOST_OF_ACCOUNT if player is not None and player.user_id else MOST_OF_VISITOR


def create_set(*, owner: Player, spec: Specification, key: uuid.UUID) -> tuple[PuzzleSet, bool]:
    """Make the row of a set and the job that fills it; say whether they are new.

    The same key gives the same set. Raise `InputError` for a specification that cannot be met,
    `KeyReused` for a key that belongs to another one, and what `jobs.services.enqueue` raises.
    """
    _check(spec, most_of(owner))
    known = PuzzleSet.objects.filter(owner=owner, key=key).first()
    if known is None:
        try:
            with transaction.atomic():
                return _create(owner, spec, key), True
        except IntegrityError:  # the same request came twice at once
            known = PuzzleSet.objects.get(owner=owner, key=key)
    if not _same(known, spec):
        raise KeyReused
    return known, False


def _create(owner: Player, spec: Specification, key: uuid.UUID) -> PuzzleSet:
    low, high = spec.difficulty or (None, None)
    puzzle_set = PuzzleSet.objects.create(
        owner=owner,
        rules=spec.rules,
        kinds=list(spec.kinds),
        count=spec.count,
        difficulty_from=low,
        difficulty_to=high,
        seed=spec.seed or secrets.token_hex(16),
        theme=spec.theme,
        key=key,
    )
    job = jobs.enqueue(
        kind=SET_JOB, args={"set": str(puzzle_set.pk)}, owner=owner, total=spec.count
    )
    jobs.enqueue_children(job, filling.plan(puzzle_set))
    puzzle_set.job = job
    puzzle_set.save(update_fields=["job"])
    return puzzle_set


def _check(spec: Specification, most: int) -> None:
    rule_set(spec.rules)
    if not spec.kinds or len(set(spec.kinds)) != len(spec.kinds):
        raise InputError("input.field", "kinds")
    for key in spec.kinds:
        if spec.rules not in kind_of(key).rule_sets:
            raise InputError("kind.rules", f"rules: {spec.rules}")
        theme = kind_of(key).themes.get(spec.theme)
        if spec.theme and (theme is None or theme.tells):
            raise InputError("theme.unknown", f"theme: {spec.theme[:40]}")
    if not 1 <= spec.count <= most:
        raise InputError("count.set", f"count: {spec.count}")
    if spec.difficulty is not None:
        low, high = spec.difficulty
        if not EASIEST <= low <= high <= HARDEST:
            raise InputError("input.field", "difficulty")
    if spec.seed and not _SEED.fullmatch(spec.seed):
        raise InputError("input.field", "seed")


def _same(known: PuzzleSet, spec: Specification) -> bool:
    low, high = spec.difficulty or (None, None)
    wanted: tuple[Any, ...] = (spec.rules, list(spec.kinds), spec.count, low, high, spec.theme)
    found = (
        known.rules,
        known.kinds,
        known.count,
        known.difficulty_from,
        known.difficulty_to,
        known.theme,
    )
    return wanted == found and spec.seed in {"", known.seed}


def state_of(puzzle_set: PuzzleSet, made: int) -> str:
    """Where a set is: queued, running, done, failed or cancelled. `made`: its puzzles so far."""
    if made >= puzzle_set.count:
        return "done"
    job = puzzle_set.job
    if job is None:
        return "failed"  # the job's row is gone, and with it the hope for the rest
    if job.state == State.WAITING:
        return "running" if made or _started(job) else "queued"
    return str(job.state)


def failure_of(puzzle_set: PuzzleSet, state: str) -> str:
    """Why a set in this state could not be filled, in a sentence; empty unless it failed."""
    return reason(puzzle_set.job) if state == State.FAILED and puzzle_set.job is not None else ""


def _started(job: Job) -> bool:
    return job.children.exclude(state=State.QUEUED).exists()


def result_url(job: Job) -> str:
    """Where the puzzles of a set's job are to be seen."""
    return reverse("set", args=[job.args["set"]])


__all__ = [
    "CHUNK_JOB",
    "MOST_OF_ACCOUNT",
    "MOST_OF_VISITOR",
    "SET_JOB",
    "Specification",
    "chunk",
    "create_set",
    "failure_of",
    "most_of",
    "result_url",
    "state_of",
]

"""Sets: puzzles made to a specification, in chunks of fifty that workers share."""

from __future__ import annotations

import re
import secrets
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Player
from jobs import services as jobs
from jobs.errors import GiveUp
from jobs.kinds import Effect
from jobs.models import Job
from jobs.services import Part
from jobs.states import State
from jobs.words import reason
from jobs.work import Work
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import generator
from puzzles.errors import KeyReused
from puzzles.kinds.base import BLOCK, EASIEST, HARDEST, Proposal
from puzzles.kinds.registry import FIRST_KIND, kind_of
from puzzles.models import PuzzleSet, SetItem
from puzzles.store import Stored, store_shared

SET_JOB: Final = "generate.set"
CHUNK_JOB: Final = "generate.set-chunk"
MOST_OF_VISITOR: Final = 100  # puzzles in a set
MOST_OF_ACCOUNT: Final = 1_000
MOST_BLOCKS: Final = 60  # looked through for one chunk; a narrower range is told to be too narrow
_SEED: Final = re.compile(r"[\w.:+-]{1,64}")


@dataclass(frozen=True, slots=True)
class Specification:
    """What a set shall hold. `difficulty` is a closed range, None for any."""

    rules: str
    count: int
    kinds: tuple[str, ...] = (FIRST_KIND,)
    difficulty: tuple[int, int] | None = None
    seed: str = ""


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


def chunk(work: Work) -> Effect | None:
    """Job handler: make the items `first` to `last` (exclusive) of a set, those that lack."""
    puzzle_set = PuzzleSet.objects.filter(pk=work.args["set"]).first()
    if puzzle_set is None:
        return None  # deleted meanwhile: nobody waits for it
    first, last = work.args["first"], work.args["last"]
    source = _Source(puzzle_set, first // BLOCK)
    ready: list[Proposal] = []
    for index in range(first, last):
        ready.append(source.take(index))
        work.progress(len(ready), last - first)
    return lambda: _write(puzzle_set.pk, range(first, last), ready, source)


class _Source:
    """Proposals for one chunk: of its own blocks in order, those of the wanted difficulty."""

    def __init__(self, puzzle_set: PuzzleSet, chunk_no: int) -> None:
        chunks = -(-puzzle_set.count // BLOCK)
        low, high = puzzle_set.difficulty_from, puzzle_set.difficulty_to
        self._kinds: list[str] = puzzle_set.kinds
        self._streams = {
            kind: self._wanted(puzzle_set, kind, chunk_no, chunks, low or EASIEST, high or HARDEST)
            for kind in self._kinds
        }

    def take(self, index: int) -> Proposal:
        """The next proposal of the kind that stands at this index of the set."""
        return next(self._streams[self._kinds[index % len(self._kinds)]])

    @staticmethod
    def _wanted(
        puzzle_set: PuzzleSet, kind: str, first: int, step: int, low: int, high: int
    ) -> Iterator[Proposal]:
        """Chunks share the stream: each takes every `step`-th block, so that none overlaps."""
        stream = generator.stream(kind, puzzle_set.rules, puzzle_set.seed, first=first, step=step)
        for proposal in islice(stream, MOST_BLOCKS * BLOCK):  # of a small kind there are fewer
            if low <= proposal.difficulty <= high:
                yield proposal
        raise GiveUp("set.too-narrow")


def _write(
    set_id: uuid.UUID, indices: Sequence[int], ready: Sequence[Proposal], source: _Source
) -> None:
    """Fill the places that lack, in the finishing transaction. Doing it again changes nothing."""
    puzzle_set = PuzzleSet.objects.select_for_update().filter(pk=set_id).first()
    if puzzle_set is None:
        return
    items = dict(puzzle_set.items.values_list("index", "puzzle_id"))
    taken = set(items.values())
    lacking = [index for index in indices if index not in items]
    proposals = [ready[index - indices[0]] for index in lacking]
    while lacking:
        rows, again = [], []
        for index, stored in zip(lacking, _store(proposals), strict=True):
            # A set never has repeats: where another chunk was first, take the next proposal.
            if stored is None or stored.puzzle.pk in taken:
                again.append(index)
                continue
            taken.add(stored.puzzle.pk)
            rows.append(
                SetItem(set=puzzle_set, index=index, puzzle=stored.puzzle, colours=stored.colours)
            )
        SetItem.objects.bulk_create(rows)
        lacking = again
        proposals = [source.take(index) for index in lacking]


def _store(proposals: Sequence[Proposal]) -> list[Stored | None]:
    """Store proposals that may be of several kinds, keeping their order."""
    answer: list[Stored | None] = [None] * len(proposals)
    for kind in dict.fromkeys(proposal.kind for proposal in proposals):
        places = [place for place, one in enumerate(proposals) if one.kind == kind]
        for place, stored in zip(
            places, store_shared([proposals[place] for place in places]), strict=True
        ):
            answer[place] = stored
    return answer


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
        key=key,
    )
    job = jobs.enqueue(
        kind=SET_JOB, args={"set": str(puzzle_set.pk)}, owner=owner, total=spec.count
    )
    jobs.enqueue_children(
        job,
        [
            Part(
                CHUNK_JOB,
                {"set": str(puzzle_set.pk), "first": first, "last": last},
                total=last - first,
            )
            for first in range(0, spec.count, BLOCK)
            for last in [min(first + BLOCK, spec.count)]
        ],
    )
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
    wanted: tuple[Any, ...] = (spec.rules, list(spec.kinds), spec.count, low, high)
    found = (known.rules, known.kinds, known.count, known.difficulty_from, known.difficulty_to)
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

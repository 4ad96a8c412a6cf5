"""Filling a set: kind by kind, in chunks of up to fifty places that workers share.

A kind's places in a set are cut into chunks, and each chunk reads blocks of its own of the kind's
stream. A job makes blocks of one chunk for some seconds, keeps what it found in the chunk's row,
and has the next job go on there; so no job comes near its limit, however narrow the range of
difficulty. Which position stands where depends on the seed alone, not on who was first: where two
chunks find the same position, it belongs to the earlier chunk, so a chunk is placed when those
before it are full. A kind of which there are too few gives its places to the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from jobs import services as jobs
from jobs.errors import GiveUp
from jobs.kinds import Effect
from jobs.models import Job
from jobs.services import Part
from jobs.states import State
from jobs.work import Work
from puzzles import generator
from puzzles.kinds.base import BLOCK, EASIEST, HARDEST, Proposal
from puzzles.models import PuzzleSet, SetChunk, SetItem
from puzzles.store import store_shared

CHUNK_JOB: Final = "generate.set-chunk"
SECONDS: Final = 10.0  # after which a job begins no further block; its limit is far above
MOST_BLOCKS: Final = 60  # looked through for one chunk; then too few fall into the range
EMPTY_BLOCKS: Final = 12  # the same where none at all does


@dataclass(frozen=True, slots=True)
class _Look:
    """What a job found in the blocks of its chunk, and how far it came."""

    ready: Sequence[Proposal]
    blocks: int
    offset: int
    dry: bool


def plan(puzzle_set: PuzzleSet) -> list[Part]:
    """Write the chunks of a set, for all places that lack; the parts of its job that fill them."""
    filled = set(puzzle_set.items.values_list("index", flat=True))
    chunks = [
        SetChunk(
            set=puzzle_set,
            kind=kind,
            number=number,
            places=[place for place in own[number * BLOCK :][:BLOCK] if place not in filled],
        )
        for kind in puzzle_set.kinds
        for own in [_places(puzzle_set, kind)]
        for number in range(_chunks(own))
    ]
    SetChunk.objects.bulk_create(chunks)
    return [_part(one, len(one.places)) for one in chunks if one.places]


def chunk(work: Work) -> Effect | None:
    """Job handler: look for positions for one chunk of a set, for as long as a job may."""
    parent = work.job.parent
    if parent is not None and parent.state == State.CANCELLED:
        jobs.cancel(work.job)  # written while its set was being cancelled
        work.check()
    puzzle_set = PuzzleSet.objects.filter(pk=work.args["set"]).first()
    if puzzle_set is None:
        return None  # deleted meanwhile: nobody waits for it
    if "kind" not in work.args:
        return lambda: _planned_anew(work, puzzle_set)
    row = puzzle_set.chunks.filter(kind=work.args["kind"], number=work.args["chunk"]).first()
    if row is None:
        return None  # the set is full
    if row.dry:
        raise GiveUp("set.too-narrow")
    look = _look(work, puzzle_set, row)
    return lambda: _write(work, row, look)


def _places(puzzle_set: PuzzleSet, kind: str) -> range:
    """Kinds take turns."""
    return range(puzzle_set.kinds.index(kind), puzzle_set.count, len(puzzle_set.kinds))


def _chunks(places: Sequence[int]) -> int:
    return -(-len(places) // BLOCK)


def _part(row: SetChunk, need: int) -> Part:
    args = {"set": str(row.set_id), "kind": row.kind, "chunk": row.number, "need": need}
    return Part(CHUNK_JOB, args, total=need)


def _look(work: Work, puzzle_set: PuzzleSet, row: SetChunk) -> _Look:
    """Go through the chunk's blocks from where the last job stopped."""
    low, high = puzzle_set.difficulty_from or EASIEST, puzzle_set.difficulty_to or HARDEST
    step = _chunks(_places(puzzle_set, row.kind))
    need, until = work.args["need"], time.monotonic() + SECONDS
    ready: list[Proposal] = []
    blocks, offset, dry = row.blocks, row.offset, False
    while len(ready) < need and not dry:
        number = row.number + blocks * step
        block = generator.block(row.kind, puzzle_set.rules, puzzle_set.seed, number)
        for proposal in block[offset:]:
            offset += 1
            themed = not puzzle_set.theme or puzzle_set.theme in proposal.themes
            if themed and low <= proposal.difficulty <= high:
                ready.append(proposal)
                if len(ready) == need:
                    break
        else:
            blocks, offset = blocks + 1, 0
            most = MOST_BLOCKS if ready or row.found else EMPTY_BLOCKS
            dry = not block or blocks >= min(most, MOST_BLOCKS)
        work.progress(len(ready), need)
        if time.monotonic() >= until:
            break
    return _Look(ready, blocks, offset, dry)


def _write(work: Work, begun: SetChunk, look: _Look) -> None:
    """Keep what was found and place what can be, in the finishing transaction."""
    work.done = work.total = len(look.ready)  # what lacks is the next part's
    puzzle_set = PuzzleSet.objects.select_for_update().filter(pk=begun.set_id).first()
    row = SetChunk.objects.filter(pk=begun.pk).first()
    if puzzle_set is None or row is None:
        return
    if (row.blocks, row.offset) != (begun.blocks, begun.offset):
        return  # the same part came twice
    known = {puzzle for puzzle, _colours in row.found}
    for stored in store_shared(look.ready):
        # Withdrawn positions are left out, and so is what the stream repeats.
        if stored is not None and str(stored.puzzle.pk) not in known:
            known.add(str(stored.puzzle.pk))
            row.found.append([str(stored.puzzle.pk), stored.colours])
    row.blocks, row.offset, row.dry = look.blocks, look.offset, look.dry
    row.save(update_fields=["blocks", "offset", "dry", "found"])
    _arrange(puzzle_set, work.job)


def _arrange(puzzle_set: PuzzleSet, job: Job) -> None:
    """Fill places in the order of chunks, and have the work go on where anything lacks."""
    chunks = sorted(
        puzzle_set.chunks.all(), key=lambda one: (puzzle_set.kinds.index(one.kind), one.number)
    )
    filled = {
        index: str(puzzle) for index, puzzle in puzzle_set.items.values_list("index", "puzzle")
    }
    under_way = _under_way(job)
    blocked: set[str] = set()  # kinds of which an earlier chunk is not full
    items: list[SetItem] = []
    parts: list[Part] = []
    for one in chunks:
        open_places = [place for place in one.places if place not in filled]
        taken = set(filled.values())
        free = [(puzzle, colours) for puzzle, colours in one.found if puzzle not in taken]
        lacking = len(open_places) - len(free)
        if one.kind not in blocked:
            for place, (puzzle, colours) in zip(open_places, free, strict=False):
                filled[place] = puzzle
                items.append(
                    SetItem(set=puzzle_set, index=place, puzzle_id=puzzle, colours=colours)
                )
        if lacking > 0 and not one.dry:
            blocked.add(one.kind)
            if (one.kind, one.number) not in under_way:
                parts.append(_part(one, lacking))
    SetItem.objects.bulk_create(items)
    if len(filled) == puzzle_set.count:
        puzzle_set.chunks.all().delete()
        return
    if not parts and not under_way:
        parts = _given_way(chunks, set(filled))
    for part in parts:
        jobs.enqueue_beside(job, part)


def _given_way(chunks: Sequence[SetChunk], filled: set[int]) -> list[Part]:
    """Give the places of kinds that are dry to the others in turn; the parts that fill them.

    Where all are dry, a part that says so.
    """
    places = sorted(place for one in chunks for place in one.places if place not in filled)
    takers = [one for one in chunks if not one.dry]
    if not takers:
        return [_part(chunks[0], len(places))]
    for one in chunks:
        one.places = [place for place in one.places if place in filled]
    for turn, one in enumerate(takers):
        one.places += places[turn :: len(takers)]
    SetChunk.objects.bulk_update(chunks, ["places"])
    return [_part(one, len(own)) for one in takers if (own := _lacking(one, filled))]


def _lacking(one: SetChunk, filled: Iterable[int]) -> set[int]:
    return set(one.places) - set(filled)


def _under_way(job: Job) -> set[tuple[str, int]]:
    """Chunks of which another part is not done: queued, running, or to be tried again by hand."""
    others = Job.objects.filter(parent=job.parent_id).exclude(pk=job.pk).exclude(state=State.DONE)
    return {
        (args["kind"], args["chunk"])
        for args in others.values_list("args", flat=True)
        if "kind" in args
    }


def _planned_anew(work: Work, puzzle_set: PuzzleSet) -> None:
    """A part from before chunks had rows: the set's remaining places become chunks, once."""
    locked = PuzzleSet.objects.select_for_update().get(pk=puzzle_set.pk)
    work.done = work.total = 0
    if locked.chunks.exists() or locked.items.count() == locked.count:
        return
    for part in plan(locked):
        jobs.enqueue_beside(work.job, part)

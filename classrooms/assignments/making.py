"""Making an assignment: its puzzles are made to a specification, or picked from what there is.

Either way they stand in a set of the assignment's own, which nobody owns: the class alone reaches
it. The job that fills it is the teacher's, who watches, cancels and retries it as any other.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.urls import reverse

from accounts.models import Player
from classrooms.assignments import errors
from classrooms.assignments.details import Details, check_times, write_recipients
from classrooms.assignments.models import Assignment
from classrooms.people.locking import lock_class
from classrooms.people.trail import note
from jobs.models import Job
from okey.errors import InputError
from puzzles import sets
from puzzles.errors import KeyReused
from puzzles.models import SAME_COLOURS, Puzzle, PuzzleSet, SetItem
from puzzles.sets import Specification

MOST: Final = 100  # puzzles in an assignment
MOST_OF_CLASS: Final = 1_000
PICKED: Final = "picked by hand"  # no seed of a set: those have no blanks


@dataclass(frozen=True, slots=True)
class Pick:
    """A puzzle that was picked, and the colours in which the set shows it."""

    puzzle: Puzzle
    colours: str = SAME_COLOURS


def create(
    classroom_id: uuid.UUID,
    *,
    actor: Player,
    key: uuid.UUID,
    details: Details,
    source: Specification | Sequence[Pick],
) -> tuple[Assignment, bool]:
    """Make a draft; say whether it is new. The same key gives the same assignment.

    Raise `KeyReused` for a key of another class's, `InputError` for a specification that cannot be
    met, `TimesContradict`, `NotAPupil`, `NothingThere`, `TooMany`, and what `puzzles.sets` raises.
    """
    check_times(details)
    with transaction.atomic():
        classroom = lock_class(classroom_id, actor=actor)
        known = Assignment.objects.filter(key=key).first()
        if known is not None:
            if known.classroom_id != classroom.pk:
                raise KeyReused
            return known, False
        if classroom.assignments.count() >= MOST_OF_CLASS:
            raise errors.TooMany
        if isinstance(source, Specification):
            puzzle_set = _made(actor, source, key)
        else:
            puzzle_set = _picked(source)
        row = Assignment.objects.create(
            classroom=classroom,
            rules=puzzle_set.rules,
            puzzle_set=puzzle_set,
            created_by=actor,
            everyone=details.recipients is None,
            key=key,
            title=details.title,
            words=details.words,
            opens_at=details.opens_at,
            due_at=details.due_at,
            late_until=details.late_until,
            grace_minutes=details.grace_minutes,
            tries=details.tries,
            counting=details.counting,
            feedback=details.feedback,
            variants=details.variants,
        )
        write_recipients(row, details.recipients)
        note(
            classroom,
            "assignment.created",
            actor=actor,
            assignment=str(row.pk),
            count=puzzle_set.count,
        )
        return row, True


def picks_of(found: PuzzleSet) -> list[Pick]:
    """The puzzles of a set, as it shows them. Raise `NotComplete` while some lack."""
    items = list(found.items.select_related("puzzle").order_by("index"))
    if len(items) < found.count:
        raise errors.NotComplete
    return [Pick(item.puzzle, item.colours) for item in items]


def picks_by_id(ids: Sequence[uuid.UUID]) -> list[Pick]:
    """Given puzzles, in the order given. Raise `InputError` for one that is not to be seen."""
    found = Puzzle.objects.public().filter(reserved=False).in_bulk(list(ids))
    missing = [one for one in ids if one not in found]
    if missing:
        raise InputError("input.field", f"puzzles: {missing[0]}")
    return [Pick(found[one]) for one in dict.fromkeys(ids)]


def result_url(job: Job) -> str:
    """Where the puzzles of a set's job are to be seen: those of an assignment, in its class."""
    row = Assignment.objects.filter(puzzle_set=job.args["set"]).first()
    if row is None:
        return sets.result_url(job)
    return reverse("class-assignment", args=[row.classroom_id, row.pk])


def _made(actor: Player, spec: Specification, key: uuid.UUID) -> PuzzleSet:
    if spec.count > MOST:
        raise InputError("count.set", f"count: {spec.count}")
    puzzle_set, new = sets.create_set(owner=actor, spec=spec, key=key)
    if not new:
        raise KeyReused  # it is the key of a set of the teacher's own
    puzzle_set.owner = None
    puzzle_set.save(update_fields=["owner"])
    return puzzle_set


def _picked(source: Sequence[Pick]) -> PuzzleSet:
    picks = list({one.puzzle.pk: one for one in source}.values())
    if not picks:
        raise errors.NothingThere
    if len(picks) > MOST:
        raise InputError("count.set", f"puzzles: {len(picks)}")
    rules = {one.puzzle.rules for one in picks}
    if len(rules) > 1:
        raise InputError("kind.rules", f"puzzles: {', '.join(sorted(rules))}")
    puzzle_set = PuzzleSet.objects.create(
        owner=None,
        rules=rules.pop(),
        kinds=list(dict.fromkeys(one.puzzle.kind for one in picks)),
        count=len(picks),
        seed=PICKED,
        key=uuid.uuid4(),
    )
    SetItem.objects.bulk_create(
        SetItem(set=puzzle_set, index=index, puzzle=one.puzzle, colours=one.colours)
        for index, one in enumerate(picks)
    )
    return puzzle_set

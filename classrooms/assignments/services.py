"""What teachers do with assignments. Each deed holds the class's row and stands in the trail."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from classrooms.assignments import errors
from classrooms.assignments.details import check_times, write_recipients
from classrooms.assignments.models import Assignment, Extension
from classrooms.lti import scores
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note
from jobs import services as jobs
from puzzles import practice
from puzzles.models import Puzzle, PuzzleSet, SetItem

NEAREST: Final = 10  # puzzles on either side among which a swap chooses
CHANGEABLE: Final = (
    "title",
    "words",
    "opens_at",
    "due_at",
    "late_until",
    "grace_minutes",
    "tries",
    "counting",
    "feedback",
)


@transaction.atomic
def freeze(assignment: Assignment, *, actor: Player) -> Assignment:
    """Settle the puzzles, so that pupils may see it. Again changes nothing.

    Raise `NotComplete` while puzzles lack, `NothingThere` for none.
    """
    row = _locked(assignment, actor)
    if row.frozen_at is not None:
        return row
    made = row.puzzle_set.items.count()
    if not row.puzzle_set.count:
        raise errors.NothingThere
    if made < row.puzzle_set.count:
        raise errors.NotComplete
    row.frozen_at = clock.now()
    row.save(update_fields=["frozen_at"])
    note(row.classroom, "assignment.frozen", actor=actor, assignment=str(row.pk), count=made)
    return row


@transaction.atomic
def swap(assignment: Assignment, index: int, *, actor: Player) -> SetItem:
    """Put another puzzle of the same kind and about the same difficulty in a place of a draft.

    Raise `NoEquivalent` where there is none; then more of the kind are being made.
    """
    row = _locked(assignment, actor)
    if row.frozen_at is not None:
        raise errors.IsFrozen
    item = row.puzzle_set.items.select_related("puzzle").filter(index=index).first()
    if item is None:
        raise errors.AssignmentGone
    other = _equivalent(row.puzzle_set, item.puzzle)
    if other is None:
        practice.grow(item.puzzle.kind, item.puzzle.rules, 1)
        raise errors.NoEquivalent
    item.puzzle, item.colours = other, secrets.choice(("RYBK", "YBKR", "BKRY", "KRYB"))
    item.save(update_fields=["puzzle", "colours"])
    note(row.classroom, "assignment.swapped", actor=actor, assignment=str(row.pk), number=index + 1)
    return item


def _equivalent(puzzle_set: PuzzleSet, puzzle: Puzzle) -> Puzzle | None:
    there = SetItem.objects.filter(set=puzzle_set).values("puzzle")
    rows = (
        Puzzle.objects.public()
        .shared()
        .filter(kind=puzzle.kind, rules=puzzle.rules)
        .exclude(pk__in=there)
    )
    near = [
        *rows.filter(difficulty__gte=puzzle.difficulty).order_by("difficulty", "pk")[:NEAREST],
        *rows.filter(difficulty__lt=puzzle.difficulty).order_by("-difficulty", "pk")[:NEAREST],
    ]
    near.sort(key=lambda one: abs(one.difficulty - puzzle.difficulty))
    return secrets.choice(near[:NEAREST]) if near else None


@transaction.atomic
def settle_for_fewer(assignment: Assignment, *, actor: Player) -> Assignment:
    """Go on with the puzzles that are there, where no more can be or shall be made."""
    row = _locked(assignment, actor)
    if row.frozen_at is not None:
        raise errors.IsFrozen
    items = list(row.puzzle_set.items.order_by("index"))
    if not items:
        raise errors.NothingThere
    found: PuzzleSet = PuzzleSet.objects.select_for_update().get(pk=row.puzzle_set_id)
    if found.job is not None:
        jobs.cancel(found.job)
    for place, item in enumerate(items):  # upwards: the place before each is free by then
        if item.index != place:
            SetItem.objects.filter(pk=item.pk).update(index=place)
    found.chunks.all().delete()
    found.count = len(items)
    found.save(update_fields=["count"])
    note(row.classroom, "assignment.fewer", actor=actor, assignment=str(row.pk), count=len(items))
    return row


@transaction.atomic
def change(assignment: Assignment, changes: Mapping[str, Any], *, actor: Player) -> Assignment:
    """Change title, words, times or what counts, before and after it is frozen.

    `variants` changes in a draft alone: pupils have seen the colours since. Raise
    `TimesContradict`.
    """
    row = _locked(assignment, actor)
    allowed = CHANGEABLE if row.frozen_at is not None else (*CHANGEABLE, "variants")
    changed = [name for name in allowed if name in changes and getattr(row, name) != changes[name]]
    before = {name: getattr(row, name) for name in changed}
    for name in changed:
        setattr(row, name, changes[name])
    check_times(row)
    if changed:
        row.save(update_fields=changed)
        told = {name: _told(before[name]) for name in changed if name != "words"}
        note(
            row.classroom,
            "assignment.changed",
            actor=actor,
            assignment=str(row.pk),
            fields=changed,
            before=told,
        )
        scores.changed(row.pk)
    return row


@transaction.atomic
def extend(
    assignment: Assignment, member_id: uuid.UUID, fields: Mapping[str, Any], *, actor: Player
) -> Extension | None:
    """Give one pupil times and tries of their own; all empty takes the extension back."""
    row = _locked(assignment, actor)
    member = _pupil(row.classroom, member_id)
    own = {name: fields.get(name) for name in ("due_at", "late_until", "tries")}
    excused = bool(fields.get("excused"))
    if (own["due_at"] or own["late_until"]) and row.due_at is None:
        raise errors.TimesContradict
    if not excused and not any(own.values()):
        Extension.objects.filter(assignment=row, member=member).delete()
        made = None
    else:
        made, _new = Extension.objects.update_or_create(
            assignment=row, member=member, defaults={**own, "excused": excused}
        )
    note(
        row.classroom,
        "assignment.extended",
        actor=actor,
        member=member,
        assignment=str(row.pk),
        **{name: _told(value) for name, value in own.items() if value is not None},
        excused=excused,
    )
    scores.changed(row.pk)
    return made


@transaction.atomic
def set_recipients(
    assignment: Assignment, members: Iterable[uuid.UUID] | None, *, actor: Player
) -> None:
    """Say for whom it is: None is for everyone, those who join later too. Works stay."""
    row = _locked(assignment, actor)
    row.everyone = members is None
    row.save(update_fields=["everyone"])
    write_recipients(row, members)
    note(
        row.classroom,
        "assignment.recipients",
        actor=actor,
        assignment=str(row.pk),
        count=row.recipients.count() if members is not None else None,
    )
    scores.changed(row.pk)


@transaction.atomic
def delete(assignment: Assignment, *, actor: Player) -> None:
    """Delete a draft with its puzzles' set, and cancel what is still being made."""
    row = _locked(assignment, actor)
    if row.frozen_at is not None:
        raise errors.IsFrozen
    found, classroom = row.puzzle_set, row.classroom
    row.delete()
    if found.job is not None:
        jobs.cancel(found.job)
    found.delete()
    note(classroom, "assignment.deleted", actor=actor, assignment=str(assignment.pk))


@transaction.atomic
def withdraw(assignment: Assignment, *, actor: Player) -> None:
    """Take an assignment back: pupils see it no more, and it counts nowhere. Works stay."""
    row = _locked(assignment, actor)
    if row.frozen_at is None:
        raise errors.NotFrozen
    if row.withdrawn_at is not None:
        return
    if row.classroom.live_rounds.filter(assignment=row, ended_at=None).exists():
        raise errors.IsLive
    row.withdrawn_at = clock.now()
    row.save(update_fields=["withdrawn_at"])
    note(row.classroom, "assignment.withdrawn", actor=actor, assignment=str(row.pk))
    scores.changed(row.pk)


@transaction.atomic
def put_back(assignment: Assignment, *, actor: Player) -> None:
    """Have an assignment that was withdrawn stand again."""
    row = _locked(assignment, actor)
    if row.withdrawn_at is None:
        return
    row.withdrawn_at = None
    row.save(update_fields=["withdrawn_at"])
    note(row.classroom, "assignment.put-back", actor=actor, assignment=str(row.pk))
    scores.changed(row.pk)


def _locked(assignment: Assignment, actor: Player) -> Assignment:
    """The assignment as it is now; whoever holds its class's row alone changes it."""
    classroom = lock_class(assignment.classroom_id, actor=actor)
    row: Assignment | None = (
        Assignment.objects.select_for_update(of=("self",))
        .select_related("puzzle_set__job")
        .filter(pk=assignment.pk, classroom=classroom)
        .first()
    )
    if row is None:
        raise errors.AssignmentGone
    row.classroom = classroom
    return row


def _pupil(classroom: Classroom, member_id: uuid.UUID) -> Member:
    found: Member | None = Member.objects.pupils().filter(classroom=classroom, pk=member_id).first()
    if found is None:
        raise errors.NotAPupil
    return found


def _told(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value

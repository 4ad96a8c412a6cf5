"""Teachers' notes on a pupil, or on a pupil's assignment. The class's teachers alone read them."""

from __future__ import annotations

import uuid
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from classrooms.assignments.models import Assignment
from classrooms.gradebook.models import Note
from classrooms.people.errors import MemberGone
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note as trail
from okey.errors import InputError
from puzzles.errors import KeyReused

LONGEST: Final = 1_000


@transaction.atomic
def add(
    member: Member, text: str, *, actor: Player, key: uuid.UUID, assignment: Assignment | None
) -> Note:
    """Write a note. The same key again gives the note that it made.

    Raise `InputError` for an empty or overlong text, `Archived`, `ClassGone`, `MemberGone`.
    """
    plain = text.replace("\r\n", "\n").strip()
    if not plain or len(plain) > LONGEST:
        raise InputError("input.field", "text")
    classroom = lock_class(member.classroom_id, actor=actor)
    if not Member.objects.pupils().filter(pk=member.pk, classroom=classroom).exists():
        raise MemberGone
    known = Note.objects.filter(pk=key).first()
    if known is not None:
        if (known.member_id, known.author_id) != (member.pk, actor.pk):
            raise KeyReused
        return known
    made = Note.objects.create(
        id=key, member=member, assignment=assignment, author=actor, text=plain
    )
    trail(classroom, "note.added", actor=actor, member=member)
    return made


@transaction.atomic
def delete(note: Note, *, actor: Player) -> None:
    """Delete a note, whichever teacher of the class wrote it. Again changes nothing."""
    classroom = lock_class(note.member.classroom_id, actor=actor)
    gone, _rows = Note.objects.filter(pk=note.pk).delete()
    if gone:
        trail(classroom, "note.deleted", actor=actor, member=note.member)


def notes_on(member: Member, assignment: Assignment | None = None) -> QuerySet[Note]:
    """The notes on a pupil, the latest first; of one assignment where one is given."""
    rows = Note.objects.filter(member=member).select_related("assignment")
    if assignment is not None:
        rows = rows.filter(assignment=assignment)
    return rows.order_by("-created_at", "pk")


def note_of(classroom: Classroom, note_id: uuid.UUID) -> Note | None:
    """A note of this class."""
    rows = Note.objects.filter(pk=note_id, member__classroom=classroom)
    found: Note | None = rows.select_related("member").first()
    return found

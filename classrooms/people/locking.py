"""One after the other: whoever changes a class or its people holds the class's row."""

from __future__ import annotations

import uuid

from accounts.models import Player
from classrooms.people.errors import Archived, ClassGone, LastTeacher
from classrooms.people.models import Classroom, Member
from classrooms.people.querysets import MemberQuerySet


def lock_class(
    classroom_id: uuid.UUID, *, actor: Player | None, archived: bool = False
) -> Classroom:
    """The class as it is now, kept for this transaction alone.

    `actor` must be one of its teachers still; None acts for the site itself. Raise `ClassGone`
    where either is gone, `Archived` where it is archived and `archived` does not allow it.
    """
    row: Classroom | None = (
        Classroom.objects.select_for_update(no_key=True).filter(pk=classroom_id).first()
    )
    if row is None or (actor is not None and not _teachers(row).filter(player=actor).exists()):
        raise ClassGone
    if row.archived_at is not None and not archived:
        raise Archived
    return row


def check_teacher_stays(classroom: Classroom, leaving: Member) -> None:
    """Raise `LastTeacher` where nobody would teach the class without this member.

    The caller holds the class's row.
    """
    if leaving.role != Member.Role.TEACHER or leaving.state != Member.State.ACTIVE:
        return
    if not _teachers(classroom).exclude(pk=leaving.pk).exists():
        raise LastTeacher


def _teachers(classroom: Classroom) -> MemberQuerySet:
    return Member.objects.active().teachers().filter(classroom=classroom)

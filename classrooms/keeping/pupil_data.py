"""All that is kept of one pupil, for the teacher who asks in the pupil's stead.

A pupil whose account only cards or a learning platform lead into, and whose every class this
teacher teaches, is exported and erased whole. Of anybody else a teacher reaches what this one class
keeps; the rest is theirs, or other teachers'.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from accounts import clock, privacy
from accounts.models import Player
from accounts.registry import entries
from classrooms.assignments.models import Assignment
from classrooms.gradebook.models import ClassExport
from classrooms.people.errors import MemberGone
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note
from puzzles.models import Attempt

# the way from a row to the member whose it is; every other row of a person has none
_WAYS: Final[dict[str, str]] = {
    "classrooms.Member": "pk",
    "classrooms.Extension": "member",
    "classrooms.Work": "member",
    "classrooms.WorkAnswer": "work__member",
    "classrooms.GradeChange": "answer__work__member",
    "classrooms.Note": "member",
}


def is_whole(member: Member, actor: Player | None) -> bool:
    """Whether this teacher answers for all that the pupil has on the site."""
    user = member.player.user
    if user is None or user.email or user.has_usable_password() or user.is_staff:
        return False
    elsewhere = Member.objects.filter(player=member.player_id).exclude(
        classroom__in=Classroom.objects.taught_by(actor)
    )
    return not elsewhere.exists()


def export(member: Member, actor: Player | None) -> dict[str, Any]:
    """What is kept, as values for JSON, by model. Nothing is held back from a teacher."""
    if is_whole(member, actor):
        return privacy.export(member.player)
    data: dict[str, Any] = {"exported_at": clock.now(), "data": {}}
    for entry in entries():
        way = _WAYS.get(entry.model)
        if way is not None and "export" in entry.actions:
            rows = entry.model_class._base_manager.filter(**{way: member.pk})
            names = [field.attname for field in entry.model_class._meta.concrete_fields]
            wanted = [name for name in names if name not in entry.hidden]
            data["data"][entry.model] = list(rows.order_by("pk").values(*wanted))
    return data


@transaction.atomic
def erase(classroom: Classroom, member: Member, *, actor: Player) -> bool:
    """Erase the pupil; whether all of it, or what this class keeps. In an archived class too.

    Raise `MemberGone` for a teacher or where the pupil is gone, and what `lock_class` raises.
    """
    room = lock_class(classroom.pk, actor=actor, archived=True)
    row = (
        Member.objects.select_related("player__user")
        .filter(pk=member.pk, classroom=room, role=Member.Role.PUPIL)
        .first()
    )
    if row is None:
        raise MemberGone
    whole = is_whole(row, actor)
    if whole:
        rooms = list(Classroom.objects.filter(members__player=row.player_id).order_by("pk"))
        privacy.erase(row.player)
    else:
        rooms = [room]
        forget_in_class(row)
    for one in rooms:  # the trail says that it was done, and not to whom
        note(one, "pupil.erased", actor=actor)
    return whole


def forget_in_class(member: Member) -> None:
    """Delete what one class keeps of a member: place, works, answers and their verdicts."""
    drop_files(Member.objects.filter(pk=member.pk))
    assignments = Assignment.objects.filter(classroom=member.classroom_id).values_list("pk")
    Attempt.objects.filter(
        player=member.player_id,
        context=Attempt.Context.ASSIGNMENT,
        context_id__in=list(assignments.values_list("pk", flat=True)),
    ).delete()
    member.delete()


def drop_files(members: QuerySet[Any]) -> None:
    """Delete the files of whole classes in which these members are, as they hold their answers.

    A file that a worker is writing has nowhere to go then.
    """
    ClassExport.objects.filter(classroom__in=members.values("classroom")).delete()

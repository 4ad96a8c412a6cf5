"""What teachers do with the people of a class, and leaving it. Each deed again changes nothing."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from typing import Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from classrooms.people.errors import (
    CannotTeach,
    ChangedMeanwhile,
    ClassGone,
    MemberGone,
    NicknamesTaken,
)
from classrooms.people.locking import check_teacher_stays, lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.names import folded, taken
from classrooms.people.pupils import check_room
from classrooms.people.services import may_teach
from classrooms.people.trail import note, note_each
from okey.errors import InputError

_NAMES: Final = {"nickname", "real_name"}


@transaction.atomic
def add_teacher(
    *, classroom: Classroom, player: Player, actor: Player | None, nickname: str = ""
) -> Member:
    """Make an account a teacher of the class; whoever is in it already becomes one."""
    room = lock_class(classroom.pk, actor=actor)
    if player.user is None:
        raise CannotTeach
    found = Member.objects.filter(classroom=room, player=player).first()
    if found is None:
        name = nickname or str(player.user)[:40]
        found = Member(classroom=room, player=player, nickname=name)
    elif found.role == Member.Role.TEACHER and found.state == Member.State.ACTIVE:
        return found
    found.nickname = nickname or found.nickname
    found.role, found.state, found.left_at = Member.Role.TEACHER, Member.State.ACTIVE, None
    found.save()
    note(room, "teacher.added", actor=actor or player, member=found)
    return found


@transaction.atomic
def remove_member(*, classroom: Classroom, member_id: uuid.UUID, actor: Player | None) -> Member:
    """Take a pupil or a teacher out. Row and work stay; `restore_pupil` is the way back.

    Raise `LastTeacher` where nobody would teach the class any more, `MemberGone` where there is no
    such active member.
    """
    room = lock_class(classroom.pk, actor=actor)
    member = _of(room, member_id)
    if member.state == Member.State.LEFT:
        return member
    if member.state != Member.State.ACTIVE:
        raise MemberGone
    _out(room, member)
    note(room, f"{member.role}.removed", actor=actor, member=member)
    return member


@transaction.atomic
def remove_pupils(
    *, classroom: Classroom, member_ids: Collection[uuid.UUID], actor: Player | None
) -> int:
    """Take several pupils out, all of them or none; how many were in the class until now.

    Raise `MemberGone` for somebody who is no pupil of the class.
    """
    room = lock_class(classroom.pk, actor=actor)
    wanted = set(member_ids)
    found = list(Member.objects.pupils().filter(classroom=room, pk__in=wanted).order_by("pk"))
    if len(found) != len(wanted) or any(one.state == Member.State.PENDING for one in found):
        raise MemberGone
    leaving = [one for one in found if one.state == Member.State.ACTIVE]
    Member.objects.filter(pk__in=[one.pk for one in leaving]).update(
        state=Member.State.LEFT, left_at=clock.now()
    )
    note_each(room, "pupil.removed", actor=actor, members=leaving)
    return len(leaving)


@transaction.atomic
def leave_class(*, classroom: Classroom, player: Player) -> None:
    """Go oneself, from an archived class too. Raise `LastTeacher`, `ClassGone`."""
    room = lock_class(classroom.pk, actor=None, archived=True)
    member = Member.objects.active().filter(classroom=room, player=player).first()
    if member is None:
        raise ClassGone
    _out(room, member)
    note(room, f"{member.role}.left", actor=player, member=member)


@transaction.atomic
def restore_pupil(
    *, classroom: Classroom, member_id: uuid.UUID, actor: Player | None, nickname: str = ""
) -> Member:
    """Bring back a pupil who was taken out, under another nickname where one is given.

    Raise `NicknamesTaken` where somebody else has the nickname now, `ClassFull`.
    """
    room = lock_class(classroom.pk, actor=actor)
    member = _of(room, member_id)
    if member.state == Member.State.ACTIVE:
        return member
    if member.state != Member.State.LEFT or member.role != Member.Role.PUPIL:
        raise MemberGone
    member.nickname = nickname or member.nickname
    _check_free(room, [member])
    check_room(room, 1)
    member.state, member.left_at = Member.State.ACTIVE, None
    member.save(update_fields=["state", "left_at", "nickname"])
    note(room, "pupil.restored", actor=actor, member=member)
    return member


@transaction.atomic
def change_names(
    *,
    classroom: Classroom,
    member_id: uuid.UUID,
    actor: Player | None,
    changes: Mapping[str, str],
    shown: Mapping[str, str] | None = None,
) -> Member:
    """Write the names that are changed, and no other; `shown` as in `services.change_settings`."""
    if unknown := set(changes) - _NAMES:
        raise InputError("input.field", min(unknown))
    room = lock_class(classroom.pk, actor=actor)
    member = _of(room, member_id)
    if member.state == Member.State.LEFT:
        raise MemberGone
    fields = [field for field in changes if getattr(member, field) != changes[field]]
    for field in fields:
        now = getattr(member, field)
        if shown is not None and now != shown.get(field, now):
            raise ChangedMeanwhile
        setattr(member, field, changes[field])
    if "nickname" in fields and member.role == Member.Role.PUPIL:
        _check_free(room, [member])
    if fields:
        member.save(update_fields=fields)
        note(room, "member.renamed", actor=actor, member=member, fields=sorted(fields))
    return member


@transaction.atomic
def change_role(
    *, classroom: Classroom, member_id: uuid.UUID, actor: Player | None, role: str
) -> Member:
    """Make a pupil a teacher of this class, or a teacher a pupil.

    Raise `CannotTeach` for a pupil without an account of their own, `LastTeacher`, and
    `NicknamesTaken` where a pupil has the teacher's nickname.
    """
    room = lock_class(classroom.pk, actor=actor)
    member = _of(room, member_id)
    if member.state != Member.State.ACTIVE:
        raise MemberGone
    if member.role == role:
        return member
    if role == Member.Role.TEACHER and not may_teach(member.player):
        raise CannotTeach
    check_teacher_stays(room, member)
    member.role = Member.Role(role)
    if role == Member.Role.PUPIL:
        check_room(room, 1)
        _check_free(room, [member])
    member.save(update_fields=["role"])
    note(room, "member.role", actor=actor, member=member, role=role)
    return member


@transaction.atomic
def move_pupils(
    *, source: Classroom, target: Classroom, member_ids: Collection[uuid.UUID], actor: Player
) -> list[Member]:
    """Move pupils to another class of the same teacher; their places there.

    Their work stays in the class in which it was done. Whoever is there already keeps that place.
    All are moved or none: raise `NicknamesTaken` with every nickname that is in use there,
    `ClassFull`, `MemberGone` for somebody who is no pupil of the class.
    """
    rooms = {pk: lock_class(pk, actor=actor) for pk in sorted({source.pk, target.pk})}
    here, there = rooms[source.pk], rooms[target.pk]
    wanted = set(member_ids)
    found = list(
        Member.objects.pupils()
        .filter(classroom=here, pk__in=wanted)
        .select_related("player__user")
        .order_by("nickname", "pk")
    )
    if {one.pk for one in found} != wanted or any(one.state == "pending" for one in found):
        raise MemberGone
    if here.pk == there.pk:
        return found
    leaving = [one for one in found if one.state == Member.State.ACTIVE]
    known = {
        row.player_id: row
        for row in Member.objects.filter(classroom=there, player__in=[one.player for one in found])
    }
    if any(one.state == "left" and not _is_in(known.get(one.player_id)) for one in found):
        raise MemberGone
    coming = [one for one in leaving if not _is_in(known.get(one.player_id))]
    _check_coming(there, coming)
    arrived = _arrive(there, coming, known)
    Member.objects.filter(pk__in=[one.pk for one in leaving]).update(
        state=Member.State.LEFT, left_at=clock.now()
    )
    note_each(here, "pupil.moved-out", actor=actor, members=leaving, to=str(there.pk))
    note_each(there, "pupil.moved-in", actor=actor, members=arrived, source=str(here.pk))
    known |= {row.player_id: row for row in arrived}
    return [known[one.player_id] for one in found]


def _arrive(room: Classroom, pupils: list[Member], known: dict[uuid.UUID, Member]) -> list[Member]:
    """The pupils' places in this class: new ones, or those that they had there before."""
    new: list[Member] = []
    old: list[Member] = []
    for pupil in pupils:
        row = known.get(pupil.player_id) or Member(classroom=room, player=pupil.player)
        row.role, row.state, row.left_at = Member.Role.PUPIL, Member.State.ACTIVE, None
        row.nickname, row.real_name = pupil.nickname, pupil.real_name
        (old if pupil.player_id in known else new).append(row)
    Member.objects.bulk_create(new)
    Member.objects.bulk_update(old, ["role", "state", "left_at", "nickname", "real_name"])
    return [*new, *old]


def _is_in(member: Member | None) -> bool:
    return member is not None and member.state == Member.State.ACTIVE


def _check_coming(room: Classroom, coming: list[Member]) -> None:
    there = taken(room)
    in_use = [one.nickname for one in coming if folded(one.nickname) in there]
    if in_use:
        raise NicknamesTaken(in_use)
    check_room(room, len(coming))


def _check_free(room: Classroom, members: list[Member]) -> None:
    there = taken(room, but=members)
    in_use = [one.nickname for one in members if folded(one.nickname) in there]
    if in_use:
        raise NicknamesTaken(in_use)


def _out(room: Classroom, member: Member) -> None:
    check_teacher_stays(room, member)
    member.state, member.left_at = Member.State.LEFT, clock.now()
    member.save(update_fields=["state", "left_at"])


def _of(room: Classroom, member_id: uuid.UUID) -> Member:
    found = Member.objects.select_related("player__user").filter(classroom=room, pk=member_id)
    member: Member | None = found.first()
    if member is None:
        raise MemberGone
    return member

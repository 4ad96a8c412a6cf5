"""Further teachers: a link is made, followed once by an account, and leads nowhere after a week."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import uuid
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts import clock
from accounts.models import Player
from classrooms.people.errors import CannotTeach, ClassGone, InvitationGone, TooManyInvitations
from classrooms.people.locking import lock_class
from classrooms.people.members import add_teacher
from classrooms.people.models import Classroom, Member, TeacherInvitation
from classrooms.people.services import may_teach
from classrooms.people.trail import note

VALID: Final = dt.timedelta(days=7)
MOST_OPEN: Final = 10  # links of one class


@transaction.atomic
def invite(*, classroom: Classroom, actor: Player) -> str:
    """Make a link's token; it is told once, its digest is kept. Raise `TooManyInvitations`."""
    room = lock_class(classroom.pk, actor=actor)
    now = clock.now()
    room.invitations.filter(expires_at__lte=now).delete()
    if open_invitations(room).count() >= MOST_OPEN:
        raise TooManyInvitations
    token = secrets.token_urlsafe(32)
    TeacherInvitation.objects.create(
        classroom=room, digest=_digest(token), made_by=actor, expires_at=now + VALID
    )
    note(room, "teacher.invited", actor=actor)
    return token


def open_invitations(classroom: Classroom) -> QuerySet[TeacherInvitation]:
    """The links that can be followed now, the oldest first."""
    found: QuerySet[TeacherInvitation] = classroom.invitations.filter(
        used_at=None, expires_at__gt=clock.now()
    )
    return found.order_by("made_at", "pk")


@transaction.atomic
def withdraw(*, classroom: Classroom, invitation_id: uuid.UUID, actor: Player) -> None:
    """Have a link lead nowhere. Again changes nothing; one that was used stays used."""
    room = lock_class(classroom.pk, actor=actor)
    gone, _ = room.invitations.filter(pk=invitation_id, used_at=None).delete()
    if gone:
        note(room, "teacher.uninvited", actor=actor)


def find(token: str, player: Player | None) -> TeacherInvitation | None:
    """Where a token leads: to a class in use, within its week, unless somebody else has used it."""
    found = (
        TeacherInvitation.objects.select_related("classroom")
        .filter(digest=_digest(token), classroom__archived_at=None)
        .first()
    )
    if found is None:
        return None
    if found.used_at is not None:
        return found if player is not None and found.used_by_id == player.pk else None
    return found if found.expires_at > clock.now() else None


@transaction.atomic
def accept(*, token: str, player: Player, nickname: str = "") -> Member:
    """Become a teacher of the class by its link; whoever followed it before stays one.

    Raise `InvitationGone`, `CannotTeach` for an account without e-mail, `Archived`.
    """
    found = find(token, player)
    if found is None:
        raise InvitationGone
    if not may_teach(player):
        raise CannotTeach
    try:
        room = lock_class(found.classroom_id, actor=None)
    except ClassGone:
        raise InvitationGone from None
    if (found := find(token, player)) is None:  # somebody else was quicker
        raise InvitationGone
    if found.used_at is not None:
        mine = Member.objects.active().teachers().filter(classroom=room, player=player).first()
        if mine is None:  # taken out since: the link is used up
            raise InvitationGone
        return mine
    found.used_at, found.used_by = clock.now(), player
    found.save(update_fields=["used_at", "used_by"])
    return add_teacher(classroom=room, player=player, actor=None, nickname=nickname)


def _digest(token: str) -> str:
    # 256 random bits need no slow hash
    return hashlib.sha256(token.encode()).hexdigest()

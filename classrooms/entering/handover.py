"""Handing a pupil's account over: a teacher's one-time code makes it an account with e-mail.

Whoever has an account already takes the pupil's rows into it instead. Either way the card ends,
all work is kept, and the code opens nothing a second time.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest

from accounts import clock, shared_device
from accounts.limits import client_address, guess
from accounts.models import Player, User
from accounts.players import merge_players
from classrooms.entering import codes
from classrooms.entering.holders import holders
from classrooms.people.errors import MemberGone
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, HandoverCode, Member, PupilCard
from classrooms.people.trail import note
from puzzles.errors import Refused

VALID_FOR: Final = dt.timedelta(days=1)


class Teaches(Refused):
    """The account is a teacher of a class in which the pupil is."""

    code = "handover.teaches"


@transaction.atomic
def make_code(classroom: Classroom, member_id: uuid.UUID, *, actor: Player) -> str:
    """A one-time code for a pupil without e-mail, valid for a day; the one before it ends.

    Raise `MemberGone` for anybody else, and what `lock_class` raises.
    """
    room = lock_class(classroom.pk, actor=actor)
    member = holders(room).filter(pk=member_id).first()
    if member is None:
        raise MemberGone
    code, now = codes.make(codes.HANDOVER), clock.now()
    HandoverCode.objects.update_or_create(
        player=member.player,
        defaults={
            "digest": codes.digest("handover", code),
            "made_at": now,
            "expires_at": now + VALID_FOR,
        },
    )
    note(room, "handover.made", actor=actor, member=member)
    return code


def find(request: HttpRequest, typed: str) -> HandoverCode | None:
    """What a code hands over; None for one that is unknown, used, or too old. Raise `Limited`."""
    code = codes.read(typed, codes.HANDOVER)
    if not code:
        return None
    named = [("handover-wrong-address", client_address(request))]
    return guess(named, lambda: _usable(code))


def _usable(code: str) -> HandoverCode | None:
    found: HandoverCode | None = (
        HandoverCode.objects.select_related("player__user")
        .filter(
            digest__in=codes.digests("handover", code),
            expires_at__gt=clock.now(),
            player__user__is_active=True,
        )
        .first()
    )
    return found


def become_account(
    request: HttpRequest,
    found: HandoverCode,
    *,
    username: str,
    email: str,
    password: str,
) -> bool:
    """Give the pupil a name, an e-mail and a password, and log them in. False where the code was
    used meanwhile.

    An address that somebody else has is not told, as at sign-up: it stays unconfirmed here, and its
    owner gets the mail. Raise `IntegrityError` for a name taken meanwhile.
    """
    hashed = make_password(password)  # slow on purpose, so before any row is held
    with transaction.atomic():
        user = _used(found)
        if user is None:
            return False
        user.username, user.password = username, hashed
        user.email = email
        user.save(update_fields=["username", "password", "email"])
        address = EmailAddress.objects.create(user=user, email=email, primary=True)
        PupilCard.objects.filter(player=found.player_id).delete()
        _note_everywhere(found.player, "handover.done")
        shared_device.end_all(user)
    shared_device.begin_account(request, user)
    address.send_confirmation(request, signup=True)
    return True


def merge_into(found: HandoverCode, account: Player) -> bool:
    """Give all that is the pupil's to the account. False where the code was used meanwhile.

    Raise `Teaches`.
    """
    with transaction.atomic():
        user = _used(found)
        if user is None:
            return False
        rooms = Member.objects.filter(player=found.player_id).values("classroom")
        if Member.objects.active().teachers().filter(player=account, classroom__in=rooms).exists():
            raise Teaches
        pupil = Player.objects.get(pk=found.player_id)
        there = list(Classroom.objects.filter(pk__in=rooms))
        merge_players(pupil, account)
        user.delete()
        for room in there:
            member = Member.objects.filter(classroom=room, player=account).first()
            note(room, "handover.merged", actor=account, member=member)
    return True


def _used(found: HandoverCode) -> User | None:
    """Use the code up and return its pupil's user; None where another request was first."""
    row = HandoverCode.objects.select_for_update().filter(pk=found.pk, digest=found.digest).first()
    if row is None:
        return None
    row.delete()
    user: User | None = User.objects.select_for_update().filter(player=found.player_id).first()
    return user


def _note_everywhere(player: Player, action: str) -> None:
    for member in Member.objects.active().filter(player=player).select_related("classroom"):
        note(member.classroom, action, actor=player, member=member)

"""Join codes: made, rotated and closed by teachers; asking to join by one."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from dataclasses import dataclass
from typing import Final, Literal

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from accounts import clock
from accounts.limits import client_address, guess, hit_named
from accounts.models import Player, User
from classrooms.entering import codes
from classrooms.people.errors import ClassFull, NicknamesTaken
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, JoinCode, Member
from classrooms.people.names import folded
from classrooms.people.pupils import check_room
from classrooms.people.trail import note
from jobs import alarms

VALID_FOR: Final = dt.timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks to join: a player, or somebody who has no account and gets a pupil's."""

    player: Player | None
    nickname: str
    real_name: str = ""


def in_force(classroom: Classroom) -> JoinCode | None:
    """The class's code, if it still lets anybody in: not closed, not run out, not full."""
    found = JoinCode.objects.filter(
        classroom=classroom,
        closed_at__isnull=True,
        expires_at__gt=clock.now(),
        used__lt=F("places"),
    )
    return found.first()


@transaction.atomic
def make_code(classroom: Classroom, *, actor: Player, places: int, approval: bool) -> JoinCode:
    """Make a code for the class; the one before it ends with that. Raise what `lock_class` does."""
    room = lock_class(classroom.pk, actor=actor)
    now = clock.now()
    JoinCode.objects.filter(classroom=room, closed_at__isnull=True).update(closed_at=now)
    made = JoinCode.objects.create(
        classroom=room,
        code=codes.make(codes.JOIN),
        made_by=actor,
        created_at=now,
        expires_at=now + VALID_FOR,
        places=places,
        approval=approval,
    )
    note(room, "code.made", actor=actor, places=places, approval=approval)
    return made


@transaction.atomic
def close_code(classroom: Classroom, *, actor: Player) -> None:
    """Let nobody in by the class's code any more; again changes nothing."""
    room = lock_class(classroom.pk, actor=actor)
    open_ones = JoinCode.objects.filter(classroom=room, closed_at__isnull=True)
    if open_ones.update(closed_at=clock.now()):
        note(room, "code.closed", actor=actor)


def ask_to_join(request: HttpRequest, typed: str, asker: Asker) -> Member | None:
    """The asker's place in the class of this code, pending or active; None for a code that opens
    nothing: unknown, run out, closed, full, or of an archived class.

    Whoever is in the class or waits for it already keeps that place. Raise `Limited` after too many
    wrong codes, `NicknamesTaken`.
    """
    code = codes.read(typed, codes.JOIN)
    if not code:
        return None  # half typed: no guess
    named = [("join-wrong-address", client_address(request))]
    if asker.player is not None:
        named.append(("join-wrong-account", str(asker.player.pk)))
    found: Member | Literal[False] | None = guess(named, lambda: _join(code, asker))
    if found is None:
        _count_everywhere()
    return found if isinstance(found, Member) else None


def _join(code: str, asker: Asker) -> Member | Literal[False] | None:
    """Take a place by the code; None for one that never was, False for one that has ended.

    The latter is no guess, so it does not count: a class that types the code of yesterday would
    shut its school out. The class's row is held, then the code's: places are exact.
    """
    known = JoinCode.objects.filter(code=code).values("classroom")
    room = Classroom.objects.select_for_update(no_key=True).filter(pk__in=known).first()
    row = JoinCode.objects.select_for_update().filter(code=code).first()
    if row is None or room is None:
        return None
    there = _place_of(room, asker.player)
    now = clock.now()
    if room.archived_at is not None or row.closed_at is not None or row.expires_at <= now:
        return False
    if there is not None and there.state != Member.State.LEFT:
        return there
    if row.used >= row.places:
        return False
    _check_nickname(room, asker.nickname)
    active = not row.approval and there is None  # whoever was taken out is asked about
    if active:
        try:
            check_room(room, 1)
        except ClassFull:
            return False
    member = there or Member(classroom=room, player=asker.player or _new_pupil())
    member.role = Member.Role.PUPIL
    member.state = Member.State.ACTIVE if active else Member.State.PENDING
    member.nickname = asker.nickname
    member.real_name = asker.real_name or member.real_name
    member.joined_at, member.left_at, member.asked_by = now, None, row
    member.save()
    JoinCode.objects.filter(pk=row.pk).update(used=F("used") + 1)
    action = "request.joined" if active else "request.made"
    note(room, action, actor=member.player, member=member)
    return member


def _place_of(room: Classroom, player: Player | None) -> Member | None:
    if player is None:
        return None
    found: Member | None = Member.objects.filter(classroom=room, player=player).first()
    return found


def _check_nickname(room: Classroom, nickname: str) -> None:
    """Among pupils and those who ask: two requests of one name would be let in by mistake."""
    there = Member.objects.pupils().filter(classroom=room, state__in=["active", "pending"])
    names = {folded(name) for name in there.values_list("nickname", flat=True)}
    if folded(nickname) in names:
        raise NicknamesTaken([nickname])


def _new_pupil() -> Player:
    user = User.objects.create(
        username=f"pupil-{secrets.token_hex(8)}", password=make_password(None)
    )
    return Player.objects.create(user=user)


def _count_everywhere() -> None:
    """Raise the alarm, once an hour, where very many codes are guessed from many addresses."""
    if not hit_named("join-wrong-anywhere", "all").allowed and (
        hit_named("join-alarm", "all").allowed
    ):
        alarms.tell(
            "join codes are being guessed: more wrong ones in an hour than any school types"
        )


def waiting(member_id: uuid.UUID | str) -> Member | None:
    """Somebody who asked, as they stand now; None where the request was declined."""
    found: Member | None = (
        Member.objects.select_related("classroom", "player__user")
        .filter(pk=member_id, state__in=["pending", "active"])
        .first()
    )
    return found

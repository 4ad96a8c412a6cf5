"""Requests to join: who asks, letting several in at once, declining them.

Pages of a class show them with `{% include "classrooms/entering/_requests.html" %}`, which needs
`classroom` and `requests` (from `pending_of`), and nothing else.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from accounts import clock, privacy
from accounts.models import Player
from classrooms.people.errors import NicknamesTaken
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, JoinCode, Member
from classrooms.people.names import folded, taken
from classrooms.people.pupils import check_room
from classrooms.people.trail import note


def pending_of(classroom: Classroom) -> QuerySet[Any]:
    """Who asks to join a class, the first first."""
    found = Member.objects.pending().filter(classroom=classroom)
    return found.select_related("player__user").order_by("joined_at", "pk")


@transaction.atomic
def approve(classroom: Classroom, ids: Collection[uuid.UUID], *, actor: Player) -> int:
    """Let these in, all or none, and return how many; whoever is in already is left as they are.

    Raise `NicknamesTaken`, `ClassFull`, and what `lock_class` raises.
    """
    room = lock_class(classroom.pk, actor=actor)
    asking = _locked(room, ids)
    there = taken(room)
    names = [one.nickname for one in asking if folded(one.nickname) in there]
    if names:
        raise NicknamesTaken(names)
    check_room(room, len(asking))
    for one in asking:
        one.state, one.joined_at = Member.State.ACTIVE, clock.now()
        one.save(update_fields=["state", "joined_at"])
        note(room, "request.approved", actor=actor, member=one)
    return len(asking)


@transaction.atomic
def decline(classroom: Classroom, ids: Collection[uuid.UUID], *, actor: Player) -> int:
    """Take these requests away and return how many; each gives its place at the code back.

    Whoever asked without an account goes altogether. Who was in the class before is again as one
    who was taken out.
    """
    room = lock_class(classroom.pk, actor=actor)
    asking = _locked(room, ids)
    for one in asking:
        if one.asked_by_id is not None:
            JoinCode.objects.filter(pk=one.asked_by_id, used__gt=0).update(used=F("used") - 1)
        if one.works.exists() or one.notes.exists():
            one.state, one.left_at = Member.State.LEFT, clock.now()
            one.save(update_fields=["state", "left_at"])
        elif _is_nobody_else(one):
            privacy.erase(one.player)
        else:
            one.delete()
    if asking:
        note(room, "request.declined", actor=actor, count=len(asking))
    return len(asking)


def _locked(room: Classroom, ids: Collection[uuid.UUID]) -> list[Member]:
    found = Member.objects.pending().filter(classroom=room, pk__in=ids)
    return list(found.select_related("player__user").select_for_update(of=("self",)).order_by("pk"))


def _is_nobody_else(asking: Member) -> bool:
    """Whether this pupil's account was made by the request and is used for nothing else."""
    player = asking.player
    user = player.user
    return (
        user is not None
        and not user.email
        and not user.has_usable_password()
        and user.last_login is None
        and not player.memberships.exclude(pk=asking.pk).exists()
        and not hasattr(player, "card")
    )

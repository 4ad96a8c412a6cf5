"""Who may have a card: the pupils of a class without e-mail, who have no other way in."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player, User
from classrooms.entering import cards
from classrooms.people.errors import MemberGone
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.shown import by_nickname
from classrooms.people.trail import note

_NO_PASSWORD = "!"  # noqa: S105 - how Django marks an account without one


def holders(classroom: Classroom) -> QuerySet[Any]:
    """The pupils who may have a card, with the card that they have."""
    found = Member.objects.active().pupils().filter(classroom=classroom)
    return found.filter(
        player__user__email="", player__user__password__startswith=_NO_PASSWORD
    ).select_related("player__user", "player__card")


def in_order(classroom: Classroom) -> list[Member]:
    """All of them by nickname, as people look one up: Çağlar stands among the Cs."""
    return by_nickname(holders(classroom))


@transaction.atomic
def hand_out(classroom: Classroom, made: Mapping[Member, str], *, actor: Player) -> None:
    """Make these codes the cards of these pupils; what they had before ends.

    All or none: raise `MemberGone` where one of them may have none any more, and what `lock_class`
    raises.
    """
    room = lock_class(classroom.pk, actor=actor)
    ids: set[uuid.UUID] = {one.pk for one in made}
    # Whoever becomes an account meanwhile holds this row, and is a holder no more afterwards.
    users = User.objects.select_for_update().filter(player__memberships__in=ids)
    list(users.order_by("pk").values_list("pk"))
    if holders(room).filter(pk__in=ids).count() != len(ids):
        raise MemberGone
    cards.put({one.player: code for one, code in made.items()})
    note(room, "cards.made", actor=actor, count=len(made))

"""Who may enter a class: the one question that every page and call of this room asks first."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Literal

from django.http import Http404

from accounts.models import Player
from classrooms.people.models import Classroom, Member

Need = Literal["member", "teacher", "pupil"]


@dataclass(frozen=True, slots=True)
class Entered:
    """A class, and as what its visitor is in it."""

    classroom: Classroom
    member: Member

    @property
    def teaches(self) -> bool:
        """Whether this member is one of the class's teachers."""
        return self.member.role == Member.Role.TEACHER


def access_class(
    player: Player | None, classroom_id: uuid.UUID, *, need: Need = "member"
) -> Entered:
    """The class and the player's active membership in the role that is needed.

    Raise `Http404` otherwise: what is not one's own answers as what does not exist. An archived
    class is entered as any other; what may not be changed in it, its services refuse.
    """
    found = (
        Member.objects.active()
        .select_related("classroom")
        .filter(player=player, classroom=classroom_id)
    )
    if need != "member":
        found = found.filter(role=need)
    member = found.first() if player is not None else None
    if member is None:
        raise Http404
    return Entered(member.classroom, member)

"""Writing down what was done in a class, in the transaction in which it was done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.models import Player
from classrooms.people.models import AuditEntry, Classroom, Member


def note(
    classroom: Classroom,
    action: str,
    *,
    actor: Player | None,
    member: Member | None = None,
    **values: Any,
) -> None:
    """Add a line: `action` is a key (`member.removed`); `values` hold no names."""
    AuditEntry.objects.create(
        classroom=classroom, action=action, actor=actor, member=member, values=values
    )


def note_each(
    classroom: Classroom,
    action: str,
    *,
    actor: Player | None,
    members: Iterable[Member],
    **values: Any,
) -> None:
    """Add a line for each of these members, in one statement."""
    AuditEntry.objects.bulk_create(
        AuditEntry(classroom=classroom, action=action, actor=actor, member=one, values=values)
        for one in members
    )

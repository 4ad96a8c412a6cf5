"""A class and its people as plain values for pages."""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from classrooms.people.models import AuditEntry, Classroom, Member
from classrooms.people.names import folded
from classrooms.people.trail_words import sentence


@dataclass(frozen=True, slots=True)
class ClassLine:
    """A class in a list. `pupils` and `pending` are 0 for whoever does not teach it."""

    id: uuid.UUID
    name: str
    teaches: bool
    archived: bool
    pupils: int
    pending: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the trail."""

    entry: AuditEntry
    who: str
    what: str


def name_order(name: str) -> tuple[str, str]:
    """What names are sorted by: letters without their marks, as a list of a school has them, and
    numbers by what they are worth."""
    plain = unicodedata.normalize("NFKD", folded(name))
    plain = re.sub(r"\d+", lambda found: found.group().zfill(6), plain)
    if plain.isascii():
        return plain, name
    return "".join(one for one in plain if not unicodedata.combining(one)), name


def by_nickname(members: Iterable[Member]) -> list[Member]:
    """Members in the order of their nicknames."""
    return sorted(members, key=lambda one: name_order(one.nickname))


def by_real_name(members: Iterable[Member]) -> list[Member]:
    """Members in the order of their real names, those without at the end."""
    return sorted(
        members,
        key=lambda one: (not one.real_name, name_order(one.real_name), name_order(one.nickname)),
    )


def counted(members: QuerySet[Any]) -> QuerySet[Any]:
    """Memberships with their class, `pupils` and `pending`: how many there are in it."""
    others = (
        Member.objects.filter(classroom=OuterRef("classroom"), role=Member.Role.PUPIL)
        .order_by()
        .values("classroom")
    )
    return members.select_related("classroom").annotate(
        pupils=_number(others.filter(state=Member.State.ACTIVE)),
        pending=_number(others.filter(state=Member.State.PENDING)),
    )


def class_lines(player: Player) -> list[ClassLine]:
    """The player's classes, by name. Two queries for teachers, else one."""
    rows = list(Member.objects.active().filter(player=player).select_related("classroom"))
    taught = [row.classroom_id for row in rows if row.role == Member.Role.TEACHER]
    pupils = _pupils_in(taught) if taught else {}
    lines = [
        ClassLine(
            id=row.classroom_id,
            name=row.classroom.name,
            teaches=row.role == Member.Role.TEACHER,
            archived=row.classroom.archived_at is not None,
            pupils=pupils.get((row.classroom_id, Member.State.ACTIVE), 0),
            pending=pupils.get((row.classroom_id, Member.State.PENDING), 0),
            zone=row.classroom.zone,
        )
        for row in rows
    ]
    return sorted(lines, key=lambda one: (name_order(one.name), str(one.id)))


def _pupils_in(classes: list[uuid.UUID]) -> dict[tuple[uuid.UUID, str], int]:
    """How many pupils of each state there are in classes."""
    rows = Member.objects.filter(classroom__in=classes, role=Member.Role.PUPIL).order_by()
    counted = rows.values_list("classroom", "state").annotate(count=Count("pk"))
    return {(classroom, state): count for classroom, state, count in counted}


def deeds(classroom: Classroom, entries: Iterable[AuditEntry]) -> list[Deed]:
    """Lines of the trail with names: as this class calls people now."""
    listed = list(entries)
    actors = {entry.actor_id for entry in listed if entry.actor_id is not None}
    rows = Member.objects.filter(
        Q(player__in=actors) | Q(pk__in=[entry.member_id for entry in listed if entry.member_id]),
        classroom=classroom,
    )
    by_player = {row.player_id: row.nickname for row in rows}
    by_member = {row.pk: _both_names(row) for row in rows}
    return [
        Deed(
            entry=entry,
            who=by_player.get(entry.actor_id, "") if entry.actor_id else "",
            what=sentence(
                entry.action,
                member=by_member.get(entry.member_id, "") if entry.member_id else "",
                values=entry.values,
            ),
        )
        for entry in listed
    ]


def _both_names(member: Member) -> str:
    if member.real_name:
        return f"{member.nickname} ({member.real_name})"
    nickname: str = member.nickname
    return nickname


def _number(counted: QuerySet[Any, Any]) -> Coalesce:
    number = counted.annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)

"""How much a pupil has left to do, in several classes at once."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts import clock
from classrooms.assignments.models import Assignment, Extension, Recipient, Work
from classrooms.assignments.timing import ends_at, standing, times_of
from classrooms.people.models import Member


@dataclass(frozen=True, slots=True)
class Left:
    """Assignments of a class that can be handed in and are not yet; when the next one is due."""

    count: int = 0
    next_due: dt.datetime | None = None


def left_to_do(members: Sequence[Member]) -> dict[uuid.UUID, Left]:
    """By class, for these places of one pupil in classes in use. Three queries at any number."""
    if not members:
        return {}
    mine = [one.classroom_id for one in members]
    now = clock.now()
    meant = Recipient.objects.filter(member__in=members).values("assignment")
    there = Assignment.objects.opened().filter(classroom__in=mine)
    rows = list(there.filter(Q(everyone=True) | Q(pk__in=meant)))
    own = Extension.objects.filter(member__in=members, assignment__in=rows)
    extensions = {one.assignment_id: one for one in own}
    works = Work.objects.filter(member__in=members, assignment__in=rows)
    done: set[uuid.UUID] = set()
    under_way: set[uuid.UUID] = set()
    for assignment, at in works.values_list("assignment", "submitted_at"):
        (under_way if at is None else done).add(assignment)
    ends: dict[uuid.UUID, list[Any]] = defaultdict(list)
    for row in rows:
        times = times_of(row, extensions.get(row.pk))
        takes = standing(times, now, row.grace_minutes).takes
        waits = row.pk in under_way or (row.pk not in done and not times.excused)
        if takes and waits:
            late = times.due_at is not None and times.due_at < now
            ends[row.classroom_id].append(
                ends_at(times, row.grace_minutes) if late else times.due_at
            )
    return {
        pk: Left(len(found), min((one for one in found if one is not None), default=None))
        for pk, found in ends.items()
    }

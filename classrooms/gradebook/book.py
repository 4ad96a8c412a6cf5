"""The gradebook of a class as a whole: pupils, assignments, and what each has in each.

Six queries at any size. Files, report, export and API show all of it; the page shows a part, from
the same scores (`table.py`) and the same sums (`sums.py`).
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from django.db.models import QuerySet

from classrooms.assignments.models import Assignment
from classrooms.gradebook.scores import Score, Sum
from classrooms.gradebook.sums import sums_of
from classrooms.gradebook.table import Column, ground_of
from classrooms.people.models import Classroom, Member


@dataclass(frozen=True, slots=True)
class Row:
    """A pupil, with a score for each column of the gradebook, in its order."""

    member: Member
    scores: tuple[Score, ...]
    total: Sum

    @property
    def name(self) -> str:
        """What a teacher calls the pupil."""
        return self.member.real_name or self.member.nickname


@dataclass(frozen=True, slots=True)
class Gradebook:
    """Everything at one moment."""

    classroom: Classroom
    moment: dt.datetime
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: Sum

    def row(self, member_id: uuid.UUID) -> Row | None:
        """The line of a pupil."""
        return next((one for one in self.rows if one.member.pk == member_id), None)

    def place(self, assignment_id: uuid.UUID) -> int | None:
        """Where an assignment stands among the columns."""
        found = (
            place for place, one in enumerate(self.columns) if one.assignment.pk == assignment_id
        )
        return next(found, None)


def read(
    classroom: Classroom,
    *,
    assignments: QuerySet[Assignment] | None = None,
    members: QuerySet[Member] | None = None,
    moment: dt.datetime | None = None,
) -> Gradebook:
    """The gradebook, of all that are in the class now, or of some pupils or assignments of it."""
    ground = ground_of(classroom, assignments=assignments, members=members, moment=moment)
    sums = sums_of(ground)
    scores = ground.scores(ground.pupils, range(len(ground.columns)))
    rows = tuple(
        Row(member, own, sums.totals[member.pk])
        for member, own in zip(ground.pupils, scores, strict=True)
    )
    return Gradebook(classroom, ground.moment, sums.columns, rows, sums.total)

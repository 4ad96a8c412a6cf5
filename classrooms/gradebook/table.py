"""What the gradebook of a class stands on, and the scores in it.

Page, CSV, report, export and API all take the scores from here and the sums from `sums.py`;
`book.py` puts the two together where all of it is wanted.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts import clock
from classrooms.assignments.models import Assignment, Extension, Recipient, Work
from classrooms.assignments.timing import Times, times_of
from classrooms.gradebook.scores import NOTHING, Score, Try, percent, score_of
from classrooms.people.models import Classroom, Member
from classrooms.people.shown import name_order
from puzzles.models import SetItem


@dataclass(frozen=True, slots=True)
class Column:
    """An assignment, and how the class did in it. `counted` pupils have points that count."""

    assignment: Assignment
    out_of: int
    handed_in: int = 0
    counted: int = 0
    points: int = 0  # of all that counts
    possible: int = 0

    @property
    def share(self) -> Decimal | None:
        """The class's points of all that were possible, in percent."""
        return percent(self.points, self.possible)


@dataclass(frozen=True, slots=True)
class Ground:
    """What scores hang on, but for the works: columns without figures, and pupils by name."""

    classroom: Classroom
    moment: dt.datetime
    columns: tuple[Column, ...]
    pupils: tuple[Member, ...]
    meant: Mapping[uuid.UUID, set[uuid.UUID]]  # of the assignments that are not for everyone
    extensions: Mapping[tuple[uuid.UUID, uuid.UUID], Extension]  # by assignment and pupil
    times: tuple[Times, ...]  # of the columns, without an extension
    whole: bool  # all pupils of the class, not some of them

    def is_meant(self, place: int, member: Member) -> bool:
        """Whether an assignment is for a pupil."""
        assignment = self.columns[place].assignment
        return assignment.everyone or member.pk in self.meant.get(assignment.pk, ())

    def score(self, place: int, member: Member, tries: list[Try]) -> Score:
        """What a pupil has in an assignment, from all works of the pupil in it."""
        column = self.columns[place]
        assignment = column.assignment
        extension = self.extensions.get((assignment.pk, member.pk))
        is_meant = self.is_meant(place, member)
        if not tries and not is_meant and extension is None:
            return NOTHING
        times = self.times[place] if extension is None else times_of(assignment, extension)
        return score_of(
            tries,
            times=times,
            grace_minutes=assignment.grace_minutes,
            counting=assignment.counting,
            out_of=column.out_of,
            meant=is_meant,
            moment=self.moment,
            joined_at=member.joined_at,
        )

    def scores(self, members: Sequence[Member], places: Sequence[int]) -> list[tuple[Score, ...]]:
        """What some pupils have in some columns. One query."""
        ids = [self.columns[place].assignment.pk for place in places]
        everybody = self.whole and len(members) == len(self.pupils)
        tries = _tries(ids, None if everybody else [one.pk for one in members])
        return [
            tuple(
                self.score(place, member, own.get(pk, []))
                for place, pk in zip(places, ids, strict=True)
            )
            for member in members
            for own in [tries.get(member.pk, {})]
        ]


def ground_of(
    classroom: Classroom,
    *,
    assignments: QuerySet[Assignment] | None = None,
    members: QuerySet[Member] | None = None,
    moment: dt.datetime | None = None,
) -> Ground:
    """What the scores of a class hang on. Four queries."""
    columns = _columns(classroom, assignments)
    pupils = _pupils(classroom) if members is None else members
    ids = [one.assignment.pk for one in columns]
    return Ground(
        classroom=classroom,
        moment=moment or clock.now(),
        columns=columns,
        pupils=tuple(sorted(pupils, key=_by_name)),
        meant=_meant(ids),
        extensions=_extensions(ids),
        times=tuple(times_of(one.assignment) for one in columns),
        whole=members is None,
    )


def _by_name(member: Member) -> tuple[tuple[str, str], str]:
    return name_order(member.real_name or member.nickname), str(member.pk)


def _pupils(classroom: Classroom) -> QuerySet[Member]:
    found: QuerySet[Member] = Member.objects.active().pupils().filter(classroom=classroom)
    return found.only("nickname", "real_name", "joined_at")


def _columns(classroom: Classroom, assignments: QuerySet[Assignment] | None) -> tuple[Column, ...]:
    """In the order in which they began."""
    rows = Assignment.objects.frozen() if assignments is None else assignments
    size = SetItem.objects.filter(set=OuterRef("puzzle_set")).order_by().values("set")
    found = (
        rows.filter(classroom=classroom)
        .annotate(
            begins=Coalesce("opens_at", "frozen_at", "created_at"),
            size=Coalesce(Subquery(size.annotate(count=Count("pk")).values("count")), 0),
        )
        .order_by("begins", "created_at", "pk")
        .defer("words", "key")
    )
    return tuple(Column(one, one.size) for one in found)


def _tries(
    ids: list[uuid.UUID], members: list[uuid.UUID] | None
) -> dict[uuid.UUID, dict[uuid.UUID, list[Try]]]:
    """Works by pupil and assignment, of some pupils or of all."""
    rows = Work.objects.filter(assignment__in=ids)
    if members is not None:
        rows = rows.filter(member__in=members)
    found: dict[uuid.UUID, dict[uuid.UUID, list[Try]]] = defaultdict(lambda: defaultdict(list))
    for (
        member,
        assignment,
        pk,
        try_no,
        submitted,
        late,
        points,
        out_of,
        source,
        job,
    ) in rows.values_list(
        "member",
        "assignment",
        "pk",
        "try_no",
        "submitted_at",
        "late",
        "points",
        "out_of",
        "source",
        "job__state",
    ):
        found[member][assignment].append(
            Try(pk, try_no, submitted, late, points, out_of, source, job or "")
        )
    return found


def _meant(ids: list[uuid.UUID]) -> dict[uuid.UUID, set[uuid.UUID]]:
    """For whom the assignments are that are not for everyone."""
    found: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    rows = Recipient.objects.filter(assignment__in=ids)
    for assignment, member in rows.values_list("assignment", "member"):
        found[assignment].add(member)
    return found


def _extensions(ids: list[uuid.UUID]) -> dict[tuple[uuid.UUID, uuid.UUID], Extension]:
    rows = Extension.objects.filter(assignment__in=ids)
    return {(one.assignment_id, one.member_id): one for one in rows}

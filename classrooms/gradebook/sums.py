"""The sums of a whole gradebook without its scores, for a page that shows a part of it.

A row of the database tells at once who of an assignment had so many points in a try, so that a class
of 200 with 60 assignments is some hundred rows. Which try counts, and what is missing, decide the
same functions as for the scores; tests compare both.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Aggregate, TextField, Value
from django.db.models.functions import Cast

from classrooms.assignments.models import Work
from classrooms.assignments.timing import ends_at
from classrooms.gradebook.scores import Has, Sum, that_counts
from classrooms.gradebook.table import Column, Ground
from classrooms.people.models import Member


class _Joined(Aggregate):
    """Texts of a group, with a blank between two."""

    function = "STRING_AGG"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **more)


class _Try(NamedTuple):
    try_no: int
    points: int | None
    out_of: int | None


@dataclass(frozen=True, slots=True)
class Sums:
    """Columns with their figures, and the sum of each pupil. `values`: points of how many in the
    column that was asked for, of those who have something that counts in it.
    """

    columns: tuple[Column, ...]
    totals: Mapping[uuid.UUID, Sum]
    total: Sum
    values: Mapping[uuid.UUID, Sum]


def sums_of(ground: Ground, column: int | None = None) -> Sums:
    """The sums of all pupils over all assignments. One query at any size."""
    points = dict.fromkeys((one.pk for one in ground.pupils), 0)
    out_of = dict.fromkeys(points, 0)
    by_key = {_key(pk): pk for pk in points}
    handed_in = _handed_in(ground)
    told = []
    values: dict[uuid.UUID, Sum] = {}
    for place, one in enumerate(ground.columns):
        excused = _excused(ground, place)
        came = counted = got = possible = 0
        there: set[uuid.UUID] = set()
        for key, made, most in _that_count(one, handed_in[one.assignment.pk]):
            pk = by_key.get(key)
            if pk is None:
                continue  # not in the class any more
            there.add(pk)
            if pk in excused:
                continue
            came += 1
            if made is None:
                continue
            counted += 1
            got += made
            possible += most
            points[pk] += made
            out_of[pk] += most
            if place == column:
                values[pk] = Sum(made, most)
        for member in _missing(ground, place, there):
            counted += 1
            possible += one.out_of
            out_of[member.pk] += one.out_of
            if place == column:
                values[member.pk] = Sum(0, one.out_of)
        figures = {"handed_in": came, "counted": counted, "points": got, "possible": possible}
        told.append(replace(one, **figures))
    totals = {pk: Sum(made, out_of[pk]) for pk, made in points.items()}
    total = Sum(sum(points.values()), sum(out_of.values()))
    return Sums(tuple(told), totals, total, values)


def _key(pk: uuid.UUID) -> str:
    """An id as the database makes a text of it."""
    return str(pk) if connection.features.has_native_uuid_field else pk.hex


def _handed_in(ground: Ground) -> Mapping[uuid.UUID, list[tuple[_Try, list[str]]]]:
    """By assignment: who had so many points in which try."""
    ids = [one.assignment.pk for one in ground.columns]
    rows = (
        Work.objects.handed_in()
        .filter(assignment__in=ids)
        .order_by()
        .values_list("assignment", "try_no", "points", "out_of")
        .annotate(who=_Joined(Cast("member", TextField()), Value(" ")))
    )
    found: dict[uuid.UUID, list[tuple[_Try, list[str]]]] = defaultdict(list)
    for assignment, try_no, points, out_of, who in rows:
        found[assignment].append((_Try(try_no, points, out_of), who.split(" ")))
    return found


def _that_count(
    column: Column, groups: list[tuple[_Try, list[str]]]
) -> Iterator[tuple[str, int | None, int]]:
    """Each pupil with the points of the try that counts, None while it has none, and of how many."""
    if len({one.try_no for one, _ in groups}) == 1:
        for one, who in groups:
            most = one.out_of or column.out_of
            for key in who:
                yield key, one.points, most
        return
    tries: dict[str, list[_Try]] = defaultdict(list)
    for one, who in sorted(groups, key=lambda group: group[0].try_no):
        for key in who:
            tries[key].append(one)
    for key, own in tries.items():
        chosen = that_counts(own, column.assignment.counting)
        yield key, chosen.points, chosen.out_of or column.out_of


def _excused(ground: Ground, place: int) -> set[uuid.UUID]:
    assignment = ground.columns[place].assignment.pk
    return {
        member
        for (about, member), one in ground.extensions.items()
        if about == assignment and one.excused
    }


def _missing(ground: Ground, place: int, there: set[uuid.UUID]) -> Iterator[Member]:
    """Who handed nothing in, where nobody takes it any more: asked of whoever may differ alone."""
    assignment = ground.columns[place].assignment
    own = {member for about, member in ground.extensions if about == assignment.pk}
    end = ends_at(ground.times[place], assignment.grace_minutes)
    everybody: Has | None = None
    for member in ground.pupils:
        if member.pk in there:
            continue
        alike = assignment.everyone and member.pk not in own
        if alike and end is not None and member.joined_at is not None and member.joined_at <= end:
            if everybody is None:
                everybody = ground.score(place, member, []).has
            has = everybody
        else:
            has = ground.score(place, member, []).has
        if has == Has.MISSING:
            yield member

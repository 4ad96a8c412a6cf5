"""The sums of a whole gradebook without its scores, for a page that shows a part of it.

A row of the database tells at once who of an assignment had so many points in a try, so that a
class of 200 with 60 assignments is some hundred rows. Which try counts, and what is missing, decide
the same functions as for the scores; tests compare both.
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
    numbers = {_key(one.pk): number for number, one in enumerate(ground.pupils)}
    known = numbers.keys()
    points, out_of = [0] * len(numbers), [0] * len(numbers)
    handed_in = _handed_in(ground)
    told = []
    values: dict[uuid.UUID, Sum] = {}
    for place, one in enumerate(ground.columns):
        excused = _excused(ground, place)
        came = counted = got = possible = 0
        there = bytearray(len(numbers))
        for made, most, who in _that_count(one, handed_in[_key(one.assignment.pk)]):
            if made is not None and place != column and not excused and known >= set(who):
                for key in who:  # as nearly always: nothing to be asked of anybody
                    number = numbers[key]
                    there[number] = True
                    points[number] += made
                    out_of[number] += most
                came += len(who)
                counted += len(who)
                got += made * len(who)
                possible += most * len(who)
                continue
            for key in who:
                if key not in known:
                    continue  # not in the class any more
                number = numbers[key]
                there[number] = True
                if excused and ground.pupils[number].pk in excused:
                    continue
                came += 1
                if made is None:
                    continue
                counted += 1
                got += made
                possible += most
                points[number] += made
                out_of[number] += most
                if place == column:
                    values[ground.pupils[number].pk] = Sum(made, most)
        for number in _missing(ground, place, there):
            counted += 1
            possible += one.out_of
            out_of[number] += one.out_of
            if place == column:
                values[ground.pupils[number].pk] = Sum(0, one.out_of)
        told.append(replace(one, handed_in=came, counted=counted, points=got, possible=possible))
    totals = {
        one.pk: Sum(made, most)
        for one, made, most in zip(ground.pupils, points, out_of, strict=True)
    }
    return Sums(tuple(told), totals, Sum(sum(points), sum(out_of)), values)


def _key(pk: uuid.UUID) -> str:
    """An id as the database makes a text of it."""
    return str(pk) if connection.features.has_native_uuid_field else pk.hex


def _handed_in(ground: Ground) -> Mapping[str, list[tuple[_Try, list[str]]]]:
    """By assignment: who had so many points in which try. All ids are texts."""
    ids = [one.assignment.pk for one in ground.columns]
    rows = (
        Work.objects.handed_in()
        .filter(assignment__in=ids)
        .order_by()
        .annotate(about=Cast("assignment", TextField()))
        .values_list("about", "try_no", "points", "out_of")
        .annotate(who=_Joined(Cast("member", TextField()), Value(" ")))
    )
    found: dict[str, list[tuple[_Try, list[str]]]] = defaultdict(list)
    for assignment, try_no, points, out_of, who in rows:
        found[assignment].append((_Try(try_no, points, out_of), who.split(" ")))
    return found


def _that_count(
    column: Column, groups: list[tuple[_Try, list[str]]]
) -> Iterator[tuple[int | None, int, list[str]]]:
    """The points of the try that counts (None while it has none), of how many, and who has them."""
    if len({one.try_no for one, _ in groups}) == 1:
        for one, who in groups:
            yield one.points, one.out_of or column.out_of, who
        return
    tries: dict[str, list[_Try]] = defaultdict(list)
    for one, who in sorted(groups, key=lambda group: group[0].try_no):
        for key in who:
            tries[key].append(one)
    for key, own in tries.items():
        chosen = that_counts(own, column.assignment.counting)
        yield chosen.points, chosen.out_of or column.out_of, [key]


def _excused(ground: Ground, place: int) -> set[uuid.UUID]:
    assignment = ground.columns[place].assignment.pk
    return {
        member
        for (about, member), one in ground.extensions.items()
        if about == assignment and one.excused
    }


def _missing(ground: Ground, place: int, there: bytearray) -> Iterator[int]:
    """Who handed nothing in where nobody takes it any more; asked of whoever may differ alone."""
    assignment = ground.columns[place].assignment
    own = {member for about, member in ground.extensions if about == assignment.pk}
    end = ends_at(ground.times[place], assignment.grace_minutes)
    everybody: Has | None = None
    for number, member in enumerate(ground.pupils):
        if there[number]:
            continue
        alike = assignment.everyone and end is not None and member.joined_at <= end
        if alike and member.pk not in own:
            if everybody is None:
                everybody = ground.score(place, member, []).has
            has = everybody
        else:
            has = ground.score(place, member, []).has
        if has == Has.MISSING:
            yield number

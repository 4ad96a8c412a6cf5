"""The sums of a gradebook, for the page as for the files, without its scores.

A row of the database tells at once who of an assignment had so many points in a try, so that a
class of 200 with 60 assignments is some hundred rows. Which try counts, and what is missing, decide
the same functions as for the scores; tests compare both.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Aggregate, Min, TextField, Value
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
    members = {_key(one.pk): one for one in ground.pupils}
    known = members.keys()
    handed_in = _handed_in(ground)
    # how often somebody has so many points of so many: the same few figures come again and again
    same: dict[tuple[int, int], list[str]] = defaultdict(list)
    told = []
    values: dict[uuid.UUID, Sum] = {}
    for place, one in enumerate(ground.columns):
        excused = _excused(ground, place)
        came = counted = got = possible = 0
        there: set[str] = set()
        for made, most, group in _that_count(one, handed_in[_key(one.assignment.pk)]):
            there.update(group)
            who = group
            if excused or not known >= set(group):  # nearly never; else without a look at anybody
                who = [key for key in group if key in known and members[key].pk not in excused]
            came += len(who)
            if made is None:
                continue
            counted += len(who)
            got += made * len(who)
            possible += most * len(who)
            same[made, most] += who
            if place == column:
                values |= {members[key].pk: Sum(made, most) for key in who}
        absent = {} if there >= known else {k: m for k, m in members.items() if k not in there}
        missing = list(_missing(ground, place, absent))
        counted += len(missing)
        possible += one.out_of * len(missing)
        same[0, one.out_of] += missing
        if place == column:
            values |= {members[key].pk: Sum(0, one.out_of) for key in missing}
        told.append(replace(one, handed_in=came, counted=counted, points=got, possible=possible))
    points, out_of = dict.fromkeys(members, 0), dict.fromkeys(members, 0)
    for (made, most), who in same.items():
        for key, often in Counter(who).items():
            points[key] += made * often
            out_of[key] += most * often
    totals = {one.pk: Sum(points[key], out_of[key]) for key, one in members.items()}
    return Sums(tuple(told), totals, Sum(sum(points.values()), sum(out_of.values())), values)


def _key(pk: uuid.UUID) -> str:
    """An id as the database makes a text of it."""
    return str(pk) if connection.features.has_native_uuid_field else pk.hex


def _handed_in(ground: Ground) -> Mapping[str, list[tuple[_Try, list[str]]]]:
    """By assignment: who had so many points in which try. Ids are texts; an index has it all."""
    ids = [one.assignment.pk for one in ground.columns]
    rows = (
        Work.objects.handed_in()
        .filter(assignment__in=ids, **({} if ground.whole else {"member__in": ground.pupils}))
        .order_by()
        .values("assignment", "try_no", "points", "out_of")
        .annotate(
            about=Min(Cast("assignment", TextField())),
            who=_Joined(Cast("member", TextField()), Value(" ")),
        )
        .values_list("about", "try_no", "points", "out_of", "who")
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


def _missing(ground: Ground, place: int, absent: Mapping[str, Member]) -> Iterator[str]:
    """Of those who handed nothing in, for whom nobody takes it any more.

    Whoever may differ from the others is asked about alone.
    """
    assignment = ground.columns[place].assignment
    own = {member for about, member in ground.extensions if about == assignment.pk}
    end = ends_at(ground.times[place], assignment.grace_minutes)
    everybody: Has | None = None
    for key, member in absent.items():
        alike = assignment.everyone and end is not None and member.joined_at <= end
        if alike and member.pk not in own:
            if everybody is None:
                everybody = ground.score(place, member, []).has
            has = everybody
        else:
            has = ground.score(place, member, []).has
        if has == Has.MISSING:
            yield key

"""What a look at the grades found, as a teacher reads it: per pupil and puzzle, and in short."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from classrooms.grading.models import GradeChange, Regrading
from classrooms.people.models import Member
from classrooms.people.shown import name_order


@dataclass(frozen=True, slots=True)
class Changed:
    """One puzzle (counted from 1) of a work."""

    number: int
    rises: bool


@dataclass(frozen=True, slots=True)
class ChangedWork:
    """A work whose answers are judged otherwise now. `after`: its points once that is applied."""

    member: Member
    work_id: Any
    try_no: int
    before: int
    after: int
    out_of: int
    puzzles: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """How many grades rise and fall, and whose; grades are those of works, each try its own."""

    rise: int
    fall: int
    even: int
    works: tuple[ChangedWork, ...]


def summary(row: Regrading, *, never_lower: bool) -> Summary:
    """What applying would change, or has changed. Two queries.

    Once it is applied, only what was applied counts and `before` is what it was before.
    """
    changes = row.changes.select_related("answer__work__member").order_by("answer__index")
    if row.applied_at is not None:
        changes = changes.exclude(applied_at=None)
    elif never_lower:
        changes = changes.filter(after=True)
    by_work: dict[Any, list[GradeChange]] = defaultdict(list)
    for one in changes:
        by_work[one.answer.work_id].append(one)
    works = tuple(
        sorted(
            (_work(found, row.applied_at is not None) for found in by_work.values()),
            key=lambda one: (name_order(one.member.nickname), one.try_no),
        )
    )
    return Summary(
        rise=sum(one.after > one.before for one in works),
        fall=sum(one.after < one.before for one in works),
        even=sum(one.after == one.before for one in works),
        works=works,
    )


def _work(found: list[GradeChange], applied: bool) -> ChangedWork:
    work = found[0].answer.work
    delta = sum(1 if one.after else -1 for one in found)
    points = work.points or 0
    return ChangedWork(
        member=work.member,
        work_id=work.pk,
        try_no=work.try_no,
        before=points - delta if applied else points,
        after=points if applied else points + delta,
        out_of=work.out_of or 0,
        puzzles=tuple(Changed(one.answer.index + 1, one.after) for one in found),
    )

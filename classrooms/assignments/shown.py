"""What the pages of assignments show: plain values, made in a bounded number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, QuerySet
from django.urls import reverse

from accounts import clock
from classrooms.assignments import words
from classrooms.assignments.feedback import is_told, nobody_hands_in
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import Standing, ends_at, standing, times_of
from classrooms.assignments.working import Now
from classrooms.people.models import Classroom, Member
from classrooms.people.shown import name_order
from jobs.models import Job
from jobs.states import RETRYABLE
from puzzles import sets
from puzzles.board import rules_name
from puzzles.set_names import set_name

TO_DO: Final = ("under-way", "open")  # states of a line, in the order in which they are listed


@dataclass(frozen=True, slots=True)
class Line:
    """An assignment in a pupil's list."""

    url: str
    title: str
    standing: str
    state: str  # open, under-way, done, waiting, closed, excused
    due_at: Any
    late_until: Any
    points: int | None
    out_of: int | None


def lines_of(member: Member) -> list[Line]:
    """A pupil's assignments, those to be done first, then the latest."""
    rows = (
        Assignment.objects.opened()
        .meant_for(member)
        .prefetch_related("extensions")
        .order_by(F("due_at").asc(nulls_last=True), "-created_at", "pk")
    )
    works: dict[Any, list[Work]] = {}
    for work in Work.objects.filter(assignment__in=rows, member=member).order_by("try_no"):
        works.setdefault(work.assignment_id, []).append(work)
    lines = [_line(row, member, works.get(row.pk, [])) for row in rows]
    over = [one for one in lines if one.state not in TO_DO]
    to_do = sorted(
        (one for one in lines if one.state in TO_DO), key=lambda one: TO_DO.index(one.state)
    )
    return [*to_do, *reversed(over)]


def _line(row: Assignment, member: Member, works: list[Work]) -> Line:
    own = next((one for one in row.extensions.all() if one.member_id == member.pk), None)
    times = times_of(row, own)
    at = standing(times, clock.now(), row.grace_minutes)
    handed_in = [work for work in works if work.submitted_at is not None]
    for work in handed_in:
        work.assignment = row
    told = [work for work in handed_in if work.graded_at is not None and is_told(work)]
    best = max(told, key=lambda work: work.points or 0, default=None)
    if len(handed_in) < len(works) and at.takes:
        state = "under-way"
    elif handed_in:
        state = "done" if len(told) == len(handed_in) else "waiting"
    elif times.excused:
        state = "excused"
    else:
        state = "open" if at.takes else "closed"
    return Line(
        url=reverse("class-assignment", args=[row.classroom_id, row.pk]),
        title=row.title,
        standing=str(words.STANDINGS[at]),
        state=state,
        due_at=times.due_at,
        late_until=times.late_until,
        points=best.points if best is not None else None,
        out_of=best.out_of if best is not None else None,
    )


def assignments_of(classroom: Classroom) -> QuerySet[Assignment]:
    """All assignments of a class, the latest first."""
    rows: QuerySet[Assignment] = classroom.assignments.order_by("-created_at", "pk")
    return rows


def teacher_lines(classroom: Classroom, page: Iterable[Assignment]) -> list[dict[str, Any]]:
    """A page of them, with how many have handed in."""
    rows = (
        classroom.assignments.filter(pk__in=[row.pk for row in page])
        .select_related("puzzle_set__job")
        .counted()
        .order_by("-created_at", "pk")
    )
    now = clock.now()
    return [
        {
            "url": reverse("class-assignment", args=[classroom.pk, row.pk]),
            "title": row.title,
            "draft": row.frozen_at is None,
            "withdrawn": row.withdrawn_at is not None,
            "state": sets.state_of(row.puzzle_set, row.made),
            "made": row.made,
            "total": row.puzzle_set.count,
            "due_at": row.due_at,
            "standing": words.STANDINGS[standing(times_of(row), now, row.grace_minutes)],
            "handed_in": row.handed_in,
        }
        for row in rows
    ]


def making_of(row: Assignment) -> dict[str, Any]:
    """How far the puzzles of an assignment are, and what can be done about it."""
    found, made = row.puzzle_set, row.puzzle_set.items.count()
    state = sets.state_of(found, made)
    job: Job | None = found.job
    return {
        "state": state,
        "running": state in {"queued", "running"},
        "complete": made >= found.count > 0,
        "done": made,
        "total": found.count,
        "failure": sets.failure_of(found, state),
        "job": job,
        "may_cancel": job is not None and job.is_unfinished,
        "may_retry": job is not None and job.state in RETRYABLE and made < found.count,
        "name": set_name(found),
        "rules": rules_name(row.rules),
    }


def pupils_of(row: Assignment) -> list[dict[str, Any]]:
    """Who it is for: opened, handed in, and what is different for them."""
    members = Member.objects.active().pupils().filter(classroom=row.classroom_id)
    if not row.everyone:
        members = members.filter(pk__in=row.recipients.values("member"))
    works: dict[Any, list[Work]] = {}
    for work in row.works.select_related("job").order_by("try_no"):
        works.setdefault(work.member_id, []).append(work)
    extensions = {one.member_id: one for one in row.extensions.all()}
    now = clock.now()
    lines = []
    for member in sorted(members, key=lambda one: name_order(one.nickname)):
        own = works.get(member.pk, [])
        extension = extensions.get(member.pk)
        times = times_of(row, extension)
        handed_in = [work for work in own if work.submitted_at is not None]
        last = handed_in[-1] if handed_in else None
        lines.append(
            {
                "member": member,
                "opened_at": own[0].opened_at if own else None,
                "submitted_at": last.submitted_at if last else None,
                "late": bool(last and last.late),
                "tries": len(handed_in),
                "under_way": len(own) > len(handed_in),
                "points": last.points if last else None,
                "out_of": last.out_of if last else None,
                "graded": bool(last and last.graded_at),
                "extension": extension,
                "times": times,
                "closed": standing(times, now, row.grace_minutes) is Standing.CLOSED,
            }
        )
    return lines


def what_counts(row: Assignment, now: Now) -> dict[str, Any]:
    """The conditions of an assignment, as its page tells a pupil beforehand."""
    return {
        "times": now.times,
        "standing": now.standing.value,
        "standing_name": words.STANDINGS[now.standing],
        "ends_at": ends_at(now.times, row.grace_minutes),
        "grace": row.grace_minutes if now.times.due_at is not None else 0,
        "counting": words.COUNTING[Assignment.Counting(row.counting)],
        "feedback": words.FEEDBACK[Assignment.Feedback(row.feedback)],
        "left": now.left,
        "used": now.used,
        "may_begin": now.may_begin,
        "under_way": now.under_way,
    }


def tries_of(works: Sequence[Work]) -> list[dict[str, Any]]:
    """A pupil's tries that are handed in, with their points where they may be told."""
    return [
        {
            "number": number,
            "work": work,
            "told": work.graded_at is not None and is_told(work),
            "graded": work.graded_at is not None,
        }
        for number, work in enumerate(works, start=1)
        if work.submitted_at is not None
    ]


def places_of(work: Work, answers: Iterable[Any], told: bool) -> list[dict[str, Any]]:
    """The puzzles of a work as numbers: kept or open; once told, right or missed."""
    rows = {one.index: one for one in answers}
    args = [work.assignment.classroom_id, work.assignment_id, work.pk]
    places = []
    for index in work.assignment.puzzle_set.items.order_by("index").values_list("index", flat=True):
        row = rows.get(index)
        places.append(
            {
                "number": index + 1,
                "url": reverse("work-item", args=[*args, index + 1]),
                "kept": row is not None,
                "correct": row.correct if row is not None and told else None,
            }
        )
    return places


__all__ = [
    "TO_DO",
    "Line",
    "assignments_of",
    "lines_of",
    "making_of",
    "nobody_hands_in",
    "places_of",
    "pupils_of",
    "teacher_lines",
    "tries_of",
    "what_counts",
]

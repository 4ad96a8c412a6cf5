"""What pupils do with an assignment: begin, keep answers, hand in.

Every deed holds the pupil's player and then the work, the order in which grading and merging lock
too. What was kept is never lost: the last answer to a puzzle counts, and what is under way when the
time ends is handed in as it stands.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

import okey
from accounts import clock
from accounts.models import Player
from classrooms.assignments import errors
from classrooms.assignments.models import Assignment, Extension, Work, WorkAnswer
from classrooms.assignments.timing import Standing, Times, standing, times_of
from classrooms.assignments.variants import colours_of, variant_of
from classrooms.grading import marks
from classrooms.grading import services as grading
from classrooms.people.models import Member
from jobs.models import Job
from okey.errors import InputError
from puzzles.errors import PlayerGone
from puzzles.grading import exercise_shown
from puzzles.kinds.asked import answer_text
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, SetItem
from tutor.tasks.base import LONGEST


@dataclass(frozen=True, slots=True)
class Now:
    """Where an assignment stands for one pupil at this moment."""

    times: Times
    standing: Standing
    used: int  # tries that are handed in
    under_way: Work | None

    @property
    def left(self) -> int:
        """Tries that may still be begun; one under way is begun."""
        return max(0, self.times.tries - self.used - (self.under_way is not None))

    @property
    def may_begin(self) -> bool:
        """Whether a further try may be begun."""
        return self.standing.takes and self.under_way is None and self.left > 0


def extension_of(assignment: Assignment, member: Member) -> Extension | None:
    """What is different for this pupil."""
    return assignment.extensions.filter(member=member).first()


def now_of(assignment: Assignment, member: Member) -> Now:
    """Where an assignment stands for a pupil."""
    times = times_of(assignment, extension_of(assignment, member))
    works = list(assignment.works.filter(member=member).order_by("try_no"))
    return Now(
        times,
        standing(times, clock.now(), assignment.grace_minutes),
        sum(1 for work in works if work.submitted_at is not None),
        next((work for work in works if work.submitted_at is None), None),
    )


@transaction.atomic
def begin(assignment: Assignment, member: Member) -> Work:
    """Begin a try, or go on with the one under way.

    Raise `NotYet`, `Closed`, `NoTryLeft`, `AssignmentGone`.
    """
    _hold(member.player_id)
    assignment = _standing_one(assignment, member)
    now = now_of(assignment, member)
    _check_time(now.standing)
    if now.under_way is not None:
        return now.under_way
    if now.left <= 0:
        raise errors.NoTryLeft
    last = assignment.works.filter(member=member).order_by("-try_no").first()
    made = Work.objects.create(
        assignment=assignment,
        member=member,
        try_no=last.try_no + 1 if last is not None else 1,
        variant=variant_of(assignment, member),
    )
    _note_opened(made)
    return made


@transaction.atomic
def keep(work: Work, item: SetItem, raw: Mapping[str, Any]) -> WorkAnswer:
    """Keep an answer; the last one counts. Where results come at once, it is judged and stays.

    Raise `InputError` where it cannot be read, `HandedIn`, `Closed`, `AnsweredAlready`.
    """
    row = _locked(work)
    read = read_for(row, item, raw)
    if row.submitted_at is not None:
        raise errors.HandedIn
    _check_time(_standing_of(row, clock.now()))
    known = row.answers.filter(index=item.index).first()
    if known is not None and known.attempt_id is not None:
        raise errors.AnsweredAlready
    kept, _new = WorkAnswer.objects.update_or_create(
        work=row, index=item.index, defaults={"answer": read, "saved_at": clock.now()}
    )
    if row.assignment.feedback == Assignment.Feedback.AT_ONCE:
        marks.answer_one(row, item.index)
        kept.refresh_from_db()
    return kept


def read_for(work: Work, item: SetItem, raw: Mapping[str, Any]) -> dict[str, Any]:
    """An answer as it is kept. Raise `InputError` for one that grading could not read either."""
    kind = kind_of(item.puzzle.kind)
    read = kind.read_answer(raw)
    text = answer_text(read)
    if len(text) > LONGEST:
        raise InputError("input.field", "answer")
    exercise = exercise_shown(item.puzzle, colours_of(work, item))
    kind.check(exercise, text, exercise.rules)
    return read


@transaction.atomic
def hand_in(work: Work) -> Work:
    """Hand a work in, once, and have it graded. Again changes nothing. Raise `Closed`."""
    row = _locked(work)
    if row.submitted_at is not None:
        return row
    now = clock.now()
    at = _standing_of(row, now)
    if at is Standing.CLOSED and _last_kept(row) is not None:
        close(row)  # what was kept in time counts
        row.refresh_from_db()
        return row
    _check_time(at)
    _submit(row, now, late=at is Standing.LATE)
    return row


@transaction.atomic
def close(work: Work, *, at: dt.datetime | None = None) -> Job | None:
    """Hand a work in as it stands, since its time is over; one without an answer stays open.

    It is handed in at the moment of its last answer, or `at`, so that nobody is late for not having
    pressed a button. What came after the due time is late, whenever the end was moved.
    """
    row = _locked(work)
    if row.submitted_at is not None:
        return None
    if at is None and _standing_of(row, clock.now()).takes:
        return None  # more time was given meanwhile
    last = at or _last_kept(row)
    if last is None:
        return None
    return _submit(row, last, late=_standing_of(row, last) in (Standing.LATE, Standing.CLOSED))


def _submit(row: Work, moment: dt.datetime, *, late: bool) -> Job | None:
    row.submitted_at, row.late = moment, late
    row.save(update_fields=["submitted_at", "late"])
    return grading.grade(row)


def _last_kept(row: Work) -> dt.datetime | None:
    found: dt.datetime | None = (
        row.answers.order_by("-saved_at").values_list("saved_at", flat=True).first()
    )
    return found


def _standing_of(row: Work, moment: dt.datetime) -> Standing:
    times = times_of(row.assignment, extension_of(row.assignment, row.member))
    return standing(times, moment, row.assignment.grace_minutes)


def _check_time(at: Standing) -> None:
    if at is Standing.NOT_YET:
        raise errors.NotYet
    if not at.takes:
        raise errors.Closed


def _hold(player_id: Any) -> None:
    """One deed of a pupil after the other, and none into a merge."""
    if Player.objects.select_for_update(no_key=True).filter(pk=player_id).first() is None:
        raise PlayerGone


def _locked(work: Work) -> Work:
    _hold(work.member.player_id)
    row: Work | None = (
        Work.objects.select_for_update(of=("self",), no_key=True)
        .select_related("assignment__puzzle_set", "assignment__classroom", "member__player")
        .filter(pk=work.pk)
        .first()
    )
    if row is None:
        raise errors.AssignmentGone
    return row


def _standing_one(assignment: Assignment, member: Member) -> Assignment:
    """The assignment as it stands now, if this pupil may see it."""
    row: Assignment | None = (
        Assignment.objects.opened()
        .meant_for(member)
        .select_related("puzzle_set", "classroom")
        .filter(pk=assignment.pk)
        .first()
    )
    if row is None:
        raise errors.AssignmentGone
    return row


def _note_opened(work: Work) -> None:
    """Note that the pupil has seen the puzzles, so that practice chooses others."""
    items = work.assignment.puzzle_set.items.select_related("puzzle", "set__assignment")
    Attempt.objects.bulk_create(
        [
            Attempt(
                player_id=work.member.player_id,
                puzzle=item.puzzle,
                context=Attempt.Context.ASSIGNMENT,
                context_id=work.assignment_id,
                try_no=work.try_no,
                colours=colours_of(work, item),
                opened_at=work.opened_at,
                rules_version=item.puzzle.rules_version,
                engine_version=okey.__version__,
                generator_version=item.puzzle.generator_version,
            )
            for item in items
        ],
        ignore_conflicts=True,
    )

"""Starting and ending a live round. A class has one at a time; what is under way at its end counts.

The end is the due time of its assignment, so the one function of times closes it for every page.
"""

from __future__ import annotations

import uuid
from typing import Final

from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from classrooms.assignments import errors, services, working
from classrooms.assignments.models import Assignment, Work
from classrooms.assignments.timing import Standing, standing, times_of
from classrooms.live.models import LiveRound
from classrooms.people.locking import lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.trail import note
from puzzles.errors import Refused

MOST: Final = 200  # works closed in one sweep; the next one goes on


class AlreadyRunning(Refused):
    """Another round is running in this class."""

    code = "live.running"


class RoundOver(Refused):
    """This assignment was a live round, and that is over."""

    code = "live.over"


def running_in(classroom: Classroom) -> LiveRound | None:
    """The round that is running in a class."""
    found: LiveRound | None = (
        LiveRound.objects.select_related("assignment")
        .filter(classroom=classroom, ended_at=None)
        .first()
    )
    return found


def running_for(member: Member) -> LiveRound | None:
    """The round that is running in a member's class, if it is for them: for teachers always."""
    row = running_in(member.classroom)
    if row is None or member.role == Member.Role.TEACHER or row.assignment.everyone:
        return row
    return row if row.assignment.recipients.filter(member=member).exists() else None


@transaction.atomic
def start(classroom_id: uuid.UUID, assignment_id: uuid.UUID, *, actor: Player) -> LiveRound:
    """Give the start: the assignment is settled if it is not, and open from now on.

    Again gives the round that runs. Raise `AlreadyRunning`, `RoundOver`, `Closed`, `NotComplete`.
    """
    classroom = lock_class(classroom_id, actor=actor)
    row = Assignment.objects.filter(pk=assignment_id, classroom=classroom).first()
    if row is None or row.withdrawn_at is not None:
        raise errors.AssignmentGone
    running = running_in(classroom)
    if running is not None:
        if running.assignment_id != row.pk:
            raise AlreadyRunning
        return running
    if LiveRound.objects.filter(assignment=row).exists():
        raise RoundOver
    now = clock.now()
    if standing(times_of(row), now, row.grace_minutes) is Standing.CLOSED:
        raise errors.Closed
    row = services.freeze(row, actor=actor)
    if row.opens_at is not None and row.opens_at > now:
        row.opens_at = now
        row.save(update_fields=["opens_at"])
    try:
        with transaction.atomic():
            made = LiveRound.objects.create(
                classroom=classroom, assignment=row, started_by=actor, started_at=now
            )
    except IntegrityError:
        raise AlreadyRunning from None
    note(classroom, "live.started", actor=actor, assignment=str(row.pk))
    return made


def end(live: LiveRound, *, actor: Player) -> None:
    """Give the end: nothing is taken any more, and every work is handed in as it stands.

    Again changes nothing. What is not closed here, since the site stops in between, the next sweep
    of a worker closes.
    """
    with transaction.atomic():
        lock_class(live.classroom_id, actor=actor)
        row = LiveRound.objects.select_for_update(of=("self",)).get(pk=live.pk)
        if row.ended_at is None:
            row.ended_at = clock.now()
            row.save(update_fields=["ended_at"])
            assignment = Assignment.objects.get(pk=row.assignment_id)
            if assignment.opens_at is not None and assignment.opens_at >= row.ended_at:
                assignment.opens_at = None
            assignment.due_at, assignment.late_until = row.ended_at, None
            assignment.grace_minutes = 0
            assignment.save(update_fields=["opens_at", "due_at", "late_until", "grace_minutes"])
            note(row.classroom, "live.ended", actor=actor, assignment=str(row.assignment_id))
    close_works(row)


def close_works(live: LiveRound) -> None:
    """Hand in what is under way in a round that is over."""
    works = Work.objects.under_way().filter(assignment=live.assignment_id)
    for work in works.select_related("member"):
        working.close(work, at=live.ended_at)


def ensure_closed() -> None:
    """Close what an end has left open: a server may stop in the middle of it."""
    left = Work.objects.under_way().filter(assignment__live_round__ended_at__isnull=False)
    for work in left.select_related("member", "assignment__live_round")[:MOST]:
        working.close(work, at=work.assignment.live_round.ended_at)

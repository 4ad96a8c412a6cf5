"""What is said of an assignment beside its puzzles: words, times, what counts, for whom."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from classrooms.assignments import errors
from classrooms.assignments.models import Assignment, Recipient
from classrooms.people.models import Member


@dataclass(frozen=True, slots=True)
class Details:
    """All of it, for a new assignment. `recipients`: None is for everyone, later joiners too."""

    title: str
    words: str = ""
    opens_at: dt.datetime | None = None
    due_at: dt.datetime | None = None
    late_until: dt.datetime | None = None
    grace_minutes: int = 0
    tries: int = 1
    counting: str = Assignment.Counting.BEST
    feedback: str = Assignment.Feedback.AFTER_SUBMIT
    variants: bool = False
    recipients: tuple[uuid.UUID, ...] | None = None


def check_times(row: Assignment | Details) -> None:
    """Raise `TimesContradict` unless it opens, is due and ends in this order."""
    opens, due, late = row.opens_at, row.due_at, row.late_until
    if due is None:
        wrong = late is not None or row.feedback == Assignment.Feedback.AFTER_DUE
    else:
        wrong = (opens is not None and opens >= due) or (late is not None and late < due)
    if wrong:
        raise errors.TimesContradict


def write_recipients(row: Assignment, members: Iterable[uuid.UUID] | None) -> None:
    """Write for whom an assignment is. Raise `NotAPupil` for others, and for nobody."""
    row.recipients.all().delete()
    if members is None:
        return
    wanted = set(members)
    found = list(Member.objects.active().pupils().filter(classroom=row.classroom_id, pk__in=wanted))
    if not found or len(found) != len(wanted):
        raise errors.NotAPupil
    Recipient.objects.bulk_create(Recipient(assignment=row, member=member) for member in found)

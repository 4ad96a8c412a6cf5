"""The job that grades a work. Killed and run again it goes on with what has no verdict yet."""

from __future__ import annotations

from classrooms.assignments.models import Work
from classrooms.grading import marks, services
from jobs.errors import GiveUp
from jobs.kinds import Effect
from jobs.work import Work as Attempt
from okey.errors import InputError

UNREADABLE = "work.unreadable"  # an answer that was taken then and cannot be read now


def handle(attempt: Attempt) -> Effect | None:
    """Job handler: judge each answer of a work that has none, then write the grade."""
    rows = Work.objects.select_related("assignment__puzzle_set")
    work = rows.filter(pk=attempt.args["work"], submitted_at__isnull=False).first()
    if work is None or work.graded_at is not None:
        return None
    left = services.waiting(work)
    total = work.answers.count()
    for done, index in enumerate(left, start=total - len(left) + 1):
        try:
            marks.answer_one(work, index)
        except InputError as error:
            raise GiveUp(UNREADABLE) from error
        attempt.progress(done, total)
    return lambda: _settle(work)


def _settle(work: Work) -> None:
    marks.settle(work)

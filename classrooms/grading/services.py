"""Having a work graded that was handed in: here and now where that is quick, else by a job."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Final

from django.db import transaction

import okey
from classrooms.assignments.models import Assignment, Work
from classrooms.grading import marks
from classrooms.grading.states import is_lost
from jobs import services as jobs
from jobs.errors import NotFinished
from jobs.models import Job
from jobs.states import RETRYABLE

log = logging.getLogger(__name__)

JOB: Final = "grade.class-work"
AT_ONCE: Final = 30  # answers; each is judged in milliseconds, so the pupil hardly waits


def grade(work: Work) -> Job | None:
    """Grade a work that is handed in, or have it graded; the job that will, or None if it is done.

    May be called in the transaction that hands the work in: whatever happens to the grading, that
    stands. Again changes nothing.
    """
    if work.answers.filter(correct=None).count() <= AT_ONCE and _graded_now(work):
        return None
    return put_back(work)


def _graded_now(work: Work) -> bool:
    try:
        with transaction.atomic():
            for index in waiting(work):
                marks.answer_one(work, index)
            return marks.settle(work)
    except Exception:
        # What is handed in is never lost to a fault of the grading: the job tries again, and its
        # row says what became of it.
        log.exception("work %s could not be graded at once", work.pk)
        return False


def waiting(work: Work) -> list[int]:
    """The places of a work whose answers have no verdict yet, in order."""
    left = work.answers.filter(correct=None, answer__isnull=False).order_by("index")
    return list(left.values_list("index", flat=True))


@transaction.atomic
def put_back(work: Work) -> Job | None:
    """See to it that a job grades the work; None where it has its grade. One job at a time."""
    row = Work.objects.select_for_update(no_key=True).filter(pk=work.pk).first()
    if row is None or row.submitted_at is None or row.graded_at is not None:
        return None
    job = jobs.enqueue(
        kind=JOB,
        args={"work": str(row.pk), "engine": okey.__version__},
        dedupe_key=f"{row.pk}:{okey.__version__}",
        total=row.answers.count(),
    )
    if row.job_id != job.pk:
        row.job = job
        row.save(update_fields=["job"])
    return job


def put_back_all(assignment: Assignment) -> int:
    """Have every work of an assignment graded that waits and that nothing is grading; how many."""
    rows = assignment.works.waiting().select_related("job").order_by("submitted_at", "pk")
    return sum(_again(work) for work in rows)


def _again(work: Work) -> bool:
    if not is_lost(work):
        return False
    if work.job is not None and work.job.state in RETRYABLE:
        with suppress(NotFinished):  # another job for it came meanwhile
            jobs.retry(work.job)  # at once: a person asks, who need not wait as a sweep does
            return True
    return put_back(work) is not None

"""Works that were handed in and that nothing grades any more: found by the rows, and put back.

A job may be lost with its row deleted, fail for good, or end without a grade; a deployment may fall
between. Every sweep of a worker asks here.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from accounts import clock
from classrooms.assignments.models import Work
from classrooms.grading import regrading, services
from jobs import conf
from jobs.states import UNFINISHED, State

MOST: Final = 200  # of one sweep; the next one goes on


def ensure_due() -> None:
    """Put back what waits without a job. One that failed stays shown as failed for a while first:
    its teacher may have it tried at once, and nothing is tried for ever without rest.
    """
    for work in lost()[:MOST]:
        services.put_back(work)
    for row in regrading.unended()[:MOST]:
        regrading.put_back(row)


def lost() -> list[Work]:
    """Works without a grade whose job is none, has ended, or failed a while ago; oldest first."""
    rested = clock.now() - conf.seconds("AGAIN")
    failed = Q(job__state=State.FAILED)
    rows = (
        Work.objects.waiting()
        .exclude(job__state__in=UNFINISHED)
        .filter(Q(job=None) | ~failed | Q(failed, job__finished_at__lt=rested))
        .order_by("submitted_at", "pk")
    )
    return list(rows[:MOST])

"""Works that were under way when their time ended: handed in as they stand, at every sweep.

A pupil who has answered and not pressed the button has lost nothing.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef

from accounts import clock
from classrooms.assignments import working
from classrooms.assignments.models import Work, WorkAnswer
from classrooms.assignments.timing import Standing, standing, times_of
from classrooms.live import services as live

MOST: Final = 200  # of one sweep; the next one goes on


def ensure_due() -> None:
    """Close what is due. Idempotent; cheap where nothing is."""
    now = clock.now()
    left = (
        Work.objects.under_way()
        .filter(assignment__due_at__lt=now)
        .filter(Exists(WorkAnswer.objects.filter(work=OuterRef("pk"))))
        .select_related("assignment", "member")
        .order_by("assignment__due_at", "pk")
    )
    for work in left[:MOST]:
        own = working.extension_of(work.assignment, work.member)
        times = times_of(work.assignment, own)
        if standing(times, now, work.assignment.grace_minutes) is Standing.CLOSED:
            working.close(work)
    live.ensure_closed()

"""Works that were under way when their time ended: handed in as they stand, at every sweep.

A pupil who has answered and not pressed the button has lost nothing.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef

from accounts import clock
from classrooms.assignments import working
from classrooms.assignments.ends import overdue
from classrooms.assignments.models import WorkAnswer
from classrooms.live import services as live

MOST: Final = 200  # of one sweep; the next one goes on


def ensure_due() -> None:
    """Close what is due. Idempotent; cheap where nothing is."""
    left = (
        overdue(clock.now())
        .filter(Exists(WorkAnswer.objects.filter(work=OuterRef("pk"))))
        .select_related("assignment", "member")
        .order_by("assignment__due_at", "pk")
    )
    for work in left[:MOST]:
        working.close(work)
    live.ensure_closed()

"""Work that is done at once: what is left of a job's time is what jobs cost."""

from __future__ import annotations

from jobs.kinds import Effect
from jobs.work import Work

KIND = "grade.nothing"


def handle(work: Work) -> Effect | None:
    """Do nothing."""
    return None

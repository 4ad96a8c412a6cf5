"""Parents and children: a job cut into parts, without the broker's chords."""

from __future__ import annotations

import logging
import uuid

from django.db import transaction

from accounts import clock
from jobs import words
from jobs.models import Job
from jobs.states import UNFINISHED, State

log = logging.getLogger(__name__)


def settle(job_id: uuid.UUID | None) -> None:
    """Finish a waiting parent whose children all are, and then its own parent likewise.

    Called after a child's end is committed, never inside its transaction: the locks are taken one
    after the other, parent alone. If the caller dies before it gets here, the sweeper calls again.
    """
    while job_id is not None:
        with transaction.atomic():
            # Of two children that end together one waits here, and then sees the other's end.
            parent = Job.objects.select_for_update().filter(pk=job_id, state=State.WAITING).first()
            if parent is None:
                return
            ends = set(parent.children.values_list("state", "last_error").distinct())
            states = {state for state, _ in ends}
            if states & set(UNFINISHED):
                return
            state = _outcome(states)
            Job.objects.filter(pk=job_id).update(
                state=state,
                finished_at=clock.now(),
                last_error=_reason(ends) if state == State.FAILED else "",
            )
        log.info("job %s %s: %s with its last child", job_id, parent.kind, state)
        job_id = parent.parent_id


def _outcome(states: set[str]) -> State:
    """A failed child fails the parent; a cancelled one cancels it; else it is done."""
    for state in (State.FAILED, State.CANCELLED):
        if state in states:
            return state
    return State.DONE


def _reason(ends: set[tuple[str, str]]) -> str:
    """Why a parent failed: the reason of its kind of work that a child gave, if one did."""
    given = {error for state, error in ends if state == State.FAILED} & set(words.own_reasons())
    return min(given, default="child_failed")


def with_descendants(job_id: uuid.UUID) -> list[uuid.UUID]:
    """The job, its children, their children …, parents first."""
    family, level = [job_id], [job_id]
    while level:
        level = list(
            Job.objects.filter(parent__in=level).order_by("pk").values_list("pk", flat=True)
        )
        family += level
    return family

"""The sweeper: rings for what is due, repairs what a death left behind, asks for periodic work.

A step of every worker. Any number may run at once; each statement is safe by itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils.module_loading import import_string

from accounts import clock
from jobs import conf, family, ring
from jobs.models import Job
from jobs.querysets import JobQuerySet
from jobs.states import State
from jobs.timekeeping import keep_time

log = logging.getLogger(__name__)

BATCH = 200  # rows that one sweep touches of a sort
DEPTH = 200  # messages in a queue beyond which nothing more is rung for

# what a person waits for comes before the site's own work, of which there may be hours
OF_NOBODY: Final = ExpressionWrapper(Q(owner__isnull=True), output_field=BooleanField())


class Sweeper:
    """Sweeps, and remembers when it last asked for periodic work.

    `depth` is how many messages may wait in a queue. It keeps a long backlog from being rung for
    again and again, and leaves rows to other workers where each worker has a broker of its own.
    """

    def __init__(
        self,
        *,
        depth: int = DEPTH,
        broker: Callable[[], AbstractContextManager[ring.Broker]] = ring.broker,
    ) -> None:
        self.depth = depth
        self.broker = broker
        self._asked = float("-inf")  # monotonic

    def tick(self) -> None:
        """Do everything once. Never raises."""
        steps = (keep_time, end_hopeless, settle_parents, self.ask_for_due_work, self.ring_for_due)
        for step in steps:
            try:
                step()
            except Exception as error:  # the next tick tries again; the other steps go on
                log.error("sweeper: %s failed with %s", step.__name__, type(error).__name__)
                log.debug("sweeper", exc_info=error)

    def ring_for_due(self) -> None:
        """Ring for the rows that are due and of which no message is known to be under way."""
        now = clock.now()
        before = now - conf.seconds("RING_AGAIN")
        due = {
            queue: [
                Job.objects.queued_due(now)
                .unrung(before)
                .filter(queue=queue)
                .order_by(OF_NOBODY, "run_after"),
                Job.objects.abandoned(now).unrung(before).filter(queue=queue).attempts_left(),
            ]
            for queue in conf.QUEUES
        }
        due = {queue: rows for queue, rows in due.items() if any(some.exists() for some in rows)}
        if not due:
            return  # an idle site does not even connect to its broker
        with self.broker() as broker:
            for queue, rows in due.items():
                room = min(BATCH, self.depth - broker.depth(queue))
                for some in rows:
                    room -= self._ring(some, room, broker)

    def _ring(self, rows: JobQuerySet, room: int, broker: ring.Broker) -> int:
        if room <= 0:
            return 0
        with transaction.atomic():
            # Another sweeper's rows are passed over, not waited for.
            bells = list(rows.select_for_update(skip_locked=True).values_list("pk", "queue")[:room])
            Job.objects.filter(pk__in=[pk for pk, _ in bells]).update(rung_at=clock.now())
        for bell in bells:
            broker.ring(bell)
        return len(bells)

    def ask_for_due_work(self) -> None:
        """Let every room enqueue the periodic work that is due; each is idempotent."""
        if time.monotonic() - self._asked < conf.value("ENSURE_DUE"):
            return
        self._asked = time.monotonic()
        for path in settings.ISTAKA_ENSURE_DUE:
            try:
                import_string(path)()
            except Exception as error:  # one room's fault must not starve the others
                log.error("sweeper: %s failed with %s", path, type(error).__name__)
                log.debug("sweeper", exc_info=error)


def end_hopeless() -> None:
    """Fail the jobs whose last attempt died with its worker."""
    now = clock.now()
    for job in Job.objects.abandoned(now).out_of_attempts()[:BATCH]:
        assert job.lease_token is not None
        # With the token that was seen: a renewal that came in between wins.
        ended = (
            Job.objects.abandoned(now)
            .filter(pk=job.pk, lease_token=job.lease_token)
            .update(
                state=State.FAILED,
                lease_token=None,
                lease_until=None,
                finished_at=now,
                last_error="worker_died",
            )
        )
        if ended:
            log.warning("job %s %s: its worker died %d times", job.pk, job.kind, job.attempts)
            family.settle(job.parent_id)


def settle_parents() -> None:
    """Finish the parents whose last child ended without telling them."""
    for pk in Job.objects.parents_to_settle().values_list("pk", flat=True)[:BATCH]:
        family.settle(pk)

"""The sweeper as a step of every Celery worker."""

from __future__ import annotations

import os
import resource
import threading
from typing import Any

from celery import bootsteps, signals
from django.db import connections

from jobs import conf
from jobs.sweeper import DEPTH, Sweeper

# A child forked in the middle of a sweep would inherit its connection and its locks: a fork waits
# for the end of the sweep. (Under some pools the sweep runs in a thread of its own.)
_sweeping = threading.RLock()
os.register_at_fork(
    before=_sweeping.acquire,
    after_in_parent=_sweeping.release,
    after_in_child=_sweeping.release,
)


class SweeperStep(bootsteps.StartStopStep):
    """Sweep at a fixed period as long as the worker runs."""

    requires = ("celery.worker.components:Timer", "celery.worker.components:Pool")

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.timer_entry: Any = None

    def start(self, worker: Any) -> None:
        """Begin."""
        embedded = conf.embedded()
        # With a broker of its own a worker takes from the database what its children can chew on,
        # and leaves the rest to other workers.
        sweeper = Sweeper(depth=10 * worker.concurrency if embedded else DEPTH)
        period = conf.value("SWEEP_EMBEDDED" if embedded else "SWEEP")
        self.timer_entry = worker.timer.call_repeatedly(period, sweep, (sweeper,))

    def stop(self, worker: Any) -> None:
        """End."""
        if self.timer_entry is not None:
            self.timer_entry.cancel()
            self.timer_entry = None


def sweep(sweeper: Sweeper) -> None:
    """One sweep. It keeps no database connection: the next fork must not find one."""
    with _sweeping:
        try:
            sweeper.tick()
        finally:
            connections.close_all()


@signals.worker_process_init.connect
def bound_memory(**options: Any) -> None:
    """Bound the address space of a pool child: a greedy job fails alone, not the machine."""
    most = int(conf.value("MEMORY_MIB")) * 1024 * 1024
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))

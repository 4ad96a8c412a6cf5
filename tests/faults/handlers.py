"""Small real jobs, and some that are as bad as a job can be."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from jobs.services import Part, enqueue_children
from jobs.work import Work
from tests.faults.models import Effect

STEPS = 5


def tick(work: Work) -> Callable[[], None]:
    """Take a little time and leave one effect; `quiet` ones never ask whether they should stop."""
    for step in range(STEPS):
        time.sleep(work.args.get("seconds", 0.02) / STEPS)
        if not work.args.get("quiet"):
            work.progress(step + 1, STEPS)
    unique = bool(work.args.get("unique"))
    return lambda: _leave(work, unique)


def _leave(work: Work, unique: bool) -> None:
    Effect(job_id=work.job_id, unique=unique, attempt=work.attempt).save(force_insert=True)


def family(work: Work) -> Callable[[], None]:
    """Cut itself into ticks, and leave an effect of its own."""
    parts = [Part("grade.tick", {"unique": n % 2 == 0}, STEPS) for n in range(work.args["parts"])]

    def effect() -> None:
        enqueue_children(work.job, parts)
        _leave(work, unique=True)

    return effect


def poison(work: Work) -> None:
    """Kill the process that runs it."""
    os.kill(os.getpid(), signal.SIGKILL)


def endless(work: Work) -> None:
    """Never end."""
    while True:
        time.sleep(0.01)


def stubborn(work: Work) -> None:
    """Never end, and let nobody say otherwise."""
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def greedy(work: Work) -> None:
    """Want more memory than a job may have."""
    held = []
    while True:
        held.append(bytearray(64 * 1024 * 1024))


def fail(work: Work) -> None:
    """Fail."""
    raise ValueError

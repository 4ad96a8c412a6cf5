"""What goes wrong on purpose inside the site's own processes: chosen by an environment variable.

FAULTS_RING    drop:P loses a message with probability P; repeat:N sends each N times
FAULTS_WITHOUT takes a guard away, to show that the fault tests would notice
"""

from __future__ import annotations

import logging
import os
import random
from typing import Any

from django.db.models import F

from jobs import claim, ring, runner, sweeper
from jobs.models import Job
from jobs.querysets import JobQuerySet

log = logging.getLogger(__name__)
SPOILT = {"drop": "message dropped", "repeat": "message repeated"}


def begin() -> None:
    """Do what the environment asks for."""
    kind, _, amount = os.environ.get("FAULTS_RING", "").partition(":")
    if kind:
        _spoil_ring(kind, float(amount))
    for guard in filter(None, os.environ.get("FAULTS_WITHOUT", "").split(",")):
        WITHOUT[guard]()


def _spoil_ring(kind: str, amount: float) -> None:
    publish = ring._publish
    chance = random.Random(int(os.environ.get("FAULTS_SEED", "0")))

    def spoilt(bell: ring.Bell, producer: Any) -> None:
        times = int(amount) if kind == "repeat" else int(chance.random() >= amount)
        log.warning("%s on purpose", SPOILT[kind] if times != 1 else "sent")
        for _ in range(times):
            publish(bell, producer)

    ring._publish = spoilt


def without_fence() -> None:
    """Let a worker write although its lease went to another."""

    def anybodys(job_id: Any, token: Any) -> JobQuerySet:
        return Job.objects.filter(pk=job_id)

    claim.held = anybodys


def without_sweeper() -> None:
    """Never ring a second time, and repair nothing."""
    sweeper.Sweeper.tick = lambda self: None  # type: ignore[method-assign]


def without_counting() -> None:
    """Count attempts when they end instead of when they begin."""
    real = claim.claim

    def uncounted(job_id: Any) -> Job | None:
        job = real(job_id)
        if job is not None:
            Job.objects.filter(pk=job.pk).update(attempts=F("attempts") - 1)
        return job

    claim.claim = uncounted


def without_transaction() -> None:
    """Write the effect outside the transaction that ends the job, before the fence is asked."""
    finish = runner._finish

    def loose(work: Any, effect: Any) -> Any:
        if effect is not None:
            effect()
        return finish(work, None)

    runner._finish = loose


WITHOUT = {
    "fence": without_fence,
    "sweeper": without_sweeper,
    "counting": without_counting,
    "transaction": without_transaction,
}

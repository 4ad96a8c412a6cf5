"""Harm to the broker: killed, frozen, out of memory; its messages doubled and thrown away."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Callable

from tests.faults.processes import wait_until
from tests.faults.run import Run, note, share
from tests.faults.servers import Rabbit
from tests.faults.site import purge

SLOWER = "p95 without broker, of with"
P99 = "p99 without broker (s)"


def broker_killed(run: Run) -> None:
    """Kill -9 RabbitMQ while jobs are asked for, leave it away for a while, and start it again."""
    rabbit = _rabbit(run)
    _outages(run, "brokers killed", max(1, run.jobs // 300), rabbit.kill, rabbit.start)


def broker_frozen(run: Run) -> None:
    """Stop RabbitMQ so that it takes connections and answers nobody."""
    rabbit = _rabbit(run)
    _outages(run, "brokers frozen", 1, rabbit.freeze, rabbit.thaw)


def broker_without_memory(run: Run) -> None:
    """Have RabbitMQ raise its memory alarm, which blocks whoever sends."""
    rabbit = _rabbit(run)
    _outages(
        run,
        "memory alarms",
        1,
        lambda: rabbit.memory_alarm(True),
        lambda: rabbit.memory_alarm(False),
    )


def _outages(
    run: Run, name: str, times: int, begin: Callable[[], None], end: Callable[[], None]
) -> None:
    """Ask at one pace, with the broker and without it; compare how long the site took to answer."""
    each = run.jobs // (times + 1)
    lasts = [_length(run) for _ in range(times)]
    pace = max(lasts) / each
    run.client.submit(run.workload, 5)  # whatever is only slow the first time
    with_it = _asked(run, run.jobs - times * each, pace)
    without: list[float] = []
    for seconds in lasts:
        with contextlib.suppress(TimeoutError):  # a job that is being done is done meanwhile
            wait_until(lambda: run.site.count("queued", "running") == 0, 30)
        begin()
        note(run, name)
        try:
            without += _asked(run, each, seconds / each)
        finally:
            end()
    run.figures["p95 with broker (ms)"] = 1_000 * share(with_it, 0.95)
    run.figures["p95 without broker (ms)"] = 1_000 * share(without, 0.95)
    run.figures[SLOWER] = share(without, 0.95) / max(share(with_it, 0.95), 0.001)
    run.figures[P99] = share(without, 0.99)


def _length(run: Run) -> float:
    """Seconds of an outage: ten to thirty at full length."""
    return run.site.chance.uniform(10, 30) * min(1.0, run.jobs / 500)


def _asked(run: Run, count: int, pace: float) -> list[float]:
    began = time.monotonic()
    run.client.submit(run.workload, count, over=count * pace)
    return run.client.took(began, time.monotonic())


def messages_doubled_and_purged(run: Run) -> None:
    """Send every message three times more, then throw away everything that waits, twice."""
    rabbit = _rabbit(run)
    for _ in range(2):
        before = set(run.client.ledger.values())
        run.client.submit(run.workload, run.jobs // 2)
        for job in set(run.client.ledger.values()) - before:
            send(rabbit, job, 3)
            note(run, "messages added", 3)
        note(run, "messages purged", purge(run.site))


def send(rabbit: Rabbit, job: uuid.UUID, times: int) -> None:
    """Send messages for a job, past the site."""
    from celery import Celery

    with Celery(broker=rabbit.url, set_as_current=False) as app:
        for _ in range(times):
            app.send_task("jobs.run", [str(job)], exchange="okey", routing_key="grade")


def _rabbit(run: Run) -> Rabbit:
    assert run.site.rabbit is not None
    return run.site.rabbit

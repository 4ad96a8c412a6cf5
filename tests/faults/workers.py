"""Harm to workers: killed, their children killed, put to sleep, given jobs that kill them."""

from __future__ import annotations

import contextlib
import os
import signal
import time
import uuid
from collections.abc import Collection
from typing import Any

from tests.faults.client import Client, Workload
from tests.faults.generation import EMPTY, FIRST_DAY
from tests.faults.processes import wait_until
from tests.faults.run import LEASE, TIMES, Run, asking, kills, note
from tests.faults.site import CONCURRENCY

RATIO = "time with bad jobs, of without"
SLOW_TICKS = Workload(
    "slow ticks", "grade.tick", lambda n: {"unique": n % 2 == 0, "quiet": True, "seconds": 0.25}
)


def nothing(run: Run) -> None:
    """The measure of all others."""
    with asking(run):
        pass


def worker_killed(run: Run) -> None:
    """Kill -9 the worker and its pool, in the middle of a job, and start it again."""
    for _ in range(TIMES):
        with asking(run):
            for _ in range(kills(run, max(3, run.jobs // 100))):
                if not run.caught(kind=run.workload.busy):
                    break
                time.sleep(run.site.chance.uniform(0, 0.02))
                run.site.worker.kill()
                note(run, "workers killed")
                run.site.keep_workers()
        if run.notes:
            break


def child_killed(run: Run) -> None:
    """Kill -9 one child of the pool, at random moments."""
    for _ in range(TIMES):
        with asking(run):
            for _ in range(kills(run, max(4, run.jobs // 20))):
                if not run.caught(5, run.workload.busy):
                    break  # the last kills can come too late
                children = run.site.worker.children()
                if children:
                    os.kill(run.site.chance.choice(children), signal.SIGKILL)
                    note(run, "children killed")
                time.sleep(run.site.chance.uniform(0.05, 0.3))
        if run.notes:
            break


def first_day(run: Run) -> None:
    """Begin with no puzzle at all; kill the worker while it makes the dailies and the first pool.

    Sets are asked for meanwhile.
    """
    run.site.worker.kill()
    run.site.database.run(*EMPTY)
    run.site.keep_workers()
    with asking(run):
        for _ in range(kills(run, 3)):
            if not run.caught(5):
                break
            time.sleep(run.site.chance.uniform(0, 0.5))
            run.site.worker.kill()
            note(run, "workers killed")
            run.site.keep_workers()
    with contextlib.suppress(TimeoutError):  # the verdict says what lacks
        wait_until(lambda: FIRST_DAY.complete(run.site))


def bad_jobs(run: Run) -> None:
    """Mix in jobs that kill their process, never end, eat all memory, or fail.

    The first half of the jobs goes without them, so that the time of the second can be compared.
    """
    half = run.jobs // 2
    run.client.submit(run.workload, 2)  # both children have imported what they need
    run.site.wait_for_end()
    began = time.monotonic()
    run.client.submit(run.workload, half)
    _wait_for_good(run, ())
    without = time.monotonic() - began
    began = time.monotonic()
    other = Client(run.site.url, f"{run.client.seed}, bad jobs")
    with asking(run, half):
        for kind in ("poison", "raise", "greedy", "endless", "stubborn"):
            # Slow to kill, so that three attempts have to do; the others get their five.
            slow: dict[str, Any] = {"max_attempts": 3} if kind in ("endless", "stubborn") else {}
            run.hopeless.append(other.ask(f"grade.{kind}", {}, **slow))
            note(run, "bad jobs")
    _wait_for_good(run, run.hopeless)
    run.figures[RATIO] = (time.monotonic() - began) / without
    run.client.ledger.update(other.ledger)


def _wait_for_good(run: Run, bad: Collection[uuid.UUID]) -> None:
    """Wait for the end of all jobs but the bad ones."""

    def ended() -> bool:
        run.site.keep_workers()
        jobs = run.site.jobs()
        return all(jobs[pk][0] in ("done", "failed") for pk in run.client.ledger.values()) and all(
            state in ("done", "failed") for pk, (state, _) in jobs.items() if pk not in bad
        )

    with contextlib.suppress(TimeoutError):  # the verdict counts what is left
        wait_until(ended, 120 + run.jobs, every=0.1)


def zombie(run: Run) -> None:
    """Stop a worker for longer than its lease, let another do its jobs, and wake it up again."""
    rounds = 1 + run.jobs // 200
    for number in range(rounds + 2):  # it may be stopped between two jobs; then nothing was tested
        note(run, "writes refused", _sleep_over_the_lease(run))
        if number + 1 >= rounds and run.notes["writes refused"]:
            break


def _sleep_over_the_lease(run: Run) -> int:
    """Do it once; return how many of the sleeper's writes were refused."""
    refused, begun_again = run.site.said(": lost"), run.site.second_attempts()
    sleeper = run.site.worker
    # The other one is there before: a start can take longer than the broker's patience.
    other = run.site.start_worker()
    other.signal_group(signal.SIGSTOP)
    run.client.submit(run.workload, 2 * CONCURRENCY)
    run.site.wait_for_running(CONCURRENCY)
    sleeper.signal_group(signal.SIGSTOP)
    other.signal_group(signal.SIGCONT)
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: run.site.second_attempts() > begun_again, 10 * LEASE)
    sleeper.signal_group(signal.SIGCONT)
    run.site.wait_for_end(120)
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: run.site.said(": lost") > refused, 10)
    other.stop()
    run.site.workers.remove(other)
    return run.site.said(": lost") - refused


def ring_spoilt(run: Run) -> None:
    """Ask; messages are dropped or repeated inside the site's own processes."""
    for text in ("message dropped", "message repeated"):
        note(run, text, -run.site.said(text))
    with asking(run):
        pass
    with contextlib.suppress(TimeoutError):  # the verdict counts what is left
        run.site.wait_for_end()
    for text in ("message dropped", "message repeated"):
        note(run, text, run.site.said(text))
    run.notes = {name: count for name, count in run.notes.items() if count}

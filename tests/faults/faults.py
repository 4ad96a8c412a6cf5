"""The faults: each does its harm while a client asks for jobs, and waits for the end."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.faults.client import FAMILIES, LONG_TICKS, TICKS, Client, Workload
from tests.faults.generation import EMPTY, FIRST_DAY, SETS
from tests.faults.processes import Rabbit, wait_until
from tests.faults.site import CONCURRENCY, EMBEDDED, POLLING, PRODUCTION, Setup, Site, purge
from tests.faults.verdict import MAX_ATTEMPTS, Verdict, judge

LEASE = 3.0  # as in tests/faults/settings.py
TIMES = 5  # how often to ask again where all was done before any harm could be


@dataclass
class Run:
    """One fault on one site. `hopeless` are the jobs that cannot end well."""

    site: Site
    client: Client
    jobs: int
    workload: Workload = TICKS
    hopeless: list[uuid.UUID] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)  # what shows that the fault happened
    asked: threading.Event = field(default_factory=threading.Event)  # the client has asked for all

    def caught(self, seconds: float = 20, kind: str = "") -> bool:
        """Wait until a job is in the middle of its work; False where none will be any more."""
        site, found = self.site, False

        def over() -> bool:
            nonlocal found
            asked = self.asked.is_set()  # before the count: what is asked for later is counted
            found = site.count("running", kind=kind) > 0
            return found or (asked and site.count("queued", "running", "waiting") == 0)

        with contextlib.suppress(TimeoutError):
            wait_until(over, seconds, every=0.01)
        return found


@dataclass(frozen=True)
class Fault:
    """What is done, where, and to which jobs."""

    name: str
    harm: Callable[[Run], None]
    setups: tuple[Setup, ...] = (EMBEDDED, PRODUCTION)
    workload: Workload = TICKS
    env: dict[str, str] = field(default_factory=dict)


@contextmanager
def asking(run: Run, count: int | None = None) -> Iterator[None]:
    """Let the client ask while the block does its harm; everything has been asked after it."""
    requests = (run.jobs if count is None else count) // run.workload.cost
    failure: list[BaseException] = []

    def ask() -> None:
        try:
            run.client.submit(run.workload, requests)
        except BaseException as error:
            failure.append(error)
        finally:
            run.asked.set()

    run.asked.clear()
    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        thread.join()
    if failure:
        raise failure[0]


def note(run: Run, name: str, count: int = 1) -> None:
    """Remember that something happened."""
    run.notes[name] = run.notes.get(name, 0) + count


def kills(run: Run, wanted: int) -> int:
    """How often to kill: where jobs take long, each kill may hit the same one, which has five."""
    return min(wanted, MAX_ATTEMPTS - 1) if run.workload.busy else wanted


# --- what is done ---------------------------------------------------------------------------------


def nothing(run: Run) -> None:
    """The measure of all others."""
    with asking(run):
        pass


def worker_killed(run: Run) -> None:
    """Kill -9 the worker and its pool, in the middle of a job, and start it again."""
    for _ in range(TIMES):
        with asking(run):
            for _ in range(kills(run, 2 + run.jobs // 200)):
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
    """Mix in jobs that kill their process, never end, eat all memory, or fail."""
    kinds = ["grade.poison", "grade.raise", "grade.greedy", "grade.endless", "grade.stubborn"]
    with asking(run):
        other = Client(run.site.url, f"{run.client.seed}, bad jobs")
        for kind in kinds:
            # Slow to kill, so that three attempts have to do; the others get their five.
            slow: dict[str, Any] = (
                {"max_attempts": 3} if kind in ("grade.endless", "grade.stubborn") else {}
            )
            run.hopeless.append(other.ask(kind, {}, **slow))
            note(run, "bad jobs")
    run.client.ledger.update(other.ledger)


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
    run.client.submit(run.workload, 2 * CONCURRENCY)
    run.site.wait_for_running(CONCURRENCY)
    sleeper.signal_group(signal.SIGSTOP)
    other = run.site.start_worker()
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: run.site.second_attempts() > begun_again, 10 * LEASE)
    sleeper.signal_group(signal.SIGCONT)
    run.site.wait_for_end()
    with contextlib.suppress(TimeoutError):
        wait_until(lambda: run.site.said(": lost") > refused, 10)
    other.stop()
    run.site.workers.remove(other)
    return run.site.said(": lost") - refused


def broker_killed(run: Run) -> None:
    """Kill -9 RabbitMQ while jobs are asked for, and start it again."""
    rabbit = run.site.rabbit
    assert rabbit is not None
    with asking(run, run.jobs // 2):
        run.site.wait_for_running()
        rabbit.kill()
        note(run, "brokers killed")
    run.client.submit(run.workload, run.jobs - run.jobs // 2)  # nobody can be rung for
    rabbit.start()


def messages_doubled_and_purged(run: Run) -> None:
    """Send every message three times more, then throw away everything that waits, twice."""
    rabbit = run.site.rabbit
    assert rabbit is not None
    for _ in range(2):
        before = set(run.client.ledger.values())
        run.client.submit(run.workload, run.jobs // 2)
        for job in set(run.client.ledger.values()) - before:
            send(rabbit, job, 3)
            note(run, "messages added", 3)
        note(run, "messages purged", purge(run.site))


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


def send(rabbit: Rabbit, job: uuid.UUID, times: int) -> None:
    """Send messages for a job, past the site."""
    from celery import Celery

    with Celery(broker=rabbit.url, set_as_current=False) as app:
        for _ in range(times):
            app.send_task("jobs.run", [str(job)], exchange="okey", routing_key="grade")


# Those with the same environment stand together: another one needs other processes.
FAULTS = [
    Fault("none", nothing, (EMBEDDED, PRODUCTION, POLLING)),
    Fault("worker killed", worker_killed, (EMBEDDED, PRODUCTION, POLLING)),
    Fault("families, worker killed", worker_killed, workload=FAMILIES),
    Fault("sets, worker killed", worker_killed, workload=SETS),
    Fault("pool child killed", child_killed),
    Fault("sets, pool child killed", child_killed, workload=SETS),
    Fault("zombie", zombie, workload=LONG_TICKS),
    Fault("broker killed", broker_killed, (PRODUCTION,)),
    Fault("messages doubled, queue purged", messages_doubled_and_purged, (PRODUCTION,)),
    Fault("ring dropped", ring_spoilt, env={"FAULTS_RING": "drop:0.5"}),
    Fault("sets, ring dropped", ring_spoilt, workload=SETS, env={"FAULTS_RING": "drop:0.5"}),
    Fault("ring repeated", ring_spoilt, env={"FAULTS_RING": "repeat:3"}),
    Fault("sets, ring repeated", ring_spoilt, workload=SETS, env={"FAULTS_RING": "repeat:3"}),
    Fault("bad jobs", bad_jobs, env={"FAULTS_LIMIT": "2"}),
    Fault("first day, worker killed", first_day, workload=FIRST_DAY, env={"FAULTS_DUE": "1"}),
]
BY_NAME = {fault.name: fault for fault in FAULTS}


def run_fault(
    fault: Fault,
    site: Site,
    *,
    jobs: int,
    seed: int = 0,
    env: dict[str, str] | None = None,
    patience: float = 60,
) -> tuple[Verdict, Run, float]:
    """Do the harm to a quiet site; return the verdict, the run, the seconds until all was quiet."""
    site.restart(seed, {**fault.env, **(env or {})})
    before = set(site.jobs())
    run = Run(site, Client(site.url, f"{fault.name} {seed}"), jobs, fault.workload)
    fault.harm(run)
    started = time.monotonic()
    try:
        site.wait_for_end(patience)
    except TimeoutError:
        note(run, "never quiet")  # the verdict counts what is left
    settled = time.monotonic() - started
    return judge(site, run.client, fault.workload, run.hopeless, before), run, settled

"""One fault on one site: what a fault is, and what those that do harm have in common."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from tests.faults.client import TICKS, Client, Workload
from tests.faults.processes import wait_until
from tests.faults.site import EMBEDDED, PRODUCTION, Setup, Site
from tests.faults.verdict import Verdict, judge

LEASE = 3.0  # as in tests/faults/settings.py
TIMES = 5  # how often to ask again where all was done before any harm could be
SETTLED = "settled (s)"


@dataclass
class Run:
    """One fault on one site. `hopeless` are the jobs that cannot end well."""

    site: Site
    client: Client
    jobs: int
    workload: Workload = TICKS
    hopeless: list[uuid.UUID] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)  # what shows that the fault happened
    figures: dict[str, float] = field(default_factory=dict)  # what was measured meanwhile
    wrong: list[str] = field(default_factory=list)  # what the fault itself found, a line each
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
    """What is done, where, and to which jobs.

    `bears` are the answers that this fault may bring about (`refused`, `unanswered`): none else.
    `targets` are upper bounds of figures. `lack` says why the machine cannot do it. `house` makes a
    site for this fault alone, where it needs one of its own.
    """

    id: str  # F1 to F13 of the plan; E for the embedded default's own; "-" for the rest
    name: str
    harm: Callable[[Run], None]
    setups: tuple[Setup, ...] = (EMBEDDED, PRODUCTION)
    workload: Workload = TICKS
    env: Mapping[str, str] = field(default_factory=dict)
    bears: frozenset[str] = frozenset()
    targets: Mapping[str, float] = field(default_factory=lambda: {SETTLED: 30.0})
    lack: Callable[[], str] = lambda: ""
    house: Callable[[Setup], AbstractContextManager[Site]] | None = None
    leaves_notes: bool = True  # something must show that the fault has happened


@dataclass(frozen=True)
class Result:
    """What came of one run. `seconds` is the whole of it."""

    verdict: Verdict
    run: Run
    settled: float
    seconds: float
    missed: tuple[str, ...]  # the targets that were not met, in words


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
    return wanted if run.workload is TICKS else min(wanted, 3)


def share(values: list[float], part: float) -> float:
    """The value below which `part` (0 to 1) of them lie; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def run_fault(
    fault: Fault,
    site: Site,
    *,
    jobs: int,
    seed: int = 0,
    env: Mapping[str, str] | None = None,
    patience: float = 60,
) -> Result:
    """Do the harm to a quiet site, wait until all is quiet again, and judge what is there."""
    began = time.monotonic()
    site.restart(seed, {**fault.env, **(env or {})})
    before = set(site.jobs())
    run = Run(site, Client(site.url, f"{fault.name} {seed}"), jobs, fault.workload)
    fault.harm(run)
    started = time.monotonic()
    try:
        site.wait_for_end(patience)
    except TimeoutError:
        note(run, "never quiet")  # the verdict counts what is left
    if fault.leaves_notes and not any(run.notes.values()):
        run.wrong.append("the fault did not happen")
    settled = run.figures[SETTLED] = time.monotonic() - started
    verdict = judge(
        site, run.client, fault.workload, run.hopeless, before, bears=fault.bears, wrong=run.wrong
    )
    missed = tuple(
        f"{name} {run.figures[name]:.1f} > {most:g}"
        for name, most in fault.targets.items()
        if run.figures.get(name, 0) > most
    )
    return Result(verdict, run, settled, time.monotonic() - began, missed)

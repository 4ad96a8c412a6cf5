"""Harm to who looks for due work: sweepers killed, two at once, workers whose clock is wrong."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.generation import FIRST_DAY
from tests.faults.processes import Process, wait_until
from tests.faults.run import Run, asking, note

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
HOUR = 3_600
DAILY = "/api/v1/puzzles/daily/?rules=101-guide"


def no_library() -> str:
    """Why no process can be given another clock; empty where one can."""
    return "" if LIBRARY else "libfaketime is not installed (apt-get install faketime)"


def sweepers_killed(run: Run) -> None:
    """Have two sweepers at once; kill one of them again and again, and both for a while."""
    site = run.site
    with _daily_stays(run):
        site.start_worker()
        note(run, "sweepers at once", len(site.workers))
        with asking(run):
            for _ in range(max(3, run.jobs // 200)):
                if not run.caught(5):
                    break
                site.chance.choice(site.workers).kill()
                note(run, "sweepers killed")
                time.sleep(site.chance.uniform(0, 1))
                site.keep_workers()
            for worker in site.workers:
                worker.kill()
            note(run, "sweepers killed", len(site.workers))
            time.sleep(site.chance.uniform(1, 3))  # nobody sweeps
            site.keep_workers()


def clocks_wrong(run: Run) -> None:
    """Let two more workers work, one an hour ahead and one an hour behind; kill both in the end."""
    site = run.site
    with _daily_stays(run), asking(run):
        wrong = [_worker_at(run, offset) for offset in (HOUR, -HOUR)]
        note(run, "workers with a wrong clock", len(wrong))
        run.asked.wait(120)
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: site.count("running") > 0, 5, every=0.01)
        for worker in wrong:  # what they hold must not stay theirs for an hour
            worker.kill()
            site.workers.remove(worker)


def _worker_at(run: Run, offset: int) -> Process:
    return run.site.start_worker(
        LD_PRELOAD=str(LIBRARY),
        FAKETIME=f"{offset:+d}s",
        FAKETIME_DONT_FAKE_MONOTONIC="1",
        DONT_FAKE_MONOTONIC="1",
    )


@contextmanager
def _daily_stays(run: Run) -> Iterator[None]:
    """See that today's puzzle is there all the while, and the same."""
    wait_until(lambda: FIRST_DAY.complete(run.site), 180, "the dailies and the pool")
    first, over = _daily(run), threading.Event()

    def ask() -> None:
        while not over.wait(0.2):
            note(run, "dailies read")
            if _daily(run) != first:
                run.wrong.append("the daily was another one, or did not come")

    if first is None:
        run.wrong.append("there is no daily")
    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _daily(run: Run) -> str | None:
    page = run.client.read(DAILY)
    return json.dumps(json.loads(page)["position"], sort_keys=True) if page else None

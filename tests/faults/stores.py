"""Harm to what keeps the data, and to the web server that writes it: killed, or its disk full."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.processes import wait_until
from tests.faults.run import TIMES, Run, asking, kills, note
from tests.faults.servers import Postgres
from tests.faults.site import EMBEDDED, Setup, Site

BACK = "pages again after (s)"
SMALL = 64  # MiB of the disk that is filled under PostgreSQL
SMALLER = 24  # the same under SQLite
REFUSED = 5  # requests that must have been refused before room is made


def database_killed(run: Run) -> None:
    """Kill -9 the postmaster three times in the middle of work; start it again at once."""
    postgres = run.site.postgres
    assert postgres is not None
    slowest = 0.0
    for _ in range(TIMES):
        with asking(run):
            for _ in range(3):
                if not run.caught():
                    break
                time.sleep(run.site.chance.uniform(0, 0.3))
                began = time.monotonic()
                postgres.kill()
                postgres.start()
                note(run, "databases killed")
                wait_until(run.client.answers, what="a page", seconds=120)
                slowest = max(slowest, time.monotonic() - began)
                run.site.keep_workers()
                time.sleep(run.site.chance.uniform(0.5, 2))
        if run.notes:
            break
    run.figures[BACK] = slowest


def database_away(run: Run) -> None:
    """Kill -9 the postmaster and leave it away for a while; pages must come back soon after it."""
    postgres = run.site.postgres
    assert postgres is not None
    with asking(run):
        run.caught()
        postgres.kill()
        note(run, "databases killed")
        time.sleep(run.site.chance.uniform(15, 25) * min(1.0, run.jobs / 500) + 5)
        postgres.start()
        began = time.monotonic()
        wait_until(run.client.answers, what="a page", seconds=120)
        run.figures[BACK] = time.monotonic() - began
        run.site.keep_workers()


def web_killed(run: Run) -> None:
    """Kill -9 the web server in the middle of requests, and start it again."""
    _processes_killed(run, worker=False)


def web_and_worker_killed(run: Run) -> None:
    """Kill -9 both at once, as when the machine's memory runs out."""
    _processes_killed(run, worker=True)


def _processes_killed(run: Run, *, worker: bool) -> None:
    assert run.site.web is not None
    for _ in range(TIMES):
        with asking(run):
            for _ in range(kills(run, max(3, run.jobs // 100))):
                if not run.caught(5):
                    break
                time.sleep(run.site.chance.uniform(0, 0.5))
                run.site.web.kill()
                if worker:
                    run.site.worker.kill()
                note(run, "web and worker killed" if worker else "web servers killed")
                run.site.keep_web()
                run.site.keep_workers()
        if run.notes:
            break


# --- full disks -----------------------------------------------------------------------------------


def no_mount() -> str:
    """Why no small disk can be had here; empty where one can."""
    if os.geteuid() != 0:
        return "only root may mount a small disk"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(_mount(Path(folder), 1), capture_output=True, text=True, check=False)
        if done.returncode:
            return f"no small disk: {done.stderr.strip()}"
        subprocess.run(["umount", folder], check=True)
    return ""


def _mount(folder: Path, mebibytes: int) -> list[str]:
    options = f"size={mebibytes}m,mode=0755"
    return ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]


@contextmanager
def small_disk(mebibytes: int) -> Iterator[Path]:
    """A disk that is soon full."""
    folder = Path(tempfile.mkdtemp(prefix="istaka-small-"))
    subprocess.run(_mount(folder, mebibytes), check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@contextmanager
def on_a_small_disk(setup: Setup) -> Iterator[Site]:
    """A site whose database lies on a small disk, that of PostgreSQL with its log."""
    if setup == EMBEDDED:
        with small_disk(SMALLER) as disk, Site(setup, disk=disk) as site:
            yield site
        return
    with small_disk(SMALL) as disk:
        postgres = Postgres(disk, small=True)
        try:
            postgres.start()
            with Site(setup, postgres=postgres, disk=disk) as site:
                yield site
        finally:
            postgres.remove()


def disk_full(run: Run) -> None:
    """Fill the disk while jobs are asked for; make room again once requests have been refused."""
    site = run.site
    assert site.disk is not None
    ballast = site.disk / "ballast"
    with asking(run):
        run.caught()
        try:
            _fill(ballast)
            with contextlib.suppress(TimeoutError):
                wait_until(lambda: _refused_on(run, ballast), 60, every=0.2)
            note(run, "requests refused", run.client.refused)
        finally:
            ballast.unlink(missing_ok=True)
        if site.postgres is not None and not site.postgres.alive():
            note(run, "databases stopped")
            site.postgres.start()
        began = time.monotonic()
        wait_until(run.client.answers, what="a page", seconds=120)
        run.figures[BACK] = time.monotonic() - began
        site.keep_workers()
    site.wait_for_end(120 + run.jobs / 5)
    run.wrong += _damage(site)


def _fill(ballast: Path) -> None:
    """Write until nothing more goes in."""
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            if not file.write(b"\0" * 4_096):
                return


def _refused_on(run: Run, ballast: Path) -> bool:
    """Whether enough was refused; what the database gives back meanwhile is taken as well."""
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"\0" * 4_096):
            continue
    return run.client.refused >= REFUSED


def files_may_not_grow(run: Run) -> None:
    """Forbid web and worker to write any file further than it is, for a while, as a quota does."""
    site = run.site
    assert site.web is not None
    with asking(run):
        run.caught()
        groups = {site.web.pid, *(worker.pid for worker in site.workers)}
        try:
            _bound(groups, 64 * 1_024)
            with contextlib.suppress(TimeoutError):
                wait_until(lambda: run.client.refused >= REFUSED, 60)
            note(run, "requests refused", run.client.refused)
        finally:
            _bound(groups, resource.RLIM_INFINITY)
    site.wait_for_end(120 + run.jobs / 5)
    run.wrong += _damage(site)


def _bound(groups: set[int], most: int) -> None:
    """Set how long a file may be that the processes of these groups write."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            pid = int(entry.name)
            if os.getpgid(pid) in groups:
                hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))


def _damage(site: Site) -> list[str]:
    """What is broken in the database after its disk was full."""
    if site.setup.database == "sqlite":
        found = [str(row[0]) for row in site.database.rows("PRAGMA integrity_check(5)")]
        return [f"SQLite: {line}" for line in found if line != "ok"]
    assert site.postgres is not None
    command = [str(Postgres.BIN / "pg_amcheck"), "--install-missing", "--heapallindexed"]
    command += ["--host=127.0.0.1", f"--port={site.postgres.port}", "--username=postgres"]
    done = subprocess.run(
        [*command, site.database.url.rpartition("/")[2]],
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout.strip() or done.stderr.strip()
    return [f"pg_amcheck: {line}" for line in said.splitlines()[:5]] if done.returncode else []

"""How many puzzles a second the generator keeps, on one core, written to the embedded database.

    python -m benchmarks generator [--count N] [--kind KEY] [--sets] [--size N]

The database is a new SQLite file with the site's own settings. Of every kind and rule set N puzzles
are proposed, pass all gates, the proof among them, and are written. With `--sets`, a set of 1,000
is made by one worker process and by two, one after the other, and the times are compared.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Final

_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
FOLDER: Final = Path(_folder.name)
SETTINGS: Final = {
    "DEVELOPMENT": "true",
    "DATABASE_URL": f"sqlite:///{FOLDER}/generator.sqlite3",
    "DJANGO_SETTINGS_MODULE": "benchmarks.worker_settings",
    "VAR_DIR": str(FOLDER),
}
os.environ.update(SETTINGS)

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import Player, User  # noqa: E402
from benchmarks.measure import table, where  # noqa: E402
from jobs.management.commands.work import worker_command, worker_environment  # noqa: E402
from jobs.models import Job  # noqa: E402
from puzzles import generator, practice  # noqa: E402
from puzzles.kinds.registry import FIRST_KIND, KINDS  # noqa: E402
from puzzles.models import Puzzle  # noqa: E402
from puzzles.sets import Specification, create_set, state_of  # noqa: E402

BAR: Final = 200  # kept puzzles a second and core, averaged over the kinds
RATIO: Final = 1.5  # of two worker processes to one
RULES: Final = "101-club"
SEED: Final = "benchmark"
PATIENCE: Final = 1_800.0


def main() -> int:
    """Measure the kinds, or the sets. Return 1 where a bar is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks generator", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="puzzles of a kind and rule set")
    parser.add_argument("--kind", default="all", choices=["all", *KINDS])
    parser.add_argument("--sets", action="store_true", help="time sets made by workers instead")
    parser.add_argument("--size", type=int, default=1_000, help="puzzles of such a set")
    told = parser.parse_args()
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    print(f"{where()}; SQLite ({mode})\n", flush=True)
    if told.sets:
        return int(sets(told.size) < RATIO)
    keys = list(KINDS) if told.kind == "all" else [told.kind]
    return int(kinds(keys, told.count) < BAR)


# Kinds


def kinds(keys: list[str], count: int) -> float:
    """Print the table of kinds, and return the average of their rates."""
    lines, rates, whole = [], [], 0.0
    for key in keys:
        kept, seconds, wall = 0, 0.0, 0.0
        for rules in KINDS[key].rule_sets:
            generator.block(key, rules, "warm", 0)
            start, at = time.process_time(), time.perf_counter()
            kept += practice.fill(key, rules, SEED, count)
            seconds += time.process_time() - start
            wall += time.perf_counter() - at
        rates.append(kept / seconds)
        whole += seconds / kept
        each = f"{seconds / kept * 1e3:.2f} ms"
        lines.append(
            (f"`{key}`", f"{kept:,}", f"{kept / seconds:,.0f}", f"{kept / wall:,.0f}", each)
        )
    mean = sum(rates) / len(rates)
    head = ("kind", "kept", "a second of processor time", "a second", "each")
    print(table(head, lines))
    size = sum(path.stat().st_size for path in FOLDER.glob("generator.sqlite3*"))
    print(
        f"\n{mean:,.0f} kept and written a second and core on the average over {len(rates)} kinds"
        f" (bar: {BAR}); one of each kind takes {whole * 1e3:.0f} ms, which is"
        f" {len(rates) / whole:,.0f} a second; {size / Puzzle.objects.count() / 1024:.1f} KiB each"
    )
    return mean


# Sets


def sets(size: int) -> float:
    """Print how long one worker process and two take for a set, and return the ratio."""
    name = f"{uuid.uuid4().hex}@example.org"
    user = User.objects.create(username=name, email=name)
    owner, _ = Player.objects.get_or_create(user=user)
    times = {}
    for workers in (1, 2):
        times[workers] = _set(owner, size, workers)
        print(f"{workers} worker process(es): {size} puzzles in {times[workers]:.1f} s", flush=True)
    ratio = times[1] / times[2]
    print(f"two are {ratio:.2f} times as fast as one (bar: {RATIO})")
    return ratio


def _set(owner: Player, size: int, workers: int) -> float:
    """Have a set made; the seconds from the first chunk's beginning to the last one's end."""
    spec = Specification(RULES, size, kinds=(FIRST_KIND,), seed=f"{SEED}-{workers}")
    logs = [FOLDER / f"worker-{workers}-{number}.txt" for number in range(workers)]
    running = [_worker(log) for log in logs]
    try:
        while not all(" ready." in log.read_text() for log in logs):
            time.sleep(0.1)
        made, _ = create_set(owner=owner, spec=spec, key=uuid.uuid4())
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            made.refresh_from_db()
            state = state_of(made, made.items.count())
            if state in ("done", "failed", "cancelled"):
                break
            time.sleep(0.2)
        assert state == "done", state
    finally:
        for worker in running:
            worker.send_signal(signal.SIGTERM)
        for worker in running:
            worker.wait(60)
    parts = Job.objects.filter(parent=made.job)
    started = min(part.started_at for part in parts if part.started_at is not None)
    ended = max(part.finished_at for part in parts if part.finished_at is not None)
    return float((ended - started).total_seconds())


def _worker(log: Path) -> subprocess.Popen[bytes]:
    """A worker process that does one job at a time, in a session of its own."""
    environment = worker_environment(poll=True) | SETTINGS
    with log.open("wb") as output:
        return subprocess.Popen(
            worker_command(1, "INFO"),
            env=environment,
            start_new_session=True,
            stdout=output,
            stderr=output,
        )


if __name__ == "__main__":
    sys.exit(main())

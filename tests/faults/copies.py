"""What a copy of SQLite's files is worth that a person takes with `cp` while the site runs.

`python -m tests.faults.copies` copies them in several ways while people write, makes a site of each
copy, and asks it for everything that was acknowledged before the copy was begun.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.faults.client import TICKS, Client
from tests.faults.restoring import manage
from tests.faults.site import EMBEDDED, Site

PARTS = ("", "-wal", "-shm")
PACE = 0.05  # seconds between two requests: no more than the worker can do, or the queue is full
BETWEEN = 0.3  # seconds between the copies of two files: a person, or a slow disk


@dataclass(frozen=True)
class Way:
    """A way of copying. `safe` ones must lose nothing and break nothing."""

    name: str
    copy: Callable[[Site, Path], Path]
    safe: bool


def _file(site: Site) -> Path:
    return Path(site.database.url.removeprefix("sqlite:///"))


def by_parts(*parts: str) -> Callable[[Site, Path], Path]:
    """Copy these of the three files, in this order, with a pause in between."""

    def copy(site: Site, folder: Path) -> Path:
        for part in parts:
            source = _file(site).with_name(_file(site).name + part)
            if source.exists():
                shutil.copyfile(source, folder / f"copy.sqlite3{part}")
            time.sleep(BETWEEN)
        return folder / "copy.sqlite3"

    return copy


def by_backup(site: Site, folder: Path) -> Path:
    """`manage.py backup`."""
    manage(site.environ(""), "backup", str(folder / "istaka.backup"))
    return folder / "istaka.backup"


WAYS = (
    Way("manage.py backup", by_backup, safe=True),
    Way("cp of the database alone", by_parts(""), safe=False),
    Way("cp of database, -wal, -shm", by_parts(*PARTS), safe=False),
    Way("cp of -wal, then the database", by_parts("-wal", ""), safe=False),
)


@dataclass
class Copy:
    """What one copy was worth."""

    damage: str  # what SQLite says of it; empty where it is whole
    lost: int  # jobs acknowledged before the copy was begun, and not in it
    promised: int
    restored: str  # what `manage.py restore` says


def take(site: Site, client: Client, way: Way, folder: Path) -> Copy:
    """Copy while the client writes, and look at the copy as SQLite opens it."""
    before = {str(job.hex) for job in list(client.ledger.values())}
    file = way.copy(site, folder)
    said = restored(site, file)
    damage, found = content(file)
    return Copy(damage, len(before - found), len(before), said)


def content(file: Path) -> tuple[str, set[str]]:
    """What is broken in a file, and the jobs that are in it."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            found = {str(row[0]) for row in connection.execute("SELECT id FROM jobs_job")}
    except sqlite3.DatabaseError as error:
        return str(error), set()
    return ("" if answer == "ok" else str(answer)), found


def restored(site: Site, file: Path) -> str:
    """Make a database of it with `manage.py restore`; "restored", or the sentence that says why."""
    with tempfile.TemporaryDirectory(prefix="istaka-copy-") as empty:
        env = {**site.environ(""), "DATABASE_URL": f"sqlite:///{empty}/new.sqlite3"}
        try:
            manage(env, "restore", str(file))
        except RuntimeError as error:
            return str(error).strip().splitlines()[-1]
    return "restored"


def drill(copies: int, *, ways: tuple[Way, ...] = WAYS) -> dict[str, list[Copy]]:
    """Take so many copies each way from one site while a client asks for jobs."""
    found: dict[str, list[Copy]] = {way.name: [] for way in ways}
    over = threading.Event()
    with Site(EMBEDDED) as site:
        client = Client(site.url, "copies")

        def ask() -> None:
            number = 0
            while not over.wait(PACE):
                TICKS.ask(client, number)
                number += 1

        thread = threading.Thread(target=ask)
        thread.start()
        try:
            for _ in range(copies):
                for way in ways:
                    with tempfile.TemporaryDirectory(prefix="istaka-copy-") as folder:
                        found[way.name].append(take(site, client, way, Path(folder)))
        finally:
            over.set()
            thread.join()
    return found


def main() -> int:
    """Print the table; 1 where a safe way lost something or was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.copies", description=__doc__)
    parser.add_argument("--copies", type=int, default=10, help="copies each way")
    found = drill(parser.parse_args().copies)
    print("| way | copies | broken | lacking acknowledged writes | most lacking | restore says |")
    print("|---|--:|--:|--:|--:|---|")
    for way in WAYS:
        copies = found[way.name]
        sayings = Counter(copy.restored for copy in copies)
        says = "; ".join(f"{count} × {words}" for words, count in sayings.most_common())
        print(
            f"| {way.name} | {len(copies)} | {sum(bool(copy.damage) for copy in copies)} |"
            f" {sum(bool(copy.lost) for copy in copies)} |"
            f" {max(copy.lost for copy in copies)} | {says} |"
        )
    bad = [copy for way in WAYS if way.safe for copy in found[way.name] if not good(copy)]
    kept = sum(copy.promised for way in WAYS if way.safe for copy in found[way.name])
    print(f"\nmanage.py backup: {kept} writes promised before a copy, {len(bad)} copies not good")
    return 1 if bad or not kept else 0


def good(copy: Copy) -> bool:
    """Whether nothing is broken, nothing is missing, and it can be restored."""
    return not copy.damage and not copy.lost and copy.restored == "restored"


if __name__ == "__main__":
    sys.exit(main())

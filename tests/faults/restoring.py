"""A backup taken while people write, the site destroyed, and another one made of the file.

`python -m tests.faults.restoring` runs it on SQLite and PostgreSQL and prints a table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.processes import ROOT
from tests.faults.site import EMBEDDED, POLLING, Setup, Site

WRITERS = 4
PAUSE = 0.1  # seconds between the writes of one writer: some 20 a second in all


@dataclass
class Ledger:
    """What the site has said it took: tokens of visitors, and when each was acknowledged."""

    tokens: list[tuple[float, str]] = field(default_factory=list)
    refused: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def before(self, moment: float) -> list[str]:
        """Those that were acknowledged before `moment` (monotonic seconds)."""
        return [token for when, token in self.tokens if when < moment]


@dataclass(frozen=True)
class Drill:
    """What came of one drill."""

    setup: str
    promised: int  # writes that were acknowledged before the backup began
    lost: int  # of those, the ones that the restored site does not know
    refused: int  # writes that the site answered with an error while the backup ran
    changed: tuple[str, ...]  # tables that differ after a backup taken at rest was restored
    backup_s: float
    restore_s: float

    @property
    def clean(self) -> bool:
        """Whether nothing went wrong."""
        return bool(self.promised) and not self.lost and not self.refused and not self.changed


def drill(setup: Setup, folder: Path, *, seconds: float) -> Drill:
    """Write for so many seconds, take a backup in the middle, destroy, restore and compare."""
    ledger, stop = Ledger(), threading.Event()
    file, at_rest = folder / "busy.backup", folder / "rest.backup"
    with Workless(setup) as site:
        writers = [
            threading.Thread(target=_write, args=(site.url, ledger, stop)) for _ in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        time.sleep(seconds / 2)
        begun = time.monotonic()
        manage(site.environ(""), "backup", str(file))
        took = time.monotonic() - begun
        time.sleep(seconds / 2)
        stop.set()
        for writer in writers:
            writer.join()
        assert site.web is not None
        site.web.kill()
        before = _fingerprint(site.environ(""))
        manage(site.environ(""), "backup", str(at_rest))
    restored = time.monotonic()
    with Restored(setup, file) as again:
        restore_s = time.monotonic() - restored
        lost = sum(not _known(again.url, token) for token in ledger.before(begun))
    with Restored(setup, at_rest, start=False) as again:
        after = _fingerprint(again.environ(""))
    promised = len(ledger.before(begun))
    changed = tuple(
        name for name in sorted({*before, *after}) if before.get(name) != after.get(name)
    )
    return Drill(setup.name, promised, lost, ledger.refused, changed, took, restore_s)


class Workless(Site):
    """A site without a worker: nobody but the people writes."""

    def start_worker(self) -> None:  # type: ignore[override]
        """Start none."""


class Restored(Workless):
    """A site whose database is made of a backup."""

    def __init__(self, setup: Setup, file: Path, *, start: bool = True) -> None:
        super().__init__(setup)
        self._file, self._start = file, start

    def _migrate(self) -> None:
        manage(self.environ(""), "restore", str(self._file))

    def start_web(self) -> None:
        """Only where it shall answer."""
        if self._start:
            super().start_web()


def _write(url: str, ledger: Ledger, stop: threading.Event) -> None:
    while not stop.is_set():
        request = urllib.request.Request(f"{url}/api/v1/visitor/", data=b"{}", method="POST")
        request.add_header("content-type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                token = json.loads(answer.read())["token"]
            with ledger.lock:
                ledger.tokens.append((time.monotonic(), token))
        except urllib.error.HTTPError:
            with ledger.lock:
                ledger.refused += 1
        stop.wait(PAUSE)


def _known(url: str, token: str) -> bool:
    """Whether the site knows the bearer of a token."""
    request = urllib.request.Request(f"{url}/api/v1/ratings/?rules=101-guide")
    request.add_header("authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=20):
            return True
    except urllib.error.HTTPError as error:
        return error.code != 401


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a command of the site; what it says. Raise RuntimeError with its complaint."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{arguments[0]}: {done.stderr[-2000:]}")
    return done.stdout


def _fingerprint(env: dict[str, str]) -> dict[str, object]:
    code = (
        "from django.db import connection; from okeysite.backups.fingerprint import fingerprint; "
        "import json; print(json.dumps(fingerprint(connection)))"
    )
    found: dict[str, object] = json.loads(manage(env, "shell", "--no-imports", "-c", code))
    return found


def main() -> int:
    """Print the table; 1 unless every drill came out clean."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.restoring", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    print("| set-up | promised | lost | refused | changed tables | backup (s) | restore (s) |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    drills = []
    for setup in (EMBEDDED, POLLING):
        with tempfile.TemporaryDirectory(prefix="istaka-restore-") as folder:
            one = drill(setup, Path(folder), seconds=options.seconds)
        drills.append(one)
        print(
            f"| {one.setup} | {one.promised} | {one.lost} | {one.refused} |"
            f" {len(one.changed)} | {one.backup_s:.1f} | {one.restore_s:.1f} |"
        )
    print(
        f"{len(drills)} drills, {sum(one.promised for one in drills)} promised, "
        f"{sum(one.lost for one in drills)} lost, {sum(one.refused for one in drills)} refused, "
        f"{sum(len(one.changed) for one in drills)} tables changed, "
        f"restored within {max(one.restore_s for one in drills):.1f} s"
    )
    return 0 if all(one.clean for one in drills) else 1


if __name__ == "__main__":
    sys.exit(main())

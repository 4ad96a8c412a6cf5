"""The same tests again and again: which of them do not hold every time?

    python -m tests.repeat --times 20 --select races --out FILE      # threads, on PostgreSQL
    python -m tests.repeat --times 20 --select browser --out FILE    # Chromium
    python -m tests.repeat --times 5 --select all --out FILE         # the whole suite

Each run that has ended is a line of JSON in FILE, at once; what is there counts, so a long series
can be stopped and taken up again. The last line printed sums up all that is there; the exit is 1
where a test failed in any of them, or runs are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from tests.services import POSTGRES_URL

ROOT: Final = Path(__file__).resolve().parent.parent
THREADS: Final = re.compile(r"\bBarrier\(|\bat_once\b|\bThread\(")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """As a plugin of the runs of `races`: leave out what a transaction holds, and so no thread."""
    kept = [
        item
        for item in items
        if any(mark.kwargs.get("transaction") for mark in item.iter_markers("django_db"))
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def races() -> list[str]:
    """The files with tests that let threads run at once."""
    found = []
    for path in sorted((ROOT / "tests").glob("*/**/test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "transaction=True" in text and THREADS.search(text):
            found.append(str(path.relative_to(ROOT)))
    return found


def arguments(select: str) -> list[str]:
    """What pytest is told."""
    if select == "races":
        return ["-p", "tests.repeat", "-m", "not browser", *races()]
    return ["tests/browser"] if select == "browser" else []


def main() -> int:
    """Make the runs that lack. Return 1 unless every one of them was clean."""
    parser = argparse.ArgumentParser(prog="tests.repeat", description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--select", choices=["browser", "races", "all"], default="races")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "tests" / "repeat.jsonl")
    parser.add_argument("--workers", default="2")
    parser.add_argument("--minutes", type=float, help="begin no further run after so many")
    options = parser.parse_args()
    end = time.monotonic() + (options.minutes or 10**9) * 60
    while len(_made(options)) < options.times and time.monotonic() < end:
        row = _run(options.select, options.workers)
        options.out.parent.mkdir(parents=True, exist_ok=True)
        with options.out.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(row)}\n")
        print(f"{row['tests']} tests, {row['seconds']} s, failed: {row['failed']}", flush=True)
    return _sum_up(_made(options), options)


def _made(options: argparse.Namespace) -> list[dict[str, Any]]:
    if not options.out.exists():
        return []
    rows = [json.loads(line) for line in options.out.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["select"] == options.select]


def _run(select: str, workers: str) -> dict[str, Any]:
    env = {**os.environ, "DEVELOPMENT": "true"}
    if select == "races":
        env |= {"DATABASE_URL": POSTGRES_URL}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-n", workers, "-p", "no:cacheprovider"),
                *("-o", "junit_family=xunit1", f"--junit-xml={report}"),
                *arguments(select),
            ],
            cwd=ROOT,
            env=env,
            check=False,
            stdout=subprocess.DEVNULL,
        )
        cases = list(ET.parse(report).iter("testcase")) if report.exists() else []
    failed = [
        f"{case.get('file')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    skipped = sum(case.find("skipped") is not None for case in cases)
    if ran.returncode and not failed:
        failed = [f"pytest ended with {ran.returncode}"]
    commit = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    return {
        "select": select,
        "commit": commit,
        "tests": len(cases) - skipped,
        "skipped": skipped,
        "failed": failed,
        "seconds": round(time.monotonic() - started),
    }


def _sum_up(rows: list[dict[str, Any]], options: argparse.Namespace) -> int:
    flakes = Counter(name for row in rows for name in row["failed"])
    clean = sum(not row["failed"] for row in rows)
    tests = max((row["tests"] for row in rows), default=0)
    told = "; ".join(f"{name} ({times} of {len(rows)})" for name, times in flakes.items())
    print(
        f"{options.select}: {clean} of {options.times} runs of {tests} tests clean;"
        f" failed in some run: {told or 'none'}"
    )
    return int(bool(flakes) or len(rows) < options.times)


if __name__ == "__main__":
    sys.exit(main())

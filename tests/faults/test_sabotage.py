"""Do the tests have teeth? Each guard is taken away, and the test named with it goes red."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path
from xml.etree import ElementTree

from tests.faults.processes import ROOT
from tests.faults.removing import BY_TEST, GUARDS, Guard

LEAST = 8


def outcomes(guards: list[Guard], folder: Path, **env: str) -> dict[str, dict[str, str]]:
    """Run the guards' tests with and without them; by guard, by step, what came of it."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "tests.faults.removing"]
    command += ["-p", "no:cacheprovider", f"--junitxml={report}", "--tb=short"]
    inherited = {key: value for key, value in os.environ.items() if "PYTEST" not in key}
    inherited.pop("ISTAKA_SERVICES_USED", None)
    inherited.pop("DATABASE_URL", None)
    done = subprocess.run(
        [*command, *(guard.test for guard in guards)],
        cwd=ROOT,
        env={**inherited, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert report.exists(), done.stdout[-3_000:] + done.stderr[-3_000:]
    found: dict[str, dict[str, str]] = {guard.name: {} for guard in guards}
    # a report that pytest has just written itself
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.attrib["classname"].replace(".", "/") + ".py"
        test, _, step = case.attrib["name"].partition("[")
        tags = {child.tag for child in case}
        outcome = next((tag for tag in ("failure", "error", "skipped") if tag in tags), "passed")
        found[BY_TEST[f"{file}::{test}"].name][step.rstrip("]")] = outcome
    return found


def expected(guards: list[Guard]) -> dict[str, dict[str, str]]:
    return {guard.name: {"kept": "passed", "removed": "failure"} for guard in guards}


def test_there_are_enough_guards() -> None:
    assert len({guard.name for guard in GUARDS}) == len(BY_TEST) == len(GUARDS) >= LEAST


def test_without_a_guard_its_test_goes_red(tmp_path: Path) -> None:
    guards = [guard for guard in GUARDS if not guard.postgres]
    assert outcomes(guards, tmp_path) == expected(guards)


def test_without_a_guard_of_the_database_its_test_goes_red(
    postgres_url: str, tmp_path: Path
) -> None:
    guards = [guard for guard in GUARDS if guard.postgres]
    own = f"{postgres_url.rpartition('/')[0]}/sabotage_{uuid.uuid4().hex[:8]}"
    assert outcomes(guards, tmp_path, DATABASE_URL=own) == expected(guards)

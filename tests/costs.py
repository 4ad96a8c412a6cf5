"""What the tests cost in processor time, by folder and by file: `pytest -p tests.costs tests/site`.

Durations on a machine that has other work tell of that work. Processes that a test starts count
once they have ended; a browser and a server that stay do not.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

MOST = 25  # files that are named
_spent: Counter[str] = Counter()
_since = 0.0


def _now() -> float:
    """Processor seconds of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart() -> None:
    """A test begins."""
    global _since
    _since = _now()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Put on each report what its part has cost: so it goes from worker to controller."""
    global _since
    report = yield
    report.cpu, _since = _now() - _since, _now()
    return report


def pytest_runtest_logreport(report: Any) -> None:
    """Add it up."""
    _spent[report.nodeid.partition("::")[0]] += report.cpu


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the folders and the dearest files."""
    folders: Counter[str] = Counter()
    for name, seconds in _spent.items():
        folders["/".join(name.split("/")[:2])] += seconds
    terminalreporter.section("processor seconds")
    for found in (folders.most_common(), _spent.most_common(MOST)):
        for name, seconds in found:
            terminalreporter.write_line(f"{seconds:8.1f}  {name}")

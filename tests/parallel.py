"""How a run on several workers shares the tests out: by whole files, the dearest first.

A file stays on one worker, since what a module prepares (hands that are searched, a browser that is
started) is prepared once there; the dear ones whose functions need nothing of one another are
shared out by functions, the dearest by tests. Each worker has a database, ports and folders of its
own.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.services import Service

# What takes longest, in this order: what is begun last must be short. The first two wait more than
# they compute, and so a worker beside them is given Chromium, which computes.
DEAR = (
    "tests/faults/test_faults.py::test_nothing_is_lost_or_doubled_in_production",
    "tests/faults/test_faults.py::test_nothing_is_lost_or_doubled_without_a_broker",
    "tests/browser/",
    "tests/faults/",
    "tests/hostile/",
    "tests/board/",
    "tests/start/",
    "tests/site/",
    "tests/classrooms/test_roles",
    "tests/engine/test_nearest",
    "tests/engine/test_search",
    "tests/tutor/",
    "tests/puzzles/test_secrecy_kinds",
    "tests/puzzles/",
    "tests/engine/",
)
# A file that takes minutes, and whose tests need nothing of one another.
BY_TEST = ("tests/tutor/test_lessons_played",)
BY_FUNCTION = (
    "tests/site/",
    "tests/classrooms/test_roles",
    "tests/engine/test_nearest",
    "tests/engine/test_search",
)


# In test_faults.py a site is started once for a set-up, and harmed again and again.
SETUPS = ("_in_production[", "_without_a_broker[")


class Shares(LoadScopeScheduling):
    """Gives the tests out in units, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)


def unit(nodeid: str) -> str:
    """What stays together with a test on one worker."""
    if nodeid.startswith("tests/faults/test_faults.py"):
        return "tests/faults/" + next((name for name in SETUPS if name in nodeid), "")
    if nodeid.startswith(BY_TEST):
        return nodeid
    if nodeid.startswith(BY_FUNCTION):
        return nodeid.partition("[")[0]
    return nodeid.partition("::")[0]


def dear_first(nodeid: str) -> int:
    """The place of a test among what is to be begun early."""
    for place, start in enumerate(DEAR):
        if nodeid.startswith(start):
            return place
    return len(DEAR)


def is_worker(config: pytest.Config) -> bool:
    """Whether this process runs tests that another one gives out."""
    return hasattr(config, "workerinput")


def report_to_controller(
    config: pytest.Config, services: Mapping[str, Service], other_pass: set[str]
) -> None:
    """Send what a worker knows of services to the process that writes the summary."""
    if is_worker(config):
        config.workeroutput["istaka"] = {  # type: ignore[attr-defined]
            "services": {
                name: (sorted(service.used), sorted(service.missed))
                for name, service in services.items()
            },
            "other_pass": sorted(other_pass),
        }

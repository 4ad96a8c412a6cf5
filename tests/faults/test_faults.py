"""Nothing lost, nothing twice, whatever is killed, lost or doubled: on both set-ups, and without a
broker. `make faults` runs the same at full length."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.faults.faults import FAULTS, Fault, run_fault
from tests.faults.processes import Rabbit
from tests.faults.site import EMBEDDED, POLLING, PRODUCTION, Setup, Site
from tests.services import REQUIRED

JOBS = 40
Sites = Callable[[Setup], Site]


def faults_of(setup: Setup) -> list[Any]:
    """Every fault that can be done to this set-up."""
    return [pytest.param(fault, id=fault.name) for fault in FAULTS if setup in fault.setups]


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    """One site at a time, used by one fault after the other until another set-up is asked for."""
    running: list[Site] = []
    with ExitStack() as stack:

        def site(setup: Setup) -> Site:
            if not running or running[-1].setup != setup:
                stack.close()
                running.append(stack.enter_context(Site(setup, rabbit=rabbit_for(setup, stack))))
            return running[-1]

        yield site


def rabbit_for(setup: Setup, stack: ExitStack) -> Rabbit | None:
    """A RabbitMQ that may be killed, for the set-up that has one."""
    if setup.broker != "own":
        return None
    rabbit = Rabbit(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-rabbit-"))))
    if not rabbit.SERVER.exists():
        (pytest.fail if REQUIRED else pytest.skip)(
            "a RabbitMQ that may be killed needs rabbitmq-server on this machine"
        )
    stack.callback(rabbit.kill)
    rabbit.start()
    return rabbit


@pytest.mark.parametrize("fault", faults_of(EMBEDDED))
def test_nothing_is_lost_or_doubled_by_the_embedded_default(fault: Fault, sites: Sites) -> None:
    check(fault, sites(EMBEDDED))


@pytest.mark.parametrize("fault", faults_of(PRODUCTION))
def test_nothing_is_lost_or_doubled_in_production(
    fault: Fault, sites: Sites, postgres_url: str, rabbitmq_url: str
) -> None:
    check(fault, sites(PRODUCTION))


@pytest.mark.parametrize("fault", faults_of(POLLING))
def test_nothing_is_lost_or_doubled_without_a_broker(
    fault: Fault, sites: Sites, postgres_url: str
) -> None:
    check(fault, sites(POLLING))


def check(fault: Fault, site: Site) -> None:
    """Do the harm; the verdict must be clean, and the harm must have been done."""
    verdict, run, _ = run_fault(fault, site, jobs=JOBS)
    assert verdict.clean, (verdict, run.notes)
    assert verdict.promised >= 4
    if fault.name != "none":
        assert any(run.notes.values()), "the fault did not happen"

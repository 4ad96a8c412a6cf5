"""Nothing lost, nothing twice, whatever is killed, lost or doubled: on both set-ups, and without a
broker. `make faults` runs the same at full length."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faults.databases import SqliteFile
from tests.faults.faults import BY_NAME, FAULTS
from tests.faults.generation import FIRST_DAY, MADE
from tests.faults.house import Houses
from tests.faults.run import Fault, run_fault
from tests.faults.servers import Postgres, Rabbit
from tests.faults.site import EMBEDDED, POLLING, PRODUCTION, Setup, Site
from tests.services import REQUIRED

JOBS = 40
MORE = 200
# What is done at some length; the rest shows that it works.
LONGER = {
    (PRODUCTION, "worker killed"),
    (PRODUCTION, "pool child killed"),
    (PRODUCTION, "database killed"),
    (PRODUCTION, "broker killed"),
    (PRODUCTION, "zombie"),
    (PRODUCTION, "bad jobs"),
    (PRODUCTION, "messages doubled, queue purged"),
    (POLLING, "broker absent"),
    (EMBEDDED, "web and worker killed"),
}
# What every change must bear: each fault where most can go wrong with it, in five minutes of two
# cores. The others take more than they could show anew; ISTAKA_LONG=1 has them, but for those that
# forty jobs cannot fill or that `make faults` alone has the time for.
AT_EVERY_CHANGE = {
    (EMBEDDED, "worker killed"),
    (EMBEDDED, "sets, pool child killed"),
    (EMBEDDED, "zombie"),
    (EMBEDDED, "bad jobs"),
    (EMBEDDED, "first day, worker killed"),
    (EMBEDDED, "web and worker killed"),
    (PRODUCTION, "worker killed"),
    (PRODUCTION, "sets, worker killed"),
    (PRODUCTION, "pool child killed"),
    (PRODUCTION, "database killed"),
    (PRODUCTION, "broker killed"),
    (PRODUCTION, "zombie"),
    (PRODUCTION, "broker frozen"),
    (PRODUCTION, "broker without memory"),
    (PRODUCTION, "cache killed"),
    (PRODUCTION, "clocks wrong by an hour"),
    (PRODUCTION, "messages doubled, queue purged"),
    (POLLING, "broker absent"),
}
LEFT_OUT = {
    (POLLING, "database killed"),
    (PRODUCTION, "database away for a while"),
    (PRODUCTION, "web killed"),
    (PRODUCTION, "web and worker killed"),
    (PRODUCTION, "sweepers killed, two at once"),
    (PRODUCTION, "cache emptied"),
    (PRODUCTION, "cache absent"),
    (EMBEDDED, "disk full"),
    (POLLING, "disk full"),
    (EMBEDDED, "web killed"),
    (EMBEDDED, "files may not grow"),
}
LONG = os.environ.get("ISTAKA_LONG") == "1"
SOME = "WHERE rowid % 40 = 7"
Sites = Callable[[Setup], Site]


def faults_of(setup: Setup) -> list[Any]:
    """Every fault that is done to this set-up here."""
    return [
        pytest.param(fault, id=fault.name)
        for fault in FAULTS
        if setup in fault.setups and is_done(setup, fault.name)
    ]


def is_done(setup: Setup, name: str) -> bool:
    """Whether the suite does it."""
    return (setup, name) not in LEFT_OUT if LONG else (setup, name) in AT_EVERY_CHANGE


def test_what_is_chosen_are_faults_of_their_set_ups() -> None:
    known = {(setup, fault.name) for fault in FAULTS for setup in fault.setups}
    assert known >= AT_EVERY_CHANGE | LEFT_OUT | LONGER
    assert not AT_EVERY_CHANGE & LEFT_OUT


def test_where_the_site_makes_what_is_due_that_is_counted_too() -> None:
    due = [fault for fault in FAULTS if fault.env.get("FAULTS_DUE")]
    assert due
    assert [fault.name for fault in due if MADE not in fault.workload.effects] == []


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    """One site at a time, used by one fault after the other until another set-up is asked for."""
    with Houses() as houses:

        def site(setup: Setup) -> Site:
            lack = Postgres.lack() if setup.database == "postgres" else ""
            if setup.broker == "own" and not Rabbit.SERVER.exists():
                lack = "no rabbitmq-server"
            if lack:
                (pytest.fail if REQUIRED else pytest.skip)(f"nothing to kill here: {lack}")
            return houses.of(setup)

        yield site


@pytest.mark.parametrize("fault", faults_of(EMBEDDED))
def test_nothing_is_lost_or_doubled_by_the_embedded_default(fault: Fault, sites: Sites) -> None:
    check(fault, sites(EMBEDDED))


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (f"UPDATE puzzles_puzzle SET difficulty = difficulty + 1 {SOME}", "is not number"),
        (f"UPDATE puzzles_puzzle SET seed = seed || '!' {SOME}", "is not number"),
        (f"UPDATE puzzles_puzzlesolution SET answer = '{{}}' {SOME}", "is not number"),
        (f"DELETE FROM puzzles_puzzlesolution {SOME}", "has no solution"),
        (f"DELETE FROM puzzles_setitem {SOME}", "items for"),
        (f"DELETE FROM puzzles_setitem {SOME}", "is in no set"),
        (f"UPDATE puzzles_setitem SET colours = 'KBYR' {SOME}", "shows another hand"),
        (f"DELETE FROM puzzles_daily {SOME}", "no daily"),
        (f"DELETE FROM puzzles_daily {SOME}", "was made for a day and has none"),
        (f"DELETE FROM puzzles_puzzle {SOME}", "of the pool"),
        ("UPDATE jobs_job SET state = 'failed' WHERE parent_id IS NOT NULL", "before its children"),
    ],
)
def test_what_is_wrong_with_sets_dailies_and_pool_is_seen(
    damage: str, complaint: str, sites: Sites, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = sites(EMBEDDED)
    monkeypatch.setattr(site, "database", SqliteFile(made.parent))
    assert FIRST_DAY.look(site) == []
    try:
        site.database.run(damage)
        assert any(complaint in line for line in FIRST_DAY.look(site))
    finally:
        made.write_bytes(made.with_suffix(".whole").read_bytes())


@pytest.fixture(scope="module")
def made(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a database with dailies, a pool and sets; `.whole` beside it stays as it is."""
    site = sites(EMBEDDED)
    if not site.database.rows("SELECT 1 FROM puzzles_daily"):
        run_fault(BY_NAME["first day, worker killed"], site, jobs=JOBS)
    copy = SqliteFile(tmp_path_factory.mktemp("made")).path
    whole = copy.with_suffix(".whole")
    with closing(sqlite3.connect(site.database.url.removeprefix("sqlite:///"))) as connection:
        connection.execute("VACUUM INTO ?", (str(whole),))
    copy.write_bytes(whole.read_bytes())
    return copy


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
    """Do the harm; the verdict must be clean, which it is only where the harm was done."""
    if fault.lack():
        pytest.skip(f"not to be had here: {fault.lack()}")
    jobs = MORE if (site.setup, fault.name) in LONGER else JOBS
    result = run_fault(fault, site, jobs=jobs)
    assert result.verdict.clean, (result.verdict, result.run.notes)
    assert result.verdict.promised >= 4

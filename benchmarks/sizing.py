"""What one core does: puzzles made, answers taken in and graded, jobs claimed and ended a second.

    TEST_POSTGRES_URL=postgres://… python -m benchmarks.sizing [--count 200]

On a PostgreSQL database of its own, through the functions that pages and workers call. "A second
and core" is by the processor time of this process; what the database needs stands beside it, by the
clock. docs/scaling.md reckons with these figures.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import django

from tests.faults.databases import PostgresDatabase
from tests.services import POSTGRES_URL

KINDS = ("can-open", "best-opening", "meld-value")  # cheap, dear, cheapest
RULES = "101-guide"
LEAST_JOBS = 40.0  # a second and core


@dataclass(frozen=True)
class Pace:
    """How often something is done."""

    what: str
    times: int
    processor: float  # seconds of this process
    clock: float

    @property
    def a_core(self) -> float:
        """How often a second and core."""
        return self.times / self.processor

    def row(self) -> str:
        """A line of the table."""
        return (
            f"| {self.what} | {self.times:,} | {self.a_core:,.0f} | {self.times / self.clock:,.0f}"
            f" | {1000 * self.processor / self.times:.1f} ms |"
        )


def measure(what: str, do: Callable[[], int]) -> Pace:
    """Do it; it says how often it was done."""
    processor, clock = time.process_time(), time.perf_counter()
    times = do()
    return Pace(what, times, time.process_time() - processor, time.perf_counter() - clock)


def nothing(work: Any) -> None:
    """The handler of a job without work: what is left is claim, lease and end."""


def main() -> int:
    """Print the table and a line of figures; 1 where jobs are slower than asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizing", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="answers and jobs of each sort")
    options = parser.parse_args()
    database = PostgresDatabase(POSTGRES_URL)
    database.create()
    try:
        os.environ.update(
            DATABASE_URL=database.url,
            DEVELOPMENT="true",
            DJANGO_SETTINGS_MODULE="okeysite.settings",
            LOG_LEVEL="WARNING",
        )
        django.setup()
        paces = _run(options.count)
    finally:
        from django.db import connections

        connections.close_all()
        database.drop()
    print("| what | times | a second and core | a second by the clock | processor each |")
    print("|---|--:|--:|--:|--:|")
    for pace in paces:
        print(pace.row())
    by = {pace.what: pace.a_core for pace in paces}
    print("a second and core: " + ", ".join(f"{rate:,.0f} {what}" for what, rate in by.items()))
    return 0 if by["jobs of nothing"] >= LEAST_JOBS else 1


def _run(count: int) -> list[Pace]:
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    settings.ISTAKA_JOB_HANDLERS = {
        **settings.ISTAKA_JOB_HANDLERS,
        "grade.nothing": "benchmarks.sizing.nothing",
    }
    paces = [_made(kind, count) for kind in KINDS]
    return [*paces, _graded(count), _jobs(count)]


def _made(kind: str, count: int) -> Pace:
    """Positions through all gates, proved a second time, as a set's job makes them."""
    from okey.rules.rulesets import rule_set
    from puzzles import gates
    from puzzles.kinds import registry

    def make() -> int:
        found = block = 0
        while found < count:
            found += len(gates.positions(registry.KINDS[kind], rule_set(RULES), "sizing", block))
            block += 1
        return found

    return measure(f"{kind} puzzles made", make)


def _graded(count: int) -> Pace:
    """Answers taken in, graded, rated and written: all of a request but page and session."""
    from django.db import transaction

    from accounts.models import Player
    from puzzles import attempts
    from puzzles.generator import block
    from puzzles.models import Puzzle
    from puzzles.store import store_shared

    stored: list[Puzzle] = []
    number = 0
    while len(stored) < count:
        with transaction.atomic():
            rows = store_shared(block("can-open", RULES, "sizing", number))
        stored += [row.puzzle for row in rows if row is not None and row.made]
        number += 1
    players = [Player.objects.create() for _ in range(10)]

    def answer() -> int:
        for at, puzzle in enumerate(stored[:count]):
            attempts.answer(
                player=players[at % len(players)],
                puzzle=puzzle,
                place=attempts.Place(attempts.Context.PRACTICE),
                raw={"cannot": True},
                key=uuid.uuid4(),
            )
        return count

    return measure("answers graded", answer)


def _jobs(count: int) -> Pace:
    """Claim, heartbeat's thread, fence and end of jobs that do nothing."""
    from django.db import transaction

    from jobs.runner import run_job
    from jobs.services import enqueue

    with transaction.atomic():
        ids: Sequence[uuid.UUID] = [
            enqueue(kind="grade.nothing", args={"n": n}).pk for n in range(count)
        ]

    def run() -> int:
        for pk in ids:
            run_job(pk)
        return len(ids)

    return measure("jobs of nothing", run)


if __name__ == "__main__":
    sys.exit(main())

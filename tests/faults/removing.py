"""A plugin for pytest that takes guards away: `pytest -p tests.faults.removing TESTS`.

Each test that stands below as a guard's is run twice: with the guard, and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.db import connection, transaction
from django.db.models import Q, QuerySet

STEP: Final = "_guard"


@dataclass(frozen=True)
class Guard:
    """What holds against a fault, how it is taken away, and the test that must then go red."""

    name: str
    test: str
    remove: Callable[[pytest.MonkeyPatch], None]
    postgres: bool = False  # only there the fault is real


def _no_ring(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("jobs.services._ring_after_commit", lambda jobs: None)


def _ring_not_robust(patch: pytest.MonkeyPatch) -> None:
    bare = SimpleNamespace(
        atomic=transaction.atomic,
        on_commit=lambda act, robust=False: transaction.on_commit(act),
    )
    patch.setattr("jobs.services.transaction", bare)


def _no_sweeper(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("jobs.sweeper.Sweeper.tick", lambda self: None)


def _no_lease(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "jobs.claim.Q",
        lambda **terms: Q(**{key: term for key, term in terms.items() if "lease" not in key}),
    )


def _no_fence(patch: pytest.MonkeyPatch) -> None:
    from jobs.models import Job

    patch.setattr("jobs.claim.held", lambda job_id, token: Job.objects.filter(pk=job_id))


def _no_unique_effect(patch: pytest.MonkeyPatch) -> None:
    from accounts.models import RateCount

    with connection.cursor() as cursor:  # undone with the test's transaction
        constraints = connection.introspection.get_constraints(cursor, RateCount._meta.db_table)
        for name, found in constraints.items():
            if found["unique"] and not found["primary_key"]:
                cursor.execute(f'ALTER TABLE {RateCount._meta.db_table} DROP CONSTRAINT "{name}"')


def _no_lock(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(QuerySet, "select_for_update", lambda self, **options: self.all())


def _counted_at_the_end(patch: pytest.MonkeyPatch) -> None:
    from jobs import claim
    from tests.faults import sabotage

    patch.setattr(claim, "claim", claim.claim)  # put back afterwards
    sabotage.without_counting()


def _two_transactions(patch: pytest.MonkeyPatch) -> None:
    from jobs import runner
    from tests.faults import sabotage

    patch.setattr(runner, "_finish", runner._finish)
    sabotage.without_transaction()


def _no_key(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("jobs.services._known", lambda job: None)


def _no_publish_at(patch: pytest.MonkeyPatch) -> None:
    from puzzles.querysets import DailyQuerySet, PuzzleQuerySet

    patch.setattr(PuzzleQuerySet, "public", lambda self: self.filter(state="live"))
    patch.setattr(PuzzleQuerySet, "visible_to", lambda self, player: self.filter(state="live"))
    patch.setattr(DailyQuerySet, "public", lambda self: self.filter(puzzle__state="live"))


_RING = "tests/jobs/test_ring.py::test_"
_GUARDS = "tests/jobs/test_guards.py::test_"
_RUNNING = "tests/jobs/test_running.py::test_"

GUARDS: Final = (
    Guard(
        "a worker is rung for after the commit",
        f"{_RING}nobody_is_rung_for_before_the_commit_nor_after_a_rollback",
        _no_ring,
    ),
    Guard(
        "a ring that fails is no error of the request",
        f"{_RING}a_ring_that_fails_after_the_commit_raises_nothing_and_skips_no_later_callback",
        _ring_not_robust,
    ),
    Guard(
        "the sweeper rings again",
        f"{_GUARDS}the_sweeper_finds_a_job_whose_message_was_lost",
        _no_sweeper,
    ),
    Guard(
        "a lease keeps a running job from being claimed",
        f"{_RUNNING}a_message_of_a_running_job_runs_nothing",
        _no_lease,
    ),
    Guard(
        "a write asks for the claim's token",
        f"{_GUARDS}the_fence_keeps_a_zombie_from_a_second_effect",
        _no_fence,
    ),
    Guard(
        "an effect is unique in the database",
        f"{_GUARDS}the_constraint_refuses_a_second_effect_when_every_other_guard_is_gone",
        _no_unique_effect,
        postgres=True,
    ),
    Guard(
        "the requests of one player are locked one after the other",
        "tests/jobs/test_races.py::test_thirty_requests_of_one_player_make_two_jobs",
        _no_lock,
        postgres=True,
    ),
    Guard(
        "attempts are counted at the claim",
        f"{_GUARDS}counting_at_the_claim_bounds_a_poisonous_job",
        _counted_at_the_end,
    ),
    Guard(
        "effect and end are one transaction",
        f"{_RUNNING}an_effect_that_fails_leaves_nothing",
        _two_transactions,
    ),
    Guard(
        "a key makes of two requests one",
        "tests/jobs/test_services.py::test_the_same_key_gives_the_same_job",
        _no_key,
    ),
    Guard(
        "a puzzle is hidden until its moment",
        "tests/puzzles/test_secrecy.py::test_tomorrows_puzzle_is_found_by_no_guess",
        _no_publish_at,
    ),
)
BY_TEST: Final = {guard.test: guard for guard in GUARDS}


@pytest.fixture
def _guard(request: pytest.FixtureRequest) -> Any:
    return request.param


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test with its guard and without it."""
    metafunc.fixturenames.append(STEP)
    metafunc.parametrize(STEP, ["kept", "removed"], indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Take the guard away once all fixtures are there, and put it back after the test."""
    with pytest.MonkeyPatch.context() as patch:
        if pyfuncitem.callspec.params[STEP] == "removed":
            BY_TEST[pyfuncitem.nodeid.partition("[")[0]].remove(patch)
        return (yield)

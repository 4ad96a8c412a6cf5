"""Any sequence of requests, workers and deaths leaves what a plain model of a job says.

With `ISTAKA_LONG=1` five thousand lives of fifty steps.
"""

from __future__ import annotations

import datetime as dt
import os
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import booleans, integers, sampled_from

from accounts import clock
from accounts.models import RateCount
from jobs import claim, sweeper
from jobs.errors import NotFinished
from jobs.models import Job
from jobs.runner import Outcome, _fail, _finish
from jobs.services import cancel, enqueue, retry
from jobs.states import RETRYABLE, UNFINISHED, State
from jobs.work import Lost, Work
from tests.jobs import handlers

LONG = os.environ.get("ISTAKA_LONG") == "1"
ATTEMPTS = 3
LEASE, MOST_BACKOFF = 15, 60 * 1.5


class Model:
    """What should be true of one job."""

    def __init__(self) -> None:
        self.state = "queued"
        self.attempts = 0
        self.holder: uuid.UUID | None = None
        self.lease_until = 0.0
        self.effects = 0


class JobMachine(RuleBasedStateMachine):
    """One job, several workers that claim, dawdle, finish, fail and die, and a clock."""

    def __init__(self) -> None:
        super().__init__()
        self.start = clock.now()
        self.now = 0.0
        self.workers: list[Work] = []
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(clock, "now", lambda: self.start + dt.timedelta(seconds=self.now))

    def teardown(self) -> None:
        self._patch.undo()
        Job.objects.all().delete()
        RateCount.objects.all().delete()

    @initialize()
    def enqueue(self) -> None:
        self.job = enqueue(kind="grade.write_again", args={}, max_attempts=ATTEMPTS)
        self.model = Model()

    # --- the world --------------------------------------------------------------------------------

    @rule(seconds=sampled_from([1, 5, 14, 16, 100]))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule()
    def pass_every_wait(self) -> None:
        self.now += MOST_BACKOFF

    # --- workers ----------------------------------------------------------------------------------

    @rule()
    def claim(self) -> None:
        expired = self.model.state == "running" and self.model.lease_until < self.now
        due = self.model.state == "queued" and self._row().run_after <= clock.now()
        expected = (due or expired) and self.model.attempts < ATTEMPTS
        claimed = claim.claim(self.job.pk)
        assert (claimed is not None) == expected
        if claimed is not None:
            work = Work(claimed)
            self.workers.append(work)
            self.model.state, self.model.holder = "running", work.token
            self.model.attempts += 1
            self.model.lease_until = self.now + LEASE

    @precondition(lambda self: self.workers)
    @rule(which=integers(min_value=0))
    def renew(self, which: int) -> None:
        work = self.workers[which % len(self.workers)]
        mine = self.model.holder == work.token
        assert claim.renew(self.job.pk, work.token, done=0, total=0) == mine
        if mine:
            self.model.lease_until = self.now + LEASE

    @precondition(lambda self: self.workers)
    @rule(which=integers(min_value=0))
    def finish(self, which: int) -> None:
        work = self.workers.pop(which % len(self.workers))
        effect = handlers.write_again(work)
        if self.model.holder == work.token:
            assert _finish(work, effect) == Outcome.DONE
            self.model.state, self.model.holder = "done", None
            self.model.effects += 1
        else:
            with pytest.raises(Lost):
                _finish(work, effect)

    @precondition(lambda self: self.workers)
    @rule(which=integers(min_value=0), final=booleans())
    def fail(self, which: int, final: bool) -> None:
        work = self.workers.pop(which % len(self.workers))
        outcome = _fail(work.job, "ValueError", final=final)
        if self.model.holder != work.token:
            assert outcome == Outcome.LOST
            return
        self.model.holder = None
        ended = final or self.model.attempts >= ATTEMPTS
        assert outcome == (Outcome.FAILED if ended else Outcome.RETRY)
        self.model.state = "failed" if ended else "queued"

    @precondition(lambda self: self.workers)
    @rule(which=integers(min_value=0))
    def die(self, which: int) -> None:
        self.workers.pop(which % len(self.workers))

    # --- people and the sweeper -------------------------------------------------------------------

    @rule()
    def cancel(self) -> None:
        unfinished = self.model.state in UNFINISHED
        assert cancel(self._row()) == unfinished
        if unfinished:
            self.model.state, self.model.holder = "cancelled", None

    @rule()
    def retry(self) -> None:
        if self.model.state in RETRYABLE:
            retry(self._row())
            self.model.state, self.model.attempts = "queued", 0
        else:
            with pytest.raises(NotFinished):
                retry(self._row())

    @rule()
    def sweep(self) -> None:
        sweeper.end_hopeless()
        sweeper.settle_parents()
        dead = self.model.state == "running" and self.model.lease_until < self.now
        if dead and self.model.attempts >= ATTEMPTS:
            self.model.state, self.model.holder = "failed", None

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def the_row_says_what_the_model_says(self) -> None:
        row = self._row()
        assert row.state == self.model.state
        assert row.attempts == self.model.attempts <= ATTEMPTS
        assert row.lease_token == self.model.holder
        assert (row.finished_at is not None) == (row.state not in UNFINISHED)

    @invariant()
    def the_effect_is_there_exactly_when_the_job_is_done(self) -> None:
        assert handlers.effects() == self.model.effects == int(self.model.state == State.DONE)

    def _row(self) -> Job:
        return Job.objects.get(pk=self.job.pk)


@pytest.mark.django_db
def test_any_life_of_a_job_ends_as_its_model_says(settings_of_site: Any) -> None:
    run_state_machine_as_test(
        JobMachine,
        settings=settings(
            max_examples=5_000 if LONG else 60,
            stateful_step_count=50 if LONG else 40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.fixture
def settings_of_site(settings: Any) -> Any:
    """pytest-django's `settings`, under a name that Hypothesis does not use."""
    return settings

"""Do the tests have teeth? Without each guard the fault that it guards against becomes visible."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from jobs import claim, ring, runner, sweeper
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import Outcome, run_job
from jobs.services import Part, cancel, enqueue, enqueue_children
from jobs.states import State
from jobs.work import Work
from tests.faults import sabotage
from tests.jobs import handlers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def guards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put every guard back after the test, however it was taken away."""
    for module, name in [
        (claim, "held"),
        (claim, "claim"),
        (runner, "_finish"),
        (ring, "_publish"),
        (sweeper.Sweeper, "tick"),
        (sweeper, "end_hopeless"),
        (sweeper, "settle_parents"),
    ]:
        monkeypatch.setattr(module, name, getattr(module, name))


def zombie(step_clock: Callable[[float], None]) -> int:
    """Let a worker sleep over its lease while another does its job; return the effects."""
    job = enqueue(kind="grade.write_again", args={})

    def sleep_over_the_lease(work: Work) -> None:
        handlers.during.clear()
        step_clock(16)
        run_job(work.job_id)

    handlers.during.append(sleep_over_the_lease)
    run_job(job.pk)
    return handlers.effects()


def test_the_fence_keeps_a_zombie_from_a_second_effect(
    step_clock: Callable[[float], None],
) -> None:
    assert zombie(step_clock) == 1


def test_without_the_fence_a_zombie_doubles_the_effect(
    step_clock: Callable[[float], None],
) -> None:
    sabotage.without_fence()
    assert zombie(step_clock) == 2


def test_without_one_transaction_for_both_a_zombie_doubles_the_effect(
    step_clock: Callable[[float], None],
) -> None:
    sabotage.without_transaction()
    assert zombie(step_clock) == 2


def poison(step_clock: Callable[[float], None], most: int) -> int:
    """Let a job kill its worker again and again; return how often it could, up to a bound."""
    job = enqueue(kind="grade.write", args={})
    for killed in range(most):
        sweeper.end_hopeless()
        if claim.claim(job.pk) is None:
            return killed
        step_clock(16)  # the worker is dead
    return most


def test_counting_at_the_claim_bounds_a_poisonous_job(step_clock: Callable[[float], None]) -> None:
    assert poison(step_clock, 50) == 5


def test_without_counting_at_the_claim_a_poisonous_job_kills_for_ever(
    step_clock: Callable[[float], None],
) -> None:
    sabotage.without_counting()
    assert poison(step_clock, 50) == 50


def lose_every_message(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """A site whose messages are all lost on their first way; return what the sweeper rings for."""
    rung: list[uuid.UUID] = []

    class Bells:
        def __enter__(self) -> Bells:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing to close."""

        def depth(self, queue: str) -> int:
            return 0

        def ring(self, bell: ring.Bell) -> None:
            rung.append(bell[0])

    monkeypatch.setattr(ring, "ring", lambda bells: None)
    job = enqueue(kind="grade.write", args={})
    sweeper.Sweeper(broker=Bells).tick()  # type: ignore[arg-type]
    for pk in rung:
        run_job(pk)
    job.refresh_from_db()
    return rung if job.state == State.DONE else []


def test_the_sweeper_finds_a_job_whose_message_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(lose_every_message(monkeypatch)) == 1


def test_without_the_sweeper_a_lost_message_is_a_lost_job(monkeypatch: pytest.MonkeyPatch) -> None:
    sabotage.without_sweeper()
    assert lose_every_message(monkeypatch) == []


def test_without_the_sweeper_a_lost_flip_leaves_the_parent_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lose_the_flip() -> str:
        parent = enqueue(kind="generate.set", args={})
        (child,) = enqueue_children(parent, [Part("grade.write")])
        with monkeypatch.context() as lost:
            lost.setattr(runner.family, "settle", lambda job_id: None)
            run_job(child.pk)
        drain_jobs()
        parent.refresh_from_db()
        return parent.state

    assert lose_the_flip() == State.DONE
    monkeypatch.setattr(sweeper, "settle_parents", lambda: None)
    assert lose_the_flip() == State.WAITING


def test_the_constraint_refuses_a_second_effect_when_every_other_guard_is_gone(
    step_clock: Callable[[float], None],
) -> None:
    sabotage.without_fence()
    job = enqueue(kind="grade.write", args={})

    def sleep_over_the_lease(work: Work) -> None:
        handlers.during.clear()
        step_clock(16)
        run_job(work.job_id)

    handlers.during.append(sleep_over_the_lease)
    run_job(job.pk)
    assert handlers.effects() == 1  # with `write_again`, whose effect has none, there are two


def test_without_the_lease_in_the_claim_a_job_runs_twice_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def twice() -> int:
        job = enqueue(kind="grade.write", args={})
        return sum(claim.claim(job.pk) is not None for _ in range(2))

    assert twice() == 1
    real = claim.claim

    def reckless(job_id: Any) -> Job | None:
        Job.objects.filter(pk=job_id).update(state=State.QUEUED, lease_token=None, lease_until=None)
        return real(job_id)

    monkeypatch.setattr(claim, "claim", reckless)
    assert twice() == 2


def test_without_the_check_of_the_state_a_cancelled_job_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cancelled_in_the_middle() -> tuple[Outcome, int]:
        job = enqueue(kind="grade.write", args={})

        def cancel_it(work: Work) -> None:
            handlers.during.clear()
            assert cancel(Job.objects.get(pk=job.pk))

        handlers.during.append(cancel_it)
        return run_job(job.pk), handlers.effects(str(job.pk))

    assert cancelled_in_the_middle() == (Outcome.CANCELLED, 0)
    sabotage.without_fence()
    assert cancelled_in_the_middle()[1] == 1

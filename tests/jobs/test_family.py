"""Parents and children: the parent ends with its last child, once, whatever happens between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from jobs import claim, family, sweeper
from jobs.drain import drain_jobs
from jobs.models import Job
from jobs.runner import Outcome, run_job
from jobs.services import Part, cancel, enqueue, enqueue_beside, enqueue_children, retry
from jobs.states import State
from tests.jobs import handlers

pytestmark = pytest.mark.django_db

WRITE, FAIL = Part("grade.write", total=10), Part("grade.fail", total=10)


def states(parent: Job) -> list[str]:
    return sorted(parent.children.values_list("state", flat=True))


@pytest.fixture
def parent(player: Player) -> Job:
    """A parent of three."""
    parent = enqueue(kind="generate.set", args={}, owner=player)
    enqueue_children(parent, [WRITE] * 3)
    return parent


def test_a_parent_waits_without_a_lease_and_is_shown_as_running(parent: Job) -> None:
    assert (parent.state, parent.lease_token) == (State.WAITING, None)
    assert parent.shown_state == State.RUNNING
    assert run_job(parent.pk) == Outcome.NOT_MINE


def test_children_belong_to_the_owner_of_the_parent(parent: Job) -> None:
    assert {child.owner for child in parent.children.all()} == {parent.owner}


def test_the_last_child_ends_the_parent(parent: Job) -> None:
    first, second, third = parent.children.all()
    run_job(first.pk)
    run_job(second.pk)
    parent.refresh_from_db()
    assert parent.state == State.WAITING
    run_job(third.pk)
    parent.refresh_from_db()
    assert parent.state == State.DONE
    assert parent.finished_at is not None


def test_the_progress_of_a_parent_is_that_of_its_children(parent: Job) -> None:
    assert parent.progress() == (0, 30)
    Job.objects.filter(pk__in=parent.children.values("pk")[:1]).update(progress_done=4)
    assert parent.progress() == (4, 30)


def test_a_handler_cuts_its_job_by_its_effect() -> None:
    job = enqueue(kind="generate.set", args={"parts": ["grade.write"] * 4})
    assert run_job(job.pk) == Outcome.WAITING
    job.refresh_from_db()
    assert (job.state, job.lease_token, job.children.count()) == (State.WAITING, None, 4)
    drain_jobs()
    job.refresh_from_db()
    assert job.state == State.DONE
    assert handlers.effects() == 4


def test_a_worker_that_lost_its_lease_cuts_nothing(step_clock: Callable[[float], None]) -> None:
    job = enqueue(kind="generate.set", args={"parts": ["grade.write"] * 4})
    claimed = claim.claim(job.pk)
    assert claimed is not None
    step_clock(16)
    drain_jobs()
    assert job.children.count() == 4
    assert handlers.effects() == 4


def test_a_parent_is_cut_once(parent: Job) -> None:
    before = list(parent.children.order_by("pk"))
    again = enqueue_children(parent, [WRITE] * 7)
    assert sorted(again, key=lambda child: child.pk) == before


def test_a_finished_job_cannot_be_cut(job: Job) -> None:
    run_job(job.pk)
    with pytest.raises(ValueError, match="done"):
        enqueue_children(job, [WRITE])
    with pytest.raises(ValueError, match="at least one"):
        enqueue_children(job, [])


def test_a_failed_child_fails_the_parent_and_what_is_done_stays(player: Player) -> None:
    parent = enqueue(kind="generate.set", args={}, owner=player)
    enqueue_children(parent, [WRITE, FAIL, WRITE])
    drain_jobs(skip_waits=True)
    parent.refresh_from_db()
    assert (parent.state, parent.last_error) == (State.FAILED, "child_failed")
    assert states(parent) == ["done", "done", "failed"]
    assert handlers.effects() == 2


def test_the_reason_of_a_child_reaches_its_ancestors_and_an_exceptions_name_does_not(
    player: Player, settings: Any
) -> None:
    top = enqueue(kind="generate.set", args={}, owner=player)
    (middle,) = enqueue_children(top, [Part("generate.set")])
    enqueue_children(middle, [Part("grade.give_up"), FAIL, WRITE])
    settings.ISTAKA_JOB_REASONS = {"set.withdrawn": "jobs.words.OTHER_TEXT"}
    drain_jobs(skip_waits=True)
    assert set(Job.objects.filter(pk__in=[top.pk, middle.pk]).values_list("last_error")) == {
        ("set.withdrawn",)
    }


def test_a_retry_of_the_parent_runs_again_only_what_failed(player: Player) -> None:
    parent = enqueue(kind="generate.set", args={}, owner=player)
    enqueue_children(parent, [WRITE, Part("grade.fail", {}), WRITE])
    drain_jobs(skip_waits=True)
    parent.refresh_from_db()
    retry(parent)
    assert parent.state == State.WAITING
    assert states(parent) == ["done", "done", "queued"]
    failed = parent.children.get(kind="grade.fail")
    assert failed.attempts == 0
    Job.objects.filter(pk=failed.pk).update(args={"lucky": [1]})  # the cause is repaired
    drain_jobs(skip_waits=True)
    parent.refresh_from_db()
    assert parent.state == State.DONE
    assert handlers.effects() == 2


def test_a_retry_of_a_child_reopens_its_parent(parent: Job) -> None:
    child = parent.children.first()
    assert child is not None
    cancel(child)
    drain_jobs()
    parent.refresh_from_db()
    assert parent.state == State.CANCELLED
    retry(child)
    parent.refresh_from_db()
    assert parent.state == State.WAITING
    drain_jobs()
    parent.refresh_from_db()
    assert parent.state == State.DONE


def test_cancelling_the_parent_cancels_what_is_not_done(parent: Job) -> None:
    first = parent.children.first()
    assert first is not None
    run_job(first.pk)
    assert cancel(parent)
    assert parent.state == State.CANCELLED
    assert states(parent) == ["cancelled", "cancelled", "done"]
    assert drain_jobs() == 0


def test_a_child_in_the_middle_of_its_work_notices_that_its_parent_was_cancelled() -> None:
    parent = enqueue(kind="generate.set", args={})
    (child,) = enqueue_children(parent, [Part("generate.steps", {"total": 5})])
    handlers.during.append(lambda work: None if work.done != 2 else assert_cancelled(parent))
    assert run_job(child.pk) == Outcome.CANCELLED
    assert handlers.effects() == 0


def assert_cancelled(job: Job) -> None:
    assert cancel(job)


def test_grandchildren_end_their_grandparent() -> None:
    top = enqueue(kind="generate.set", args={})
    enqueue_children(top, [Part("generate.set", {"parts": ["grade.write"] * 2}), WRITE])
    drain_jobs()
    top.refresh_from_db()
    assert top.state == State.DONE
    assert handlers.effects() == 3


def test_cancel_and_retry_reach_grandchildren() -> None:
    top = enqueue(kind="generate.set", args={})
    (middle,) = enqueue_children(top, [Part("generate.set", {"parts": ["grade.write"] * 2})])
    run_job(middle.pk)
    assert cancel(top)
    assert set(Job.objects.values_list("state", flat=True)) == {"cancelled"}
    retry(top)
    drain_jobs()
    top.refresh_from_db()
    assert top.state == State.DONE
    assert handlers.effects() == 2


def test_the_sweeper_repairs_a_flip_that_was_lost(
    parent: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(family, "settle", lambda job_id: None)  # the worker dies after its commit
        for child in parent.children.all():
            run_job(child.pk)
    parent.refresh_from_db()
    assert parent.state == State.WAITING
    sweeper.settle_parents()
    parent.refresh_from_db()
    assert parent.state == State.DONE


def test_a_child_whose_worker_always_dies_fails_the_parent(
    parent: Job, step_clock: Callable[[float], None]
) -> None:
    dying, *others = parent.children.all()
    for _ in range(dying.max_attempts):
        assert claim.claim(dying.pk) is not None
        step_clock(16)
    for child in others:
        run_job(child.pk)
    sweeper.end_hopeless()
    parent.refresh_from_db()
    assert parent.state == State.FAILED


def test_settling_twice_is_once(parent: Job) -> None:
    drain_jobs()
    parent.refresh_from_db()
    finished = parent.finished_at
    family.settle(parent.pk)
    sweeper.settle_parents()
    parent.refresh_from_db()
    assert parent.finished_at == finished


def test_the_work_of_a_child_costs_the_same_among_few_and_many() -> None:
    costs = []
    for count in (2, 20):
        parent = enqueue(kind="generate.set", args={})
        children = enqueue_children(parent, [WRITE] * count)
        with CaptureQueriesContext(connection) as queries:
            run_job(children[0].pk)
            parent.progress()
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_part_may_have_the_work_go_on_in_another_and_the_parent_waits_for_it(
    parent: Job,
) -> None:
    first, second, third = parent.children.all()
    enqueue_beside(first, WRITE)
    for one in (first, second, third):
        run_job(one.pk)
    parent.refresh_from_db()
    assert parent.state == State.WAITING
    drain_jobs()
    parent.refresh_from_db()
    assert (parent.state, parent.children.count()) == (State.DONE, 4)


def test_nothing_goes_on_beside_a_job_that_is_no_part() -> None:
    with pytest.raises(ValueError, match="no part"):
        enqueue_beside(enqueue(kind=WRITE.kind, args={}), WRITE)

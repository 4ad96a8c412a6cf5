"""Threads that really run at once, on a database that does not put them in a line."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts import clock
from accounts.models import Player
from jobs import claim, family, ring, sweeper
from jobs.drain import drain_jobs
from jobs.errors import KeyReused, NotFinished, TooManyJobs
from jobs.models import Job
from jobs.runner import Outcome, run_job
from jobs.services import Part, cancel, enqueue, enqueue_children, retry
from jobs.states import State
from jobs.work import Work
from tests.jobs import handlers
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ring for nobody: these tests are their own workers."""
    monkeypatch.setattr(ring, "ring", lambda bells: None)


@pytest.fixture
def player(transactional_db: None) -> Player:
    return Player.objects.create()


def test_fifty_requests_with_one_key_make_one_job(player: Player) -> None:
    key = uuid.uuid4()
    answers = at_once(
        50, lambda _: enqueue(kind="grade.write", args={"n": 1}, owner=player, key=key).pk
    )
    assert len(set(answers)) == 1
    assert Job.objects.count() == 1


def test_requests_with_one_key_and_other_arguments_are_refused(player: Player) -> None:
    key = uuid.uuid4()
    answers = at_once(
        20, lambda n: enqueue(kind="grade.write", args={"n": n % 2}, owner=player, key=key).pk
    )
    assert Job.objects.count() == 1
    assert sum(isinstance(answer, KeyReused) for answer in answers) == 10


def test_thirty_requests_of_one_player_make_two_jobs(player: Player) -> None:
    answers = at_once(30, lambda n: enqueue(kind="grade.write", args={"n": n}, owner=player).pk)
    assert Job.objects.count() == 2
    assert sum(isinstance(answer, TooManyJobs) for answer in answers) == 28


def test_twenty_sweepers_that_see_the_same_need_make_one_job(db: None) -> None:
    answers = at_once(20, lambda _: enqueue(kind="grade.write", args={}, dedupe_key="today").pk)
    assert len(set(answers)) == 1
    assert Job.objects.count() == 1


def test_of_twenty_workers_one_gets_the_job(db: None) -> None:
    job = enqueue(kind="grade.write", args={})
    claimed = [claimed for claimed in at_once(20, lambda _: claim.claim(job.pk)) if claimed]
    assert len(claimed) == 1
    job.refresh_from_db()
    assert (job.attempts, job.lease_token) == (1, claimed[0].lease_token)


def test_of_twenty_workers_one_gets_an_abandoned_job(
    step_clock: Callable[[float], None], db: None
) -> None:
    job = enqueue(kind="grade.write", args={})
    claim.claim(job.pk)
    step_clock(16)
    assert sum(1 for claimed in at_once(20, lambda _: claim.claim(job.pk)) if claimed) == 1
    job.refresh_from_db()
    assert job.attempts == 2


def test_a_message_ten_times_at_once_is_one_effect(db: None) -> None:
    job = enqueue(kind="grade.write_again", args={})
    outcomes = at_once(10, lambda _: run_job(job.pk))
    assert sorted(outcomes) == sorted([Outcome.DONE] + [Outcome.NOT_MINE] * 9)
    assert handlers.effects() == 1


def test_two_sweepers_ring_for_every_row_once(db: None) -> None:
    jobs = {enqueue(kind="grade.write", args={}).pk for _ in range(100)}
    rung: list[uuid.UUID] = []

    class Bells:
        def depth(self, queue: str) -> int:
            return 0

        def ring(self, bell: ring.Bell) -> None:
            rung.append(bell[0])

    @contextmanager
    def broker() -> Iterator[Any]:
        yield Bells()

    assert at_once(4, lambda _: sweeper.Sweeper(broker=broker).tick()) == [None] * 4
    assert sorted(rung) == sorted(jobs)


def test_children_that_end_at_once_end_their_parent_once(db: None) -> None:
    for _ in range(5):
        parent = enqueue(kind="generate.set", args={})
        children = enqueue_children(parent, [Part("grade.write")] * 8)
        outcomes = at_once(8, lambda n, children=children: run_job(children[n].pk))  # type: ignore[misc]
        assert outcomes == [Outcome.DONE] * 8
        parent.refresh_from_db()
        assert parent.state == State.DONE  # without any sweeper


def test_a_parent_that_is_cut_by_many_is_cut_once(db: None) -> None:
    parent = enqueue(kind="generate.set", args={})
    at_once(
        10, lambda _: enqueue_children(Job.objects.get(pk=parent.pk), [Part("grade.write")] * 3)
    )
    assert parent.children.count() == 3


def test_cancelling_while_children_end_neither_deadlocks_nor_loses(db: None) -> None:
    for _ in range(5):
        parent = enqueue(kind="generate.set", args={})
        children = enqueue_children(parent, [Part("grade.write")] * 6)

        def act(n: int, parent: Job = parent, children: list[Job] = children) -> object:
            return cancel(Job.objects.get(pk=parent.pk)) if n == 6 else run_job(children[n].pk)

        answers = at_once(7, act)
        assert not [answer for answer in answers if isinstance(answer, BaseException)]
        states = set(parent.children.values_list("state", flat=True))
        assert states <= {State.DONE, State.CANCELLED}
        done = parent.children.filter(state=State.DONE).count()
        assert handlers.effects() == done
        parent.refresh_from_db()
        assert parent.state in (State.CANCELLED, State.DONE)
        Player.objects.all().delete()
        Job.objects.all().delete()
        handlers.RateCount.objects.all().delete()


def test_cancelling_and_finishing_at_once_is_one_of_the_two(db: None) -> None:
    for _ in range(20):
        job = enqueue(kind="grade.write", args={})

        def act(n: int, job: Job = job) -> object:
            return run_job(job.pk) if n else cancel(Job.objects.get(pk=job.pk))

        cancelled, _outcome = at_once(2, act)
        job.refresh_from_db()
        assert job.state == (State.CANCELLED if cancelled else State.DONE)
        assert handlers.effects(str(job.pk)) == (0 if cancelled else 1)


def test_ten_presses_of_try_again_are_one(player: Player) -> None:
    job = enqueue(kind="grade.write", args={}, owner=player)
    cancel(job)
    answers = at_once(10, lambda _: retry(Job.objects.get(pk=job.pk)))
    assert answers.count(None) == 1
    assert sum(isinstance(answer, NotFinished) for answer in answers) == 9
    assert drain_jobs() == 1


def test_settling_a_parent_by_many_at_once_is_settling_it_once(db: None) -> None:
    parent = enqueue(kind="generate.set", args={})
    (child,) = enqueue_children(parent, [Part("grade.write")])
    Job.objects.filter(pk=child.pk).update(state=State.DONE, finished_at=child.created_at)
    at_once(10, lambda _: family.settle(parent.pk))
    parent.refresh_from_db()
    assert parent.state == State.DONE


def test_the_heartbeat_keeps_the_lease_of_slow_work(settings: Any, db: None) -> None:
    settings.ISTAKA_JOB_RENEW = 0.02
    job = enqueue(kind="grade.write", args={})
    leases = set()

    def work_on(work: Work) -> None:
        for _ in range(1_000):  # until the lease was renewed twice, without a word from the work
            leases.add(Job.objects.values_list("lease_until", flat=True).get(pk=work.job_id))
            if len(leases) == 3:
                return
            time.sleep(0.02)

    handlers.during.append(work_on)
    assert run_job(job.pk) == Outcome.DONE
    assert len(leases) == 3


@pytest.mark.parametrize("rows", ["queued_due", "abandoned"])
def test_a_claim_and_a_sweep_use_an_index(rows: str, db: None) -> None:
    now = clock.now()
    done = [
        Job(kind="grade.write", queue="grade", state=State.DONE, finished_at=now)
        for _ in range(20_000)
    ]
    Job.objects.bulk_create(done, batch_size=2_000)
    for _ in range(5):
        enqueue(kind="grade.write", args={})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE jobs_job")
    query = getattr(Job.objects, rows)(now)
    if rows == "queued_due":
        query = query.filter(queue="grade").order_by("run_after")
    plan = query.explain()
    assert {"queued_due": "job_queued_due", "abandoned": "job_lease"}[rows] in plan
    assert "Seq Scan" not in plan

"""The sweeper rings for what is due, not for what is not, and not for ever for the same row."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import clock
from accounts.models import Player
from jobs import claim
from jobs.conf import QUEUES
from jobs.models import Job
from jobs.ring import Bell
from jobs.services import Part, cancel, enqueue, enqueue_children
from jobs.states import State
from jobs.sweeper import Sweeper

pytestmark = pytest.mark.django_db

asked: list[str] = []


class Recorder:
    """A broker that keeps its messages, as a real one whose workers are busy does."""

    def __init__(self) -> None:
        self.rung: list[Bell] = []
        self.waiting = dict.fromkeys(QUEUES, 0)
        self.connections = 0

    def depth(self, queue: str) -> int:
        return self.waiting[queue]

    def ring(self, bell: Bell) -> None:
        self.rung.append(bell)
        self.waiting[bell[1]] += 1

    @contextmanager
    def connect(self) -> Iterator[Any]:
        self.connections += 1
        yield self

    def ids(self) -> list[uuid.UUID]:
        return [pk for pk, _ in self.rung]


@pytest.fixture
def broker() -> Recorder:
    return Recorder()


@pytest.fixture
def sweeper(broker: Recorder) -> Sweeper:
    return Sweeper(broker=broker.connect)


def test_a_due_row_is_rung_for_on_its_queue(sweeper: Sweeper, broker: Recorder, job: Job) -> None:
    sweeper.tick()
    assert broker.rung == [(job.pk, "grade")]


def test_a_row_is_rung_for_again_only_when_its_message_counts_as_lost(
    sweeper: Sweeper, broker: Recorder, job: Job, step_clock: Callable[[float], None]
) -> None:
    for _ in range(3):
        sweeper.tick()
    assert broker.ids() == [job.pk]
    step_clock(16)
    sweeper.tick()
    assert broker.ids() == [job.pk, job.pk]


def test_an_abandoned_job_is_rung_for(
    sweeper: Sweeper, broker: Recorder, job: Job, step_clock: Callable[[float], None]
) -> None:
    claim.claim(job.pk)
    sweeper.tick()
    assert broker.ids() == []
    step_clock(16)
    sweeper.tick()
    assert broker.ids() == [job.pk]


def test_nothing_else_is_rung_for(sweeper: Sweeper, broker: Recorder, job: Job) -> None:
    cancel(job)
    enqueue(kind="grade.write", args={}, run_after=clock.now() + dt.timedelta(hours=1))
    claim.claim(enqueue(kind="grade.write", args={}).pk)
    parent = enqueue(kind="generate.set", args={})
    (child,) = enqueue_children(parent, [Part("grade.write")])
    sweeper.tick()
    assert broker.ids() == [child.pk]


def test_an_idle_site_does_not_even_connect(sweeper: Sweeper, broker: Recorder, db: None) -> None:
    sweeper.tick()
    assert broker.connections == 0


def test_no_more_is_rung_for_than_the_queue_has_room_for(broker: Recorder) -> None:
    sweeper = Sweeper(depth=5, broker=broker.connect)
    for _ in range(8):
        enqueue(kind="grade.write", args={})
    mail = enqueue(kind="mail.write", args={})
    sweeper.tick()
    assert broker.waiting == {"generate": 0, "grade": 5, "mail": 1}
    assert mail.pk in broker.ids()  # a backlog of one queue does not hold up another
    sweeper.tick()
    assert len(broker.rung) == 6
    broker.waiting["grade"] = 0  # the workers caught up, or somebody purged the queue
    sweeper.tick()
    assert len(set(broker.ids())) == 9


def test_the_oldest_come_first(broker: Recorder) -> None:
    sweeper = Sweeper(depth=2, broker=broker.connect)
    jobs = [enqueue(kind="grade.write", args={}) for _ in range(3)]
    Job.objects.filter(pk=jobs[2].pk).update(run_after=clock.now() - dt.timedelta(hours=1))
    sweeper.tick()
    assert broker.ids() == [jobs[2].pk, jobs[0].pk]


def test_what_a_person_waits_for_comes_before_the_sites_own_work(
    broker: Recorder, player: Player, step_clock: Callable[[float], None]
) -> None:
    own = [enqueue(kind="generate.effect", args={"n": n}) for n in range(3)]
    step_clock(1)
    theirs = enqueue(kind="generate.effect", args={}, owner=player)
    Sweeper(broker=broker.connect, depth=2).tick()
    assert broker.ids() == [theirs.pk, own[0].pk]


def test_a_broker_that_is_gone_stops_neither_repairs_nor_periodic_work(
    settings: Any, job: Job, step_clock: Callable[[float], None]
) -> None:
    @contextmanager
    def gone() -> Iterator[Any]:
        raise ConnectionRefusedError
        yield

    asked.clear()
    settings.ISTAKA_ENSURE_DUE = ["tests.jobs.test_sweeper.note"]
    for _ in range(job.max_attempts):
        assert claim.claim(job.pk)
        step_clock(16)
    enqueue(kind="grade.write", args={})
    Sweeper(broker=gone).tick()
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert asked == ["note"]


def note() -> None:
    """Remember that periodic work was asked for."""
    asked.append("note")


def explode() -> None:
    """Fail."""
    raise RuntimeError


def test_periodic_work_is_asked_for_at_its_period_and_one_fault_stops_no_other(
    settings: Any, sweeper: Sweeper, db: None
) -> None:
    asked.clear()
    settings.ISTAKA_ENSURE_DUE = [f"tests.jobs.test_sweeper.{name}" for name in ("explode", "note")]
    for _ in range(5):
        sweeper.tick()
    assert asked == ["note"]
    settings.ISTAKA_JOB_ENSURE_DUE = 0
    sweeper.tick()
    assert asked == ["note", "note"]


def test_a_renewal_in_the_last_moment_beats_the_end_of_a_hopeless_job(
    job: Job, step_clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jobs import sweeper as module

    Job.objects.filter(pk=job.pk).update(attempts=job.max_attempts - 1)
    claimed = claim.claim(job.pk)
    assert claimed is not None
    assert claimed.lease_token is not None
    step_clock(16)
    token = claimed.lease_token
    real = Job.objects.abandoned

    def renewed_in_between(now: dt.datetime) -> Any:
        rows = list(real(now).out_of_attempts())
        claim.renew(job.pk, token, done=0, total=0)
        monkeypatch.undo()
        return Rows(rows)

    class Rows(list[Job]):
        def out_of_attempts(self) -> list[Job]:
            return self

    monkeypatch.setattr(Job.objects, "abandoned", renewed_in_between)
    module.end_hopeless()
    job.refresh_from_db()
    assert job.state == State.RUNNING


def test_a_sweep_costs_the_same_for_ten_rows_and_a_hundred(broker: Recorder) -> None:
    costs = []
    for count in (10, 100):
        Job.objects.all().delete()
        for _ in range(count):
            enqueue(kind="grade.write", args={})
        with CaptureQueriesContext(connection) as queries:
            Sweeper(broker=broker.connect).tick()
        costs.append(len(queries))
        assert len(broker.rung) >= count
    assert costs[0] == costs[1]

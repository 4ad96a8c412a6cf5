"""A message is sent after the commit; a broker that is gone is nobody's error page."""

from __future__ import annotations

import json
import logging
import runpy
import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery import Celery, current_app
from django.db import transaction
from kombu import Connection

from jobs import ring
from jobs.conf import QUEUES
from jobs.models import Job
from jobs.services import enqueue
from jobs.tasks import run


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[ring.Bell]:
    """What was rung for."""
    bells: list[ring.Bell] = []
    monkeypatch.setattr(ring, "ring", bells.extend)
    return bells


@pytest.mark.django_db(transaction=True)
def test_nobody_is_rung_for_before_the_commit_nor_after_a_rollback(rung: list[ring.Bell]) -> None:
    with transaction.atomic():
        job = enqueue(kind="grade.write", args={})
        assert rung == []
    assert rung == [(job.pk, "grade")]
    with transaction.atomic():
        enqueue(kind="grade.write", args={})
        transaction.set_rollback(True)
    assert len(rung) == 1


@pytest.mark.django_db(transaction=True)
def test_a_repeat_rings_for_nobody(rung: list[ring.Bell], player: Any) -> None:
    key = uuid.uuid4()
    for _ in range(3):
        enqueue(kind="grade.write", args={}, owner=player, key=key)
    assert len(rung) == 1


@pytest.mark.django_db(transaction=True)
def test_a_ring_that_fails_after_the_commit_raises_nothing_and_skips_no_later_callback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(bells: object) -> None:
        raise OSError

    later: list[int] = []
    monkeypatch.setattr(ring, "ring", fail)
    with caplog.at_level(logging.CRITICAL), transaction.atomic():
        job = enqueue(kind="grade.write", args={})
        transaction.on_commit(lambda: later.append(1))
    assert Job.objects.filter(pk=job.pk).exists()
    assert later == [1]


def app_with(settings: Any, url: str) -> Celery:
    """The site's Celery application as it is with that broker."""
    settings.BROKER_URL = url
    values = runpy.run_path(str(settings.BASE_DIR / "okeysite" / "celery_settings.py"))
    app = Celery(set_as_current=False)
    app.conf.update({name: value for name, value in values.items() if name.islower()})
    return app


@pytest.mark.parametrize("listens", [False, True], ids=["refuses", "accepts and is silent"])
def test_a_broker_that_is_gone_neither_hangs_nor_raises(
    settings: Any, monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if listens:
            server.listen(8)
        url = f"amqp://guest:guest@127.0.0.1:{server.getsockname()[1]}//"
        monkeypatch.setattr(ring, "current_app", app_with(settings, url))
        ended = threading.Event()

        def ring_once() -> None:
            ring.ring([(uuid.uuid4(), "grade")])
            ended.set()

        threading.Thread(target=ring_once, daemon=True).start()
        assert ended.wait(20)  # far beyond its one second, far below for ever


def test_whoever_rings_never_waits_for_a_broker_that_holds_its_callers(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BROKER_URL = "amqp://guest:guest@127.0.0.1:1//"
    goes_on, sent = threading.Event(), threading.Semaphore(0)

    class Held:
        def ring(self, bell: ring.Bell) -> None:
            assert goes_on.wait(60)
            sent.release()

    @contextmanager
    def broker() -> Iterator[Held]:
        yield Held()

    monkeypatch.setattr(ring, "broker", broker)
    monkeypatch.setattr(ring, "_bellman", ring.Bellman())
    for _ in range(3):  # returns, although nothing gets through; what is too much is dropped
        ring.ring([(uuid.uuid4(), "grade")] * ring.WAITING)
    goes_on.set()
    for _ in range(ring.WAITING):
        assert sent.acquire(timeout=60)
    ring.ring([(uuid.uuid4(), "grade")])
    assert sent.acquire(timeout=60)


def test_after_a_broker_that_fails_the_next_message_is_tried_again(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BROKER_URL = "amqp://guest:guest@127.0.0.1:1//"
    tried, forgot = threading.Semaphore(0), threading.Semaphore(0)

    @contextmanager
    def broker() -> Iterator[Any]:
        tried.release()
        raise OSError
        yield

    class Telling(ring.Bellman):
        def _drop(self) -> None:
            super()._drop()  # a message that came before would be forgotten with the first
            forgot.release()

    monkeypatch.setattr(ring, "broker", broker)
    monkeypatch.setattr(ring, "_bellman", Telling())
    for _ in range(2):
        ring.ring([(uuid.uuid4(), "grade")])
        assert tried.acquire(timeout=60)
        assert forgot.acquire(timeout=60)


def test_queues_survive_their_broker_and_bound_a_poisonous_message(settings: Any) -> None:
    conf = app_with(settings, "amqp://127.0.0.1//").conf
    assert {queue.name for queue in conf.task_queues} == set(QUEUES)
    for queue in conf.task_queues:
        assert queue.durable
        assert queue.exchange.type == "topic"
        assert queue.queue_arguments["x-queue-type"] == "quorum"
        assert queue.queue_arguments["x-delivery-limit"] > 0
    assert conf.broker_transport_options["confirm_publish"]
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost


def test_the_embedded_broker_is_not_rung_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app, "producer_or_acquire", None)  # would raise
    ring.ring([(uuid.uuid4(), "grade")])


def test_nothing_is_pickled_and_nothing_comes_back() -> None:
    conf = current_app.conf
    assert conf.accept_content == conf.result_accept_content == ["json"]
    assert conf.task_serializer == conf.result_serializer == "json"
    assert conf.result_backend is None
    assert conf.task_ignore_result


def test_a_message_holds_the_id_and_nothing_else(settings: Any) -> None:
    job_id = uuid.uuid4()
    with Connection("memory://") as connection, connection.channel() as channel:
        for queue in current_app.amqp.queues.values():
            queue(channel).declare()
            channel.queue_purge(queue.name)
        ring._publish((job_id, "grade"), current_app.amqp.Producer(connection))
        message = channel.basic_get("grade")
        args, kwargs, _ = json.loads(message.body)
        assert (args, kwargs) == ([str(job_id)], {})


@pytest.mark.django_db
def test_the_task_runs_the_job_and_returns_nothing(job: Job) -> None:
    assert run(str(job.pk)) is None
    assert run(str(job.pk)) is None
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)

"""The broker in the worker's own process delivers as soon as there is room, and no more."""

from __future__ import annotations

from typing import Any

import pytest
from kombu import Connection, Consumer, Queue

from jobs.embedded import Transport

NEVER = 10_000.0  # seconds until the next look: what comes, comes without one


class Loop:
    """Takes what is to be called again and again, and never calls it by itself."""

    def __init__(self) -> None:
        self.looks: list[Any] = []

    def call_repeatedly(self, seconds: float, look: Any) -> None:
        self.looks.append(look)


class Worker:
    """Consumes a queue of the embedded broker, so many messages at once."""

    def __init__(self, most: int) -> None:
        self.connection = Connection(transport=Transport, transport_options={})
        self.connection.transport.polling_interval = NEVER
        self.channel = self.connection.channel()
        self.queue = Queue("embedded-test", channel=self.channel)
        self.queue.declare()
        self.queue.purge()
        self.at_work: list[Any] = []
        self.consumer = Consumer(self.channel, [self.queue], on_message=self.at_work.append)
        self.consumer.qos(prefetch_count=most)
        self.consumer.consume()
        self.loop = Loop()
        self.connection.transport.register_with_event_loop(self.connection, self.loop)

    def send(self, count: int) -> None:
        producer = self.connection.Producer(self.channel)
        for number in range(count):
            producer.publish({"n": number}, routing_key="embedded-test")

    def numbers(self) -> list[int]:
        return [message.payload["n"] for message in self.at_work]


@pytest.fixture
def worker() -> Any:
    made = Worker(2)
    yield made
    made.connection.close()


def test_no_more_is_delivered_than_there_is_room_for(worker: Worker) -> None:
    worker.send(5)
    worker.loop.looks[0]()
    worker.loop.looks[0]()
    assert worker.numbers() == [0, 1]


@pytest.mark.parametrize("end", ["ack", "reject"])
def test_the_end_of_one_brings_the_next_without_another_look(worker: Worker, end: str) -> None:
    worker.send(5)
    worker.loop.looks[0]()
    for done in range(5):
        getattr(worker.at_work[done], end)()
        assert worker.numbers() == list(range(min(5, done + 3)))


def test_what_goes_back_to_its_queue_waits_for_the_next_look(worker: Worker) -> None:
    worker.send(1)
    worker.loop.looks[0]()
    worker.at_work[0].requeue()
    assert worker.numbers() == [0]
    worker.loop.looks[0]()
    assert worker.numbers() == [0, 0]


def test_very_many_refused_at_once_take_no_stack(worker: Worker) -> None:
    worker.send(5_000)
    seen: list[int] = []

    def refuse(message: Any) -> None:
        seen.append(message.payload["n"])
        message.reject()

    worker.consumer.on_message = refuse
    worker.loop.looks[0]()
    assert seen == list(range(5_000))

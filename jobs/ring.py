"""Ringing for a worker: a message that carries the id of a job, and nothing that matters.

A message may be lost, doubled or late. The sweeper rings again for what is still due, and the claim
makes of any number of messages one attempt.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from kombu.connection import Connection

from jobs import conf

log = logging.getLogger(__name__)

Bell = tuple[uuid.UUID, str]  # a job's id and its queue
TASK = "jobs.run"
CONFIRM_SECONDS = 2  # for a broker that takes a message but does not say so


def ring(bells: Iterable[Bell]) -> None:
    """Ring from a web request or a handler, after its commit. Never raises: the sweeper follows."""
    if conf.embedded():
        return  # the broker lives in the worker's process; its sweeper looks every 0.3 s
    try:
        with current_app.producer_or_acquire() as producer:
            for bell in bells:
                _publish(bell, producer)
    except Exception as error:  # whatever a broker may do, the row is committed
        log.warning("no message sent (%s); the sweeper will", type(error).__name__)


class Broker:
    """The broker over one short connection, for the sweeper."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.producer = current_app.amqp.Producer(connection)

    def depth(self, queue: str) -> int:
        """How many messages wait in the queue."""
        with self.connection.channel() as channel:
            try:
                return int(channel.queue_declare(queue=queue, passive=True).message_count)
            except self.connection.channel_errors:
                return 0  # no such queue yet: the first message declares it

    def ring(self, bell: Bell) -> None:
        """Send one message. Raises what the broker's library raises."""
        _publish(bell, self.producer)


@contextmanager
def broker() -> Iterator[Broker]:
    """Connect, within the connection time limit."""
    with current_app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1, interval_start=0, interval_step=0)
        yield Broker(connection)


def _publish(bell: Bell, producer: Any) -> None:
    job_id, queue = bell
    current_app.send_task(
        TASK,
        args=[str(job_id)],
        queue=queue,
        producer=producer,
        retry=False,
        confirm_timeout=CONFIRM_SECONDS,
        ignore_result=True,
    )

"""Ringing for a worker: a message that carries the id of a job, and nothing that matters.

A message may be lost, doubled or late. The sweeper rings again for what is still due, and the claim
makes of any number of messages one attempt.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
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
ANSWER_SECONDS = 3  # for any other answer of the broker's, a goodbye for example
IDLE_SECONDS = 5  # after which a connection without work is closed: below the heartbeat's time
WAITING = 1_000  # messages that may wait for the thread that sends


def ring(bells: Iterable[Bell]) -> None:
    """Ring from a web request or a handler, after its commit. Never raises: the sweeper follows.

    Never waits either, whatever the broker does: a thread sends, and drops what it cannot.
    """
    if conf.embedded():
        return  # the broker lives in the worker's process; its sweeper looks every 0.3 s
    _bellman.take(bells)


class Bellman:
    """Sends from a thread of its own, over a connection that is kept as long as there is work.

    A broker in trouble can hold whoever talks to it for as long as that lasts: with its memory
    alarm on, even closing a connection waits for an answer that does not come.
    """

    def __init__(self) -> None:
        self._bells: queue.Queue[Bell] = queue.Queue(WAITING)
        self._beginning = threading.Lock()
        self._thread: threading.Thread | None = None

    def take(self, bells: Iterable[Bell]) -> None:
        """Have these sent; those beyond what may wait are left to the sweeper."""
        with self._beginning:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._send, name="bellman", daemon=True)
                self._thread.start()
        try:
            for bell in bells:
                self._bells.put_nowait(bell)
        except queue.Full:
            log.debug("more messages than the broker takes; the sweeper will")

    def _send(self) -> None:
        while True:
            bell = self._bells.get()
            try:
                with broker() as open_broker:
                    while True:
                        open_broker.ring(bell)
                        bell = self._bells.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                continue  # the connection is closed meanwhile
            except Exception as error:  # whatever a broker may do, the rows are committed
                log.warning("no message sent (%s); the sweeper will", type(error).__name__)
                self._drop()

    def _drop(self) -> None:
        """Forget what waits: it would be late, and each would wait for the same broker."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._bells.get_nowait()


_bellman = Bellman()


def _begin_anew() -> None:
    """A fork takes no thread along, and must not send what its parent has to send."""
    global _bellman
    _bellman = Bellman()


os.register_at_fork(after_in_child=_begin_anew)


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
    """Connect, within the connection time limit; no answer is waited for without an end."""
    timeouts = {"read_timeout": ANSWER_SECONDS, "write_timeout": ANSWER_SECONDS}
    with current_app.connection_for_write(
        transport_options={} if conf.embedded() else timeouts
    ) as connection:
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

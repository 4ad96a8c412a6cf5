"""The broker inside the worker's own process, delivered by the worker's event loop.

Kombu's memory transport knows no event loop, and without one Celery falls back to a pool whose
children share one pipe under one lock. A child that is killed while it waits for work takes that
lock along, and the worker stands still for ever. With the event loop each child has its own pipe.
"""

from __future__ import annotations

from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory


class Channel(memory.Channel):
    """Tells the transport that there is room: what waits need not wait for the next look."""

    def basic_ack(self, delivery_tag: Any, multiple: bool = False) -> None:
        """A message is done with."""
        super().basic_ack(delivery_tag, multiple)
        self.connection.go_on()

    def basic_reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """A message is refused."""
        super().basic_reject(delivery_tag, requeue=requeue)
        if not requeue:
            self.connection.go_on()


class Transport(memory.Transport):
    """Messages in memory, for one process."""

    Channel = Channel
    implements = memory.Transport.implements.extend(asynchronous=True)
    _in_a_loop = False
    _delivering = False

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Deliver what has come in, a few times a second, and whenever there is room again."""
        self._in_a_loop = True
        loop.call_repeatedly(self.polling_interval, self.deliver_all)

    def go_on(self) -> None:
        """Deliver what there is room for, unless that is being done."""
        if self._in_a_loop and not self._delivering:
            self.deliver_all()

    def deliver_all(self) -> None:
        """Hand over messages until there are none, or until the consumer has its fill."""
        self._delivering = True
        try:
            while self.cycle is not None:  # None once the connection is closed
                self.cycle.get(self._deliver, timeout=0)
        except Empty:
            return
        finally:
            self._delivering = False


def register() -> None:
    """Put it in the place of kombu's own: `memory://` also reaches Celery past its settings."""
    TRANSPORT_ALIASES["memory"] = f"{__name__}:Transport"

"""The broker inside the worker's own process, delivered by the worker's event loop.

Kombu's memory transport knows no event loop, and without one Celery falls back to a pool whose
children share one pipe under one lock. A child that is killed while it waits for work takes that
lock along, and the worker stands still for ever. With the event loop each child has its own pipe.
"""

from __future__ import annotations

from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory


class Transport(memory.Transport):
    """Messages in memory, for one process."""

    implements = memory.Transport.implements.extend(asynchronous=True)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Deliver what has come in, a few times a second."""
        loop.call_repeatedly(self.polling_interval, self.deliver_all)

    def deliver_all(self) -> None:
        """Hand over messages until there are none, or until the consumer has its fill."""
        try:
            while self.cycle is not None:  # None once the connection is closed
                self.cycle.get(self._deliver, timeout=0)
        except Empty:
            return


def register() -> None:
    """Put it in the place of kombu's own: `memory://` also reaches Celery past its settings."""
    TRANSPORT_ALIASES["memory"] = f"{__name__}:Transport"

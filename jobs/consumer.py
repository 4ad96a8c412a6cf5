"""The worker's reading of the broker, made to survive a message that no site of ours has sent.

Celery refuses what it cannot decode, but a body that is JSON of another shape lets an exception out
that ends the worker; the broker gives the message to the next one, and so on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from celery.worker.consumer import Consumer as CeleryConsumer

log = logging.getLogger(__name__)

# What reading a strange message raises; a connection that breaks raises none of them.
STRANGE = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)


class Consumer(CeleryConsumer):
    """Throws a message away that it cannot make a task of."""

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """Celery's own, and behind it what Celery does not expect."""
        handle = super().create_task_handler(*args, **kwargs)

        def read(message: Any) -> Any:
            if isinstance(message.headers, dict):
                message.headers.pop(
                    "timelimit", None
                )  # ours are the settings'; odd ones end the pool
            try:
                return handle(message)
            except STRANGE as error:
                log.error("a message that is no task: %s", type(error).__name__)
                message.reject_log_error(log, self.connection_errors)
                return None

        return read

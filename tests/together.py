"""Threads that begin together, on a database that does not put them in a line."""

from __future__ import annotations

import fcntl
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, connections

# PostgreSQL as it comes gives a hundred connections. What opens more than FEW of them waits until
# no other process of the suite does, so that three processes never ask for more.
FEW = 15
WITHIN = 120  # seconds for all threads


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """What `act` answers, or raises, for 0 to `count` in as many threads, begun together."""
    barrier = threading.Barrier(count)
    answers: list[Any] = [None] * count

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(WITHIN)
            answers[number] = act(number)
        except BaseException as error:
            barrier.abort()
            answers[number] = error
        finally:
            connections.close_all()

    with _connections(count):
        threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WITHIN)
            assert not thread.is_alive()
    return answers


def raised(count: int, act: Callable[[int], Any]) -> list[BaseException]:
    """What was raised where `count` threads begin together."""
    return [answer for answer in at_once(count, act) if isinstance(answer, BaseException)]


@contextmanager
def _connections(count: int) -> Iterator[None]:
    """Hold the turn of those that open many connections, where so many are asked for."""
    if count <= FEW:
        yield
        return
    with (Path(tempfile.gettempdir()) / "istaka-many-connections.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield

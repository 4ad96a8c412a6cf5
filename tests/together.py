"""Threads that begin together, on a database that does not put them in a line."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """What `act` answers, or raises, for 0 to `count` in as many threads, begun together."""
    barrier = threading.Barrier(count)
    answers: list[Any] = [None] * count

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(60)
            answers[number] = act(number)
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers

"""What the tests of the ways in share: many at once, and a browser at a door."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client

from accounts.models import Player
from classrooms.entering import cards


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """What `act` answers, or raises, for 0 to `count` in as many threads, begun together."""
    barrier = threading.Barrier(count)
    answers: list[Any] = [None] * count

    def run(number: int) -> None:
        try:
            barrier.wait()
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


def enter(client: Client, code: str) -> Any:
    """Type a card's code."""
    return client.post("/enter/", {"code": code})


def by_card(player: Player) -> Client:
    """A browser in which this pupil is in by a new card."""
    client = Client()
    assert enter(client, cards.renew(player)).status_code == 302
    return client


def who(client: Client) -> str:
    """The id of the user who is in; empty for nobody."""
    return str(client.session.get("_auth_user_id", ""))

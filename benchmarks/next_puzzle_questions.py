"""The questions of `benchmarks.next_puzzle`, asked in the process of one database."""

from __future__ import annotations

import hashlib
import random
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from benchmarks.next_puzzle import ATTEMPTS_EACH, KINDS, OF_A_PLAYER, RULES
from puzzles.models import Puzzle
from puzzles.ratings import choosing

Question = Callable[[random.Random], Any]


def questions(size: int) -> dict[str, Question]:
    """What is asked of a database of this size. The players' ratings lie between 1200 and 1800."""
    players = size * ATTEMPTS_EACH // OF_A_PLAYER
    new, half = _player(players + 1), _player(players)

    def usual(chance: random.Random) -> Player:
        return _player(chance.randrange(players))

    def choose(player: Player, chance: random.Random, **more: Any) -> Puzzle | None:
        asked: dict[str, Any] = {"rules": RULES[0], "kinds": KINDS, "chance": chance} | more
        return choosing.choose(player, **asked)

    return {
        "mixed, a new player": lambda chance: choose(new, chance),
        "mixed, a player with 1,000 attempts": lambda chance: choose(usual(chance), chance),
        "mixed, one who has seen half of all": lambda chance: choose(half, chance),
        "one kind": lambda chance: choose(usual(chance), chance, kinds=[chance.choice(KINDS)]),
        "a theme of every 7th puzzle": lambda chance: choose(usual(chance), chance, theme="close"),
        "a theme of every 250th": lambda chance: choose(usual(chance), chance, theme="rare"),
        "does the pool run low": lambda chance: choosing.running_low(
            usual(chance), rules=RULES[0], kind=chance.choice(KINDS), few=40
        ),
        "for comparison: ORDER BY random": lambda chance: _by_random(usual(chance)),
    }


def timed(asked: dict[str, Question], calls: int) -> dict[str, list[tuple[float, float]]]:
    """Seconds of so many calls of each question, and those of them that its queries took."""
    chance = random.Random(time.time_ns())
    taken: dict[str, list[tuple[float, float]]] = {}
    for name, question in asked.items():
        taken[name] = []
        for _ in range(1 if name.startswith("for comparison") else calls):
            waited = _Waited()
            start = time.perf_counter()
            with connection.execute_wrapper(waited):
                question(chance)
            taken[name].append((time.perf_counter() - start, waited.seconds))
    return taken


class _Waited:
    """Adds up how long queries take until their first rows are there."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        start = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.seconds += time.perf_counter() - start


def plans(asked: dict[str, Question]) -> dict[str, list[str]]:
    """The plan of every query of each question."""
    return {
        name: _explained(question)
        for name, question in asked.items()
        if not name.startswith("for comparison")
    }


def _explained(question: Question) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        question(random.Random(7))
    found = []
    for query in queries.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) " + query["sql"])
            lines = [row[0] for row in cursor.fetchall()]
        found.append("\n".join(line for line in lines if not line.startswith("Planning")))
    return found


def _player(number: int) -> Player:
    return Player(pk=uuid.UUID(hashlib.md5(f"player{number}".encode()).hexdigest()))


def _by_random(player: Player) -> Puzzle | None:
    left = Puzzle.objects.public().shared().filter(rules=RULES[0])
    seen = player.attempts.values("puzzle")
    found: Puzzle | None = left.exclude(pk__in=seen).order_by("?").first()
    return found

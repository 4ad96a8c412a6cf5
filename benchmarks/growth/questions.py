"""What `benchmarks.growth` asks of a database, in the process that belongs to it."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
import re
import time
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import clock
from accounts.models import Player, User
from accounts.players import SESSION_KEY
from benchmarks.growth.filling import PUPILS, classes_of
from benchmarks.next_puzzle import KINDS, OF_A_PLAYER, RULES
from puzzles import dailies
from puzzles.ratings import choosing

Question = Callable[[random.Random], object]
BIG: Final = re.compile(
    r"Seq Scan on (puzzles_(?:puzzle|puzzleoffer|attempt|ratingchange|attemptmark|setitem)"
    r"|classrooms_(?:work|member|assignment)|accounts_player)\b.*?rows=(\d+)"
)
FEW: Final = 5_000  # rows that may be read one after the other


def questions(size: int) -> dict[str, Question]:
    """A player's and a teacher's pages, each asked by somebody else every time."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (10**6, 60))
    call_command("collectstatic", interactive=False, verbosity=0)
    _make_daily()
    players = [_client(_id("player", number)) for number in range(max(2, size // OF_A_PLAYER))][:50]
    room_ids = random.Random(size).sample(range(classes_of(size)), min(20, classes_of(size)))
    teachers = [(_id("class", one), _teacher(one)) for one in room_ids]

    def page(name: str) -> Question:
        return lambda chance: _get(chance.choice(players), reverse(name))

    def gradebook(chance: random.Random) -> None:
        room, client = chance.choice(teachers)
        _get(client, reverse("gradebook", args=[room]))

    def next_puzzle(chance: random.Random) -> None:
        player = Player(pk=_id("player", chance.randrange(max(2, size // OF_A_PLAYER))))
        assert choosing.choose(player, rules=RULES[0], kinds=KINDS, chance=chance) is not None

    return {
        "next puzzle, chosen": next_puzzle,
        "daily": page("daily"),
        "dashboard": page("dashboard"),
        "history": page("history"),
        "missed puzzles": page("misses"),
        "gradebook": gradebook,
    }


def timed(asked: dict[str, Question], calls: int) -> dict[str, list[float]]:
    """Seconds of so many calls of each question."""
    chance = random.Random(time.time_ns())
    taken: dict[str, list[float]] = {}
    for name, question in asked.items():
        taken[name] = []
        for _ in range(calls):
            start = time.perf_counter()
            question(chance)
            taken[name].append(time.perf_counter() - start)
    return taken


def plans(asked: dict[str, Question]) -> dict[str, Any]:
    """The plan of every question's reads, and which of them read much of a large table."""
    return {name: _explained(question) for name, question in asked.items()}


def _explained(question: Question) -> dict[str, list[str]]:
    question(random.Random(7))
    with CaptureQueriesContext(connection) as queries:
        question(random.Random(7))
    found, scans = [], []
    for query in queries.captured_queries:
        if not query["sql"].startswith("SELECT") or "FOR UPDATE" in query["sql"]:
            continue
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) " + query["sql"])
            text = "\n".join(row[0] for row in cursor.fetchall())
        found.append(re.sub(r"'[0-9a-f-]{36}'::uuid(, *)?", "…", text))
        scans += [f"{name}: {rows}" for name, rows in BIG.findall(text) if int(rows) > FEW]
    return {"plans": found, "scans": scans}


def _id(what: str, number: int) -> uuid.UUID:
    return uuid.UUID(hashlib.md5(f"{what}{number}".encode()).hexdigest())


def _client(player: uuid.UUID) -> Client:
    """A browser of a visitor."""
    client = Client()
    session = client.session
    session[SESSION_KEY] = str(player)
    session.save()
    return client


def _teacher(room: int) -> Client:
    """A browser of the teacher of a class, who needs an account."""
    player = _id("pupil", room * (PUPILS + 1))
    user, _ = User.objects.get_or_create(username=f"teacher-{room}")
    Player.objects.filter(pk=player).update(user=user)
    client = Client()
    client.force_login(user)
    return client


def _get(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)


def _make_daily() -> None:
    """Today's hand, as a worker makes it."""
    for day in (clock.today(), clock.today() + dt.timedelta(days=1)):
        args = {"date": day.isoformat(), "rules": RULES[0]}
        effect = dailies.handle(SimpleNamespace(args=args))  # type: ignore[arg-type]
        if effect is not None:
            with transaction.atomic():
                effect()

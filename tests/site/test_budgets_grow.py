"""Every page asks the database as often for thirty of everything as for three, and seldom at all.

All addresses of urls.yaml are asked for, those below a class as teacher and as pupil. A page that
asks one question a row is found twice: its count grows, and its questions are of one shape.
"""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.utils.module_loading import import_string
from pytest_django import Settings

from accounts import tokens
from accounts.models import Player
from accounts.registry import entries
from puzzles import practice
from puzzles.models import Attempt, RatingChange
from tests.classrooms.world import World, make_class
from tests.puzzles.conftest import RULES
from tests.puzzles.ratings.test_choosing import make
from tests.site import addresses
from tests.site.addresses import Address, Caller, caller
from tests.site.growing import grow_class, grow_player, more_puzzles
from tests.site.questions import asked, shape

pytestmark = pytest.mark.django_db

FEW, MANY = 3, 30
MOST: Final = 15
HOT: Final = 8
# What the choice by rating asks; and an answer, which writes both ratings and their change.
NEXT, ANSWER = 8, 18
HOT_ROUTES: Final = ("", "puzzles/daily/", "puzzles/<uuid:puzzle_id>/")
# A file with all that is kept of somebody: a question for each model, and a few more.
WHOLE: Final = {
    "account/export/": len(entries()) + 5,
    "classes/<uuid:class_id>/members/<uuid:member_id>/data/export/": len(entries()) + 5,
}
Key = tuple[str, str]


class Pages:
    """The pages that are asked for, each with its client and its own objects."""

    def __init__(self, world: World, account: Caller) -> None:
        self.world = world
        self.account = account
        self.asks: dict[Key, tuple[Client, str, dict[str, str]]] = {}
        for line in addresses.listed():
            if "GET" in line.methods and line.route not in ("admin/", "readyz"):
                self._add(line)

    def counts(self) -> dict[Key, Any]:
        """What each page asks, once what is done once a process is done."""
        found = {}
        for key, (client, path, headers) in self.asks.items():
            client.get(path, headers=headers)
            answer, questions = asked(partial(client.get, path, headers=headers))
            assert answer.status_code < 500, path
            found[key] = questions
        return found

    def _add(self, line: Address) -> None:
        if line.in_class:
            values = import_string(line.in_class)(self.world, "teacher")
            path = f"{line.path(values)}{line.query}"
            for role, member in (("teacher", self.world.teacher), ("pupil", self.world.pupil)):
                if 200 in line.inside("GET", role):
                    self.asks[line.route, role] = self._as(line, member, role, path)
            return
        player = self.account.player
        assert player is not None
        values = line.factory(player) if line.factory else None
        path = line.path(values) + (line.query if values is not None else "")
        self.asks[line.route + " public" * bool(line.public), "account"] = (
            self.account.client,
            path,
            {},
        )
        self.asks[line.route + " public" * bool(line.public), "anonymous"] = (Client(), path, {})

    def _as(
        self, line: Address, player: Player, role: str, path: str
    ) -> tuple[Client, str, dict[str, str]]:
        if line.is_api:
            return Client(), path, {"authorization": f"Bearer {tokens.issue(player, role)[1]}"}
        return self.world.client(player), path, {}


@pytest.fixture
def without_limits(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 3_600))


@pytest.mark.usefixtures("without_limits")
def test_no_page_asks_more_the_more_there_is() -> None:
    account = caller("account")
    pages = Pages(make_class(pupils=FEW), account)
    assert account.player is not None
    grow_player(account.player, FEW)
    grow_class(pages.world, FEW)
    few = pages.counts()
    grow_player(account.player, MANY)
    grow_class(pages.world, MANY)
    many = pages.counts()
    assert len(many) > 150
    amiss = []
    for key, questions in many.items():
        route, role = key
        most = WHOLE.get(route, HOT if route in HOT_ROUTES else MOST)
        if len(questions) > len(few[key]):
            amiss.append(f"{route} as {role}: {len(few[key])} grows to {len(questions)}")
        if len(questions) > most:
            amiss.append(f"{route} as {role}: {len(questions)} questions, {most} at most")
        amiss += [f"{route} as {role}: {times} × {one}" for one, times in questions.alike.items()]
    assert amiss == [], "\n".join(amiss)


@pytest.mark.usefixtures("without_limits")
@pytest.mark.parametrize("role", ["visitor", "account"])
def test_the_next_puzzle_asks_little(role: str) -> None:
    make(range(600, 2400, 7))  # a pool that runs low for nobody
    who = caller(role)
    kind = {"rules": RULES, "kind": "can-open"}
    who.client.post("/puzzles/next/", kind)  # the session keeps what is practised
    answer, following = asked(lambda: who.client.post("/puzzles/next/", kind))
    assert answer.status_code == 303
    assert following.alike == {}
    assert len(following) <= NEXT, "\n".join(following.statements)
    assert Attempt.objects.filter(player=who.player, choice="kind").count() == 2


@pytest.mark.usefixtures("without_limits")
@pytest.mark.parametrize("role", ["visitor", "account"])
def test_a_rated_answer_asks_little(role: str) -> None:
    puzzle = more_puzzles(4)[0]
    who = caller(role)
    assert who.player is not None
    practice.chosen_by_server(who.player, puzzle)
    who.client.get(f"/puzzles/{puzzle.pk}/")  # a session's first request writes it
    fields = {"answer": "cannot", "context": "practice", "key": str(uuid.uuid4())}
    _, answering = asked(lambda: who.client.post(f"/puzzles/{puzzle.pk}/answer/", fields))
    assert RatingChange.objects.filter(player=who.player).count() == 1
    assert answering.alike == {}
    assert len(answering) <= ANSWER, "\n".join(answering.statements)


def test_a_question_for_each_row_is_seen() -> None:
    players = [Player.objects.create() for _ in range(5)]

    def ask() -> None:
        for player in players:
            list(player.tokens.all())

    _, questions = asked(ask)
    assert list(questions.alike.values()) == [5]
    with connection.cursor() as cursor:
        _, plain = asked(lambda: cursor.execute("SELECT 1"))
    assert plain.alike == {}
    assert shape("SELECT a FROM b WHERE c IN ('x', 7)") == shape("SELECT a FROM b WHERE c IN (1)")

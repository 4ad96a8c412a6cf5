"""The history: everything answered, narrowed by links and fields, and the misses tried again."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from accounts.players import SESSION_KEY
from puzzles import history
from puzzles.attempts import Place
from puzzles.history import Wanted
from puzzles.models import Attempt, Puzzle, RatingChange
from puzzles.ratings import restoring
from tests.puzzles.conftest import RULES, Clock
from tests.puzzles.ratings.helpers import rated, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client: Client, player: Player) -> Player:
    """The client's player."""
    session = client.session
    session[SESSION_KEY] = str(player.pk)
    session.save()
    return player


def page(client: Client, **query: Any) -> str:
    answer = client.get(reverse("history"), query)
    assert answer.status_code == 200
    return answer.content.decode()


def listed(html: str) -> list[str]:
    return re.findall(r"/puzzles/history/([0-9a-f-]{36})/", html)


def test_every_answer_is_listed_the_latest_first_and_leads_to_it_as_it_was_laid(
    client: Client, visitor: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    made = []
    for puzzle in pool[:3]:
        made.append(str(rated(visitor, puzzle, right=False).pk))
        the_clock.forward(minutes=1)
    found = listed(page(client))
    assert found == made[::-1]
    for one in found:
        answer = client.get(reverse("history-attempt", args=[one]))
        assert answer.status_code == 200
        assert "data-answered>" in answer.content.decode()


def test_an_answer_to_a_withdrawn_puzzle_is_still_seen_and_says_so(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    attempt = rated(visitor, opener)
    Puzzle.objects.update(state="withdrawn")
    restoring.restore(opener)
    answer = client.get(reverse("history-attempt", args=[attempt.pk]))
    assert answer.status_code == 200
    assert "taken back" in answer.content.decode()
    assert "taken back" in page(client)


def test_nobody_sees_what_somebody_else_answered(
    client: Client, visitor: Player, stranger: Player, opener: Puzzle
) -> None:
    attempt = rated(stranger, opener)
    assert listed(page(client)) == []
    assert client.get(reverse("history-attempt", args=[attempt.pk])).status_code == 404


def test_an_attempt_that_was_only_opened_or_is_withheld_is_not_told(
    client: Client,
    visitor: Player,
    opener: Puzzle,
    stuck: Puzzle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = say(visitor, opener, right=True).attempt
    Attempt.objects.filter(pk=opened.pk).update(
        key=None, answer=None, answered_at=None, correct=None, verdict=None
    )
    work = say(visitor, stuck, right=True, place=Place("assignment", uuid.uuid4())).attempt
    withheld = Attempt.objects.filter(pk=work.pk).values("pk")
    monkeypatch.setattr("classrooms.assignments.feedback.withheld", lambda _player: withheld)
    assert listed(page(client)) == []
    for one in (opened, work):
        assert client.get(reverse("history-attempt", args=[one.pk])).status_code == 404


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"result": "right"}, {0}),
        ({"result": "wrong"}, {1, 2, 3}),
        ({"rules": RULES}, {0, 1, 2, 3}),
        ({"rules": "101-guide"}, set()),
        ({"kind": "can-open"}, {0, 1, 2, 3}),
        ({"tries": "first"}, {0, 1, 2}),
        ({"days": 1}, {2, 3}),
        ({"days": 7}, {1, 2, 3}),
        ({"days": 30}, {0, 1, 2, 3}),
        ({"day": "2026-11-28"}, {1}),
        ({"took": "15"}, {0, 2, 3}),
        ({"took": "120"}, {1}),
        ({"theme": "close"}, {0}),
        ({"rule": "opening.points", "result": "right"}, set()),
    ],
)
def test_filters_narrow_the_list(
    client: Client,
    visitor: Player,
    pool: list[Puzzle],
    the_clock: Clock,
    query: dict[str, Any],
    expected: set[int],
) -> None:
    Puzzle.objects.update(themes=[])
    Puzzle.objects.filter(pk=pool[0].pk).update(themes=["close"])
    pool = list(Puzzle.objects.filter(pk__in=[one.pk for one in pool[:3]]).order_by("index"))
    the_clock.at("2026-11-10 12:00")
    made = [rated(visitor, pool[0])]
    the_clock.at("2026-11-28 23:58")
    rated_slowly = Place("practice")
    from puzzles import practice

    practice.chosen_by_server(visitor, pool[1])
    the_clock.forward(seconds=70)
    made.append(say(visitor, pool[1], right=False, place=rated_slowly).attempt)
    the_clock.at("2026-11-30 12:00")
    made.append(rated(visitor, pool[2], right=False))
    made.append(say(visitor, pool[2], right=False, place=Place("practice", try_no=2)).attempt)
    Attempt.objects.filter(pk=made[1].pk).update(
        answered_at=dt.datetime(2026, 11, 28, 23, 59, tzinfo=dt.timezone(dt.timedelta(hours=3))),
        opened_at=dt.datetime(2026, 11, 28, 23, 57, 50, tzinfo=dt.timezone(dt.timedelta(hours=3))),
    )
    found = listed(page(client, **query))
    assert set(found) == {str(made[number].pk) for number in expected}


@pytest.mark.parametrize(
    "query",
    [
        {"rules": "nonsense"},
        {"kind": "nonsense"},
        {"result": "maybe"},
        {"days": 0},
        {"days": 91},
        {"days": "x"},
        {"day": "20261128"},
        {"took": "7"},
        {"rule": "'; --"},
        {"theme": "a b"},
    ],
)
def test_what_cannot_be_asked_is_not_found(client: Client, query: dict[str, str]) -> None:
    assert client.get(reverse("history"), query).status_code == 404


def test_pages_of_the_list_keep_the_filter(
    client: Client, visitor: Player, pool: list[Puzzle]
) -> None:
    for puzzle in pool[:30]:
        rated(visitor, puzzle, right=False)
    html = page(client, result="wrong")
    assert len(listed(html)) == 25
    assert "?result=wrong&amp;page=2" in html
    assert len(listed(page(client, result="wrong", page=2))) == 5


def test_the_list_costs_the_same_with_ten_times_the_answers(
    client: Client, visitor: Player, pool: list[Puzzle]
) -> None:
    counts = []
    for puzzles in (pool[:2], pool[2:24]):
        for puzzle in puzzles:
            rated(visitor, puzzle)
        page(client)
        with CaptureQueriesContext(connection) as asked:
            page(client)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


def test_a_change_of_the_rating_stands_beside_its_answer(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    rated(visitor, opener)
    change = RatingChange.objects.get()
    assert f"Rating 1500 → {change.player_after:.0f}" in page(client)


def test_without_an_answer_the_page_says_what_will_stand_there(client: Client) -> None:
    assert "Nothing answered yet" in page(client)
    assert "No answer like that" in page(client, result="right")


def test_what_was_missed_waits_until_it_is_answered_rightly(
    visitor: Player, pool: list[Puzzle], the_clock: Clock
) -> None:
    rated(visitor, pool[0], right=False)
    the_clock.forward(minutes=1)
    rated(visitor, pool[1], right=False)
    rated(visitor, pool[2])
    assert _missed(visitor) == [pool[0], pool[1]]
    the_clock.forward(minutes=1)
    say(visitor, pool[0], right=False, place=Place("practice", try_no=2))
    assert _missed(visitor) == [pool[1], pool[0]]  # missed again: to the end of the line
    the_clock.forward(minutes=1)
    say(visitor, pool[1], right=True, place=Place("practice", try_no=2))
    assert _missed(visitor) == [pool[0]]
    Puzzle.objects.filter(pk=pool[0].pk).update(state="withdrawn")
    assert _missed(visitor) == []


def test_trying_a_miss_again_leads_to_a_fresh_try_and_never_rates(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    rated(visitor, opener, right=False)
    before = RatingChange.objects.get().player_after
    answer = client.post(reverse("next-miss"))
    assert answer.status_code == 303
    html = client.get(answer["Location"]).content.decode()
    assert "data-answered>" not in html
    assert 'data-try="2"' in html
    say(visitor, opener, right=True, place=Place("practice", try_no=2))
    assert RatingChange.objects.get().player_after == before
    assert client.post(reverse("next-miss"))["Location"] == reverse("misses")


def test_a_miss_of_a_daily_is_tried_again_in_practice(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    say(visitor, opener, right=False, place=Place("daily"))
    answer = client.post(reverse("next-miss"))
    html = client.get(answer["Location"]).content.decode()
    assert "data-answered>" not in html
    say(visitor, opener, right=True)
    assert not RatingChange.objects.exists()
    assert _missed(visitor) == []


def test_the_misses_are_listed_and_the_page_is_calm_without_any(
    client: Client, visitor: Player, opener: Puzzle
) -> None:
    assert "No miss is open" in client.get(reverse("misses")).content.decode()
    rated(visitor, opener, right=False)
    assert len(listed(client.get(reverse("misses")).content.decode())) == 1


def test_a_filter_makes_the_address_of_just_what_it_asks() -> None:
    wanted = Wanted(rules=RULES, days=7, day=dt.date(2026, 11, 28))
    assert wanted.query == f"rules={RULES}&days=7&day=2026-11-28"
    assert Wanted().query == ""


def _missed(player: Player) -> list[Puzzle]:
    found = history.misses(player).order_by("answered_at", "pk").select_related("puzzle")
    return [attempt.puzzle for attempt in found]

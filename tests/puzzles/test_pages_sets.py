"""Pages of practice and of sets: the next hand is chosen, a set is asked for, made and solved."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from accounts.models import Player
from jobs.drain import drain_jobs
from puzzles.models import Attempt, Puzzle, PuzzleSet, SetItem
from tests.puzzles.conftest import RULES
from tests.puzzles.sending import LANGUAGES, send

pytestmark = pytest.mark.django_db


# Practice and sets


def test_next_chooses_an_unseen_hand_and_goes_there(client: Client, pool: list[Puzzle]) -> None:
    answer = client.post("/puzzles/next/", {"rules": RULES})
    assert answer.status_code == 303
    attempt = Attempt.objects.get()
    assert attempt.server_chosen
    assert str(attempt.puzzle_id) in answer["Location"]
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "nonsense"},
        {"rules": RULES, "theme": "greedy-trap"},
        {"rules": RULES, "kind": "nonsense"},
        {"rules": "classic", "kind": "can-open"},
        {"rules": RULES, "kind": "can-open", "theme": "nonsense"},
    ],
)
def test_what_cannot_be_practised_is_an_error_in_the_form(
    client: Client, pool: list[Puzzle], fields: dict[str, str]
) -> None:
    assert client.post("/puzzles/next/", fields).status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_set_is_asked_for_made_and_solved(client: Client, language: str) -> None:
    headers = {"Accept-Language": language}
    form = client.get("/puzzles/sets/", headers=headers).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', form)
    assert key is not None
    fields = {"rules": RULES, "count": 7, "seed": "pages", "key": key.group(1)}
    answer = client.post("/puzzles/sets/", fields, headers=headers)
    assert answer.status_code == 303
    running = client.get(answer["Location"], headers=headers).content.decode()
    assert "hx-trigger" in running
    drain_jobs()
    page = client.get(answer["Location"], headers=headers).content.decode()
    links = re.findall(r'href="(/puzzles/[^"]+context=set[^"]*)"', page)
    assert len(set(links)) == 7
    board = client.get(links[0].replace("&amp;", "&"), headers=headers)
    assert board.status_code == 200
    item = SetItem.objects.get(index=0)
    send(client, item.puzzle, answer="cannot", context="set", context_id=item.set_id)
    assert Attempt.objects.get(answered_at__isnull=False).context == "set"
    answered = client.get(links[0].replace("&amp;", "&"), headers=headers).content.decode()
    following = SetItem.objects.get(index=1)
    assert f'href="/puzzles/{following.puzzle_id}/?context=set' in answered
    assert PuzzleSet.objects.count() == 1
    again = client.post("/puzzles/sets/", fields, headers=headers)
    assert again["Location"] == answer["Location"]


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "nonsense", "count": 5},
        {"rules": RULES, "kinds": "chess", "count": 5},
        {"rules": RULES, "count": 0},
        {"rules": RULES, "count": 101},
        {"rules": RULES, "count": 5, "difficulty_from": 2000, "difficulty_to": 1000},
        {"rules": RULES, "count": 5, "seed": "<script>"},
        {"rules": RULES, "count": "many"},
    ],
)
def test_a_set_that_cannot_be_made_is_told_and_nothing_is_made(
    client: Client, fields: dict[str, object]
) -> None:
    answer = client.post("/puzzles/sets/", {"key": uuid.uuid4(), **fields})
    assert answer.status_code == 400
    assert not PuzzleSet.objects.exists()


def test_a_third_unfinished_set_has_to_wait(client: Client) -> None:
    codes = [
        client.post("/puzzles/sets/", {"rules": RULES, "count": 5, "key": uuid.uuid4()}).status_code
        for _ in range(3)
    ]
    assert codes == [303, 303, 409]


def test_a_set_of_somebody_else_is_not_found(client: Client, stranger: Player) -> None:
    made = PuzzleSet.objects.create(
        owner=stranger, rules=RULES, kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
    )
    assert client.get(f"/puzzles/sets/{made.pk}/").status_code == 404

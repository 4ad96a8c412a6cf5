"""Hints and answers that are sent at once, through the pages: what counts is what came first."""

from __future__ import annotations

import uuid
from copy import deepcopy

import pytest
from django.test import Client
from pytest_django import Settings

from puzzles.attempts import SPOKEN
from puzzles.models import Attempt, RatingChange
from tests.site import addresses, objects
from tests.together import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 60))


def test_of_hints_and_answers_at_once_one_answer_stands_with_the_hints_before_it() -> None:
    visitor = addresses.caller("visitor")
    puzzle = objects.puzzle()["puzzle_id"]
    at_answer: list[int] = []

    def send(number: int) -> int:
        client = Client()
        client.cookies = deepcopy(visitor.client.cookies)
        key = str(uuid.uuid4())
        if number % 2:
            fields = {"level": number // 2 % 2 + 1, "key": key}
            return client.post(f"/puzzles/{puzzle}/hint/", fields).status_code
        code = client.post(f"/puzzles/{puzzle}/answer/", {"answer": "cannot", "key": key})
        # whoever answered reads the level that was counted; no later hint may change it
        at_answer.append(Attempt.objects.get(answered_at__isnull=False).hint_level)
        return code.status_code

    codes = at_once(50, send)
    assert {code for code in codes if not isinstance(code, int) or code not in (303, 409)} == set()
    row = Attempt.objects.get()
    assert row.answered_at is not None
    assert set(at_answer) == {row.hint_level}
    assert RatingChange.objects.count() <= 1


def test_fifty_who_give_up_and_answer_at_once_leave_one_result() -> None:
    visitor = addresses.caller("visitor")
    puzzle = objects.puzzle()["puzzle_id"]

    def send(number: int) -> int:
        client = Client()
        client.cookies = deepcopy(visitor.client.cookies)
        key = str(uuid.uuid4())
        if number % 2:
            given_up = {"level": SPOKEN + 1, "key": key}
            return client.post(f"/puzzles/{puzzle}/hint/", given_up).status_code
        fields = {"answer": "cannot", "key": key}
        return client.post(f"/puzzles/{puzzle}/answer/", fields).status_code

    codes = at_once(50, send)
    assert {code for code in codes if not isinstance(code, int) or code >= 500} == set()
    row = Attempt.objects.get()
    assert row.answered_at is not None
    assert RatingChange.objects.count() <= 1

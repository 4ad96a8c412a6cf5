"""Lists of questions come one at a time from one caller; everybody else is served meanwhile."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from django.test import Client

from accounts import metering
from accounts.at_once import AtOnce
from accounts.limits import Limited
from tutor import api

QUESTION = {
    "hand": "R9 R10 R11 R13 Y7 Y8 Y9 Y10 Y11 Y13 B9 B10 B10 B11 B13 K7 K9 K10 K11 K13 *",
    "indicator": "K4",
    "rules": "101-guide",
}
HERE = "127.0.0.1"  # who has neither token nor session is known by the address


def ask(client: Client, body: Any) -> Any:
    return client.post("/api/v1/solve/", body, content_type="application/json")


@pytest.mark.django_db
def test_a_second_list_is_told_to_wait_and_costs_nothing(client: Client) -> None:
    with api.LISTS.of(HERE):
        refused = ask(client, [QUESTION] * 3)
        assert refused.status_code == 429
        assert refused["Retry-After"] == "1"
        assert ask(client, QUESTION).status_code == 200
    assert ask(client, [QUESTION] * 3).status_code == 200


@pytest.mark.django_db
def test_somebody_elses_list_is_answered_meanwhile(client: Client) -> None:
    with api.LISTS.of("10.0.0.1"):
        assert ask(client, [QUESTION]).status_code == 200


@pytest.mark.parametrize("most", [1, 3])
def test_at_most_so_many_of_one_client_are_under_way_and_whoever_failed_may_ask_again(
    most: int,
) -> None:
    at_once = AtOnce(most)
    with pytest.raises(ZeroDivisionError), at_once.of("a"):
        raise ZeroDivisionError
    with ExitStack() as under_way:
        for _ in range(most):
            under_way.enter_context(at_once.of("a"))
        for _ in range(2):  # what is refused takes no place, and gives none back
            with pytest.raises(Limited), at_once.of("a"):
                pass
        with at_once.of("b"):
            pass
    with at_once.of("a"):
        pass
    assert not at_once._under_way


@pytest.mark.django_db
def test_a_third_question_to_the_referee_beside_two_of_ones_own_is_told_to_wait(
    client: Client,
) -> None:
    page = {"rules": "101-guide", "indicator": QUESTION["indicator"], "hand": QUESTION["hand"]}
    with metering.PAGES.of(HERE):
        assert client.get("/referee/", page).status_code == 200
        with metering.PAGES.of(HERE):
            refused = client.get("/referee/", page)
            assert refused.status_code == 429
            assert refused["Retry-After"] == "1"
            with metering.PAGES.of("somebody else"):
                pass
    assert client.get("/referee/", page).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "rests"), [(0.001, 0), (0.02, 3)])
def test_a_list_of_hard_questions_gives_way_between_them(
    client: Client, monkeypatch: pytest.MonkeyPatch, seconds: float, rests: int
) -> None:
    ticks = count()
    monkeypatch.setattr(metering, "reckoned", lambda: next(ticks) * seconds)
    slept: list[float] = []
    monkeypatch.setattr(api.time, "sleep", slept.append)
    assert ask(client, [QUESTION] * 3).status_code == 200
    assert slept == [pytest.approx(api.REST * seconds)] * rests

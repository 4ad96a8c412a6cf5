"""Lists of questions come one at a time from one caller; everybody else is served meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.exceptions import Throttled

from tutor.one_list import one_list

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
    with one_list(HERE):
        refused = ask(client, [QUESTION] * 3)
        assert refused.status_code == 429
        assert refused["Retry-After"] == "1"
        assert ask(client, QUESTION).status_code == 200
    assert ask(client, [QUESTION] * 3).status_code == 200


@pytest.mark.django_db
def test_somebody_elses_list_is_answered_meanwhile(client: Client) -> None:
    with one_list("10.0.0.1"):
        assert ask(client, [QUESTION]).status_code == 200


def test_whoever_failed_may_ask_again() -> None:
    with pytest.raises(ZeroDivisionError), one_list("a"):
        raise ZeroDivisionError
    with one_list("a"), pytest.raises(Throttled), one_list("a"):
        pass

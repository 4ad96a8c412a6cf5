"""Hard questions count by the time they take, so that nobody has a processor to themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import limits, metering
from accounts.models import Player, RateCount

pytestmark = pytest.mark.django_db

HAND = {"rules": "101-guide", "indicator": "B10", "hand": "R1 R2 R3 R4 Y1 Y2 Y3 K5 K6 K7 B1 B2"}
PAGE = {"rules": "101-guide", "indicator": "B10", "hand": HAND["hand"]}
Clock = Callable[[float], None]


@pytest.fixture
def takes(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let every question take so many seconds of the processor from now on."""
    spent = [0.0, 0.0]

    def reckoned() -> float:
        spent[0] += spent[1]
        return spent[0]

    monkeypatch.setattr(metering, "reckoned", reckoned)

    def takes(seconds: float) -> None:
        spent[1] = seconds

    return takes


def count() -> int:
    return sum(RateCount.objects.values_list("count", flat=True))


@pytest.mark.parametrize(
    ("seconds", "counted", "units"),
    [(0.0, 1, 0), (0.002, 1, 0), (0.004, 1, 1), (0.2, 1, 99), (0.2, 100, 0), (0.4, 100, 100)],
)
def test_what_a_block_takes_beyond_what_was_counted_is_counted(
    seconds: float, counted: int, units: int, takes: Clock
) -> None:
    takes(seconds)
    with metering.metered("engine", "somebody", counted):
        pass
    assert count() == units


def test_what_fails_has_cost_its_time_all_the_same(takes: Clock) -> None:
    takes(0.2)
    with pytest.raises(ZeroDivisionError), metering.metered("engine", "somebody", 1):
        raise ZeroDivisionError
    assert count() == 99


def test_a_charge_may_pass_the_limit_and_the_next_try_is_refused(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "engine": (10, 3_600)}
    assert limits.hit_named("engine", "somebody").allowed
    limits.charge("engine", "somebody", 1_000)
    assert not limits.hit_named("engine", "somebody").allowed
    assert limits.hit_named("engine", "somebody else").allowed
    assert count() == 1_002


def ask_the_api(client: Client, hands: int = 0) -> Any:
    body: Any = [HAND] * hands if hands else HAND
    return client.post("/api/v1/solve/", body, content_type="application/json")


def ask_the_referee(client: Client) -> Any:
    return client.get("/referee/", PAGE)


@pytest.mark.parametrize("ask", [ask_the_api, ask_the_referee])
def test_whoever_asks_the_hardest_hands_is_told_to_wait_sooner(
    ask: Callable[[Client], Any], takes: Clock, settings: Settings, aylin: Player
) -> None:
    settings.ISTAKA_LIMITS = {
        **settings.ISTAKA_LIMITS,
        "engine": (100, 3_600),
        "referee": (100, 3_600),
    }
    client = Client()
    assert aylin.user is not None
    client.force_login(aylin.user)
    assert [ask(client).status_code for _ in range(5)] == [200] * 5
    takes(0.3)  # 150 units
    assert ask(client).status_code == 200  # what was begun is answered
    refused = ask(client)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert ask_the_api(Client()).status_code == 200  # of everybody else


def test_a_page_that_searches_nothing_long_costs_its_question_alone(
    takes: Clock, aylin: Player
) -> None:
    client = Client()
    assert aylin.user is not None
    client.force_login(aylin.user)
    takes(0.02)  # a page
    assert ask_the_referee(client).status_code == 200
    assert count() == 1


def test_a_list_of_ordinary_hands_costs_as_many_as_it_holds(takes: Clock) -> None:
    takes(0.0005)
    assert ask_the_api(Client(), hands=50).status_code == 200
    assert (
        sum(RateCount.objects.filter(key__startswith="engine:").values_list("count", flat=True))
        == 50
    )

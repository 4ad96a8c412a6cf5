"""A client that asks as fast as it can is told to wait, and nobody else is."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from okeysite import fair_shares
from okeysite.fair_shares import AT_ONCE, FairShares, Shares

RATE = 5.0
BURST = int(RATE * AT_ONCE)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> FairShares:
    """The middleware before a page, at a clock that stands still."""
    monkeypatch.setattr(fair_shares.time, "monotonic", lambda: 1_000.0)
    return FairShares(lambda request: HttpResponse("served"))


def ask(site: FairShares, path: str = "/", session: str = "", **headers: str) -> HttpResponse:
    request = RequestFactory().get(path, headers=headers)
    if session:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = session
    return site(request)


def statuses(answers: list[Any]) -> list[int]:
    return [answer.status_code for answer in answers]


def test_a_client_may_ask_for_some_at_once_and_then_at_the_rate() -> None:
    shares = Shares()
    assert [shares.take("a", RATE, 0.0) for _ in range(BURST)] == [0.0] * BURST
    assert shares.take("a", RATE, 0.0) == pytest.approx(1 / RATE)
    assert shares.take("a", RATE, 0.1) == pytest.approx(1 / RATE - 0.1)  # asking costs nothing
    for second in range(1, 20):
        got = [shares.take("a", RATE, second + 0.01) for _ in range(2 * BURST)]
        assert got.count(0.0) == RATE
    assert [shares.take("a", RATE, 500.0) for _ in range(BURST)] == [0.0] * BURST
    assert shares.take("a", RATE, 500.0) > 0  # a long rest fills no second bucket


def test_clients_are_remembered_within_bounds_and_the_latest_are_kept() -> None:
    shares = Shares(most=10)
    for number in range(1_000):
        shares.take("busy", RATE, 0.0)
        shares.take(f"{number}", RATE, 0.0)
    assert len(shares._full_at) == 10
    assert shares.take("busy", RATE, 0.0) > 0


@override_settings(WEB_CLIENT_RATE=RATE)
@pytest.mark.parametrize("who", [{"session": "s"}, {"Authorization": "Bearer t"}])
def test_beyond_its_share_a_client_is_refused_and_others_are_served(
    site: FairShares, who: dict[str, str]
) -> None:
    assert set(statuses([ask(site, **who) for _ in range(BURST)])) == {200}
    refused = ask(site, **who)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) >= 1
    assert refused["Cache-Control"] == "no-store"
    assert b"Too fast" in refused.content
    assert ask(site, session="somebody else").status_code == 200
    assert ask(site, Authorization="Bearer of another").status_code == 200


@override_settings(WEB_CLIENT_RATE=RATE)
def test_without_a_session_or_a_token_nobody_is_told_apart(site: FairShares) -> None:
    assert set(statuses([ask(site) for _ in range(3 * BURST)])) == {200}


@override_settings(WEB_CLIENT_RATE=RATE)
@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/static/css/base.css"])
def test_what_is_small_is_always_answered(site: FairShares, path: str) -> None:
    assert set(statuses([ask(site, path, session="s") for _ in range(3 * BURST)])) == {200}


@override_settings(WEB_CLIENT_RATE=RATE)
@pytest.mark.parametrize(("language", "words"), [("de", "Zu schnell"), ("tr", "Çok hızlı")])
def test_it_is_said_in_the_readers_language(site: FairShares, language: str, words: str) -> None:
    answers = [ask(site, session="s", **{"Accept-Language": language}) for _ in range(BURST + 1)]
    text = answers[-1].content.decode()
    assert f'lang="{language}"' in text
    assert words in text


@override_settings(WEB_CLIENT_RATE=RATE)
def test_the_api_is_told_in_its_own_form(site: FairShares) -> None:
    answers = [ask(site, "/api/v1/kinds/", Authorization="Bearer t") for _ in range(BURST + 1)]
    assert b'"limited"' in answers[-1].content


@override_settings(WEB_CLIENT_RATE=0)
def test_a_rate_of_nothing_switches_it_off(site: FairShares) -> None:
    assert set(statuses([ask(site, session="s") for _ in range(3 * BURST)])) == {200}

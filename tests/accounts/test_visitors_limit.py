"""One address makes many visitors, as a school does, but not without end."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from accounts.models import Player

pytestmark = pytest.mark.django_db
HEADERS = {"Accept-Language": "en"}


def write(address: str = "192.0.2.1", client: Client | None = None) -> Any:
    """Somebody's first write."""
    return (client or Client()).post(
        "/account/tokens/", {"name": "phone"}, headers=HEADERS, REMOTE_ADDR=address
    )


def test_a_school_has_room() -> None:
    times, seconds = site.ISTAKA_LIMITS["visitor"]
    assert times * 3_600 / seconds >= 2_000


def test_beyond_it_a_page_answers_429_and_no_visitor_is_made(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**site.ISTAKA_LIMITS, "visitor": (2, 3_600)}
    known = Client()
    assert write(client=known).status_code == 302
    assert write().status_code == 302
    refused = write()
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3_600
    assert "Not taken" in refused.content.decode()
    assert Player.objects.count() == 2
    assert write(client=known).status_code == 302  # who is a visitor already goes on
    assert write("192.0.2.2").status_code == 302  # and so does another address
    assert Player.objects.count() == 3


def test_beyond_it_the_api_answers_429_in_its_one_shape(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**site.ISTAKA_LIMITS, "visitor": (0, 3_600)}
    client = Client(enforce_csrf_checks=True)
    client.get("/?rules=101-club", headers=HEADERS)  # begins a session
    token = client.get("/account/", headers=HEADERS).context["csrf_token"]
    answer = client.post(
        "/api/v1/sets/",
        {"rules": "101-club", "count": 1, "key": "6f9b5a52-6a52-4a6c-9a0e-000000000000"},
        content_type="application/json",
        headers={**HEADERS, "X-CSRFToken": str(token)},
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "limited")
    assert 0 < int(answer["Retry-After"]) <= 3_600
    assert not Player.objects.exists()

"""API tokens: shown once, kept as a digest, revocable."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import tokens
from accounts.models import ApiToken, Player
from tests.accounts.conftest import log_in
from tests.together import at_once

pytestmark = pytest.mark.django_db


def test_a_client_without_an_account_gets_an_identity(client: Client) -> None:
    answer = client.post("/api/v1/visitor/")
    assert answer.status_code == 201
    token = tokens.find(answer.json()["token"])
    assert token is not None
    assert token.player == Player.objects.get()


def test_the_plain_text_of_a_token_is_kept_nowhere(aylin: Player) -> None:
    row, plain = tokens.issue(aylin, "laptop")
    kept = json.dumps(list(ApiToken.objects.values()), default=str)
    assert plain not in kept
    assert len(row.digest) == 64


@pytest.mark.parametrize("text", ["", "ist_", "ist_wrong", "wrong", "ist_" + "x" * 10_000])
def test_a_text_that_is_no_token_finds_nothing(aylin: Player, text: str) -> None:
    assert tokens.find(text) is None


def test_a_revoked_token_and_one_of_a_closed_account_find_nothing(aylin: Player) -> None:
    row, plain = tokens.issue(aylin, "laptop")
    assert tokens.revoke(aylin, row.pk)
    assert not tokens.revoke(aylin, row.pk)
    assert tokens.find(plain) is None
    _row, other = tokens.issue(aylin, "phone")
    assert aylin.user is not None
    aylin.user.is_active = False
    aylin.user.save()
    assert tokens.find(other) is None


def test_a_token_is_shown_on_one_page_and_never_again(client: Client, aylin: Player) -> None:
    log_in(client)
    page = client.post("/account/tokens/", {"name": "laptop"}, follow=True)
    assert b"ist_" in page.content
    assert b"ist_" not in client.get("/account/").content


def test_nobody_revokes_the_token_of_somebody_else(
    client: Client, ben: Player, aylin: Player
) -> None:
    row, plain = tokens.issue(aylin, "laptop")
    assert client.post(f"/account/tokens/{row.pk}/revoke/").status_code == 404
    assert tokens.find(plain) is not None


def test_a_token_without_a_name_is_refused_on_the_page(client: Client) -> None:
    answer = client.post("/account/tokens/", {"name": " "})
    assert answer.status_code == 422
    assert b'class="error"' in answer.content


def test_twenty_tokens_are_enough(client: Client, ben: Player) -> None:
    for number in range(25):
        client.post("/account/tokens/", {"name": str(number)})
    assert ben.tokens.count() == 20


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Bearer a b", "bearer ist_x"])
def test_a_wrong_token_is_401_and_says_how(client: Client, header: str) -> None:
    answer = client.get("/api/v1/schema/", headers={"authorization": header})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_identities_are_limited_by_address(client: Client, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "visitor": (2, 3_600)}
    answers: list[Any] = [client.post("/api/v1/visitor/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].json()["error"]["code"] == "limited"
    assert int(answers[2].headers["Retry-After"]) > 0
    assert Player.objects.count() == 2


def test_the_session_of_a_visitor_needs_the_csrf_token_in_the_api(ben: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    session = browser.session
    session["visitor"] = str(ben.pk)
    session.save()
    answer = browser.get("/api/v1/schema/")
    assert answer.status_code == 200
    answer = browser.post(
        "/api/v1/sets/",
        {},
        content_type="application/json",
        headers={"accept-language": "de"},
    )
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "csrf"
    assert "CSRF Failed" not in answer.json()["error"]["message"]


@pytest.mark.django_db(transaction=True)
def test_forty_tokens_asked_for_at_once_are_twenty(transactional_db: None) -> None:
    player = Player.objects.create()

    def issue(_number: int) -> int:
        refused = 0
        for _ in range(5):
            try:
                tokens.issue(player, "x")
            except tokens.TooManyTokensError:
                refused += 1
        return refused

    assert sum(at_once(8, issue)) == 20
    assert player.tokens.count() == 20

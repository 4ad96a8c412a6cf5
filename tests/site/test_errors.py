"""Errors speak the reader's language, keep what was typed, and have one shape in the API."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.site.addresses import caller

pytestmark = pytest.mark.django_db


def test_a_page_that_does_not_exist_says_so_in_the_readers_language(client: Client) -> None:
    answer = client.get("/nothing/", headers={"accept-language": "tr"})
    assert answer.status_code == 404
    assert b'lang="tr"' in answer.content


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/puzzles/x/"])
def test_an_address_of_the_api_that_does_not_exist_answers_json(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not-found"
    assert answer.json()["error"]["at"] is None


def test_a_method_that_is_not_there_answers_json(client: Client) -> None:
    answer = client.get("/api/v1/visitor/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method-not-allowed")


def test_an_old_page_is_explained_not_cursed() -> None:
    who = caller("visitor", enforce_csrf=True)
    answer = who.client.post("/language/", {"language": "de"})
    assert answer.status_code == 403
    text = re.sub(r"<[^>]*>", "", answer.content.decode())  # what a person reads
    assert "CSRF" not in text.upper()
    assert "too old" in text


def test_htmx_reloads_a_page_whose_token_is_old() -> None:
    who = caller("visitor", enforce_csrf=True)
    answer = who.client.post("/language/", {}, headers={"hx-request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")


def test_a_fault_of_ours_in_the_api_answers_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.tokens.issue", lambda *_: 1 / 0)
    answer = Client(raise_request_exception=False).post("/api/v1/visitor/")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "server"

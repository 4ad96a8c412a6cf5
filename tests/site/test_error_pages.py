"""Each error has a page of the site, in the reader's language, that asks no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.test import Client
from pytest_django import Settings

from accounts.limits import Limited

Ask = Callable[..., Any]


def raising(error: Exception) -> Ask:
    """Ask for a page in the middle of which something is raised."""

    def ask(patch: Any, language: str, **more: str) -> Any:
        def fail(*_: object, **__: object) -> None:
            raise error

        patch.setattr("okeysite.legal.text", fail)
        client = Client(raise_request_exception=False)
        return client.get("/imprint/", headers={"accept-language": language, **more})

    return ask


def nowhere(patch: Any, language: str) -> Any:
    return Client().get("/nowhere/", headers={"accept-language": language})


def too_old(patch: Any, language: str) -> Any:
    client = Client(enforce_csrf_checks=True)
    return client.post("/theme/", {"theme": "dark"}, headers={"accept-language": language})


def too_large(patch: Any, language: str) -> Any:
    body = "theme=" + "x" * 200_000
    kind = "application/x-www-form-urlencoded"
    client = Client(enforce_csrf_checks=True)
    client.cookies[site_settings.CSRF_COOKIE_NAME] = "x" * 32  # then the form's own is looked for
    return client.post("/theme/", body, kind, headers={"accept-language": language})


# code and name -> how to meet it, and its title by language
PAGES: dict[str, tuple[int, Ask, tuple[str, str, str]]] = {
    "400": (
        400,
        raising(SuspiciousOperation()),
        ("This request cannot be read", "lässt sich nicht lesen", "okunamıyor"),
    ),
    "403": (
        403,
        raising(PermissionDenied()),
        ("This is not allowed", "Das ist nicht erlaubt", "izin"),
    ),
    "403 csrf": (403, too_old, ("This page is too old", "zu alt", "eski")),
    "404": (404, nowhere, ("There is nothing here", "Hier ist nichts", "bir şey yok")),
    "413": (413, too_large, ("too much at once", "zu viel auf einmal", "bir kerede")),
    "429": (429, raising(Limited(60)), ("Too many tries", "Zu viele Versuche", "Çok fazla deneme")),
    "500": (500, raising(ValueError()), ("Something went wrong", "schiefgegangen", "ters gitti")),
}
LANGUAGES = ("en", "de", "tr")


@pytest.mark.parametrize("place", range(3), ids=LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_the_readers_language_without_a_database(
    name: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No mark lets this test at the database: asking it would raise, and be answered otherwise."""
    code, ask, titles = PAGES[name]
    answer = ask(monkeypatch, LANGUAGES[place])
    text = answer.content.decode()
    assert answer.status_code == code
    assert f'<html lang="{LANGUAGES[place]}"' in text
    assert titles[place] in text
    assert "css/tokens" in text  # the site's look
    assert 'class="state is-page"' in text
    assert 'href="/"' in text  # a way out


@pytest.mark.parametrize("name", PAGES)
def test_every_error_page_is_complete_and_harmless(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _code, ask, _titles = PAGES[name]
    answer = ask(monkeypatch, "en")
    assert "Content-Security-Policy" in answer.headers
    assert answer.headers["X-Request-ID"]
    assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]
    text = answer.content.decode()
    for word in ("Traceback", "Exception", "SuspiciousOperation", "CSRF", "okeysite"):
        assert word not in text


def test_whoever_meets_a_fault_can_quote_it(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = 1
    answer = raising(ValueError())(monkeypatch, "en", **{"x-request-id": "0af7651916cd43dd"})
    assert "<code>0af7651916cd43dd</code>" in answer.content.decode()


def test_a_whole_page_is_never_swapped_into_a_part_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """htmx shows what a form answers with 400: the page of an error is none of that."""
    ask = raising(SuspiciousOperation())
    answer = ask(monkeypatch, "en", **{"hx-request": "true"})
    assert answer.headers["HX-Reswap"] == "none"
    assert "HX-Reswap" not in ask(monkeypatch, "en").headers

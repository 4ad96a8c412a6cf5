"""Where the database or its disk cannot serve, the answer is 503 with Retry-After, never a 500."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player
from okeysite.unavailable import is_unavailable

TITLES = {"en": "Back in a moment", "de": "Gleich wieder da", "tr": "Birazdan buradayız"}
SENTENCES = {"en": "Nothing was saved", "de": "gespeichert", "tr": "kaydedilmedi"}


def gone(*_: Any, **__: Any) -> None:
    """What a connection says whose server was killed."""
    raise OperationalError from psycopg.errors.AdminShutdown()


def asked(path: str, language: str, **headers: str) -> Any:
    return Client(raise_request_exception=False).get(
        path, headers={"accept-language": language, **headers}
    )


@pytest.mark.parametrize("language", TITLES)
@pytest.mark.parametrize("place", ["in the view", "before any view"])
def test_a_page_says_so_in_the_readers_language(
    language: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "in the view":
        monkeypatch.setattr("okeysite.privacy_page.areas", gone)
    else:
        monkeypatch.setattr("accounts.middleware.chosen_theme", gone)
    answer = asked("/privacy/", language)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer["Cache-Control"] == "no-store"
    assert TITLES[language] in answer.content.decode()
    assert f'lang="{language}"' in answer.content.decode()
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" in answer.headers


def test_a_part_of_a_page_is_refused_so_that_htmx_swaps_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("okeysite.privacy_page.areas", gone)
    answer = asked("/privacy/", "tr", **{"hx-request": "true"})
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)


@pytest.mark.parametrize("language", SENTENCES)
def test_the_api_says_so_in_its_one_shape(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okeysite.api.throttling.limits.hit_named", gone)
    answer = asked("/api/v1/rulesets/", language)
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert (error["code"], error["at"]) == ("unavailable", None)
    assert SENTENCES[language] in error["message"]
    assert int(answer["Retry-After"]) > 0


def caused(wrapper: type[Exception], cause: Exception | None) -> Exception:
    try:
        raise wrapper("words") from cause
    except Exception as error:
        return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (caused(OperationalError, None), True),  # no server
        (caused(InterfaceError, psycopg.InterfaceError()), True),  # the connection is closed
        (caused(OperationalError, psycopg.errors.DiskFull()), True),
        (caused(OperationalError, psycopg.errors.TooManyConnections()), True),
        (caused(OperationalError, psycopg.errors.QueryCanceled()), True),
        (caused(OperationalError, psycopg.errors.LockNotAvailable()), True),
        (caused(OperationalError, psycopg.errors.DeadlockDetected()), True),
        (caused(OperationalError, psycopg.errors.CannotConnectNow()), True),
        (caused(ProgrammingError, psycopg.errors.UndefinedTable()), False),
        (caused(RuntimeError, caused(OperationalError, None)), True),
        (OSError(errno.ENOSPC, "full"), True),
        (OSError(errno.EACCES, "not allowed"), False),
        (ValueError(), False),
        (None, False),
    ],
)
def test_only_what_passes_by_itself_is_unavailable(error: Exception | None, passes: bool) -> None:
    assert is_unavailable(error) is passes


@pytest.fixture
def failing_view(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], HttpResponse]:
    """Have a page of the site do something to the database, and return its answer."""

    def ask(act: Callable[[], object]) -> HttpResponse:
        monkeypatch.setattr("okeysite.privacy_page.areas", act)
        return asked("/privacy/", "en")

    return ask


def query(text: str) -> Callable[[], object]:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(text)

    return run


@pytest.mark.django_db
def test_a_query_that_is_our_mistake_stays_a_fault_of_ours(
    failing_view: Callable[[Callable[[], object]], HttpResponse],
) -> None:
    answer = failing_view(query("SELECT * FROM no_such_table"))
    assert (answer.status_code, "Retry-After" in answer.headers) == (500, False)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_may_not_grow_is_unavailable_and_goes_on_afterwards(
    failing_view: Callable[[Callable[[], object]], HttpResponse],
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("bounded by a pragma of SQLite; tests/faults fills a disk under PostgreSQL")

    def write() -> None:
        Player.objects.bulk_create([Player() for _ in range(2_000)])

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no page is free that an earlier test has left
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            answer = failing_view(write)
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    assert Player.objects.count() == 0
    write()
    assert Player.objects.count() == 2_000


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_takes_too_long_is_unavailable(
    failing_view: Callable[[Callable[[], object]], HttpResponse],
) -> None:
    def sleep() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 50")
            try:
                cursor.execute("SELECT pg_sleep(5)")
            finally:
                cursor.execute("RESET statement_timeout")

    assert failing_view(sleep).status_code == 503

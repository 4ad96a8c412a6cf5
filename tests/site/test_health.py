"""The two addresses that a supervisor asks."""

from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from okeysite import views


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    """A process that has not seen the database migrated yet."""
    views._migrated.clear()
    yield
    views._migrated.clear()


def test_healthz_says_that_the_process_lives_without_a_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_says_that_the_database_is_migrated(client: Client) -> None:
    assert client.get("/readyz").json() == {"ready": True}


@pytest.mark.django_db
def test_readyz_reads_the_migrations_until_all_are_applied_and_then_no_more(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with monkeypatch.context() as behind:
        behind.setattr(views, "_pending_migrations", lambda: True)
        for _ in range(2):
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["reason"]) == (503, "migrations")
    assert client.get("/readyz").json() == {"ready": True}
    monkeypatch.setattr(views, "MigrationExecutor", None)  # would fail if it were asked again
    with django_assert_num_queries(1):
        assert client.get("/readyz").json() == {"ready": True}


@pytest.mark.django_db
def test_readyz_asks_the_database_every_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200

    def gone() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", gone)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "database")


@pytest.mark.django_db
def test_readyz_is_503_where_a_migration_is_missing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("okeysite.views.MigrationExecutor.migration_plan", lambda *_: ["something"])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "migrations")

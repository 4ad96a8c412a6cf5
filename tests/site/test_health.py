"""The two addresses that a supervisor asks."""

import threading
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from okeysite import draining, views


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


@pytest.mark.django_db
def test_readyz_is_503_before_the_end_while_all_else_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("okeysite.draining._begun", threading.Event())
    assert client.get("/readyz").status_code == 200
    draining.begin()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "stopping")
    assert client.get("/healthz").status_code == client.get("/imprint/").status_code == 200


@pytest.mark.django_db
def test_readyz_does_not_ask_broker_and_cache(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without them the site works, so a proxy must not take it out."""
    settings.BROKER_URL = "amqp://guest:guest@127.0.0.1:1//"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    def asked(*_: object, **__: object) -> None:
        raise AssertionError("readyz asked")

    monkeypatch.setattr("jobs.ring.broker", asked)
    monkeypatch.setattr("django.core.cache.cache.get", asked)
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "code"), [("/healthz", 200), ("/readyz", 200), ("/metrics", 404), ("/imprint/", 400)]
)
def test_who_asks_from_inside_need_not_know_the_sites_name(
    client: Client, settings: Settings, path: str, code: int
) -> None:
    """A proxy, a container's check and a monitor ask by the address of the machine."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["istaka.example"], path != "/imprint/"
    assert client.get(path, headers={"host": "web-a:8000"}).status_code == code

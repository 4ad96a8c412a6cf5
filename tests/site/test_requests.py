"""Every answer has an id that a person can quote, and one line in the log that leads to nobody."""

from __future__ import annotations

import logging
import uuid

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve, reverse
from pytest_django import Settings

from okeysite.requests import view_name
from tests.site import addresses

pytestmark = pytest.mark.django_db


def said(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "okeysite.requests"]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="okeysite.requests")
    return caplog


def test_every_answer_has_an_id_of_its_own(client: Client) -> None:
    ids = {client.get(path).headers["X-Request-ID"] for path in ("/healthz", "/imprint/", "/no/")}
    assert len(ids) == 3


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        (1, "0af7651916cd43dd8448eb211c80319c", True),
        (0, "0af7651916cd43dd8448eb211c80319c", False),
        (1, "short", False),
        (1, "x" * 65, False),
        (1, 'a"}{"level":"ERROR', False),
    ],
)
def test_an_id_is_taken_from_a_trusted_proxy_alone(
    client: Client, settings: Settings, proxies: int, given: str, kept: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    answer = client.get("/healthz", headers={"x-request-id": given})
    assert (answer.headers["X-Request-ID"] == given) is kept


def test_a_line_tells_the_view_and_not_the_address(
    client: Client, log: pytest.LogCaptureFixture
) -> None:
    job = uuid.uuid4()
    client.get(f"/jobs/{job}/?email=aylin@example.org")
    (record,) = said(log)
    assert (record.view, record.method, record.status) == ("job", "GET", 404)  # type: ignore[attr-defined]
    assert str(job) not in record.getMessage()
    assert "aylin" not in record.getMessage()


def test_what_a_supervisor_asks_all_the_time_is_told_where_it_fails_alone(
    client: Client, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/healthz")
    assert not said(log)
    monkeypatch.setattr("okeysite.views._migrated.is_set", lambda: False)
    monkeypatch.setattr("okeysite.views._pending_migrations", lambda: True)
    client.get("/readyz")
    assert [record.status for record in said(log)] == [503]  # type: ignore[attr-defined]


def test_what_fails_further_in_is_told_with_the_id_that_the_reader_sees(
    log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.tokens.issue", lambda *_: 1 / 0)
    answer = Client(raise_request_exception=False).post("/api/v1/visitor/")
    (record,) = said(log)
    assert record.status == answer.status_code == 500  # type: ignore[attr-defined]
    assert answer.headers["X-Request-ID"]


def test_views_come_from_a_closed_list() -> None:
    """Whatever is asked for, the label is one of as many as there are addresses."""
    views = set()
    for line in addresses.listed():
        path = line.path().partition("?")[0]
        request = RequestFactory().get(path)
        request.resolver_match = resolve(path)
        views.add(view_name(request))
    assert 100 < len(views) <= len(addresses.known())
    assert not [view for view in views if "/" in view or "<" in view or "None" in view]


@pytest.mark.parametrize("path", ["/a/b/", "/%00", "/x" * 50, "/puzzles/7/nothing/"])
def test_what_leads_nowhere_has_one_label(
    client: Client, log: pytest.LogCaptureFixture, path: str
) -> None:
    client.get(path)
    assert [record.view for record in said(log)] == ["none"]  # type: ignore[attr-defined]


def test_an_unknown_method_is_no_label_of_its_own(
    client: Client, log: pytest.LogCaptureFixture
) -> None:
    client.generic("BREW", reverse("imprint"))
    assert said(log)[0].method == "other"  # type: ignore[attr-defined]

"""Where more comes than can be served, whoever waited too long is told to come again."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from okeysite import shedding

LONG = 0.2


class Worker:
    """As much of gunicorn's thread worker as is guarded: one thread, and a queue before it."""

    def __init__(self, paths: dict[str, str]) -> None:
        self.pool = ThreadPoolExecutor(max_workers=1)
        self.answers: dict[str, HttpResponse] = {}
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.paths = paths
        self.site = shedding.Shedding(lambda request: HttpResponse("served"))

    def enqueue_req(self, conn: Any) -> Any:
        conn.future = self.pool.submit(self.handle, conn)

    def handle(self, conn: Any) -> None:
        request = RequestFactory().get(self.paths[conn.name], headers=conn.headers)
        self.answers[conn.name] = self.site(request)
        self.begun.set()
        self.go_on.wait(10)


def served_behind_another(path: str, **headers: str) -> HttpResponse:
    """What a request gets that has waited for `LONG` seconds until the one before it was done."""
    worker = Worker({"first": "/", "second": path})
    shedding.guard(worker)
    first = SimpleNamespace(name="first", headers={})
    second = SimpleNamespace(name="second", headers=headers)
    worker.enqueue_req(first)
    assert worker.begun.wait(10)
    worker.enqueue_req(second)
    threading.Event().wait(LONG)
    worker.go_on.set()
    second.future.result(10)
    worker.pool.shutdown()
    assert worker.answers["first"].status_code == 200
    return worker.answers["second"]


@override_settings(WEB_LONGEST_WAIT=LONG / 2)
def test_who_waited_too_long_is_refused_and_told_when_to_come_again() -> None:
    refused = served_behind_another("/")
    assert refused.status_code == 503
    assert int(refused["Retry-After"]) > 0
    assert refused["Cache-Control"] == "no-store"
    assert b"More people are here" in refused.content


@override_settings(WEB_LONGEST_WAIT=LONG / 2)
@pytest.mark.parametrize("language", ["de", "tr"])
def test_it_is_said_in_the_readers_language(language: str) -> None:
    refused = served_behind_another("/", **{"Accept-Language": language})
    text = refused.content.decode()
    assert f'lang="{language}"' in text
    assert "More people are here" not in text


@override_settings(WEB_LONGEST_WAIT=LONG / 2)
def test_the_api_is_told_in_its_own_form() -> None:
    refused = served_behind_another("/api/v1/kinds/")
    assert refused.status_code == 503
    assert b'"busy"' in refused.content


@override_settings(WEB_LONGEST_WAIT=LONG * 50)
def test_who_waited_less_is_served() -> None:
    assert served_behind_another("/").status_code == 200


@override_settings(WEB_LONGEST_WAIT=0)
def test_it_can_be_switched_off() -> None:
    assert served_behind_another("/").status_code == 200


@override_settings(WEB_LONGEST_WAIT=LONG / 2)
@pytest.mark.parametrize("path", ["/healthz", "/readyz", f"{settings.STATIC_URL}css/base.css"])
def test_what_is_small_or_asked_by_a_supervisor_is_always_answered(path: str) -> None:
    assert served_behind_another(path).status_code == 200


@pytest.mark.django_db
@override_settings(WEB_LONGEST_WAIT=0.001)
def test_where_nobody_notes_how_long_it_waited_all_are_served(client: Client) -> None:
    assert client.get("/imprint/").status_code == 200


def test_the_wait_ends_where_the_thread_begins_however_slowly_the_request_comes() -> None:
    seen: list[float] = []

    class Slow:
        def enqueue_req(self, conn: Any) -> None:
            self.handle(conn)

        def handle(self, conn: Any) -> None:
            threading.Event().wait(LONG)  # the client takes its time
            seen.append(shedding.waited())

    worker = Slow()
    shedding.guard(worker)
    thread = threading.Thread(target=worker.enqueue_req, args=(SimpleNamespace(),))
    thread.start()
    thread.join()
    assert seen[0] < LONG / 2

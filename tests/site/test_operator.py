"""Whoever runs the site is told what is wrong: in sentences, with an exit code, and by mail."""

from __future__ import annotations

import datetime as dt
import logging
import os
import smtplib
import threading
from collections import namedtuple
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from pytest_django import Settings

from accounts import clock
from jobs import alarms, ring
from jobs.models import Job
from jobs.runner import Outcome, run_job
from jobs.states import State
from okeysite import health

pytestmark = pytest.mark.django_db

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def well(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site on which nothing is wrong: a fresh backup, room on the disk."""
    settings.BACKUP_DIR = tmp_path
    settings.ADMINS = [("", "operator@example.org")]
    settings.REDIS_URL, settings.BROKER_URL = "", "memory://"
    (tmp_path / "now.backup").touch()
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(100, 50, 50))
    monkeypatch.setattr(health, "_looked", float("-inf"))


def late_job(**more: Any) -> Job:
    since = clock.now() - dt.timedelta(seconds=100)
    return Job.objects.create(kind="grade.x", queue="grade", run_after=since, **more)


def said(**options: Any) -> str:
    """What the command says that is wrong."""
    with pytest.raises(CommandError) as error:
        call_command("health", **options)
    assert error.value.returncode == 1
    return str(error.value)


def test_where_nothing_is_wrong_it_says_so() -> None:
    out = StringIO()
    call_command("health", stdout=out)
    assert out.getvalue() == "All is well.\n"


def test_a_job_that_is_due_for_more_than_a_minute() -> None:
    late_job()
    assert "A job in the queue grade has been due for 100 seconds" in said()


def test_a_job_that_failed_for_good() -> None:
    ended: dict[str, Any] = {"state": State.FAILED, "finished_at": clock.now()}
    Job.objects.create(kind="grade.x", queue="grade", **ended)
    assert "1 jobs failed" in said()


def test_no_backup_and_an_old_one(settings: Settings) -> None:
    (path,) = settings.BACKUP_DIR.iterdir()
    os.utime(path, (0, clock.now().timestamp() - 27 * 3600))
    assert "27 hours old" in said()
    path.unlink()
    assert "no backup" in said()


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(100, 95, 5))
    assert "full to 95%" in said()


def test_a_broker_and_a_cache_that_do_not_answer(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BROKER_URL = url = "amqp://guest:guest@127.0.0.1:1//"
    monkeypatch.setattr(ring, "current_app", Celery(broker=url, set_as_current=False))
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    found = said()
    assert "RabbitMQ does not answer" in found
    assert "Redis does not answer" in found


@pytest.mark.parametrize("code", [200, 503])
def test_a_web_server_is_asked_whether_it_is_ready(code: int) -> None:
    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(code if self.path == "/readyz" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Ready) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        if code == 200:
            call_command("health", url=url, stdout=StringIO())
        else:
            assert "is not ready (503)" in said(url=url)


def test_a_web_server_that_does_not_answer() -> None:
    assert "does not answer" in said(url="http://127.0.0.1:1")


def test_a_database_that_does_not_answer_is_told_by_mail_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("okeysite.health.MigrationExecutor", gone)
    monkeypatch.setattr("accounts.limits.hit", gone)
    assert "The database does not answer" in said(mail=True)
    assert len(mail.outbox) == 1


def test_it_mails_once_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    late_job()
    for _ in range(3):
        said(mail=True)
    (message,) = mail.outbox
    assert message.to == ["operator@example.org"]
    assert "grade" in message.body
    later = clock.now() + dt.timedelta(hours=1, seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    said(mail=True)
    assert len(mail.outbox) == 2


def test_a_worker_looks_once_a_minute_and_mails_once_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late_job()
    asked: list[int] = []

    def late() -> list[str]:
        asked.append(1)
        return ["late"]

    for _ in range(3):
        health.watch(late)
    assert len(asked) == 1
    monkeypatch.setattr(health, "_looked", float("-inf"))
    health.watch(late)
    assert len(asked) == 2
    assert [message.body for message in mail.outbox] == ["late"]


def test_where_no_worker_gets_through_the_mail_does_not_wait_for_one() -> None:
    late_job()
    health.watch()
    assert len(mail.outbox) == 1
    assert not Job.objects.filter(kind=alarms.KIND).exists()


def test_an_alarm_of_the_pages_is_mailed_by_a_worker_once_an_hour(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(3):
        alarms.raise_alarm("puzzles", "Three are odd. See the admin.")
    alarms.raise_alarm("other", "Something else.")
    assert not mail.outbox  # no page waits for a mail server
    jobs = Job.objects.filter(kind=alarms.KIND).order_by("created_at")
    assert [run_job(job.pk) for job in jobs] == [Outcome.DONE] * 2
    assert [message.subject for message in mail.outbox] == [
        "[Istaka] Three are odd",
        "[Istaka] Something else",
    ]
    assert [r.levelno for r in caplog.records if r.name == "jobs.alarms"] == [logging.ERROR] * 2


def test_without_admins_there_is_the_log_alone(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ADMINS = []
    alarms.raise_alarm("puzzles", "Three are odd.")
    alarms.mail_directly("Nobody gets through.")
    assert not Job.objects.exists()
    assert not mail.outbox
    assert {"Three are odd.", "Nobody gets through."} <= {r.getMessage() for r in caplog.records}


def test_a_mail_server_that_refuses_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise smtplib.SMTPException

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    alarms.mail_directly("Nobody gets through.")

"""Messages of the server lead to nobody."""

from __future__ import annotations

import datetime as dt
import gc
import json
import logging
import runpy
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils.module_loading import import_string
from gunicorn.config import Config
from gunicorn.glogging import Logger

from jobs.context import current
from jobs.runner import run_job
from jobs.services import enqueue
from okeysite.logs import Impersonal, Json, configuration, impersonal, request_id


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("from 203.0.113.9", "from 203.0.x.x"),
        ("mail to aylin@example.org failed", "mail to …@… failed"),
        ("Authorization: Bearer ist_abc-DEF", "Authorization: Bearer …"),
        ("GET /account/password/reset/key/1-abc/", "GET /account/password/reset/key/…/"),
        ("Not Found: /play/join/lFhxUh5f-D/", "Not Found: /play/join/…/"),
        ("GET /a/?email=x&token=y HTTP/1.1", "GET /a/?… HTTP/1.1"),
        ("Not Found: /puzzles/daily/2026-01-02/", "Not Found: /puzzles/daily/2026-01-02/"),
    ],
)
def test_what_leads_to_a_person_is_taken_out(text: str, kept: str) -> None:
    assert impersonal(text) == kept


def test_arguments_of_a_message_are_looked_at_as_well() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "to %s", ("a@example.org",), None)
    assert Impersonal().format(record) == "to …@…"


@pytest.mark.parametrize(
    "fault",
    [
        "{'aylin@example.org': (550, b'no such user')}",
        "duplicate key value\nDETAIL:  Key (username)=(aylin) already exists.",
        "violates check\nDETAIL:  Failing row contains (7, aylin, null).",
    ],
)
def test_what_an_error_quotes_does_not_reach_the_log(fault: str) -> None:
    """As the settings log: the line with its traceback."""
    configuration = settings.LOGGING["formatters"]["text"]
    formatter = Impersonal(configuration["format"], style=configuration["style"])
    try:
        raise OSError(fault)
    except OSError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "not sent", (), sys.exc_info())
    text = formatter.format(record)
    assert "OSError" in text
    assert "aylin" not in text


def line(message: str, *arguments: object, **extra: object) -> dict[str, object]:
    """What the server's log says about a message."""
    record = logging.LogRecord("x.y", logging.WARNING, "", 0, message, arguments, None)
    vars(record).update(extra)
    text = Json().format(record)
    assert "\n" not in text
    found: dict[str, object] = json.loads(text)
    return found


def test_a_line_of_a_server_is_one_object_with_time_level_logger_and_message() -> None:
    found = line("to %s\nfrom 203.0.113.9", "a@example.org")
    assert (found["level"], found["logger"]) == ("WARNING", "x.y")
    assert found["message"] == "to …@…\nfrom 203.0.x.x"
    assert dt.datetime.fromisoformat(str(found["time"])).tzinfo == dt.UTC


def test_a_line_names_its_request_and_its_job_and_nothing_more_of_them() -> None:
    token = request_id.set("abc-123")
    job = current.set(("some-id", "grade.submission"))
    try:
        found = line("done", status=200, view="daily", arguments={"name": "aylin"})
    finally:
        request_id.reset(token)
        current.reset(job)
    assert (found["request"], found["job"], found["kind"]) == (
        "abc-123",
        "some-id",
        "grade.submission",
    )
    assert (found["status"], found["view"]) == (200, "daily")
    assert "aylin" not in str(found)
    assert line("later").keys().isdisjoint({"request", "job", "kind"})


def test_the_trace_of_an_error_is_told_without_what_it_quotes() -> None:
    try:
        raise OSError("to aylin@example.org?key=7")
    except OSError:
        found = line("not sent", exc_info=sys.exc_info())
    assert "OSError" in str(found["error"])
    assert "aylin" not in str(found)
    assert "key=7" not in str(found)


@pytest.mark.django_db
def test_every_message_of_a_job_at_work_names_it() -> None:
    seen: list[tuple[str, str] | None] = []
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(current.get())  # type: ignore[method-assign]
    logger = logging.getLogger("jobs.runner")
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.INFO)  # not the attribute: what is enabled is remembered
    try:
        job = enqueue(kind="grade.nothing", args={})
        run_job(job.pk)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    assert seen
    assert set(seen) == {(str(job.pk), "grade.nothing")}
    assert current.get() is None


@pytest.mark.parametrize(("form", "class_"), [("json", Json), ("text", Impersonal)])
def test_the_settings_know_both_forms(form: str, class_: type[logging.Formatter]) -> None:
    configured = configuration(form, level="INFO")
    name = configured["handlers"]["stderr"]["formatter"]
    assert import_string(configured["formatters"][name]["()"]) is class_


def test_the_web_servers_own_messages_have_the_same_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    for name in ("freeze", "set_threshold", "collect"):  # what is for the life of a process
        monkeypatch.setattr(gc, name, lambda *_: 0)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    conf = runpy.run_path("okeysite/gunicorn_conf.py")
    takes = {"enqueue_req": lambda _: None, "handle": lambda _: None}
    server = SimpleNamespace(log=Logger(Config()), **takes)
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "", 0, "from 203.0.113.9", (), None)
    conf["on_starting"](server)
    (handler,) = server.log.error_log.handlers
    assert json.loads(handler.format(record))["logger"] == "gunicorn.error"
    before = signal.getsignal(signal.SIGUSR2)
    conf["post_worker_init"](server)
    signal.signal(signal.SIGUSR2, before)
    assert json.loads(handler.format(record))["message"] == "from 203.0.x.x"


def test_the_web_servers_main_process_imports_nothing_of_the_site() -> None:
    """It lives through reloads, and would hand what it has imported on to the new code."""
    code = (
        "import runpy, sys; runpy.run_path('okeysite/gunicorn_conf.py');"
        "sys.exit(' '.join({name.partition('.')[0] for name in sys.modules}"
        " & {'okeysite', 'jobs', 'accounts', 'django', 'celery'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert done.stderr.strip() == ""


@pytest.mark.parametrize("piece", ["a", "a@", "Key (", "Key (a)=(", "?", "bearer ", "1.1.", "<a@b"])
def test_a_line_of_megabytes_takes_a_time_that_grows_with_it_alone(piece: str) -> None:
    """Grew it with the square of the line, this would not end today."""
    assert impersonal(piece * (1_000_000 // len(piece))) is not None


def test_a_value_that_is_not_closed_is_taken_out_to_the_end_of_its_line() -> None:
    said = "DETAIL:  Key (name)=(aylin\nnext line"
    assert impersonal(said) == "DETAIL:  Key (name)=(…)\nnext line"

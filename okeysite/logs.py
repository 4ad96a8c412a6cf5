"""Log lines without personal data: for people in development, an object of JSON each in production.

Needs no Django: the web server's main process, which never loads the site, writes them too.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
from contextvars import ContextVar
from typing import Any, Final

from jobs.context import current

_IPV4 = re.compile(r"\b(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b")
# Each takes a time that grows with the line alone, whatever somebody sent: an address is looked for
# where a word begins, and a value that is not closed goes to the end of its line.
_EMAIL = re.compile(r"(?<![^\s@<>\"'])[^\s@<>\"']++@[^\s@<>\"']+\.[^\s@<>\"']+")
_SECRET = re.compile(
    r"(?i)(bearer\s+|ist_|password/reset/key/|confirm-email/|play/join/)[^\s/\"']+"
)
_QUERY = re.compile(r"\?[^\s\"']*")
# the values that PostgreSQL quotes in its details
_VALUES = re.compile(r"(Key \([^)\n]{0,200}\)=)\((?:.*\)|.*)|(Failing row contains )\((?:.*\)|.*)")

# the request that is being answered; no value outside one
request_id: ContextVar[str] = ContextVar("request", default="")

# what a line may say beside its message, by the name of the record's attribute
EXTRAS: Final = ("method", "view", "status", "duration_ms")


class Impersonal(logging.Formatter):
    """Cuts addresses to their network and takes out e-mail, tokens, queries and values of rows.

    A formatter, since it sees the whole text: a traceback may quote what somebody sent.
    """

    def format(self, record: logging.LogRecord) -> str:
        return impersonal(super().format(record))


class Json(logging.Formatter):
    """One object a line, as impersonal: when, how bad, who says what, at which request or job."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": dt.datetime.fromtimestamp(record.created, tz=dt.UTC).isoformat(
                timespec="milliseconds"
            ),
            "level": record.levelname,
            "logger": record.name,
            "message": impersonal(record.getMessage()),
        }
        if request_id.get():
            line["request"] = request_id.get()
        job = current.get()
        if job is not None:
            line["job"], line["kind"] = job
        line |= {name: vars(record)[name] for name in EXTRAS if name in vars(record)}
        if record.exc_info:
            line["error"] = impersonal(self.formatException(record.exc_info))
        elif record.exc_text:
            line["error"] = impersonal(record.exc_text)
        return json.dumps(line, default=lambda value: impersonal(str(value)))


def impersonal(text: str) -> str:
    """The text without what leads to a person."""
    text = _QUERY.sub("?…", text)
    text = _VALUES.sub(lambda found: f"{found[1] or found[2]}(…)", text)
    text = _SECRET.sub(r"\1…", text)
    text = _EMAIL.sub("…@…", text)
    return _IPV4.sub(r"\1.x.x", text)


def configuration(form: str, *, level: str) -> dict[str, Any]:
    """What Django is told: everything to the standard error stream, as "text" or "json" lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {
                "()": "okeysite.logs.Impersonal",
                "format": "{asctime} {levelname} {name}: {message}",
                "style": "{",
            },
            "json": {"()": "okeysite.logs.Json"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # a line for every page: for a server's log, not for somebody's terminal
            "okeysite.requests": {"level": "WARNING" if form == "text" else "NOTSET"},
        },
    }

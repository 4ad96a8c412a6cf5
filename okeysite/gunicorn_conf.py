"""How gunicorn serves the site. docs/operations.md lists the variables.

The main process reads this file and nothing else of the site: at a reload it would pass what it has
imported on to processes of the new code.
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

os.environ["ISTAKA_ROLE"] = "web"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

_host = os.environ.get("HOST", "127.0.0.1")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
timeout = 30
graceful_timeout = 8  # below the ten seconds after which the supervisor kills
keepalive = 5
accesslog = None  # no record of who read what: the site writes lines that lead to nobody
errorlog = "-"
loglevel = "warning"
control_socket_disable = True
limit_request_line = 4094
limit_request_fields = 60

_drain = float(os.environ.get("DRAIN_SECONDS", "0"))
_development = os.environ.get("DEVELOPMENT", "").lower() in {"true", "on", "ok", "y", "yes", "1"}
_json = os.environ.get("LOG_FORMAT", "text" if _development else "json") == "json"


class _Line(logging.Formatter):
    """The form of the site's own lines; what the main process says holds nothing of a request."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(record.created))
        line = {"time": moment, "level": record.levelname, "logger": record.name}
        line["message"] = record.getMessage()
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def on_starting(server: Any) -> None:
    """The main process writes lines as the others do."""
    if _json:
        for handler in server.log.error_log.handlers:
            handler.setFormatter(_Line())


on_reload = on_starting  # gunicorn has made its handlers anew


def when_ready(server: Any) -> None:
    """Where a proxy asks /readyz, let it notice the end before the end."""
    if _drain:
        signal.signal(signal.SIGTERM, lambda number, frame: _begin_to_end(server, number, frame))


def _begin_to_end(server: Any, number: int, frame: FrameType | None) -> None:
    """At the first TERM /readyz says no and all else goes on; a second TERM ends at once."""
    signal.signal(number, server.signal)
    server.kill_workers(signal.SIGUSR2)
    timer = threading.Timer(_drain, os.kill, (os.getpid(), number))
    timer.daemon = True
    timer.start()


_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # M_… of glibc's malloc.h
_BIG = 1 << 20


def give_back() -> None:
    """What a request needed for a moment goes back to the system, or serves the next request.

    glibc takes a big block from a heap of the thread's own once one like it was freed, and no heap
    shrinks by the 19 MiB of a password's hash: a process with eight threads would keep 150 MiB. So
    big blocks are always the system's, and the threads share one heap for the small ones. Other C
    libraries know neither.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _BIG)  # said once, it does not rise any more
        mallopt(_TRIM_THRESHOLD, 4 * _BIG)
        mallopt(_ARENA_MAX, 1)


def post_fork(server: Any, worker: Any) -> None:
    """A new process, before it has loaded the site or begun a thread."""
    give_back()


def _take_turns() -> None:
    """A page waits for the database some ten times; each time it asks for the interpreter anew.

    Behind a thread that only reckons it would get it after five milliseconds, fifty in all.
    """
    sys.setswitchinterval(0.001)


def _collect_seldom() -> None:
    """What is loaded stays: the collector need not look through all of it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def post_worker_init(worker: Any) -> None:
    """A process that has loaded the site: what it says may quote a request, so it is impersonal."""
    from okeysite import draining, logs, shedding

    shedding.guard(worker)
    _collect_seldom()
    _take_turns()
    signal.signal(signal.SIGUSR2, lambda number, frame: draining.begin())
    for handler in worker.log.error_log.handlers:
        handler.setFormatter(logs.Json() if _json else logs.Impersonal(worker.log.error_fmt))

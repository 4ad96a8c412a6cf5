"""Too much at once: whoever has waited too long for a thread is told to come again, at once.

Requests wait in a process for a free thread. Where more come than can be served, that queue would
grow without end: everybody would be served late, at last only people who have gone long since. So
who has waited longer than `WEB_LONGEST_WAIT` seconds is answered 503 with Retry-After, which costs
next to nothing, and the queue is never longer than that. Nothing was read or written, so a browser
may send it again. What is small and what a supervisor asks is always answered.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from okeysite.errors import too_busy

log = logging.getLogger(__name__)

ALWAYS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
TOLD_EVERY: Final = 10.0  # seconds between two lines in the log

_here = threading.local()
_told = 0.0


def guard(worker: Any) -> None:
    """Let a process of gunicorn (gthread) note since when each request waits for a thread."""
    enqueue, handle = worker.enqueue_req, worker.handle

    def enqueue_req(conn: Any) -> None:
        conn.waits_since = time.monotonic()
        enqueue(conn)

    def handle_one(conn: Any) -> Any:
        # noted here: what a slow client takes to send its request comes later, and is its own
        _here.waited = time.monotonic() - conn.waits_since
        return handle(conn)

    worker.enqueue_req, worker.handle = enqueue_req, handle_one


def waited() -> float:
    """How long the request of this thread waited for it, in seconds; 0 where nobody noted it."""
    return float(getattr(_here, "waited", 0.0))


class Shedding:
    """Answer 503 where the request has waited longer than the setting says; 0 switches it off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most: float = settings.WEB_LONGEST_WAIT
        if not most or waited() <= most or is_always_answered(request):
            return self.get_response(request)
        _tell()
        return too_busy(request)


def is_always_answered(request: HttpRequest) -> bool:
    """Whether it is small, or asked by a supervisor."""
    path = request.path_info
    return path in ALWAYS or path.startswith(settings.STATIC_URL)


def _tell() -> None:
    global _told
    now = time.monotonic()
    if now - _told >= TOLD_EVERY:
        _told = now
        log.warning("more comes than can be served: requests are refused")

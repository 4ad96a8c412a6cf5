"""One client that asks as fast as it can takes no more of a process than its share.

Limits that count in the database (`accounts/limits.py`) come after session and player were looked
up, which costs half a page. So whoever has a session or a token, and asks faster than
`WEB_CLIENT_RATE` times a second for long, is answered 429 before all that, from the process's own
memory. It guards the others' time and nothing else: what must be exact counts in the database.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from okeysite.errors import too_fast
from okeysite.shedding import is_always_answered

AT_ONCE: Final = 3.0  # seconds' worth that may come at once: a page with all that it asks for
MOST: Final = 20_000  # clients that are remembered


class Shares:
    """A bucket of requests for each client, filled again at `rate` a second."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._full_at: dict[int, float] = {}  # when a client's bucket is full again, oldest first

    def take(self, client: str, rate: float, now: float) -> float:
        """Take one; 0, or after how many seconds there is one to be had (then none was taken)."""
        key = hash(client)  # salted anew in each process
        with self._lock:
            full_at = max(now, self._full_at.pop(key, now))
            wait = round(full_at + 1 / rate - now - AT_ONCE, 6)
            if wait <= 0:
                full_at += 1 / rate
            self._full_at[key] = full_at
            if len(self._full_at) > self._most:
                self._full_at.pop(next(iter(self._full_at)))  # who has not asked for longest
        return max(0.0, wait)


class FairShares:
    """Answer 429 to a client beyond its share; a rate of 0 switches it off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.shares = Shares()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        rate: float = settings.WEB_CLIENT_RATE
        if not rate or is_always_answered(request):
            return self.get_response(request)
        client = request.headers.get("Authorization") or request.COOKIES.get(
            settings.SESSION_COOKIE_NAME
        )
        wait = self.shares.take(client, rate, time.monotonic()) if client else 0.0
        return too_fast(request, math.ceil(wait)) if wait else self.get_response(request)

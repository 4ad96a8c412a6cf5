"""How often a process looks for what is due: every sweep asks, and mostly the answer is no."""

from __future__ import annotations

import datetime as dt
import threading


class Pace:
    """Says yes at most once in `every`, whichever thread of the process asks."""

    def __init__(self, every: dt.timedelta) -> None:
        self.every = every
        self._lock = threading.Lock()
        self._last: dt.datetime | None = None

    def is_due(self, now: dt.datetime) -> bool:
        """Whether the time has come; then the next one begins."""
        with self._lock:
            if self._last is not None and now - self._last < self.every:
                return False
            self._last = now
            return True

    def forget(self) -> None:
        """Say yes the next time, for a test."""
        with self._lock:
            self._last = None

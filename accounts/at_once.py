"""How much one client has under way at once in this process.

Whoever sends one long question beside the other would take one thread after the other from
everybody else, long before the limit on questions is reached.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from accounts.limits import Limited

AGAIN: Final = 1  # seconds after which what is under way has most likely ended


class AtOnce:
    """At most `most` of a sort for each client; more are refused, not kept waiting."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def of(self, client: str) -> Iterator[None]:
        """Do one of the client's; raise `Limited` (429) where as many as may be are under way."""
        with self._lock:
            if self._under_way[client] >= self.most:
                raise Limited(AGAIN)
            self._under_way[client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way[client] -= 1
                if not self._under_way[client]:
                    del self._under_way[client]

"""One list of questions at a time from one caller, in one process.

A hundred of the worst hands take the engine a second. Whoever sends such lists side by side would
take one thread after the other from everybody else, long before the limit on questions is reached.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rest_framework.exceptions import Throttled

AGAIN: Final = 1  # seconds after which the list before is most likely answered

_lock = threading.Lock()
_asking: set[str] = set()


@contextmanager
def one_list(caller: str) -> Iterator[None]:
    """Answer a list of this caller; raise `Throttled` (429) while another of theirs is answered."""
    with _lock:
        if caller in _asking:
            raise Throttled(wait=AGAIN)
        _asking.add(caller)
    try:
        yield
    finally:
        with _lock:
            _asking.discard(caller)

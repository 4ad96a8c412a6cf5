"""Whether this process is about to end: it answers everything, but wants nobody new."""

from __future__ import annotations

import threading

_begun = threading.Event()


def begin() -> None:
    """From now on /readyz says no."""
    _begun.set()


def begun() -> bool:
    """Whether the end has been announced."""
    return _begun.is_set()

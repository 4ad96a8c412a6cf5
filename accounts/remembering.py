"""Drawn parts of pages that a process remembers: what follows from values and language alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST: Final = 8 * 1024 * 1024  # letters in all; what was not asked for the longest goes first
_kept: OrderedDict[Hashable, SafeString] = OrderedDict()
_size = 0
_lock = Lock()


def remembered(key: tuple[Hashable, ...], draw: Callable[[], str]) -> SafeString:
    """What `draw` gives for this key in the reader's language, drawn once.

    The key holds everything that the drawing depends on, and nothing of a person. Nothing is kept
    in development, where templates change while the process runs.
    """
    global _size
    whole = (get_language(), *key)
    with _lock:
        found = _kept.get(whole)
        if found is not None:
            _kept.move_to_end(whole)
            return found
    drawn = SafeString(draw())
    if settings.DEBUG or len(drawn) > MOST:
        return drawn
    with _lock:
        if whole not in _kept:
            _kept[whole] = drawn
            _size += len(drawn)
            while _size > MOST:
                _, gone = _kept.popitem(last=False)
                _size -= len(gone)
    return drawn


def cache_clear() -> None:
    """Forget everything."""
    global _size
    with _lock:
        _kept.clear()
        _size = 0

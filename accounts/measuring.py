"""How long something took, told to what the settings name; to nobody where they name nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils.module_loading import import_string


def measured(what: str, seconds: float, **labels: str) -> None:
    """Tell how long one thing took. Labels come from closed lists: no ids, no names of people."""
    path: str = settings.ISTAKA_MEASURE
    if path:
        observe: Callable[..., None] = import_string(path)
        observe(what, seconds, **labels)


@contextmanager
def timed(what: str, **labels: str) -> Iterator[None]:
    """Measure the block, whether it succeeds or raises."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        measured(what, time.perf_counter() - begun, **labels)

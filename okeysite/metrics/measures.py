"""What is measured in each process, and the one function that everything is told to."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path
from typing import Final

from django.conf import settings
from prometheus_client import Histogram, values

from okeysite.metrics.slots import NoSlot, Slots

log = logging.getLogger(__name__)

FAST: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1)
PAGES: Final = (0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)
WORK: Final = (0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 45, 60)


class Measures:
    """The measures of this process, written to its place in one folder."""

    def __init__(self, folder: Path) -> None:
        self.slots = Slots(folder)
        self._lock = threading.Lock()
        self._started = False
        self._failed = False
        self._known: dict[str, Histogram] = {}

    def observe(self, what: str, seconds: float, **labels: str) -> None:
        """Count one more. What cannot be written is not counted; nothing is ever raised."""
        try:
            with self._lock:
                self.slots.mine()
                if not self._started:
                    self._start()
            self._known[what].labels(**labels).observe(seconds)
        except (NoSlot, OSError) as error:
            if not self._failed:
                log.warning("nothing is measured: %s", error)
            self._failed = True

    def _start(self) -> None:
        # The library looks here for its folder, and makes its values by the class that stands here.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(self.slots.folder)
        values.ValueClass = values.MultiProcessValue(self.slots.mine)
        for name, help_text, labels, buckets in (
            ("request", "Time until a page's answer began.", ("view", "status"), PAGES),
            ("engine", "Time that the engine took for one question.", ("verb",), FAST),
            ("job", "Time of one attempt at a job.", ("kind", "outcome"), WORK),
        ):
            self._known[name] = Histogram(
                f"istaka_{name}_seconds", help_text, labels, buckets=buckets, registry=None
            )
        self._started = True


_measures: Measures | None = None


def observe(what: str, seconds: float, **labels: str) -> None:
    """Count one request, answer of the engine or job of this process, if it is one that counts."""
    global _measures
    if not settings.ROLE:  # a command, or a test
        return
    if _measures is None:
        _measures = Measures(settings.METRICS_DIR)
    _measures.observe(what, seconds, **labels)

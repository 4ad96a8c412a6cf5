"""Which job the code at hand works at, for lines of the log."""

from __future__ import annotations

from contextvars import ContextVar

# id and kind; no value outside an attempt
current: ContextVar[tuple[str, str] | None] = ContextVar("job", default=None)

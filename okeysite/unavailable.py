"""Errors that mean "not now": the database or its disk cannot serve at the moment, nothing is wrong
with the request or the code. They are answered 503 with Retry-After, and nothing was saved."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from typing import Final

from django.db import InterfaceError, OperationalError

RETRY_AFTER: Final = 10  # seconds: about what a database takes to come back

# Classes of SQLSTATE: connection, resources (a full disk, too many sessions), an operator (shut
# down, starting up, a statement that took too long), the machine; and single codes: a lock or a
# row that another transaction held.
_CLASSES: Final = ("08", "53", "57", "58")
_CODES: Final = frozenset({"40001", "40P01", "55P03", "25P03", "25006"})
# "no such table" is an OperationalError of SQLite, too, but a fault of ours: it stays a 500.
_SQLITE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error, or what it came of, passes by itself or when somebody frees the disk."""
    return any(_passes(one) for one in _chain(error))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _passes(error: BaseException) -> bool:
    if isinstance(error, OperationalError | InterfaceError):
        cause = error.__cause__
        if isinstance(cause, sqlite3.Error):
            # an extended code holds the kind of error in its last byte
            return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE
        state = getattr(cause, "sqlstate", None)
        # without a state it never reached the server, or the server went away in the middle
        return state is None or state[:2] in _CLASSES or state in _CODES
    return isinstance(error, OSError) and error.errno in _FULL

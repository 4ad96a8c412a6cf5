"""What a database holds: for each table a number of rows and a digest, to compare two of them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Table(NamedTuple):
    """The content of a table: how many rows, and a digest that does not depend on their order."""

    rows: int
    digest: str


def fingerprint(connection: BaseDatabaseWrapper) -> dict[str, Table]:
    """Each table of the database by name. Reads one row at a time, whatever the size."""
    found = {}
    for name in sorted(connection.introspection.table_names()):
        count, total = 0, 0
        with connection.chunked_cursor() as cursor:
            # a table's name comes from the database itself, and cannot be a parameter
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")  # noqa: S608
            for row in cursor:
                count += 1
                digest = hashlib.sha256(repr(row).encode()).digest()
                total = (total + int.from_bytes(digest[:16], "big")) % (1 << 128)
        found[name] = Table(count, f"{total:032x}")
    return found

"""What a test leaves in the database fails that test, not some later one of the same worker.

A test is undone by its transaction's rollback or, with a live server, by emptying the tables. What
writes past either (a thread, a request that is still being answered, a connection of its own) would
be found by whichever test comes next, and only in a run of the whole suite. The tables are counted
where that can have been: after a test that commits, and wherever a connection was made. To count
a hundred tables takes PostgreSQL longer than many a test.
"""

from __future__ import annotations

import threading
import urllib.request
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from django.core.management.color import Style, no_style
from django.db import connection
from django.db.backends.signals import connection_created

# Made again by Django itself whenever it has emptied the tables, and counted nowhere.
OF_DJANGO: Final = {"django_migrations", "django_content_type", "auth_permission"}

_before: dict[str, int] = {}
_made: list[int] = []  # the threads that made a connection since the tables were last counted


def remember() -> None:
    """Note what a new database holds: the rows of its migrations. Once, before the first test."""
    connection_created.connect(_connected, dispatch_uid="tests.traces")
    if not _before:
        _before.update(counts(tables()))


def _connected(**_: Any) -> None:
    _made.append(threading.get_ident())


def connected() -> bool:
    """Whether anybody has made a connection since the tables were last counted."""
    return bool(_made)


def left() -> dict[str, int]:
    """The tables that do not hold what they hold in a new database, and how many rows they have."""
    _made.clear()
    now = counts(_before) if _before else {}
    return {table: count for table, count in now.items() if count != _before[table]}


def wipe(tables: Iterable[str]) -> None:
    """Empty these tables, so that one fault is one failure."""
    if not (tables := list(tables)):
        return
    statements = connection.ops.sql_flush(no_style(), tables, allow_cascade=True)
    connection.ops.execute_sql_flush(statements)


def flush_of_full_tables(style: Style, tables: list[str], **how: Any) -> list[str]:
    """What empties these tables on PostgreSQL: `sql_flush` there, for a test's few rows.

    TRUNCATE makes each table's files anew, of a hundred tables after every test that commits. Keys
    to other tables are looked at when the transaction ends, so the order is of no account.
    """
    quote = connection.ops.quote_name
    held = counts(tables) if tables else {}
    return [f"DELETE FROM {quote(table)}" for table, count in held.items() if count]


@cache
def tables() -> list[str]:
    """The tables of our own and of libraries, without Django's lists of what there is."""
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(found) - OF_DJANGO)


def counts(tables: Iterable[str]) -> dict[str, int]:
    """How many rows each of these tables has, in one query."""
    quote = connection.ops.quote_name
    union = " UNION ALL ".join(
        f"SELECT '{table}', (SELECT count(*) FROM {quote(table)})" for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(union)
        return dict(cursor.fetchall())


def requests_end(url: str) -> None:
    """Wait until a live server has answered whatever it was asked: its client has gone.

    A request of a page that is closed is still worked at, and would write after the tables were
    emptied. What came before the request of this function has a thread by the time it is answered.
    """
    with urllib.request.urlopen(f"{url}/static/css/tokens.css") as answer:
        answer.read()
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(60)
            assert not thread.is_alive(), "a request does not end, or its client has not gone"

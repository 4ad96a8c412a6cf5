"""Filling tables of PostgreSQL by COPY: fast, several at a time, and checked at the end."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import psycopg
from django.apps import apps
from django.db.models import AutoField
from psycopg import sql

PIECE = 1 << 18  # letters sent at once


class Sheet:
    """One table being filled, over a connection of its own. Rows come as values or as a line."""

    def __init__(self, url: str, table: str, columns: str) -> None:
        self.rows = 0
        self._lines: list[str] = []
        self._size = 0
        self._connection = psycopg.connect(url)
        self._connection.execute("SET synchronous_commit = off")
        given = columns.split()
        rest = defaults(table, given)
        self._tail = "".join(f"\t{text(value)}" for value in rest.values())
        names = sql.SQL(", ").join(sql.Identifier(one) for one in (*given, *rest))
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
        self._cursor = self._connection.cursor()
        self._context = self._cursor.copy(statement)

    def __enter__(self) -> Self:
        self._copy = self._context.__enter__()
        return self

    def add(self, *values: object) -> None:
        """One row, in the order of the columns."""
        self.line("\t".join([text(value) for value in values]))

    def line(self, line: str) -> None:
        """One row that is written as COPY reads it, without its end."""
        self.rows += 1
        self._lines.append(line + self._tail)
        self._size += len(line)
        if self._size > PIECE:
            self._send()

    def _send(self) -> None:
        if self._lines:
            self._copy.write("\n".join(self._lines) + "\n")
        self._lines, self._size = [], 0

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._send()
        self._context.__exit__(kind, error, trace)
        if error is None:
            self._connection.commit()
        self._connection.close()


def defaults(table: str, given: list[str]) -> dict[str, object]:
    """What the columns hold that nobody fills and that may not be empty: the model's defaults."""
    model = next(
        one for one in apps.get_models(include_auto_created=True) if one._meta.db_table == table
    )
    found: dict[str, object] = {}
    for one in model._meta.concrete_fields:
        if one.column in given or one.null or isinstance(one, AutoField):
            continue
        if one.unique:
            raise ValueError(f"{table}.{one.column} must be given")
        found[str(one.column)] = one.get_default()
    return found


def text(value: object) -> str:
    """A value as COPY reads it."""
    if value is None:
        return "\\N"
    if value is True:
        return "t"
    if value is False:
        return "f"
    if isinstance(value, dict | list | tuple):
        value = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, dt.datetime):
        return value.isoformat(" ")
    elif not isinstance(value, str):
        return str(value)
    if "\\" in value or "\t" in value or "\n" in value:
        value = value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    return value


@contextmanager
def without_constraints(url: str) -> Iterator[None]:
    """Take keys and indexes away while tables are filled; putting them back checks every row."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET maintenance_work_mem = '512MB'")
        connection.execute("SET max_parallel_maintenance_workers = 1")
        again = _take_away(connection)
    yield
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET maintenance_work_mem = '512MB'")
        for statement in again:
            connection.execute(statement)


def _take_away(connection: psycopg.Connection[Any]) -> list[str]:
    """Drop them; the statements that make them again, keys of other tables last."""
    keys: list[str] = []
    foreign: list[str] = []
    for table, name, kind, definition in connection.execute(
        "SELECT conrelid::regclass::text, conname, contype, pg_get_constraintdef(oid)"
        " FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
        " AND contype IN ('u', 'f') ORDER BY contype"
    ).fetchall():
        again = f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}'
        (foreign if kind == "f" else keys).append(again)
        connection.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    indexes = connection.execute(
        "SELECT indexname, indexdef FROM pg_indexes i WHERE schemaname = 'public' AND NOT EXISTS"
        " (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)"
    ).fetchall()
    for name, definition in indexes:
        connection.execute(f'DROP INDEX "{name}"')
        keys.append(definition)
    return [*keys, *foreign]


def renumber(url: str) -> None:
    """Let every sequence go on after the highest number of its table."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, column in connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND is_identity = 'YES'"
        ).fetchall():
            connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"
                f' (SELECT coalesce(max("{column}"), 0) + 1 FROM "{table}"), false)'
            )

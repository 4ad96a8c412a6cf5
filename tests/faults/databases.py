"""The databases under test, read from outside the site, with plain SQL."""

from __future__ import annotations

import sqlite3
import uuid
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg import sql


class Database(Protocol):
    """One database of one run."""

    url: str

    def create(self) -> None:
        """Make it, empty."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query without parameters."""

    def run(self, *statements: str) -> None:
        """Run statements in one transaction."""

    def stuck(self) -> list[str]:
        """Transactions that nobody goes on with, a line each."""

    def drop(self) -> None:
        """Remove it."""


class SqliteFile:
    """The embedded default: one file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "faults.sqlite3"
        self.url = f"sqlite:///{self.path}"

    def create(self) -> None:
        """Nothing to do: the first connection makes it."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query without parameters."""
        connection = sqlite3.connect(self.path, timeout=20)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def run(self, *statements: str) -> None:
        """Run statements in one transaction."""
        connection = sqlite3.connect(self.path, timeout=20)
        try:
            with connection:
                for statement in statements:
                    connection.execute(statement)
        finally:
            connection.close()

    def stuck(self) -> list[str]:
        """A file knows none."""
        return []

    def drop(self) -> None:
        """Its folder is removed by whoever made it."""


class PostgresDatabase:
    """A database of its own on a server that is there already."""

    def __init__(self, server_url: str) -> None:
        self.server_url = server_url
        self.name = f"istaka_faults_{uuid.uuid4().hex[:12]}"
        self.url = f"{server_url.rpartition('/')[0]}/{self.name}"

    def create(self) -> None:
        """Make it, empty."""
        self._on_server("CREATE DATABASE {}")

    def drop(self) -> None:
        """Remove it, whoever is still connected."""
        self._on_server("DROP DATABASE IF EXISTS {} WITH (FORCE)")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer to a query without parameters."""
        with psycopg.connect(self.url) as connection:
            return connection.execute(query.encode()).fetchall()

    def run(self, *statements: str) -> None:
        """Run statements in one transaction."""
        with psycopg.connect(self.url) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def stuck(self) -> list[str]:
        """Transactions that nobody goes on with, a line each."""
        query = (
            "SELECT pid, state FROM pg_stat_activity WHERE datname = current_database()"
            " AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'"
        )
        return [f"session {pid} is {state}" for pid, state in self.rows(query)]

    def _on_server(self, statement: str) -> None:
        with psycopg.connect(self.server_url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(self.name)))

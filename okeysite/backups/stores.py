"""Writing the database to a file while the site runs, and making a database of such a file.

SQLite is copied by its online backup, PostgreSQL by `pg_dump`: both give the state of one moment.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

# The tables hold rows by the thousand; in steps of so many pages writers get their turn.
_PAGES = 2_000
_SQLITE_MARK = b"SQLite format 3\0"
_RUNNING = (
    "{path} is a copy of the file of a running site, not a backup: what was written last may be"
    " missing, and it may be damaged. Take one with `manage.py backup`; docs/operations.md says"
    " what to try where this copy is all there is"
)


class BackupError(Exception):
    """Why there is no backup, or no restored database, in a sentence for whoever runs the site."""


def back_up(connection: BaseDatabaseWrapper, path: Path) -> None:
    """Write the whole database to `path`, which appears only once it is complete and on the disk.

    Raise BackupError.
    """
    if path.exists():
        raise BackupError(f"{path} is there already; a backup never replaces another one")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(str(connection.settings_dict["NAME"])), part)
        else:
            _run(connection, ["pg_dump", "--format=custom", "--no-owner", f"--file={part}"])
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def restore(connection: BaseDatabaseWrapper, path: Path) -> None:
    """Fill an empty database from a backup, whole or not at all. Raise BackupError."""
    if not path.is_file():
        raise BackupError(f"there is no file {path}")
    if connection.introspection.table_names():
        raise BackupError("the database is not empty; restore into a new one, then change over")
    connection.close()
    if connection.vendor == "sqlite":
        _check_sqlite(path)
        _copy_sqlite(path, Path(str(connection.settings_dict["NAME"])))
        return
    options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    name = str(connection.settings_dict["NAME"])
    _run(connection, ["pg_restore", *options, f"--dbname={name}", str(path)])


def _check_sqlite(path: Path) -> None:
    """Refuse what `back_up` did not write: it leaves one file, without a log beside it."""
    with path.open("rb") as file:
        head = file.read(20)
    if not head.startswith(_SQLITE_MARK):
        raise BackupError(f"{path} is no backup of a site on SQLite")
    if head[18:20] != b"\1\1" or path.with_name(f"{path.name}-wal").exists():
        raise BackupError(_RUNNING.format(path=path))


def _copy_sqlite(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30)) as old,
        closing(sqlite3.connect(target, timeout=30)) as new,
    ):
        try:
            old.backup(new, pages=_PAGES, sleep=0.01)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, complete by itself
            found = new.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.Error as error:
            raise BackupError(f"SQLite: {error}") from error
    if found != ("ok",):
        raise BackupError(f"the copy is damaged: {found[0]}")


def _run(connection: BaseDatabaseWrapper, command: Sequence[str]) -> None:
    """Run one of PostgreSQL's programs on this database; the password goes by the environment."""
    settings: dict[str, Any] = connection.settings_dict
    env = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": settings["NAME"],
    }
    given = {name: str(value) for name, value in env.items() if value}
    try:
        done = subprocess.run(  # noqa: S603 - two programs by name, arguments of the operator
            command, env={**os.environ, **given}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is not installed here") from error
    if done.returncode:
        raise BackupError(f"{command[0]}: {done.stderr.strip()}")

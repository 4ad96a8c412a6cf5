"""A town's worth of rows in a database of PostgreSQL, the same for the same seed and day.

    python -m benchmarks.load.dataset --database postgres://…/name --seed 1 [--scale 1.0]

20,000 users with their sessions, 2,000 visitors, 500 classes of thirty with five assignments each,
20,000 puzzles of every kind and rule set, made by the generator (kept below `var/load/`), a million
attempts with their ratings and marks, the hands of 120 days past and 16 ahead. The database is made
anew, unless it is there already for the same seed, size, day and state of the code. All keys and
indexes are put back at the end, which checks every row; then ANALYZE. `--clone` copies it in
seconds; the copy has the sessions, begun at that moment and signed with the key in
`benchmarks/load/key.py`.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import os
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from benchmarks.load import key

ROOT = Path(__file__).parents[2]
FILLING = 1  # goes up when the same seed and day would give other rows


def main() -> int:
    """Make the database, and print what is in it."""
    parser = argparse.ArgumentParser(prog="benchmarks.load.dataset", description=__doc__)
    parser.add_argument("--database", required=True, help="postgres://user@host:port/name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--clone", default="", help="make this database a copy of it, too")
    options = parser.parse_args()
    begin = time.perf_counter()
    counts = make(options.database, seed=options.seed, scale=options.scale)
    if options.clone:
        clone(options.database, options.clone, seed=options.seed, scale=options.scale)
    said = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    print(f"data set: {said or 'was there'}; {time.perf_counter() - begin:.0f} s")
    return 0


def make(url: str, *, seed: int, scale: float) -> dict[str, int]:
    """Make the database at `url`, unless it is there; how many rows of what were written."""
    mark = f"load seed={seed} scale={scale} day={_today()} code={_code()}"
    server, name = split(url)
    with psycopg.connect(server, autocommit=True) as connection:
        known = connection.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s",
            [name],
        ).fetchone()
        if known == (mark,):
            return {}
        drop(url)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    counts = _fill(url, seed, scale)
    with psycopg.connect(server, autocommit=True) as connection:
        said = sql.SQL("COMMENT ON DATABASE {} IS {}")
        connection.execute(said.format(sql.Identifier(name), sql.Literal(mark)))
    return counts


def clone(template: str, url: str, *, seed: int, scale: float) -> None:
    """Make `url` a copy of the database `template`, with everybody's session begun now."""
    server, name = split(url)
    drop(url)
    others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(others, [split(template)[1]])  # a database in use is no template
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(
                sql.Identifier(name), sql.Identifier(split(template)[1])
            )
        )
    _set_up(url)
    from benchmarks.load import people
    from benchmarks.load.town import Plan, town_of

    now = dt.datetime.now(dt.UTC)
    people.write_sessions(url, town_of(Plan(seed, scale, now)))
    with psycopg.connect(url, autocommit=True) as own:
        own.execute("ANALYZE accounts_session")


def drop(url: str) -> None:
    """Drop the database, whoever still looks at it."""
    server, name = split(url)
    with psycopg.connect(server, autocommit=True) as connection:
        gone = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(gone.format(sql.Identifier(name)))


def split(url: str) -> tuple[str, str]:
    """The address of the server's own database, and the name in `url`."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path="/postgres")), parts.path.lstrip("/")


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


def _code() -> str:
    """The state of the tables, and of what fills them."""
    names = sorted(path.stem for path in ROOT.glob("*/migrations/0*.py"))
    return hashlib.sha256(f"{FILLING} {names}".encode()).hexdigest()[:10]


def _set_up(url: str) -> None:
    import django

    key.environment(url)
    django.setup()


def _fill(url: str, seed: int, scale: float) -> dict[str, int]:
    _set_up(url)
    from django.core.management import call_command
    from django.db import connection

    from accounts import clock
    from benchmarks.load import people, sheets, solving, stock
    from benchmarks.load.town import Plan, town_of

    call_command("migrate", verbosity=0, skip_checks=True)
    connection.close()
    plan = Plan(seed, scale, clock.day_start(clock.today()).astimezone(dt.UTC))
    town = town_of(plan)
    with sheets.without_constraints(url):
        counts = people.write(url, town)
        stocked = stock.write(url, plan)
        counts |= {"puzzles": len(stocked.pool)} | solving.write(url, town, stocked)
    sheets.renumber(url)
    with psycopg.connect(url, autocommit=True) as own:
        own.execute("VACUUM ANALYZE")
    return counts


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())

"""Which services the machine offers to the tests, how to start them, and what a run has used."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
RABBITMQ_URL = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
REQUIRED = (
    os.environ.get("CI", "").lower() in {"1", "true"}
    or os.environ.get("REQUIRE_SERVICES", "") == "1"
)


def chromium() -> str | None:
    """The path of Debian's Chromium, or of what CHROMIUM names."""
    named = os.environ.get("CHROMIUM")
    found = named or which("chromium") or which("chromium-browser") or which("google-chrome")
    return found if found and Path(found).exists() else None


def _lack_of_postgres() -> str:
    import psycopg

    try:
        with psycopg.connect(POSTGRES_URL, connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error as error:
        return str(error).strip().splitlines()[0]
    return "" if row and row[0] else "the role may not create databases"


def _lack_of_rabbitmq() -> str:
    from kombu import Connection

    try:
        with Connection(RABBITMQ_URL, connect_timeout=3) as connection:
            connection.ensure_connection(max_retries=1, timeout=3)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _lack_of_redis() -> str:
    import redis

    try:
        redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3).ping()
    except (redis.RedisError, OSError) as error:
        return str(error)
    return ""


def _lack_of_browser() -> str:
    return "" if chromium() else "no chromium found"


@dataclass
class Service:
    """One service: what is missing, asked once a run, and the tests that used or missed it."""

    name: str
    start: str
    ask: Callable[[], str]
    used: set[str] = field(default_factory=set)
    missed: set[str] = field(default_factory=set)
    _lack: str | None = None

    @property
    def lack(self) -> str:
        """Why it cannot be used; empty where it can."""
        if self._lack is None:
            self._lack = self.ask()
        return self._lack


SERVICES = {
    "postgres": Service(
        "PostgreSQL",
        "apt-get install postgresql; pg_ctlcluster <version> main start; or TEST_POSTGRES_URL=…",
        _lack_of_postgres,
    ),
    "rabbitmq": Service(
        "RabbitMQ",
        "apt-get install rabbitmq-server; rabbitmq-server -detached; or TEST_RABBITMQ_URL=…",
        _lack_of_rabbitmq,
    ),
    "redis": Service(
        "Redis",
        "apt-get install redis-server; redis-server --daemonize yes; or TEST_REDIS_URL=…",
        _lack_of_redis,
    ),
    "browser": Service("Chromium", "apt-get install chromium; or CHROMIUM=…", _lack_of_browser),
}

"""A whole site under test: database, broker, web and workers, all of them the harness's own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import urllib.request
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.faults.databases import Database, PostgresDatabase, SqliteFile
from tests.faults.processes import ROOT, Process, free_port, python, wait_until
from tests.faults.servers import Postgres, Rabbit, Redis
from tests.services import POSTGRES_URL

CONCURRENCY = 2


@dataclass(frozen=True)
class Setup:
    """How a site is put together. `broker`: "own", "memory", or "absent" (named, but not there)."""

    name: str
    database: str
    broker: str


EMBEDDED = Setup("embedded", "sqlite", "memory")
PRODUCTION = Setup("production", "postgres", "own")
POLLING = Setup("polling", "postgres", "absent")
SETUPS = {setup.name: setup for setup in (EMBEDDED, PRODUCTION, POLLING)}


@dataclass
class Site:
    """Use it as a context: everything is started on entry and gone after it.

    Servers may serve several sites, one after the other. Without a PostgreSQL of its own it takes
    a database of its own on the machine's; without a Redis its cache is the web process's memory.
    """

    setup: Setup
    rabbit: Rabbit | None = None
    postgres: Postgres | None = None
    redis: Redis | None = None
    disk: Path | None = None  # where a SQLite file lies, instead of beside the logs
    seed: int = 0
    env: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self.chance = random.Random(self.seed)
        self._folder = tempfile.TemporaryDirectory(prefix="istaka-faults-")
        self.folder = Path(self._folder.name)
        self.database: Database = (
            SqliteFile(self.disk or self.folder)
            if self.setup.database == "sqlite"
            else PostgresDatabase(self.postgres.url if self.postgres else POSTGRES_URL)
        )
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workers: list[Process] = []
        self.web: Process | None = None
        self.started = 0
        self.database.create()
        try:
            self._migrate()
            self._purge()
            self.start_web()
            self.start_worker()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self.workers:
            worker.signal_group(signal.SIGCONT)
            worker.stop()
        if self.web is not None:
            self.web.stop()
        self.database.drop()
        self._folder.cleanup()

    # --- what runs --------------------------------------------------------------------------------

    def environ(self, role: str) -> dict[str, str]:
        """The environment of one of the site's processes."""
        broker = {
            "memory": "memory://",
            "absent": "amqp://guest:guest@127.0.0.1:1//",
            "own": self.rabbit.url if self.rabbit else "",
        }[self.setup.broker]
        return {
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "PYTHONPATH": str(ROOT),
            "DEVELOPMENT": "true",
            "SECRET_KEY": "only for the faults",
            "DATABASE_URL": self.database.url,
            "BROKER_URL": broker,
            "REDIS_URL": self.redis.url if self.redis and self.setup.broker == "own" else "",
            "ISTAKA_ROLE": role,
            "FAULTS_SEED": str(self.seed),
            "LOG_LEVEL": "INFO",
            **self.env,
        }

    def start_web(self) -> None:
        """Start the web server, and wait until it answers."""
        command = python(
            *("-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread"),
            *("--threads", "4", "--workers", "1", "okeysite.wsgi"),
        )
        self.web = Process(command, self.environ("web"), self.folder / "web.txt")
        wait_until(self._answers, what="the web server's start")

    def start_worker(self, **env: str) -> Process:
        """Start one more worker, as `manage.py work` does, and wait until it is ready."""
        self.started += 1
        log = self.folder / f"worker{self.started}.txt"
        poll = ["--poll"] if self.setup.broker == "absent" else []
        command = python(
            *("manage.py", "work", "--concurrency", str(CONCURRENCY), "--log-level", "INFO"), *poll
        )
        worker = Process(command, {**self.environ("worker"), **env}, log)
        self.workers.append(worker)
        wait_until(lambda: " ready." in log.read_text() or not worker.alive(), what="a worker")
        if not worker.alive():
            raise RuntimeError(log.read_text()[-2_000:])
        return worker

    def keep_web(self) -> None:
        """Start the web server again if it has died, as the supervisor does."""
        assert self.web is not None
        if not self.web.alive():
            self.web.kill()  # its children
            self.start_web()

    def keep_workers(self) -> None:
        """Start a worker for each that has died, as the supervisor does."""
        dead = [worker for worker in self.workers if not worker.alive()]
        for worker in dead:
            worker.kill()  # its children
            self.start_worker()
        self.workers = [worker for worker in self.workers if worker not in dead]

    @property
    def worker(self) -> Process:
        """The worker that was started last."""
        return self.workers[-1]

    def said(self, text: str) -> int:
        """How often the processes, dead or alive, have logged a text."""
        logs = [*self.folder.glob("worker*.txt"), self.folder / "web.txt"]
        return sum(log.read_text().count(text) for log in logs)

    def restart(self, seed: int, env: dict[str, str]) -> None:
        """Prepare for another run: empty queues, and new processes if their environment differs."""
        changed = env != self.env
        self.chance = random.Random(seed)
        self.seed, self.env = seed, env
        self._purge()
        if changed:
            for worker in self.workers:
                worker.stop()
            self.workers.clear()
            assert self.web is not None
            self.web.stop()
            self.start_web()
        while len(self.workers) > 1:
            self.workers.pop().stop()
        self.keep_workers()
        if not self.workers:
            self.start_worker()

    # --- what is in it ----------------------------------------------------------------------------

    def count(self, *states: str, kind: str = "") -> int:
        """How many jobs, of one kind or of all, are in one of the states."""
        names = ", ".join(f"'{state}'" for state in states)
        query = f"SELECT count(*) FROM jobs_job WHERE state IN ({names})"
        if kind:
            query += f" AND kind = '{kind}'"
        return int(self.database.rows(query)[0][0])

    def jobs(self) -> dict[uuid.UUID, tuple[str, int]]:
        """State and attempts of every job."""
        rows = self.database.rows("SELECT id, state, attempts FROM jobs_job")
        return {uuid.UUID(str(pk)): (state, attempts) for pk, state, attempts in rows}

    def second_attempts(self) -> int:
        """How many jobs were begun more than once."""
        return int(self.database.rows("SELECT count(*) FROM jobs_job WHERE attempts > 1")[0][0])

    def wait_for_running(self, least: int = 1, seconds: float = 20, kind: str = "") -> bool:
        """Wait until so many jobs are in the middle of their work; False if that never comes."""
        try:
            wait_until(lambda: self.count("running", kind=kind) >= least, seconds)
        except TimeoutError:
            return False
        return True

    def wait_for_end(self, seconds: float = 60) -> None:
        """Wait until no job is unfinished, keeping workers alive meanwhile."""

        def quiet() -> bool:
            self.keep_workers()
            return self.count("queued", "running", "waiting") == 0

        wait_until(quiet, seconds, "the end of all jobs")

    def _answers(self) -> bool:
        assert self.web is not None
        if not self.web.alive():
            raise RuntimeError((self.folder / "web.txt").read_text()[-2_000:])
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _migrate(self) -> None:
        subprocess.run(
            python("manage.py", "migrate", "--run-syncdb", "--verbosity", "0"),
            cwd=ROOT,
            env={**os.environ, **self.environ("")},
            check=True,
            capture_output=True,
        )

    def _purge(self) -> None:
        """Nothing of the site before may be left in a shared broker."""
        if self.setup.broker == "own":
            purge(self)


def purge(site: Site) -> int:
    """Throw away every message that waits; return how many there were."""
    from kombu import Connection

    from jobs.conf import QUEUES

    thrown = 0
    assert site.rabbit is not None
    with Connection(site.rabbit.url, connect_timeout=3) as connection:
        connection.ensure_connection(max_retries=1, interval_start=0)
        for queue in QUEUES:
            with connection.channel() as channel:
                try:
                    thrown += channel.queue_purge(queue)
                except connection.channel_errors:
                    continue  # not declared yet
    return thrown

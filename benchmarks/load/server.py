"""The site as in production: gunicorn with its own configuration, and a worker under nice 15."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psycopg

from benchmarks.load import dataset, key
from tests.services import POSTGRES_URL

ROOT: Final = Path(__file__).parents[2]
PORT: Final = 21_400
PATIENCE: Final = 60.0
REDIS: Final = "redis://127.0.0.1:6379/4"


class Server:
    """A clone of the data set with web and worker over it. Use it as a context."""

    def __init__(
        self,
        *,
        seed: int,
        scale: float,
        port: int = PORT,
        root: Path = ROOT,
        environ: dict[str, str] | None = None,
    ) -> None:
        self.seed, self.scale, self.port, self.root = seed, scale, port, root
        server, _name = dataset.split(POSTGRES_URL)
        base = server.rpartition("/")[0]
        self.template = f"{base}/istaka_load_{seed}_{str(scale).replace('.', '_')}"
        self.url = f"{base}/istaka_load_run_{port}"
        self.address = f"http://127.0.0.1:{port}"
        self.environ = dict(environ or {})
        self.logs = key.VAR / "logs" / str(port)
        self.web: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.redis = REDIS if _listens(6379) else ""
        # A virtual host of its own: other workers at this broker would take the messages.
        self.broker = os.environ.get("LOAD_RABBITMQ_URL", "")

    def __enter__(self) -> Self:
        self._make()
        self.logs.mkdir(parents=True, exist_ok=True)
        try:
            self._prepare()
            self.start_web()
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
            _stop(worker)
        if self.web is not None:
            _stop(self.web)
        dataset.drop(self.url)

    @contextmanager
    def beside(self, other: Server) -> Iterator[Self]:
        """Another web server on the database of one that runs."""
        self.url = other.url
        self.logs.mkdir(parents=True, exist_ok=True)
        self._prepare()
        self.start_web()
        try:
            yield self
        finally:
            self.stop_web()

    @property
    def pid(self) -> int:
        """Of gunicorn's main process."""
        assert self.web is not None
        return self.web.pid

    def environment(self) -> dict[str, str]:
        """Of the site's processes."""
        return {
            **os.environ,
            **key.environment(self.url),
            "DJANGO_SETTINGS_MODULE": "benchmarks.load.settings",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "REDIS_URL": self.redis,
            "BROKER_URL": self.broker or "memory://",
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": str(self.root),
            "VAR_DIR": str(key.VAR / f"site-{self.port}"),
            **self.environ,
        }

    def start_web(self) -> None:
        """Start gunicorn, and wait until every process of it has answered."""
        command = ["-m", "gunicorn", "--config", "okeysite/gunicorn_conf.py", "okeysite.wsgi"]
        with (self.logs / "web.txt").open("ab") as log:
            self.web = subprocess.Popen(
                [*_niced(0), sys.executable, *command],
                cwd=self.root,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait_for_web()

    def wait_for_web(self, seconds: float = PATIENCE) -> float:
        """Wait until the web server answers again; after how many seconds it did."""
        begin = time.monotonic()
        while time.monotonic() < begin + seconds:
            if self.answers():
                return time.monotonic() - begin
            time.sleep(0.05)
        raise TimeoutError(f"the web server does not answer: {self.logs / 'web.txt'}")

    def answers(self) -> bool:
        """Whether the web server answers now."""
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop_web(self) -> None:
        """Stop it, as a supervisor does."""
        assert self.web is not None
        _stop(self.web)

    def start_worker(self, concurrency: int = 2) -> subprocess.Popen[bytes]:
        """Start a worker: over RabbitMQ where LOAD_RABBITMQ_URL names one, else by polling."""
        poll = [] if self.broker else ["--poll"]
        command = ["manage.py", "work", "--concurrency", str(concurrency), *poll]
        with (self.logs / f"worker{len(self.workers)}.txt").open("wb") as log:
            worker = subprocess.Popen(
                [*_niced(15), sys.executable, *command],
                cwd=self.root,
                env={**self.environment(), "LOG_LEVEL": "WARNING"},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.workers.append(worker)
        return worker

    def kill_worker(self) -> None:
        """Kill the worker that was started last with all that it forked."""
        worker = self.workers.pop()
        with suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """The rows of a question to the run's database."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            return list(connection.execute(query, values))

    def _make(self) -> None:
        """A copy of the data set, in a process that has its settings."""
        command = ["-m", "benchmarks.load.dataset", "--database", self.template]
        command += ["--seed", str(self.seed), "--scale", str(self.scale), "--clone", self.url]
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True)

    def _prepare(self) -> None:
        """Collect static files and compile words, as a release does."""
        for command in (["collectstatic", "--no-input", "--verbosity", "0"],):
            subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=self.root,
                env=self.environment(),
                check=True,
            )


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children: the main one is told, the rest killed after a while."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(12)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _niced(level: int) -> list[str]:
    """Start at this niceness, whatever our own is."""
    return ["nice", "-n", str(level - os.nice(0))]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0

"""Servers of the harness's own, each on a port of its own, to be killed, stopped and filled."""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from tests.faults.processes import Process, free_port, listens, wait_until


class Server(Protocol):
    """What can be started and killed."""

    def start(self) -> None:
        """Start it and wait until it answers."""

    def kill(self) -> None:
        """Kill -9, and wait until it is gone."""


class Rabbit:
    """A RabbitMQ node of its own: ports, data and cookie of this run, for this machine alone."""

    SERVER = next(
        iter(sorted(Path("/usr/lib/rabbitmq").glob("lib/*/sbin/rabbitmq-server"))),
        Path("/usr/lib/rabbitmq/bin/rabbitmq-server"),
    )

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.distribution, self.mapper = free_port(), free_port(), free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}//"
        self.cookie = secrets.token_hex(10)
        self.process: Process | None = None
        self._mapper: Process | None = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plugins").write_text("[].")

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        if self._mapper is None:  # its own one: a shared one would outlive the run
            self._mapper = Process(
                ["epmd", "-address", "127.0.0.1", "-port", str(self.mapper)],
                {},
                self.folder / "epmd.txt",
            )
            wait_until(lambda: listens(self.mapper), what="the port mapper's start")
        self.process = Process([str(self.SERVER)], self._env(), self.folder / "rabbitmq.txt")
        process = self.process
        wait_until(lambda: listens(self.port) or not process.alive(), what="RabbitMQ's start")
        if not process.alive():
            raise RuntimeError((self.folder / "rabbitmq.txt").read_text()[-2_000:])
        wait_until(self.answers, what="RabbitMQ's answer")

    def _env(self) -> dict[str, str]:
        return {
            "HOME": str(self.folder),
            "RABBITMQ_NODENAME": f"faults{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(self.distribution),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_CONFIG_FILE": str(self.folder / "none"),
            "RABBITMQ_ERLANG_COOKIE": self.cookie,
            # Its distribution port would be open to the network otherwise.
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self.mapper),
        }

    def answers(self) -> bool:
        """Whether a client can log in."""
        from kombu import Connection

        try:
            with Connection(self.url, connect_timeout=2) as connection:
                connection.ensure_connection(max_retries=1, interval_start=0)
        except Exception:
            return False
        return True

    def memory_alarm(self, on: bool) -> None:
        """Have it believe that there is no memory left, so that it takes nothing any more."""
        command = [str(self.SERVER.with_name("rabbitmqctl")), "set_vm_memory_high_watermark"]
        done = subprocess.run(
            [*command, "0" if on else "0.4"],
            env={**os.environ, **self._env()},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"rabbitmqctl: {done.stdout[-500:]} {done.stderr[-500:]}")

    def freeze(self) -> None:
        """Stop it in the middle: its port still takes connections, and nobody answers."""
        assert self.process is not None
        self.process.signal_group(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        if self.process is not None:
            self.process.signal_group(signal.SIGCONT)

    def kill(self) -> None:
        """Kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process = None
        wait_until(lambda: not listens(self.port), 10, "the end of RabbitMQ")

    def remove(self) -> None:
        """Leave no process behind."""
        self.kill()
        if self._mapper is not None:
            self._mapper.kill()
            self._mapper = None


class Postgres:
    """A PostgreSQL cluster of its own, with fsync on, run by an ordinary user as it insists on.

    `folder` is given to that user; everybody must be able to reach it. A `small` one keeps its log
    short, so that it fits on a disk that is to be filled.
    """

    BIN = next(
        iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)),
        Path(shutil.which("initdb") or "/usr/bin/initdb").parent,
    )

    def __init__(self, folder: Path, *, small: bool = False) -> None:
        self.folder, self.data, self.small = folder, folder / "data", small
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.user = _ordinary_user()
        self.process: Process | None = None
        if self.user is not None:
            account = pwd.getpwnam(self.user)
            os.chown(folder, account.pw_uid, account.pw_gid)

    @classmethod
    def lack(cls) -> str:
        """Why there can be none on this machine; empty where there can."""
        return "" if (cls.BIN / "initdb").exists() else "no initdb on this machine"

    def start(self) -> None:
        """Start it, making its cluster first, and wait until it takes connections."""
        if not self.data.exists():
            command = [str(self.BIN / "initdb"), "-D", str(self.data), "-U", "postgres"]
            command += ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
            command += ["--wal-segsize=1"] if self.small else []
            log = self.folder.parent / f"{self.folder.name}-initdb.txt"
            made = Process(command, self._env(), log, user=self.user)
            if made.child.wait(120):
                raise RuntimeError(log.read_text()[-2_000:])
            log.unlink()
        values = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "on",
            "synchronous_commit": "on",
            "max_connections": "60",
            "shared_buffers": "16MB",
        }
        if self.small:
            values |= {"min_wal_size": "2MB", "max_wal_size": "4MB"}
        options = [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        log = self.folder.parent / f"{self.folder.name}-server.txt"
        process = self.process = Process(
            [str(self.BIN / "postgres"), "-D", str(self.data), *options],
            self._env(),
            log,
            user=self.user,
        )
        wait_until(
            lambda: self.answers() or not process.alive(), what="PostgreSQL's start", every=0.02
        )
        if not process.alive():
            self.process = None
            raise RuntimeError(log.read_text()[-2_000:])

    def answers(self) -> bool:
        """Whether a client can log in."""
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def alive(self) -> bool:
        """Whether its postmaster runs."""
        return self.process is not None and self.process.alive()

    def kill(self) -> None:
        """Kill -9 the postmaster, and wait until what it forked has noticed: then one may start."""
        if self.process is None:
            return
        forked = self.process.children()
        self.process.kill()
        self.process = None
        with contextlib.suppress(TimeoutError):
            wait_until(lambda: not any(map(_runs, forked)), 10, every=0.02)
        for pid in filter(_runs, forked):
            os.kill(pid, signal.SIGKILL)

    def remove(self) -> None:
        """Leave neither a process nor a log behind."""
        self.kill()
        for log in self.folder.parent.glob(f"{self.folder.name}-*.txt"):
            log.unlink()

    def _env(self) -> Mapping[str, str]:
        return {"HOME": str(self.folder), "LC_ALL": "C.UTF-8"}


class Redis:
    """A Redis of its own that keeps nothing on a disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: Process | None = None

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port)]
        command += ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        self.process = Process(command, {}, self.folder / "redis.txt")
        wait_until(lambda: listens(self.port), what="Redis's start", every=0.02)

    def flush(self) -> None:
        """Forget everything."""
        import redis

        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def kill(self) -> None:
        """Kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process = None


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _ordinary_user() -> str | None:
    """Who is to run what refuses to be run by root; None for whoever we are."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"

"""Child processes of the harness: web, workers, a RabbitMQ of its own; to be killed at will."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0  # seconds for a process to come up


def free_port() -> int:
    """A port of this machine that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(
    true: Callable[[], bool], seconds: float = PATIENCE, what: str = "it", every: float = 0.05
) -> None:
    """Ask again and again; raises TimeoutError with `what` when it does not become true."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(every)


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """One child with all that it forks, in a session of its own, so that it can be killed whole."""

    def __init__(self, command: list[str], env: Mapping[str, str], log: Path) -> None:
        self.log = log
        with log.open("ab") as output:
            self.child = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **env},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self.pid = self.child.pid

    def alive(self) -> bool:
        """Whether the main process runs."""
        return self.child.poll() is None

    def signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the main process and to everything below it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def kill(self) -> None:
        """Kill -9 the whole group, and reap it: a zombie would keep its locks and its port."""
        self.signal_group(signal.SIGKILL)
        self.child.wait(10)

    def stop(self) -> None:
        """Ask the main process to end; kill what is left after ten seconds."""
        self.child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(10)
        self.kill()

    def children(self) -> list[int]:
        """The ids of its direct children."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    after_name = (entry / "stat").read_text().rpartition(")")[2].split()
                    if after_name[1] == str(self.pid) and after_name[0] != "Z":
                        found.append(int(entry.name))
        return sorted(found)


class Rabbit:
    """A RabbitMQ node of its own: ports, data and cookie of this run, for this machine alone."""

    SERVER = next(
        iter(sorted(Path("/usr/lib/rabbitmq").glob("lib/*/sbin/rabbitmq-server"))),
        Path("/usr/lib/rabbitmq/bin/rabbitmq-server"),
    )

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.distribution = free_port(), free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}//"
        self.cookie = secrets.token_hex(10)
        self.process: Process | None = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plugins").write_text("[].")

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        env = {
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
        }
        self.process = Process([str(self.SERVER)], env, self.folder / "rabbitmq.txt")
        process = self.process
        wait_until(lambda: listens(self.port) or not process.alive(), what="RabbitMQ's start")
        if not process.alive():
            raise RuntimeError((self.folder / "rabbitmq.txt").read_text()[-2_000:])
        wait_until(self.answers, what="RabbitMQ's answer")

    def answers(self) -> bool:
        """Whether a client can log in."""
        from kombu import Connection

        try:
            with Connection(self.url, connect_timeout=2) as connection:
                connection.ensure_connection(max_retries=1, interval_start=0)
        except Exception:
            return False
        return True

    def kill(self) -> None:
        """Kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process = None
        wait_until(lambda: not listens(self.port), 10, "the end of RabbitMQ")


def python(*arguments: str) -> list[str]:
    """A command line of this interpreter."""
    return [sys.executable, *arguments]

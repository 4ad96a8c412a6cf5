"""Child processes of the harness, to be killed at will; tests/faults/servers.py has the servers."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
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

    def __init__(
        self, command: list[str], env: Mapping[str, str], log: Path, *, user: str | None = None
    ) -> None:
        """Start it; as `user` where that is somebody else."""
        self.log = log
        with log.open("ab") as output:
            self.child = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **env},
                stdout=output,
                stderr=output,
                start_new_session=True,
                user=user,
                group=None if user is None else pwd.getpwnam(user).pw_gid,
                extra_groups=None if user is None else [],
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


def python(*arguments: str) -> list[str]:
    """A command line of this interpreter."""
    return [sys.executable, *arguments]

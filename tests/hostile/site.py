"""A whole site to be attacked: PostgreSQL, the real gunicorn, casts of people."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.faults.databases import Database, PostgresDatabase, SqliteFile
from tests.faults.processes import ROOT, Process, free_port, python, wait_until
from tests.hostile import people
from tests.services import POSTGRES_URL, SERVICES


class Site:
    """Use it as a context: everything is started on entry and gone after it."""

    def __init__(self, *, processes: int = 1, port: int = 0) -> None:
        self.processes = processes
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._casts: list[people.Cast] = []
        self._read = 0

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="istaka-hostile-")
        self.folder = Path(self._folder.name)
        self.database: Database = (
            SqliteFile(self.folder) if SERVICES["postgres"].lack else PostgresDatabase(POSTGRES_URL)
        )
        self.web: Process | None = None
        self.database.create()
        try:
            self._command("manage.py", "migrate", "--verbosity", "0")
            self._start()
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
        if self.web is not None:
            self.web.stop()
        self.database.drop()
        self._folder.cleanup()

    def cast(self, ahead: int = 1) -> people.Cast:
        """Somebody new in every role; `ahead` are made at once, since each start costs seconds."""
        if not self._casts:
            told = self._command("-m", "tests.hostile.people", str(ahead))
            self._casts = people.read(told)
        return self._casts.pop(0)

    def memory(self) -> dict[int, int]:
        """Resident KiB of each process that answers requests."""
        assert self.web is not None
        found = {}
        for pid in self.web.children():
            status = Path(f"/proc/{pid}/status").read_text()
            size = re.search(r"VmRSS:\s+(\d+)", status)
            found[pid] = int(size[1]) if size else 0
        return found

    def cpu_seconds(self) -> float:
        """Processor seconds that the web processes have used."""
        assert self.web is not None
        ticks = 0
        for pid in self.web.children():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def news(self) -> str:
        """What the server has logged since it was asked last."""
        time.sleep(0.05)
        with (self.folder / "web.txt").open(encoding="utf-8", errors="replace") as file:
            file.seek(self._read)
            text = file.read()
            self._read = file.tell()
        return text

    def _environ(self) -> dict[str, str]:
        return {
            "DJANGO_SETTINGS_MODULE": "tests.hostile.settings",
            "PYTHONPATH": str(ROOT),
            "DEVELOPMENT": "true",
            "DEBUG": "false",
            "SECRET_KEY": "only for hostile requests",
            "DATABASE_URL": self.database.url,
            "BROKER_URL": "memory://",
            "REDIS_URL": "",
            "VAR_DIR": str(self.folder),
            "LOG_LEVEL": "WARNING",
        }

    def _command(self, *arguments: str) -> str:
        done = subprocess.run(
            python(*arguments),
            cwd=ROOT,
            env={**os.environ, **self._environ()},
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-4_000:])
        return done.stdout

    def _start(self) -> None:
        env = {
            **self._environ(),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WEB_PROCESSES": str(self.processes),
            "WEB_THREADS": "4",
        }
        command = python("-m", "gunicorn", "-c", "okeysite/gunicorn_conf.py", "okeysite.wsgi")
        self.web = Process(command, env, self.folder / "web.txt")
        wait_until(self._answers, what="the web server's start")

    def _answers(self) -> bool:
        assert self.web is not None
        if not self.web.alive():
            raise RuntimeError((self.folder / "web.txt").read_text()[-2_000:])
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

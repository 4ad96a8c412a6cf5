"""What the machine does meanwhile, once a second: memory, processor, connections, waiting jobs."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import psycopg

PAGE: Final = os.sysconf("SC_PAGE_SIZE")
TICK: Final = os.sysconf("SC_CLK_TCK")

ASK: Final = """
SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),
    (SELECT count(*) FROM jobs_job WHERE state = 'queued' AND run_after <= now()),
    (SELECT coalesce(extract(epoch FROM now() - min(run_after)), 0)
        FROM jobs_job WHERE state = 'queued' AND run_after <= now())
"""


@dataclass(frozen=True, slots=True)
class Second:
    """One look. Memory in MiB (RSS of all processes), processor seconds since they began."""

    at: float
    web_rss: float
    web_cpu: float
    worker_rss: float
    worker_cpu: float
    connections: int
    queued: int
    queue_age: float


class Watch:
    """Looks every second, for as long as it is open; each look is a line of `path` too."""

    def __init__(self, url: str, path: Path, web: int, workers: Iterable[int] = ()) -> None:
        self.url, self.path = url, path
        self.web, self.workers = web, list(workers)
        self.seconds: list[Second] = []

    async def __aenter__(self) -> Watch:
        self.begin = time.perf_counter()
        self._connection = await psycopg.AsyncConnection.connect(self.url, autocommit=True)
        await self.look()
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self.look()
        await self._connection.close()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            for second in self.seconds:
                file.write(json.dumps(asdict(second)) + "\n")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(1)
            with suppress(psycopg.Error):  # the server may be the one that was killed
                await self.look()

    async def look(self) -> None:
        """One look."""
        cursor = await self._connection.execute(ASK)
        row = await cursor.fetchone()
        assert row is not None
        web, worker = usage([self.web]), usage(self.workers)
        at = time.perf_counter() - self.begin
        age = max(0.0, float(row[2]))
        self.seconds.append(Second(at, *web, *worker, int(row[0]) - 1, int(row[1]), age))

    @property
    def web_cpu(self) -> float:
        """Processor seconds of the web server between the first look and the last."""
        return self.seconds[-1].web_cpu - self.seconds[0].web_cpu


def usage(roots: Iterable[int]) -> tuple[float, float]:
    """Memory in MiB and processor seconds of processes with all that they have forked."""
    rss = cpu = 0.0
    for pid in _with_children(roots):
        with suppress(OSError, IndexError, ValueError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            cpu += (int(fields[11]) + int(fields[12])) / TICK
            rss += int(fields[21]) * PAGE / 2**20
    return rss, cpu


def _with_children(roots: Iterable[int]) -> set[int]:
    found, todo = set(), list(roots)
    while todo:
        pid = todo.pop()
        found.add(pid)
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                todo += [int(one) for one in (task / "children").read_text().split()]
    return found

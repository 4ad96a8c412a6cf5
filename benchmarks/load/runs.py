"""What all scenarios share: a server, a crowd, one run of the mix with a bare page beside it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from benchmarks.load import key
from benchmarks.load.crowd import Crowd
from benchmarks.load.flows import Act, Flows
from benchmarks.load.pace import Pace, Sample
from benchmarks.load.results import BARE
from benchmarks.load.samples import Watch
from benchmarks.load.server import Server

BARE_EVERY: Final = 40  # of so many requests one is for the bare frame
WARM: Final = 6.0  # seconds before a run, so that templates, plans and boards are there


class Run:
    """A crowd at a server."""

    def __init__(self, server: Server, pace: Pace, crowd: Crowd) -> None:
        self.server, self.pace, self.crowd = server, pace, crowd
        self.flows = Flows(pace, crowd)
        self._count = 0

    def watch(self, name: str) -> Watch:
        """Look every second; lines go to a file of this name."""
        assert self.server.web is not None
        workers = [one.pid for one in self.server.workers]
        path = key.VAR / "seconds" / f"{name}.jsonl"
        return Watch(self.server.url, path, self.server.web.pid, workers)

    def choose(self) -> tuple[str, Act]:
        """The mix, and now and then the bare frame to compare with."""
        self._count += 1
        if self._count % BARE_EVERY == 0:
            return BARE, self._frame
        return self.flows.choose()

    async def _frame(self) -> None:
        browser = self.crowd.somebody()
        await self.pace.ask("GET", "/frame/", browser.headers(), has="</html>")

    async def at(
        self,
        rate: float,
        seconds: float,
        choose: Callable[[], tuple[str, Callable[[], Awaitable[None]]]] | None = None,
    ) -> list[Sample]:
        """So many requests a second of the mix, the bare ones on top."""
        return await self.pace.at_rate(
            rate * BARE_EVERY / (BARE_EVERY - 1), seconds, choose or self.choose
        )

    async def warm(self, rate: float = 25.0) -> None:
        """Let everything be read and opened once; nothing of it counts."""
        await self.at(rate, WARM)


def go_first() -> None:
    """Let the generator not wait for the server's processes, where it may say so."""
    with suppress(PermissionError, OSError):
        os.nice(-10)

"""What the command line of a scenario says. Imports nothing that needs settings."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.load import key
from benchmarks.load.server import PORT, Server

if TYPE_CHECKING:
    from benchmarks.load.town import Plan


@dataclass(frozen=True)
class Options:
    """What the command line says. `seconds` and `rate` 0: as the scenario has them."""

    seconds: float = 0.0
    rate: float = 0.0
    seed: int = 1
    scale: float = 1.0
    port: int = PORT
    out: Path = key.VAR / "results.jsonl"

    def server(self, **environ: str) -> Server:
        """A server over a fresh clone."""
        return Server(seed=self.seed, scale=self.scale, port=self.port, environ=environ)

    def plan(self) -> Plan:
        """From which the data set was made. Its moment matters to nobody who only asks."""
        from benchmarks.load.town import Plan

        return Plan(self.seed, self.scale, dt.datetime.now(dt.UTC))

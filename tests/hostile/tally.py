"""What came of a batch of requests, as a row that can be added up with others."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression
from typing import Any, Final

from tests.hostile.wire import Answer

SLOW: Final = 1.0  # seconds
KEPT: Final = 40  # descriptions of one batch; the count is complete


@dataclass
class Tally:
    """The figures of one batch."""

    part: str
    seed: int
    batch: int
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # answers of 500 and above, or none at all
    mismatches: list[str] = field(default_factory=list)  # what is not as the schema says
    slow: list[str] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)  # addresses, forms, operations

    def note(
        self,
        answer: Answer,
        what: str,
        again: Callable[[], Answer] | None = None,
        *,
        raw: bool = False,
    ) -> None:
        """Count one answer. A slow one is asked for again: a machine that is busy is no fault.

        `raw`: the bytes are no request, so that it is right to close the connection.
        """
        self.requests += 1
        self.statuses[answer.status] += 1
        seconds = answer.seconds
        for _ in range(2):
            if seconds > SLOW and again is not None:
                seconds = min(seconds, again().seconds)
        self.seconds.append(round(seconds, 4))
        if seconds > SLOW:
            self.slow.append(f"{seconds:.2f} s {what}")
        if answer.error == "TimeoutError":
            self.faults.append(f"no answer: {what}")
        elif any(status >= 500 for status in answer.statuses()):
            self.faults.append(f"{answer.statuses()}: {what}")
        elif not answer.status and not raw:
            self.faults.append(f"closed: {what}")

    def row(self, memory: int) -> dict[str, Any]:
        """What is written down: `memory` is the growth of the server's processes in KiB so far."""
        ordered = sorted(self.seconds)
        return {
            "part": self.part,
            "seed": self.seed,
            "batch": self.batch,
            "requests": self.requests,
            "statuses": {str(code): count for code, count in sorted(self.statuses.items())},
            "p99": ordered[int(len(ordered) * 0.99)] if ordered else 0.0,
            "max": ordered[-1] if ordered else 0.0,
            "5xx": len(self.faults),
            "mismatches": len(self.mismatches),
            "growth_kib": memory,
            "touched": sorted(self.touched),
            "told": [*self.faults[:KEPT], *self.mismatches[:KEPT], *self.slow[:KEPT]],
        }


def rows_of(path: Path, seed: int) -> dict[tuple[str, int], dict[str, Any]]:
    """The rows that are finished, by part and batch."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {(row["part"], row["batch"]): row for row in rows if row["seed"] == seed}


@dataclass(frozen=True)
class Sum:
    """All rows together."""

    requests: int
    faults: int
    mismatches: int
    slowest: float
    p99: float
    growth_mib: float
    per_thousand_kib: float  # that each further thousand requests add
    touched: int
    statuses: Counter[str]

    @classmethod
    def of(cls, rows: Iterable[dict[str, Any]]) -> Sum:
        """Add up. The p99 is the worst of any batch."""
        rows = list(rows)
        statuses: Counter[str] = Counter()
        for row in rows:
            statuses.update(row["statuses"])
        return cls(
            requests=sum(row["requests"] for row in rows),
            faults=sum(row["5xx"] for row in rows),
            mismatches=sum(row["mismatches"] for row in rows),
            slowest=max((row["max"] for row in rows), default=0.0),
            p99=max((row["p99"] for row in rows), default=0.0),
            growth_mib=max((row["growth_kib"] for row in rows), default=0) / 1024,
            per_thousand_kib=per_thousand(rows),
            touched=len({name for row in rows for name in row["touched"]}),
            statuses=statuses,
        )

    def good(self) -> bool:
        """Whether the targets are met."""
        return (
            self.requests > 0
            and not self.faults
            and not self.mismatches
            and self.slowest <= SLOW
            and self.growth_mib <= 20
        )

    def __str__(self) -> str:
        shares = Counter({f"{code[0]}xx" if code != "0" else "closed": 0 for code in self.statuses})
        for code, count in self.statuses.items():
            shares[f"{code[0]}xx" if code != "0" else "closed"] += count
        spread = ", ".join(f"{count} {name}" for name, count in sorted(shares.items()))
        return (
            f"{self.requests} requests at {self.touched} places: {self.faults} faults (5xx),"
            f" {self.mismatches} schema mismatches, slowest {self.slowest:.2f} s,"
            f" p99 {self.p99:.2f} s, memory +{self.growth_mib:.1f} MiB, by"
            f" {self.per_thousand_kib:.0f} KiB a thousand ({spread})"
        )


def per_thousand(rows: Iterable[dict[str, Any]]) -> float:
    """By how many KiB a process grows with each thousand requests: the steepest line of any run.

    A run is one server's life, whose size is put down after every batch; the line is the one that
    lies nearest to all of them, so that a size that swings is not taken for one that grows.
    """
    runs = defaultdict[str, list[tuple[int, int]]](list)
    for row in rows:
        runs[row.get("run", "")].append((row.get("asked", 0), row["growth_kib"]))
    lines = [
        linear_regression(*zip(*points, strict=True)).slope
        for points in runs.values()
        if len({asked for asked, _ in points}) > 1
    ]
    return max(lines, default=0.0) * 1_000

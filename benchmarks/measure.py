"""What all benchmarks share: times of one run, interleaved, and the machine they were taken on."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from okey import Hand

Input = TypeVar("Input")
ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"


class Times(NamedTuple):
    """Seconds of one thing, one for every input."""

    seconds: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p99(self) -> float:
        return sorted(self.seconds)[max(0, round(0.99 * len(self.seconds)) - 1)]

    @property
    def most(self) -> float:
        return max(self.seconds)


def recorded(name: str = "hands_101.jsonl") -> tuple[list[dict[str, Any]], list[Hand]]:
    """The lines of a data file, and their hands."""
    lines = [json.loads(line) for line in (DATA / name).read_text().splitlines()]
    return lines, [Hand.parse(line["hand"], line["indicator"]) for line in lines]


def interleaved(
    things: dict[str, Callable[[Input], object]],
    inputs: Sequence[Input],
    *,
    rounds: int = 3,
    block: int = 60,
) -> dict[str, Times]:
    """Time each thing on each input, block by block in turn; the quickest round counts.

    Whatever else the machine does in the meantime so hits all of them alike. A block is long
    enough that each of them runs warm.
    """
    clock = time.perf_counter
    best = {name: [float("inf")] * len(inputs) for name in things}
    for _ in range(rounds):
        for first in range(0, len(inputs), block):
            for name, thing in things.items():
                own = best[name]
                for at in range(first, min(first + block, len(inputs))):
                    one = inputs[at]
                    start = clock()
                    thing(one)
                    seconds = clock() - start
                    own[at] = min(own[at], seconds)
    return {name: Times(seconds) for name, seconds in best.items()}


def where() -> str:
    """The machine, the Python and the commit."""
    git = ["git", "-C", str(ROOT)]
    commit = _run([*git, "rev-parse", "--short", "HEAD"]) or "no commit"
    changed = " with changes" if _run([*git, "status", "--porcelain", "--", "okey"]) else ""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}; Python"
        f" {platform.python_version()}; commit {commit}{changed}"
    )


def _run(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, its columns aligned."""
    cells = [list(head), *map(list, rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def microseconds(seconds: float) -> str:
    """Three figures or so, as microseconds or milliseconds."""
    return f"{seconds * 1e6:.1f} µs" if seconds < 1e-4 else f"{seconds * 1e3:.2f} ms"


def times(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 20 else f"{ratio:.1f}"

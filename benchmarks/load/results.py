"""What came of a run: percentiles by flow, errors by kind, and rows that are kept in a file."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.load import key
from benchmarks.load.pace import Sample, percentile
from benchmarks.load.samples import Watch
from benchmarks.measure import ROOT, table

ROWS: Final = key.VAR / "results.jsonl"
BARE: Final = "bare frame"


@dataclass(slots=True)
class Result:
    """What a scenario found. `figures` go into the summary, `missed` names targets not met."""

    scenario: str
    figures: dict[str, Any] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def ask(self, name: str, value: float, most: float, unit: str = "") -> None:
        """Note a figure that may be `most` at most."""
        self.figures[name] = f"{value:.4g}{unit} (at most {most:.4g})"
        if not value <= most:
            self.missed.append(name)

    def least(self, name: str, value: float, least: float, unit: str = "") -> None:
        """Note a figure that must be `least` at least."""
        self.figures[name] = f"{value:.4g}{unit} (at least {least:.4g})"
        if not value >= least:
            self.missed.append(name)

    def must(self, name: str, *, holds: bool) -> None:
        """Note something that must hold."""
        self.figures[name] = "yes" if holds else "no"
        if not holds:
            self.missed.append(name)

    @property
    def summary(self) -> str:
        """One line."""
        said = "; ".join(f"{name} {value}" for name, value in self.figures.items())
        verdict = f"MISSED {', '.join(self.missed)}" if self.missed else "met"
        return f"{self.scenario}: {verdict}; {said}"


def latencies(samples: Iterable[Sample], *, but: str = BARE) -> list[float]:
    """Seconds of all but the bare pages that are asked for beside them, and of what was shed."""
    return [one.latency for one in samples if one.flow != but and not one.shed]


def errors(samples: Iterable[Sample]) -> Counter[str]:
    """Errors by flow and kind."""
    return Counter(f"{one.flow}: {one.error}" for one in samples if one.error)


def by_flow(samples: list[Sample]) -> str:
    """A table of every flow: how many, percentiles, in bare frames of the same run."""
    flows: dict[str, list[Sample]] = {}
    for one in samples:
        flows.setdefault(one.flow, []).append(one)
    plain = percentile([one.latency for one in flows.get(BARE, [])], 0.5)
    rows = []
    for name, some in sorted(flows.items(), key=lambda pair: -len(pair[1])):
        own = [one.latency for one in some if not one.shed]
        marks = [percentile(own, share) for share in (0.5, 0.95, 0.99)]
        rows.append(
            [
                name,
                str(len(some)),
                *(f"{mark * 1e3:.0f}" for mark in (*marks, max(own, default=0.0))),
                f"{marks[0] / plain:.1f}" if plain else "",
                str(sum(1 for one in some if one.error)),
                str(sum(1 for one in some if one.shed)),
            ]
        )
    head = ["flow", "count", "p50 ms", "p95", "p99", "max", "bare frames", "errors", "shed"]
    return table(head, rows)


def describe(result: Result, samples: list[Sample], watch: Watch, seconds: float) -> None:
    """Put what every run has into a result."""
    own = latencies(samples)
    lag = [one.lag for one in samples]
    figures = result.figures
    figures["requests"] = len(own)
    figures["a second"] = round(len(own) / seconds, 1)
    figures["p50"] = f"{percentile(own, 0.5) * 1e3:.0f} ms"
    figures["max"] = f"{max(own, default=0) * 1e3:.0f} ms"
    figures["generator late p99"] = f"{percentile(lag, 0.99) * 1e3:.1f} ms"
    figures["web CPU"] = f"{watch.web_cpu / max(1, len(samples)) * 1e3:.1f} ms a request"
    figures["connections"] = f"at most {max(one.connections for one in watch.seconds)}"
    figures["web RSS"] = f"{watch.seconds[0].web_rss:.0f} to {watch.seconds[-1].web_rss:.0f} MiB"
    figures["oldest due job"] = f"at most {max(one.queue_age for one in watch.seconds):.1f} s"
    result.tables.append(by_flow(samples))
    if found := errors(samples):
        lines = [f"{count} × {kind}" for kind, count in found.most_common(12)]
        result.tables.append("\n".join(lines))
        figures["errors by kind"] = ", ".join(lines[:3])


def keep(result: Result, path: Path, options: dict[str, Any]) -> None:
    """Append the row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    row = {
        "scenario": result.scenario,
        "at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "options": options,
        "missed": result.missed,
        "figures": result.figures,
    }
    with path.open("a") as file:
        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def done(path: Path) -> set[str]:
    """Scenarios that have a row at this commit."""
    if not path.exists():
        return set()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {row["scenario"] for row in rows if row["commit"] == commit()}


def commit() -> str:
    """The commit that is checked out."""
    git = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()

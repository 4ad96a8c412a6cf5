"""Finished rows in a file, one JSON line each, so that a long run can be split and gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.faults.run import SETTLED, Fault, Result
from tests.faults.site import Setup

HEAD = (
    "| id | fault | set-up | seed | promised | lost | doubled | left | 5xx | refused | attempts |"
    " settled (s) | what happened | figures | commit |\n"
    "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|---|"
)
Key = tuple[str, str, int, int]


@dataclass(frozen=True)
class Row:
    """One run, as it is kept. `not_run` says why there was none: then the counts mean nothing."""

    id: str
    fault: str
    setup: str
    seed: int
    jobs: int
    commit: str
    promised: int = 0
    kept: int = 0
    lost: int = 0
    doubled: int = 0
    left: int = 0
    errors: int = 0  # 5xx that the fault must not bring about
    refused: int = 0
    attempts: int = 0
    settled: float = 0
    seconds: float = 0
    clean: bool = True
    happened: dict[str, int] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    not_run: str = ""

    @property
    def key(self) -> Key:
        """What makes it this run and no other."""
        return self.fault, self.setup, self.seed, self.jobs

    @property
    def good(self) -> bool:
        """Whether it was clean and met every target."""
        return self.clean and not self.missed

    def line(self) -> str:
        """The line of the table."""
        if self.not_run:
            return (
                f"| {self.id} | {self.fault} | {self.setup} | {self.seed} |"
                + " – |" * 8
                + f" not run: {self.not_run} | | {self.commit} |"
            )
        happened = ", ".join(f"{count} {name}" for name, count in self.happened.items())
        figures = ", ".join(
            f"{name} {value:.2f}" for name, value in self.figures.items() if name != SETTLED
        )
        marks = "" if self.clean else " **NOT CLEAN**"
        marks += f" **MISSED: {'; '.join(self.missed)}**" if self.missed else ""
        return (
            f"| {self.id} | {self.fault} | {self.setup} | {self.seed} | {self.promised} |"
            f" {self.lost} | {self.doubled} | {self.left} | {self.errors} | {self.refused} |"
            f" {self.attempts} | {self.settled:.1f} | {happened or '–'}{marks} |"
            f" {figures or '–'} | {self.commit} |"
        )


def row_of(
    fault: Fault,
    setup: Setup,
    seed: int,
    jobs: int,
    commit: str,
    result: Result | Exception | str,
) -> Row:
    """A row of what came of a run, or of why there was none."""
    if isinstance(result, str):
        return Row(fault.id, fault.name, setup.name, seed, jobs, commit, not_run=result)
    if isinstance(result, Exception):
        why = f"it broke off: {type(result).__name__} {result}"
        return Row(
            *(fault.id, fault.name, setup.name, seed, jobs, commit), clean=False, wrong=(why,)
        )
    verdict = result.verdict
    return Row(
        id=fault.id,
        fault=fault.name,
        setup=setup.name,
        seed=seed,
        jobs=jobs,
        commit=commit,
        promised=verdict.promised,
        kept=verdict.kept,
        lost=verdict.lost + verdict.uncalled,
        doubled=verdict.doubled,
        left=verdict.unfinished,
        errors=verdict.server_errors,
        refused=verdict.refused,
        attempts=verdict.attempts,
        settled=round(result.settled, 2),
        seconds=round(result.seconds, 1),
        clean=verdict.clean,
        happened=result.run.notes,
        figures={name: round(value, 4) for name, value in result.run.figures.items()},
        missed=result.missed,
        wrong=verdict.wrong[:20],
    )


class Rows:
    """The rows of a file, in the order in which they were finished; without a file in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: list[Row] = []
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                if line.strip():  # a last line that was cut short stops the run: look at it
                    read = json.loads(line)
                    self.rows.append(
                        Row(
                            **{
                                **read,
                                "missed": tuple(read["missed"]),
                                "wrong": tuple(read["wrong"]),
                            }
                        )
                    )

    def add(self, row: Row) -> None:
        """Keep it, on the disk before anything else begins."""
        self.rows.append(row)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a") as file:
                file.write(json.dumps(asdict(row)) + "\n")

    def has(self, key: Key, *, good: bool = False) -> bool:
        """Whether the run is there; with `good`, whether its last one came out well."""
        latest = self.latest().get(key)
        return latest is not None and (latest.good and not latest.not_run if good else True)

    def latest(self) -> dict[Key, Row]:
        """The last row of each run."""
        return {row.key: row for row in self.rows}

    def superseded(self) -> list[Row]:
        """Rows that were not good, and were run again since."""
        latest = self.latest()
        return [row for row in self.rows if row is not latest[row.key] and not row.good]


def summary(rows: Sequence[Row], superseded: Iterable[Row] = ()) -> str:
    """One line of figures."""
    ran = [row for row in rows if not row.not_run]
    earlier = len(list(superseded))
    commits = list(dict.fromkeys(row.commit for row in ran))
    parts = [
        f"{len(ran)} runs",
        f"{sum(row.promised for row in ran):,} jobs promised",
        f"{sum(row.lost for row in ran)} lost",
        f"{sum(row.doubled for row in ran)} doubled",
        f"{sum(row.left for row in ran)} left",
        f"{sum(row.errors for row in ran)} × 5xx",
        f"{sum(not row.clean for row in ran)} not clean",
        f"{sum(bool(row.missed) for row in ran)} beyond a target",
        f"{len(rows) - len(ran)} not run",
    ]
    if earlier:
        parts.append(f"{earlier} that were not good run again")
    return f"{', '.join(parts)} (commit {', '.join(commits) or 'none'})"

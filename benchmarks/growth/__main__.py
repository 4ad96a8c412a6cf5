"""How the dearest questions grow with the site, on PostgreSQL.

    python -m benchmarks.growth [--rows 10000,100000,1000000] [--pool 10000,100000] [--plans]
        [--keep] [--out FILE]

For each number of rows a database with as many puzzles and as many attempts (28 kinds, four rule
sets, players with a thousand attempts each), their rating changes and marks, 500 past days and a
class of 30 with 20 assignments for every 2,000 attempts. A process for each asks the same in turns,
so that whatever else the machine does hits all alike. What is flat may cost at the largest at most
twice what it costs at the smallest (medians of all calls), and reads no large table row by row.

`--pool`: as many puzzles looked at by the nightly jobs. They are copies of some 2,000 real ones, so
some of what the search remembers is of use again. Linear: at the largest at most 1.5 times as long
for a puzzle as at the smallest; jobs of at most 60 seconds; memory at most 1.2 times as much.

TEST_POSTGRES_URL names a server whose role may create databases. `--keep` leaves them for the next
run. A finished part is appended to FILE as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import IO, Any, Final

import psycopg

from benchmarks import next_puzzle
from benchmarks.growth import filling
from benchmarks.measure import microseconds, table, times, where

EACH: Final = 1  # attempts for each puzzle
ROUNDS, CALLS = 8, 5
MOST_FLAT: Final = 2.0
MOST_LINEAR: Final = 1.5
MOST_MEMORY: Final = 1.2
MOST_SECONDS: Final = 60.0


def child(size: int) -> None:
    """Answer each line on stdin, `times` or `plans`, with a line of JSON."""
    import django

    django.setup()
    from benchmarks.growth import questions

    asked = questions.questions(size)
    for line in sys.stdin:
        found: Any = (
            questions.plans(asked) if line.strip() == "plans" else questions.timed(asked, CALLS)
        )
        print(json.dumps(found), flush=True)


def flat(sizes: list[int], *, keep: bool, plans: bool) -> tuple[dict[str, Any], list[str]]:
    """Print the table of what is to be flat; its figures, and what is not as it should be."""
    with ExitStack() as open_databases:
        for size in sizes:
            more = partial(filling.fill, size=size)
            open_databases.enter_context(
                next_puzzle.database(size, keep=keep, each=EACH, more=more)
            )
            with psycopg.connect(next_puzzle.url_of(size, EACH), autocommit=True) as connection:
                filling.settle(connection)
        processes = {size: _start(size) for size in sizes}
        taken: dict[str, dict[int, list[float]]] = {}
        for number in range(ROUNDS + 1):
            for size, process in processes.items():
                for question, seconds in _ask(process, "times").items():
                    if number:  # the first turn warms caches and connections
                        taken.setdefault(question, {}).setdefault(size, []).extend(seconds)
        explained = _ask(processes[sizes[-1]], "plans")
        for process in processes.values():
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)
    rows, wrong, figures = [], [], {}
    for question, by_size in taken.items():
        medians = [median(by_size[size]) for size in sizes]
        ratio = medians[-1] / medians[0]
        figures[question] = {"medians": medians, "ratio": ratio}
        if ratio > MOST_FLAT:
            wrong.append(f"{question} grows {ratio:.1f} times")
        wrong += [f"{question} reads {scan} rows" for scan in explained[question]["scans"]]
        cells = [
            f"{microseconds(median(by_size[size]))} ({microseconds(_late(by_size[size]))})"
            for size in sizes
        ]
        rows.append((question, *cells, times(ratio)))
    head = ("question", *(f"{size:,} rows" for size in sizes), "largest to smallest")
    print("One request: median (95th percentile)\n")
    print(table(head, rows) + "\n")
    if plans:
        for question, found in explained.items():
            print(f"\n### {question}, {sizes[-1]:,} rows\n")
            for plan in found["plans"]:
                print("```text\n" + plan + "\n```\n")
    return figures, wrong


def pool(sizes: list[int]) -> tuple[list[dict[str, Any]], list[str]]:
    """Print the table of the nightly look; its figures, and what is not as it should be."""
    found = [_look(size) for size in sizes]
    rows = [
        (
            f"{one['size']:,}",
            f"{one['seconds'] / one['size'] * 1e3:.2f} ms",
            str(one["jobs"]),
            f"{one['longest']:.1f} s",
            f"{one['before']:.0f} MiB",
            f"{one['most']:.0f} MiB",
        )
        for one in found
    ]
    print(table(("puzzles", "a puzzle", "jobs", "longest", "memory before", "at most"), rows))
    first, last = found[0], found[-1]
    each = [one["seconds"] / one["size"] for one in (first, last)]
    wrong = [f"{one['size']} puzzles: a job failed" for one in found if one["failed"]]
    wrong += [f"{one['fallen']} of {one['size']} fell" for one in found if one["fallen"]]
    if each[1] > MOST_LINEAR * each[0]:
        wrong.append(f"a puzzle takes {each[1] / each[0]:.1f} times as long among many")
    if last["most"] > MOST_MEMORY * first["most"]:
        wrong.append(f"memory grows {last['most'] / first['most']:.2f} times")
    if max(one["longest"] for one in found) > MOST_SECONDS:
        wrong.append("a job takes more than a minute")
    return found, wrong


def _look(size: int) -> dict[str, Any]:
    """A process of its own, so that its memory is its own."""
    with next_puzzle.database(size, keep=False, each=0):
        process = subprocess.run(
            [sys.executable, "-m", "benchmarks.growth.pool", str(size)],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=_environment(size, 0),
        )
    found: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return found


def _environment(size: int, each: int) -> dict[str, str]:
    return next_puzzle.environment(size, each) | {"LOG_LEVEL": "CRITICAL"}


def _start(size: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.growth", "--child", str(size)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=_environment(size, EACH),
    )


def _ask(process: subprocess.Popen[str], what: str) -> Any:
    stdin: IO[str] | None = process.stdin
    stdout: IO[str] | None = process.stdout
    assert stdin is not None
    assert stdout is not None
    stdin.write(what + "\n")
    stdin.flush()
    return json.loads(stdout.readline())


def _late(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.95 * len(seconds))]


def _sizes(text: str) -> list[int]:
    return sorted(int(one) for one in text.split(",") if one)


def main() -> int:
    """Fill, measure, print; return 1 where something grows that should not."""
    if sys.argv[1:2] == ["--child"]:
        child(int(sys.argv[2]))
        return 0
    parser = argparse.ArgumentParser(prog="benchmarks.growth", description=__doc__)
    parser.add_argument("--rows", type=_sizes, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--pool", type=_sizes, default=[10_000, 100_000])
    parser.add_argument("--plans", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    print(f"# Growth on PostgreSQL\n\n{where()}\n", flush=True)
    wrong: list[str] = []
    said = []
    for name, sizes in (("flat", options.rows), ("pool", options.pool)):
        if not sizes:
            continue
        if name == "flat":
            figures, found = flat(sizes, keep=options.keep, plans=options.plans)
            worst = max(figures, key=lambda one: figures[one]["ratio"])
            said.append(
                f"{len(figures)} questions over {sizes[0]:,} to {sizes[-1]:,} rows, at most"
                f" {figures[worst]['ratio']:.1f} times ({worst}; asked {MOST_FLAT:.0f})"
            )
        else:
            figures, found = pool(sizes)  # type: ignore[assignment]
            last: Any = figures[-1]  # type: ignore[index]
            said.append(
                f"pool of {last['size']:,}: {last['jobs']} jobs, the longest"
                f" {last['longest']:.0f} s, at most {last['most']:.0f} MiB"
            )
        wrong += found
        if options.out is not None:
            with options.out.open("a") as file:
                file.write(json.dumps({"part": name, "sizes": sizes, "found": figures}) + "\n")
    print("; ".join([*said, "not as asked: " + ("; ".join(wrong) or "nothing")]))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

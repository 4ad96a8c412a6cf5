"""The command line: what a line costs, and how much memory a long stream takes.

python -m benchmarks.cli [LINES]
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import DATA, interleaved, microseconds, recorded, table, times, where
from okey.search import best_points

VERBS = {"solve": 1.0, "outs": 0.1, "advise": 0.01}  # shares of the lines asked for


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"# The command line\n\n{where()}\n")
    _, hands = recorded()
    single = interleaved({"best points": best_points}, hands)["best points"].median
    rows = []
    for verb, share in VERBS.items():
        count = round(lines * share)
        short, _ = _run(verb, max(1, count // 100))
        seconds, memory = _run(verb, count)
        _, little = _run(verb, max(1, count // 10))
        each = (seconds - short) / (count - max(1, count // 100))
        rows.append(
            (
                verb,
                f"{count:,}",
                f"{seconds:.1f} s",
                microseconds(each),
                times(each / single),
                f"{memory / 1024:.0f} MiB",
                f"{little / 1024:.0f} MiB",
            )
        )
    head = (
        "verb",
        "lines",
        "processor time",
        "a line",
        "÷ search",
        "memory",
        "a tenth of the lines",
    )
    print(table(head, rows))
    print("\nMemory is the most that the process held; it does not grow with the lines.")


def _lines(verb: str, count: int) -> Iterator[bytes]:
    """Recorded hands of the size that the verb asks about, over and over."""
    size = {"solve": 21, "outs": 21, "advise": 22}[verb]
    read = [json.loads(line) for line in (DATA / "hands_101.jsonl").read_text().splitlines()]
    questions = [
        (json.dumps({"indicator": one["indicator"], "hand": one["hand"][:size]}) + "\n").encode()
        for one in read
        if len(one["hand"]) >= size
    ]
    for number in range(count):
        yield questions[number % len(questions)]


def _run(verb: str, count: int) -> tuple[float, int]:
    """Processor seconds of a whole run, start included, and the most memory it held, in KiB."""
    script = (
        "import resource, sys; from okey.cli import main;"
        f"status = main(['{verb}', '--rules', '101-club']);"
        "used = resource.getrusage(resource.RUSAGE_SELF);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr);"
        "sys.exit(status)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for line in _lines(verb, count):
            process.stdin.write(line)
        process.stdin.close()
        seconds, memory = process.stderr.read().split()
    assert process.returncode == 0, verb
    return float(seconds), int(memory)


if __name__ == "__main__":
    main()

"""The hands that take the search longest, of all that a hill climb found.

    python -m benchmarks.worst

`python -m benchmarks.climb` looks for worse ones and keeps them in `benchmarks/worst_hands.jsonl`.
"""

from __future__ import annotations

import json

from benchmarks.climb import KEPT
from benchmarks.measure import interleaved, microseconds, recorded, table, times, where
from okey import Hand
from okey.search import best_points

SHOWN = 10


def main() -> None:
    print(f"# The worst hands\n\n{where()}\n")
    _, dealt = recorded()
    kept = [json.loads(line) for line in KEPT.read_text().splitlines()]
    worst = [Hand.parse(line["hand"], line["indicator"]) for line in kept]
    seconds = interleaved({"best points": best_points}, [*dealt, *worst], rounds=15)["best points"]
    median = sorted(seconds.seconds[: len(dealt)])[len(dealt) // 2]
    slowest = sorted(
        zip(seconds.seconds[len(dealt) :], kept, strict=True), key=lambda pair: -pair[0]
    )
    print(
        table(
            ("hand", "time", "in medians", "table look-ups"),
            (
                (line["hand"], microseconds(time), times(time / median), str(line["looks"]))
                for time, line in slowest[:SHOWN]
            ),
        )
    )
    print(f"\nThe median of {len(dealt)} deals: {microseconds(median)}. Hands kept: {len(kept)}.")


if __name__ == "__main__":
    main()

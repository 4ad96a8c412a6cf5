"""How many puzzles a second the generator keeps, on one core, written to the embedded database.

    python -m benchmarks.generator [COUNT] [RULES ...]

The database is a new SQLite file with the site's own settings. For comparison the same run counts
single searches of the same hands, and generation without writing.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["DEVELOPMENT"] = "true"
_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
os.environ["DATABASE_URL"] = f"sqlite:///{_folder.name}/generator.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "okeysite.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from okey.search import best_points  # noqa: E402
from puzzles import generator, practice, store  # noqa: E402
from puzzles.kinds.registry import rule_sets  # noqa: E402
from puzzles.models import Puzzle, PuzzleSolution  # noqa: E402

KIND = "can-open"


def measure(rules: str, count: int) -> None:
    """Print one line of the table."""
    seed = "benchmark"
    start = time.process_time()
    wall = time.perf_counter()
    made = practice.fill(KIND, rules, seed, count)
    wall = time.perf_counter() - wall
    processor = time.process_time() - start
    assert made == count, (made, count)

    start = time.perf_counter()
    stream = generator.stream(KIND, rules, f"{seed}-unwritten")
    for _ in range(count):
        next(stream)
    unwritten = time.perf_counter() - start

    rows = list(Puzzle.objects.filter(rules=rules, seed=seed))
    hands = [store.hand_of(row.position) for row in rows]
    start = time.perf_counter()
    for hand in hands:
        best_points(hand)
    single = time.perf_counter() - start

    answers = list(PuzzleSolution.objects.filter(puzzle__in=rows).values_list("answer", flat=True))
    opening = sum(answer["opens"] for answer in answers) / len(answers)
    near = sum(90 <= answer["best_points"] <= 112 for answer in answers) / len(answers)
    traps = sum("greedy-trap" in answer["themes"] for answer in answers) / len(answers)
    print(
        f"{rules:10} {count / wall:8.0f} {count / processor:8.0f} {count / unwritten:10.0f}"
        f" {wall / single:9.1f} {opening:7.1%} {near:7.1%} {traps:7.1%}"
    )


def main() -> None:
    """Measure each rule set that has the kind."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    print(f"{KIND}: {count} kept puzzles a rule set, SQLite ({mode}), one process")
    print(
        f"{'rules':10} {'kept/s':>8} {'per cpu s':>9} {'unwritten/s':>10}"
        f" {'searches':>9} {'open':>7} {'90-112':>7} {'traps':>7}"
    )
    generator.block(KIND, rule_sets()[0], "warm", 0)
    for rules in sys.argv[2:] or rule_sets():
        measure(rules, count)
    size = sum(path.stat().st_size for path in Path(_folder.name).iterdir())
    print(f"{size / Puzzle.objects.count() / 1024:.1f} KiB a puzzle on disk")
    print("searches: time of one kept and written puzzle, in single searches for the best points")


if __name__ == "__main__":
    main()

"""How often a wrong belief is found out within five exercises, and somebody accused without one.

    python -m benchmarks.misconceptions [RUNS]

Learners answer by one wrong belief nine times in ten; otherwise they slip, and say something else.
They are in a lesson on the topic that the belief is about, while every belief of the rule set comes
into question. Learners without a wrong belief slip as often, in every topic. All is seeded.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from random import Random

os.environ.setdefault("DEVELOPMENT", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

import django

django.setup()

from benchmarks.measure import table  # noqa: E402
from okey import RULE_SETS  # noqa: E402
from tutor.misconceptions.beliefs import NONE  # noqa: E402
from tutor.misconceptions.simulated import EXERCISES, TOPICS, School  # noqa: E402

RUNS = 1_000
LEAST, MOST = 0.95, 0.02  # named, and accused, of all learners
SEED = "benchmark"


def main() -> int:
    """Print both tables; return 1 where too few are named or too many accused."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    found: defaultdict[str, dict[str, tuple[int, float]]] = defaultdict(dict)
    accused: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for rules in RULE_SETS.values():
        for topic in TOPICS:
            school = School(rules, topic, SEED)
            if not school.beliefs:
                continue
            accused[topic][rules.key] = sum(
                school.session(NONE, Random(f"{SEED} {topic} {run}")).named is not None
                for run in range(runs)
            )
            for key in school.beliefs:
                sessions = [
                    school.session(key, Random(f"{SEED} {key} {run}")) for run in range(runs)
                ]
                right = [session.asked for session in sessions if session.named == key]
                found[key][rules.key] = len(right), sum(right) / max(1, len(right))
    return _print(runs, found, accused)


def _print(
    runs: int,
    found: dict[str, dict[str, tuple[int, float]]],
    accused: dict[str, dict[str, int]],
) -> int:
    names = list(RULE_SETS)
    print(f"# Wrong beliefs: {runs:,} learners each, {EXERCISES} exercises at most\n")
    rows = [(key, *(_share(own.get(name), runs) for name in names)) for key, own in found.items()]
    print("Named rightly, and after how many exercises:\n")
    print(table(("belief", *names), rows))
    cells = [count for own in found.values() for count, _ in own.values()]
    print("\nAccused without a wrong belief:\n")
    rows = [
        (topic, *(f"{own[name] / runs:.1%}" if name in own else "–" for name in names))
        for topic, own in accused.items()
    ]
    print(table(("topic", *names), rows))
    counts = [count for own in accused.values() for count in own.values()]
    mean, named = sum(cells) / len(cells) / runs, min(cells) / runs
    blamed = max(counts) / runs
    print(
        f"\nof {runs:,} learners each: named {mean:.1%}, at least {named:.1%} (asked {LEAST:.0%});"
        f" accused without a wrong belief at most {blamed:.1%} (asked {MOST:.0%})"
    )
    return int(named < LEAST or blamed > MOST)


def _share(cell: tuple[int, float] | None, runs: int) -> str:
    return "–" if cell is None else f"{cell[0] / runs:.1%} ({cell[1]:.1f})"


if __name__ == "__main__":
    sys.exit(main())

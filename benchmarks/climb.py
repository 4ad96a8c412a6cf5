"""Look for the legal hand that takes the search longest: a hill climb, seeded.

    python -m benchmarks.climb [SEED] [CLIMBS]

What is climbed is the number of times that a table is looked up, which is the same on every
machine. The worst hands found are kept in `benchmarks/worst_hands.jsonl`; `benchmarks.worst` times
them. Many climbs start from dense hands, a few numbers in all colours with both okeys.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from okey.search import dense
from okey.search.codes import OKEY_SHIFT, PACKED
from okey.search.limits import Needs
from okey.search.nodes import make_searcher
from okey.search.tables import POINTS, RunTable, run_gains
from okey.tiles import TILES

KEPT = Path(__file__).with_name("worst_hands.jsonl")
KEEP = 60
SIZE = 22
PATIENCE = 400  # changes without a worse hand

# The okeys are K5, say: a K5 is a false okey, and the indicator's K4 can be held once.
INDICATOR = "K4"
LIMITS = [2] * 52
LIMITS[3 * 13 + 3] = 1
NAMES = [str(tile) for tile in TILES[:52]]
NAMES[3 * 13 + 4] = "F"


class Counted:
    """A table that counts how often it is looked up."""

    looks = 0

    def __init__(self, table: RunTable) -> None:
        self.table = table

    def __getitem__(self, code: int) -> int:
        Counted.looks += 1
        return self.table[code]


class CountedNeeds(Needs):
    """The needs of colours, whose look-ups count as those of tables."""

    def __getitem__(self, code: int) -> int:
        Counted.looks += 1
        return super().__getitem__(code)


SEARCH = make_searcher(POINTS, [Counted(table) for table in run_gains(POINTS)]).search


def looks(counts: Sequence[int], okeys: int) -> int:
    """How many look-ups the best points of these tiles take."""
    Counted.looks = 0
    packed = sum(PACKED[index] * count for index, count in enumerate(counts) if count)
    with patch.object(dense, "Needs", CountedNeeds):
        SEARCH(packed + (okeys << OKEY_SHIFT), 1 << 30)
    return Counted.looks


def climb(rng: random.Random) -> tuple[int, int, list[int]]:
    """Climb from one hand until nothing gets worse: look-ups, okeys, tiles."""
    okeys = rng.choice((0, 1, 2, 2, 2))
    counts = _start(rng, SIZE - okeys)
    most = looks(counts, okeys)
    patience = PATIENCE
    while patience:
        changed = list(counts)
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            changed[rng.choice([i for i, count in enumerate(changed) if count])] -= 1
            changed[rng.choice([i for i, count in enumerate(changed) if count < LIMITS[i]])] += 1
        there = looks(changed, okeys)
        patience = PATIENCE if there > most else patience - 1
        if there >= most:
            counts, most = changed, there
    return most, okeys, counts


def _start(rng: random.Random, size: int) -> list[int]:
    while True:
        numbers = rng.sample(range(13), rng.choice((3, 4, 5, 6, 8, 13)))
        pool = [
            colour * 13 + number
            for colour in range(4)
            for number in numbers
            for _ in range(LIMITS[colour * 13 + number])
        ]
        if len(pool) >= size:
            counts = [0] * 52
            for index in rng.sample(pool, size):
                counts[index] += 1
            return counts


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    climbs = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(seed)
    found: dict[str, int] = {}
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        kept = json.loads(line)
        found[kept["hand"]] = 0
    for number in range(climbs):
        most, okeys, counts = climb(rng)
        tiles = [NAMES[index] for index, count in enumerate(counts) for _ in range(count)]
        found[" ".join([*tiles, *["*"] * okeys])] = most
        print(f"{number + 1}/{climbs}: {most} look-ups, the most {max(found.values())}", flush=True)
    # The search may have changed since the others were found: all are counted again.
    for hand in found:
        words = hand.split()
        counts = [words.count(name) for name in NAMES]
        found[hand] = looks(counts, words.count("*"))
    worst = sorted(found.items(), key=lambda item: -item[1])[:KEEP]
    KEPT.write_text(
        "".join(
            json.dumps({"indicator": INDICATOR, "hand": hand, "looks": most}) + "\n"
            for hand, most in worst
        )
    )


if __name__ == "__main__":
    main()

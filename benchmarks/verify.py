"""How many generated puzzles the second opinion proves: `puzzles/proofs`, kind by kind.

    python -m benchmarks verify [--kind KEY|all] [--count N] [--out FILE] [--table]

Of every kind N positions, its rule sets in equal parts, or all there are, go through the gates of
the generator. The last gate is the proof; the table says how many positions came to it and how many
it let pass. Rows are appended to FILE, one a block of fifty, and a run goes on where the file ends.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("DEVELOPMENT", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

import django

django.setup()

import okey  # noqa: E402
from benchmarks.measure import table  # noqa: E402
from okey.rules.rulesets import rule_set  # noqa: E402
from puzzles import gates  # noqa: E402
from puzzles.kinds.registry import KINDS  # noqa: E402

SEED: Final = "verify"
Row = dict[str, Any]
Place = tuple[str, str]


def main() -> int:
    """Verify, or print the table of what a file holds. Return 1 where a proof failed."""
    parser = argparse.ArgumentParser(prog="benchmarks verify", description=__doc__)
    parser.add_argument("--kind", default="all", choices=["all", *KINDS])
    parser.add_argument("--count", type=int, default=200, help="positions of a kind")
    parser.add_argument("--out", type=Path, default=Path("verify.jsonl"))
    parser.add_argument("--table", action="store_true", help="print the table alone")
    told = parser.parse_args()
    rows = _read(told.out)
    if not told.table:
        keys = list(KINDS) if told.kind == "all" else [told.kind]
        places = [(key, rules) for key in keys for rules in KINDS[key].rule_sets]
        _verify(places, told.count, told.out, rows)
    print(report(rows))
    failed = [row for row in rows if row["refuted"]]
    return int(bool(failed))


def _read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def _verify(places: list[Place], count: int, out: Path, rows: list[Row]) -> None:
    """Block by block, all kinds for as long, so that a run cut short has some of each."""
    done: Counter[Place] = Counter()
    spent: dict[Place, float] = dict.fromkeys(places, 0.0)
    blocks: Counter[Place] = Counter()
    ended = set()
    for row in rows:
        place = row["kind"], row["rules"]
        done[place] += row["proved"] + row["refuted"]
        spent[place] = spent.get(place, 0.0) + row["seconds"]
        blocks[place] = max(blocks[place], row["block"] + 1)
        if not row["proved"] and not row["refuted"]:
            ended.add(place)
    with out.open("a") as file:
        while left := [
            one
            for one in places
            if done[one] * len(KINDS[one[0]].rule_sets) < count and one not in ended
        ]:
            place = min(left, key=lambda one: (blocks[one] > 0, spent[one]))
            row = block(place, blocks[place])
            blocks[place] += 1
            spent[place] += row["seconds"]
            done[place] += row["proved"] + row["refuted"]
            if not row["proved"] and not row["refuted"]:
                ended.add(place)
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()


def block(place: Place, number: int) -> Row:
    """One block through the gates."""
    key, rules = place
    kind, rs = KINDS[key], rule_set(rules)
    stopped: Counter[str] = Counter()
    start = time.process_time()
    found = gates.positions(kind, rs, SEED, number, stopped=stopped)
    seconds = time.process_time() - start
    return {
        "kind": key,
        "version": kind.version,
        "rules": rules,
        "rules_version": rs.version,
        "engine": okey.__version__,
        "block": number,
        "proved": len(found),
        "refuted": stopped["proved"],
        "seconds": round(seconds, 4),
        "every": gates.enumerated(kind, rules) is not None,
        "names": [sha256(one.key.encode()).hexdigest()[:12] for one in found],
    }


def report(rows: list[Row]) -> str:
    """The table, one line a kind and rule set, and what there is in all."""
    lines = list(_lines(rows))
    proved = sum(row["proved"] for row in rows)
    came = proved + sum(row["refuted"] for row in rows)
    head = ("kind", "rule set", "positions", "different", "verified", "puzzles/s")
    kinds = len({row["kind"] for row in rows})
    total = f"{came:,} positions of {kinds} kinds, {came - proved} of them not verified."
    return f"{table(head, lines)}\n\n{total}"


def _lines(rows: list[Row]) -> Iterator[tuple[str, ...]]:
    places: dict[Place, list[Row]] = {}
    for row in rows:
        places.setdefault((row["kind"], row["rules"]), []).append(row)
    order = {key: at for at, key in enumerate(KINDS)}
    for (key, rules), own in sorted(places.items(), key=lambda one: (order[one[0][0]], one[0][1])):
        proved = sum(row["proved"] for row in own)
        came = proved + sum(row["refuted"] for row in own)
        whole = any(row["every"] and not row["proved"] and not row["refuted"] for row in own)
        names = {name for row in own for name in row["names"]}
        seconds = sum(row["seconds"] for row in own)
        yield (
            f"`{key}`",
            f"`{rules}`",
            f"all {came:,} there are" if whole else f"{came:,}",
            f"{len(names):,}",
            _share(proved, came),
            f"{proved / seconds:,.0f}" if seconds else "-",
        )


def _share(proved: int, came: int) -> str:
    """A share that is 100 % only where all were proved."""
    if proved == came:
        return "100 %" if came else "-"
    return f"{proved / came:.2%}, all but {came - proved}"


if __name__ == "__main__":
    sys.exit(main())

"""Many hostile requests at one server, in batches; each finished one is a line in a file.

    python -m tests.hostile --requests 100000 --seed 1 --out rows.jsonl

goes on where it was stopped. The last line is the sum over all rows of the seed; the exit code is 1
unless there was no 5xx, no answer unlike its schema, none slower than a second and no process grew
by more than 20 MiB. It grows from where it stands once every page has been asked for in every
language (`warming.py`): the tables, templates and catalogues of a site that is used are no growth,
and how much each further thousand requests add is told beside it.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.hostile import parts, warming
from tests.hostile.site import Site
from tests.hostile.tally import Sum, rows_of

BATCH: Final = 700


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is missing and print the figures."""
    given = _options(arguments)
    for number in (signal.SIGTERM, signal.SIGINT):  # the server and its database go, too
        signal.signal(number, lambda *_: sys.exit(130))
    wanted = [
        (part, batch)
        for batch in range(-(-given.requests // (BATCH * len(given.parts))))
        for part in given.parts
    ]
    rows = rows_of(given.out, given.seed)
    missing = [one for one in wanted if one not in rows]
    print(f"{len(wanted)} batches of {BATCH}, {len(missing)} of them to be done", flush=True)
    if missing:
        with Site(processes=given.processes, port=given.port) as site:
            _run(site, missing, rows, given)
    found = Sum.of(rows[one] for one in wanted if one in rows)
    print(found)
    return 0 if found.good() else 1


def _run(
    site: Site,
    missing: list[tuple[str, int]],
    rows: dict[tuple[str, int], dict[str, Any]],
    given: argparse.Namespace,
) -> None:
    begun = time.monotonic()
    rounds = warming.warm(site, site.cast(2))
    first, asked = site.memory(), 0
    mib = max(first.values()) / 1024
    print(
        f"warm after {rounds} rounds ({time.monotonic() - begun:.0f} s): {mib:.0f} MiB", flush=True
    )
    run = uuid.uuid4().hex[:8]
    for number, (part, batch) in enumerate(missing):
        begun = time.monotonic()
        cast = site.cast(min(4, len(missing) - number))
        tally = parts.attack(part, site, cast, seed=given.seed, batch=batch, requests=BATCH)
        memory = site.memory()
        asked += tally.requests
        if set(first) != set(memory):
            first = memory
            tally.faults.append("a web process died")
        growth = max((memory[pid] - first[pid] for pid in first), default=0)
        row = {**tally.row(growth), "run": run, "asked": asked}
        rows[part, batch] = row
        with given.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{part} {batch} ({time.monotonic() - begun:.0f} s): {Sum.of([row])}", flush=True)
        for told in row["told"][: given.told]:
            print(f"  {told}", flush=True)
        if tally.faults:
            log = given.out.with_suffix(".log")
            with log.open("a", encoding="utf-8") as file:
                file.write(f"--- {part} {batch}\n{site.news()[-200_000:]}\n")
        else:
            site.news()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--requests", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("hostile.jsonl"))
    parser.add_argument("--parts", nargs="+", choices=parts.PARTS, default=list(parts.PARTS))
    parser.add_argument("--processes", type=int, default=1, help="of the web server")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--told", type=int, default=5, help="findings printed of each batch")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

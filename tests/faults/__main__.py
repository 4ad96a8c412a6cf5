"""`python -m tests.faults`: every fault on every set-up at full length, as a table.

With `--out FILE` each finished run is appended as a JSON line, and what is there already is
skipped: a long run can be split and taken up again. `--table` prints what the file holds.
"""

from __future__ import annotations

import argparse
import os
import platform
import signal
import subprocess
import sys
import traceback
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.faults.settings"
os.environ.setdefault("DEVELOPMENT", "true")

import django

django.setup()

from tests.faults.faults import ELSEWHERE, FAULTS  # noqa: E402
from tests.faults.house import Houses  # noqa: E402
from tests.faults.processes import ROOT  # noqa: E402
from tests.faults.rows import HEAD, Row, Rows, row_of, summary  # noqa: E402
from tests.faults.run import Fault, Result, run_fault  # noqa: E402
from tests.faults.site import SETUPS, Setup  # noqa: E402


def main() -> int:
    """Run what is asked for; return 1 unless everything came out clean and within its targets."""
    options = _parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leave no process behind
    rows = Rows(options.out)
    if options.list:
        return _list()
    if options.table:
        print(HEAD, *(row.line() for row in rows.latest().values()), sep="\n")
        return _end(list(rows.latest().values()), rows)
    wanted = [fault for fault in FAULTS if _asked_for(fault, options.fault)]
    if not wanted:
        raise SystemExit(f"no fault is called {options.fault}; --list names them")
    commit = _commit()
    print(f"commit {commit}, {platform.machine()}, {os.cpu_count()} cores, {options.jobs} jobs\n")
    print(HEAD, flush=True)
    made: list[Row] = []
    with Houses() as houses:
        for seed in range(options.seed, options.seed + options.seeds):
            for setup in [SETUPS[name] for name in options.setup or SETUPS]:
                for fault in wanted:
                    if setup not in fault.setups or rows.has(
                        (fault.name, setup.name, seed, options.jobs), good=options.again
                    ):
                        continue
                    row = row_of(
                        *(fault, setup, seed, options.jobs, commit),
                        _result(fault, setup, seed, houses, options),
                    )
                    rows.add(row)
                    made.append(row)
                    print(row.line(), flush=True)
                    for line in row.wrong:
                        print(line, file=sys.stderr)
    return _end(made, rows)


def _result(
    fault: Fault, setup: Setup, seed: int, houses: Houses, options: argparse.Namespace
) -> Result | Exception | str:
    lack = fault.lack()
    if lack:
        return lack
    try:
        return _run(fault, setup, seed, houses, options)
    except Exception as error:  # a row like any other: the next fault has a new site
        traceback.print_exc()
        return error


def _run(
    fault: Fault, setup: Setup, seed: int, houses: Houses, options: argparse.Namespace
) -> Result:
    with houses.site(fault, setup) as site:
        return run_fault(
            fault,
            site,
            jobs=options.jobs,
            seed=seed,
            env={"FAULTS_WITHOUT": options.without or ""},
            patience=options.patience or 120 + options.jobs / 5,
        )


def _end(shown: list[Row], rows: Rows) -> int:
    print("\n" + summary(shown, rows.superseded()))
    return 0 if all(row.good for row in shown) else 1


def _list() -> int:
    for fault in FAULTS:
        setups = ", ".join(setup.name for setup in fault.setups)
        print(f"{fault.id:4} {fault.name} ({setups}) {fault.lack()}".rstrip())
    for key, words in ELSEWHERE.items():
        print(f"{key:4} {words}")
    print(f"{len(FAULTS)} faults here, {len(ELSEWHERE)} elsewhere")
    return 0


def _asked_for(fault: Fault, names: list[str] | None) -> bool:
    return not names or fault.name in names or fault.id in names


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1_000, help="jobs a run")
    parser.add_argument("--fault", action="append", metavar="ID OR NAME")
    parser.add_argument("--setup", action="append", choices=sorted(SETUPS))
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument("--patience", type=float, help="seconds to wait for the end of a run")
    parser.add_argument("--out", type=Path, help="file of rows; what it holds is not run again")
    parser.add_argument("--again", action="store_true", help="run what was not good once more")
    parser.add_argument("--table", action="store_true", help="print the rows of --out, and end")
    parser.add_argument("--list", action="store_true", help="name the faults, and end")
    parser.add_argument(
        "--without",
        choices=["fence", "sweeper", "counting", "transaction"],
        help="take a guard away: the table must then not be clean",
    )
    return parser


def _commit() -> str:
    answer = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.faults`: every fault on every set-up at full length, as a table."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.faults import BY_NAME, FAULTS, Fault, run_fault
from tests.faults.processes import ROOT, Rabbit
from tests.faults.site import SETUPS, Site

HEAD = (
    "| fault | set-up | seed | promised | lost | doubled | left | 5xx | attempts | settled (s) |"
    " what happened |"
)


def main() -> int:
    """Run what is asked for; return 1 unless everything came out clean."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1_000, help="jobs a run")
    parser.add_argument("--fault", action="append", choices=sorted(BY_NAME))
    parser.add_argument("--setup", action="append", choices=sorted(SETUPS))
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument("--patience", type=float, help="seconds to wait for the end of a run")
    parser.add_argument(
        "--without",
        choices=["fence", "sweeper", "counting", "transaction"],
        help="take a guard away: the table must then not be clean",
    )
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if not options.fault or fault.name in options.fault]
    wanted = [SETUPS[name] for name in options.setup or SETUPS]
    print(
        f"commit {_commit()}, {platform.machine()}, {_cores()} cores, {options.jobs} jobs a run\n"
    )
    print(HEAD)
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|", flush=True)
    clean = True
    with tempfile.TemporaryDirectory(prefix="istaka-rabbit-") as folder:
        rabbit = Rabbit(Path(folder))
        try:
            if any(setup.broker == "own" for setup in wanted):
                rabbit.start()
            for setup in wanted:
                with Site(setup, rabbit=rabbit) as site:
                    for seed in range(options.seed, options.seed + options.seeds):
                        for fault in faults:
                            if setup in fault.setups:
                                clean &= _row(fault, site, seed, options)
        finally:
            rabbit.kill()
    print(f"\n{'Nothing lost, nothing twice.' if clean else 'NOT CLEAN.'}")
    return 0 if clean else 1


def _row(fault: Fault, site: Site, seed: int, options: argparse.Namespace) -> bool:
    started = time.monotonic()
    verdict, run, settled = run_fault(
        fault,
        site,
        jobs=options.jobs,
        seed=seed,
        env={"FAULTS_WITHOUT": options.without or ""},
        patience=options.patience or 120 + options.jobs / 5,
    )
    happened = ", ".join(f"{count} {name}" for name, count in run.notes.items())
    print(
        f"| {fault.name} | {site.setup.name} | {seed} | {verdict.promised} | {verdict.lost}"
        f" | {verdict.doubled} | {verdict.unfinished} | {verdict.server_errors}"
        f" | {verdict.attempts} | {settled:.1f} | {happened or '-'}"
        f"{'' if verdict.clean else ' **NOT CLEAN**'} |",
        flush=True,
    )
    for line in verdict.wrong[:20]:
        print(line, file=sys.stderr)
    print(f"{fault.name}, {site.setup.name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    return verdict.clean


def _commit() -> str:
    answer = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or "unknown"


def _cores() -> int:

    return os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())

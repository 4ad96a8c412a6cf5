"""The site under load: `python -m benchmarks.load L1 … L9 | capacity | all [options]`.

    --seconds N   how long, where the scenario is one of so long
    --rate R      requests a second; for L3 the capacity, where it is known
    --scale S     how much of the data set, 1.0 is 20,000 users
    --out FILE    where rows are appended; `all` goes on after those of this commit
    --quick       `all` in 25 minutes: L1 and L7 for four of them, without the capacity

Each prints its tables and one line of figures at the end; 1 where a target is missed.
docs/load.md says what is asked of each.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.load import key
from benchmarks.load.options import Options
from benchmarks.measure import where

if TYPE_CHECKING:
    from benchmarks.load.results import Result

SCENARIOS: Final = {
    "L1": "steady:steady",
    "L2": "steady:with_set",
    "L3": "overload:overload",
    "L4": "logins:class_login",
    "L5": "midnight:midnight",
    "L6": "queue:queue",
    "L7": "soak:soak",
    "L8": "abuse:abuse",
    "L9": "health:health",
    "capacity": "overload:capacity",
}
QUICK: Final = {"L1": 240.0, "L7": 240.0}


def main() -> int:
    """Run one scenario, or each in a process of its own."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.load", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("scenario", choices=[*SCENARIOS, "all"])
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--port", type=int, default=Options.port)
    parser.add_argument("--out", type=Path, default=Options.out)
    parser.add_argument("--quick", action="store_true")
    asked = vars(parser.parse_args())
    scenario, quick = asked.pop("scenario"), asked.pop("quick")
    options = Options(**asked)
    if scenario == "all":
        return _all(options, quick=quick)
    from benchmarks.load import results

    result = run(scenario, options)
    print(where())
    for part in result.tables:
        print(f"\n{part}\n")
    kept = {name: str(value) for name, value in asdict(options).items()}
    results.keep(result, options.out, kept)
    print(result.summary)
    return int(bool(result.missed))


def run(scenario: str, options: Options) -> Result:
    """Run a scenario here."""

    module, _, name = SCENARIOS[scenario].partition(":")
    key.environment("postgres://unused")  # the settings of the crowd's own process
    import django

    django.setup()
    act: Callable[[Options], Result] = getattr(
        import_module(f"benchmarks.load.scenarios.{module}"), name
    )
    return act(options)


def _all(options: Options, *, quick: bool) -> int:
    """Every scenario that has no row at this commit yet."""
    from benchmarks.load import results

    known, failed = results.done(options.out), []
    wanted = [one for one in SCENARIOS if not (quick and one == "capacity")]
    for scenario in wanted:
        if scenario in known:
            print(f"{scenario}: has its row at {results.commit()}", flush=True)
            continue
        own = replace(options, seconds=QUICK.get(scenario, 0.0) if quick else options.seconds)
        command = [sys.executable, "-m", "benchmarks.load", scenario]
        for name, value in asdict(own).items():
            command += [f"--{name}", str(value)]
        if subprocess.run(command, check=False).returncode:
            failed.append(scenario)
    print(f"load: {len(wanted) - len(failed)} of {len(wanted)} met; missed: {failed or 'none'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())

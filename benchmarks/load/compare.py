"""Two states of the site beside each other: what a change brings, whatever else the machine does.

    python -m benchmarks.load.compare [--before REVISION] [--was NAME=VALUE] [--is NAME=VALUE]
        [--rate R] [--seconds N] [--scale S]

Two web servers on one database, each with a crowd of its own that does the same things in the same
seconds: one of the revision `--before` (default: the tree as it is) with the variables `--was`, one
of the tree as it is with those of `--is`. Printed are processor time a request and percentiles of
both, and the ratio. The last line is the ratio of processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.load import key
from benchmarks.load.options import Options
from benchmarks.load.server import ROOT, Server
from benchmarks.measure import table, where


def main() -> int:
    """Print both and the ratio."""
    parser = argparse.ArgumentParser(prog="benchmarks.load.compare", description=__doc__)
    parser.add_argument("--before", default="")
    parser.add_argument("--was", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--is", action="append", default=[], dest="now", metavar="NAME=VALUE")
    parser.add_argument("--rate", type=float, default=15.0, help="of each")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--port", type=int, default=Options.port)
    asked = parser.parse_args()
    options = Options(scale=asked.scale, port=asked.port)
    key.environment("postgres://unused")
    import django

    django.setup()
    with ExitStack() as stack:
        root = ROOT
        if asked.before:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-load-")))
            _check_out(asked.before, root)
        after = options.server(**_pairs(asked.now))
        stack.enter_context(after)
        before = Server(seed=options.seed, scale=options.scale, port=options.port + 1, root=root)
        before.environ = _pairs(asked.was)
        stack.enter_context(before.beside(after))
        rows, ratio = asyncio.run(_both(before, after, options, asked.rate, asked.seconds))
    print(where())
    print(table(["", "requests", "CPU ms a request", "p50 ms", "p95", "p99", "errors"], rows))
    print(f"after / before: {ratio:.3f} of the processor time a request")
    return 0


def _pairs(given: list[str]) -> dict[str, str]:
    return dict(one.split("=", 1) for one in given)


def _check_out(revision: str, folder: Path) -> None:
    """The files of a revision, in a folder."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision], check=True, capture_output=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)


async def _both(
    before: Server, after: Server, options: Options, rate: float, seconds: float
) -> tuple[list[list[str]], float]:
    from benchmarks.load.crowd import Crowd
    from benchmarks.load.pace import Pace, percentile
    from benchmarks.load.results import errors, latencies
    from benchmarks.load.runs import Run, go_first
    from benchmarks.load.samples import usage

    async with Pace(before.address) as one, Pace(after.address) as other:
        runs = [
            Run(server, pace, Crowd(options.plan(), url=after.url, part=part))
            for part, (server, pace) in enumerate(((before, one), (after, other)))
        ]
        go_first()
        await asyncio.gather(*(run.warm(rate) for run in runs))
        begun = [usage([run.server.pid])[1] for run in runs]
        found = await asyncio.gather(*(run.at(rate, seconds) for run in runs))
        cpu = [usage([run.server.pid])[1] - start for run, start in zip(runs, begun, strict=True)]
    costs = [used / len(samples) * 1e3 for used, samples in zip(cpu, found, strict=True)]
    rows = []
    for name, cost, samples in zip(("before", "after"), costs, found, strict=True):
        own = latencies(samples)
        marks = [f"{percentile(own, share) * 1e3:.0f}" for share in (0.5, 0.95, 0.99)]
        bad = sum(errors(samples).values()) + sum(one.shed for one in samples)
        rows.append([name, str(len(samples)), f"{cost:.1f}", *marks, str(bad)])
    middle = [percentile(latencies(samples), 0.5) for samples in found]
    high = [percentile(latencies(samples), 0.95) for samples in found]
    rows.append(
        [
            "ratio",
            "",
            f"{costs[1] / costs[0]:.2f}",
            f"{middle[1] / middle[0]:.2f}",
            f"{high[1] / high[0]:.2f}",
            "",
            "",
        ]
    )
    return rows, costs[1] / costs[0]


if __name__ == "__main__":
    sys.exit(main())

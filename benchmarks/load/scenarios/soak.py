"""L7: hours at a moderate rate, with faults now and then. Nothing grows, nothing is lost.

Every half minute one of these happens, in turn: the worker is killed with all that it forked and
started anew, as a supervisor does; every idle connection of the web server is ended by the
database; a set is ordered. Every answer that was acknowledged must stand in the database at the
end, and every set must be whole.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Final

from benchmarks.load.crowd import Crowd
from benchmarks.load.options import Options
from benchmarks.load.pace import Pace, Sample, percentile
from benchmarks.load.results import Result, describe, errors, latencies
from benchmarks.load.runs import Run, go_first
from benchmarks.load.samples import Second
from benchmarks.load.scenarios.steady import LEFT, order
from benchmarks.load.server import Server

RATE: Final = 40.0
SECONDS: Final = 7_200.0
FAULT_EVERY: Final = 30.0
RSS, DRIFT = 5.0, 10.0  # per cent
PUZZLES: Final = 20  # of each set
END: Final = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname ="
    " current_database() AND state = 'idle' AND application_name = '' AND pid <> pg_backend_pid()"
    " AND query NOT LIKE '%%pg_stat_activity%%'"
)
ANSWERED: Final = "SELECT count(*) FROM puzzles_attempt WHERE answered_at IS NOT NULL"
SETS: Final = (
    "SELECT count(*) FROM puzzles_puzzleset s WHERE s.job_id IS NOT NULL AND"
    " (SELECT count(*) FROM puzzles_setitem i WHERE i.set_id = s.id) < s.count"
)


def soak(options: Options) -> Result:
    """L7."""
    result = Result("L7")
    with options.server() as server:
        server.start_worker()
        asyncio.run(_soak(server, options, result))
    return result


async def _soak(server: Server, options: Options, result: Result) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    rate, seconds = options.rate or RATE, options.seconds or SECONDS
    async with Pace(server.address) as pace:
        go_first()
        run = Run(server, pace, crowd)
        await run.warm()
        before = await asyncio.to_thread(server.rows, ANSWERED)
        known = run.flows.acknowledged
        async with run.watch(result.scenario) as watch:
            faults = asyncio.create_task(_faults(run, watch.workers, seconds))
            samples = await run.at(rate, seconds)
            ordered = await faults
        describe(result, samples, watch, seconds)
        left = await _settled(server)
    after = await asyncio.to_thread(server.rows, ANSWERED)
    lost = run.flows.acknowledged - known - (int(str(after[0][0])) - int(str(before[0][0])))
    own = latencies(samples)
    result.figures["p95"] = f"{percentile(own, 0.95) * 1e3:.0f} ms"
    result.figures["sets ordered"] = ordered
    result.ask("errors", sum(errors(samples).values()) + sum(one.shed for one in samples), 0)
    result.ask("answers lost", lost, 0)
    result.ask("jobs left", left, 0)
    result.ask("sets not whole", int(str(server.rows(SETS)[0][0])), 0)
    result.ask("memory grew", _growth(watch.seconds), RSS, " %")
    result.ask("p95 drifted", _drift(samples), DRIFT, " %")
    most = max(one.connections for one in watch.seconds)
    result.ask("connections", most, 2 * 8 + 2 * 4 + 4)


async def _faults(run: Run, workers: list[int], seconds: float) -> int:
    """One every half minute, none in the last; how many sets were ordered."""
    begin, number, ordered = time.monotonic(), 0, 0
    while time.monotonic() - begin + 2 * FAULT_EVERY < seconds:
        await asyncio.sleep(FAULT_EVERY)
        kind = number % 3
        number += 1
        if kind == 0:
            await order(run, PUZZLES)
            ordered += 1
        elif kind == 1:
            await asyncio.to_thread(run.server.kill_worker)
            workers[:] = [run.server.start_worker().pid]
        else:
            await asyncio.to_thread(run.server.rows, END)
    return ordered


async def _settled(server: Server, patience: float = 60.0) -> int:
    """Wait for the end of all jobs; how many are left."""
    end = time.monotonic() + patience
    while True:
        left = int(str((await asyncio.to_thread(server.rows, LEFT))[0][0]))
        if not left or time.monotonic() > end:
            return left
        await asyncio.sleep(0.5)


def _growth(seconds: list[Second]) -> float:
    """How much more memory the web server has in the last fifth than in the second, in per cent."""
    fifth = max(1, len(seconds) // 5)
    early = statistics.median(one.web_rss for one in seconds[fifth : 2 * fifth])
    late = statistics.median(one.web_rss for one in seconds[-fifth:])
    return (late / early - 1) * 100


def _drift(samples: list[Sample]) -> float:
    """How much slower the last third is than the first, at p95, in per cent."""
    third = len(samples) // 3
    early = percentile(latencies(samples[:third]), 0.95)
    late = percentile(latencies(samples[-third:]), 0.95)
    return (late / early - 1) * 100 if early else 0.0

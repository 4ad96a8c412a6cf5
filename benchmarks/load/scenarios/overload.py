"""The capacity, by a ramp; and L3: three times as much, which may be refused but breaks nothing."""

from __future__ import annotations

import asyncio
from typing import Final

from benchmarks.load.crowd import Crowd
from benchmarks.load.options import Options
from benchmarks.load.pace import Pace, Sample, percentile
from benchmarks.load.results import Result, describe, errors, latencies
from benchmarks.load.runs import Run, go_first
from benchmarks.load.scenarios.steady import P95
from benchmarks.load.server import Server
from benchmarks.measure import table

STEP: Final = 15.0  # seconds at each rate
RAMP: Final = (20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160)
BACK: Final = 10.0  # seconds after which it answers as before
CALM: Final = 20.0  # seconds that are looked at afterwards
WINDOW: Final = 2.0


def capacity(options: Options) -> Result:
    """The rate up to which p95 holds L1's target, without an error."""
    result = Result("capacity")
    with options.server() as server:
        server.start_worker()
        asyncio.run(_capacity(server, options, result))
    return result


async def _capacity(server: Server, options: Options, result: Result) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    async with Pace(server.address) as pace:
        go_first()
        run = Run(server, pace, crowd)
        await run.warm()
        async with run.watch(result.scenario) as watch:
            found, rows, last = await ramp(run, options.seconds or STEP)
        result.tables.append(table(["rate", "p50 ms", "p95", "p99", "errors", "shed"], rows))
        describe(result, last, watch, options.seconds or STEP)
        result.figures["web CPU"] = f"{watch.web_cpu / len(pace.samples) * 1e3:.1f} ms a request"
    result.figures["capacity"] = f"{found} requests a second"
    result.must("a first step holds", holds=found > 0)


async def ramp(run: Run, seconds: float) -> tuple[int, list[list[str]], list[Sample]]:
    """Go up until p95 leaves the target twice; the last rate that held it, the steps, the last."""
    found, missed, rows = 0, 0, []
    kept: list[Sample] = []
    for rate in RAMP:
        samples = await run.at(rate, seconds)
        own = latencies(samples)
        bad = sum(errors(samples).values())
        shed = sum(one.shed for one in samples)
        marks = [f"{percentile(own, share) * 1e3:.0f}" for share in (0.5, 0.95, 0.99)]
        rows.append([str(rate), *marks, str(bad), str(shed)])
        holds = percentile(own, 0.95) <= P95 and not bad and not shed
        if holds:
            found, kept = rate, samples
        missed = 0 if holds else missed + 1
        if missed == 2 or percentile(own, 0.5) > 1.0:
            break
        await asyncio.sleep(1)
    return found, rows, kept or samples


def overload(options: Options) -> Result:
    """L3: three times the capacity for a minute. `rate` is the capacity where it is known."""
    result = Result("L3")
    with options.server() as server:
        server.start_worker()
        asyncio.run(_overload(server, options, result))
        alive = server.web is not None and server.web.poll() is None
        log = (server.logs / "web.txt").read_text(errors="replace")
        crashed = "WORKER TIMEOUT" in log or "was sent SIG" in log
        result.must("no process died", holds=alive and not crashed)
    return result


async def _overload(server: Server, options: Options, result: Result) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    seconds = options.seconds or 60.0
    async with Pace(server.address) as pace:
        go_first()
        run = Run(server, pace, crowd)
        await run.warm()
        known = options.rate or float((await ramp(run, 8.0))[0]) or 20.0
        calm = 0.6 * known
        async with run.watch(result.scenario) as watch:
            before = await run.at(calm, 10)
            flood = asyncio.create_task(run.at(3 * known, seconds))
            samples = await flood
            after = await run.at(calm, CALM)
        describe(result, samples, watch, seconds)
    shed = [one for one in samples if one.shed]
    result.figures["capacity"] = f"{known:.0f} a second"
    result.figures["shed"] = f"{len(shed)} of {len(samples)}"
    result.figures["told so p95"] = (
        f"{percentile([one.latency for one in shed], 0.95) * 1e3:.0f} ms"
    )
    result.figures["served p95"] = f"{percentile(latencies(samples), 0.95) * 1e3:.0f} ms"
    result.figures["p95 before"] = f"{percentile(latencies(before), 0.95) * 1e3:.0f} ms"
    result.ask("errors that are no 503 with Retry-After", sum(errors(samples).values()), 0)
    most = max(P95, 1.5 * percentile(latencies(before), 0.95))
    result.ask("back after", _back(after, most), BACK, " s")


def _back(samples: list[Sample], most: float) -> float:
    """After how many seconds p95 of every window holds what it held before."""
    if not samples:
        return CALM
    first = min(one.at for one in samples)
    back = 0.0
    for number in range(int(CALM / WINDOW)):
        start = first + number * WINDOW
        some = [one for one in samples if start <= one.at < start + WINDOW]
        own = latencies(some)
        if percentile(own, 0.95) > most or any(one.shed or one.error for one in some):
            back = (number + 1) * WINDOW
    return back

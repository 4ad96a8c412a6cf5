"""L1: the mix at a steady rate. L2: the same while a set of a thousand is made."""

from __future__ import annotations

import asyncio
import time
import uuid

from benchmarks.load.crowd import CSRF, SESSION, Crowd
from benchmarks.load.options import Options
from benchmarks.load.pace import Pace, percentile
from benchmarks.load.results import Result, describe, errors, latencies
from benchmarks.load.runs import Run, go_first
from benchmarks.load.scenarios.queue import drain
from benchmarks.load.server import Server

P95, P99 = 0.150, 0.400
P95_WITH_SET = 0.300
STALL = 5.0  # seconds without progress


def steady(options: Options) -> Result:
    """L1: 80 requests a second for ten minutes."""
    result = Result("L1")
    rate, seconds = options.rate or 80.0, options.seconds or 600.0
    with options.server() as server:
        server.start_worker()
        asyncio.run(_steady(server, options, result, rate, seconds))
    return result


async def _steady(
    server: Server, options: Options, result: Result, rate: float, seconds: float
) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    async with Pace(server.address) as pace:
        go_first()
        run = Run(server, pace, crowd)
        await run.warm()
        async with run.watch(result.scenario) as watch:
            samples = await run.at(rate, seconds)
        describe(result, samples, watch, seconds)
    own = latencies(samples)
    result.ask("p95", percentile(own, 0.95) * 1e3, P95 * 1e3, " ms")
    result.ask("p99", percentile(own, 0.99) * 1e3, P99 * 1e3, " ms")
    result.ask("errors", sum(errors(samples).values()) + sum(one.shed for one in samples), 0)


def with_set(options: Options) -> Result:
    """L2: 50 requests a second while a worker under nice 15 makes a set of a thousand."""
    result = Result("L2")
    rate = options.rate or 50.0
    with options.server() as server:
        server.start_worker()
        drain(server, 1, 120.0)  # until the worker is up
        asyncio.run(_with_set(server, options, result, rate))
    return result


async def _with_set(server: Server, options: Options, result: Result, rate: float) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    most = options.seconds or 300.0
    async with Pace(server.address) as pace:
        go_first()
        run = Run(server, pace, crowd)
        await run.warm()
        async with run.watch(result.scenario) as watch:
            await order(run, 1_000)
            begin = time.perf_counter()
            progress = asyncio.create_task(_progress(server, begin, most))
            samples = []
            while not progress.done():
                samples += await run.at(rate, 10)
            stall, finished, made = await progress
            took = time.perf_counter() - begin
        describe(result, samples, watch, took)
    own = latencies(samples)
    result.ask("p95", percentile(own, 0.95) * 1e3, P95_WITH_SET * 1e3, " ms")
    result.ask("errors", sum(errors(samples).values()) + sum(one.shed for one in samples), 0)
    result.ask("progress stood still", stall, STALL, " s")
    result.figures["puzzles made"] = made
    result.figures["set"] = (
        f"whole after {took:.0f} s" if finished else f"unfinished at {took:.0f} s"
    )


async def order(run: Run, count: int, kinds: tuple[str, ...] = ("outs", "lay-off")) -> None:
    """Let an account order a set, by its form."""
    browser = run.crowd.account()
    browser.cookies[SESSION] = browser.person.session
    form = [
        ("csrfmiddlewaretoken", browser.cookies[CSRF]),
        ("rules", "101-guide"),
        ("count", str(count)),
        ("seed", f"load{uuid.uuid4().hex[:12]}"),
        ("key", str(uuid.uuid4())),
        *(("kinds", kind) for kind in kinds),
    ]
    headers = browser.headers(form=True)
    await run.pace.ask("POST", "/puzzles/sets/", headers, form=form, expect=(302, 303))


DONE = "SELECT coalesce(sum(progress_done), 0) FROM jobs_job WHERE kind = 'generate.set-chunk'"
LEFT = "SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running', 'waiting')"


async def _progress(server: Server, begin: float, most: float) -> tuple[float, bool, int]:
    """Watch the set grow: the longest stand, whether it was finished, and how many were made."""
    known, moved, stall = -1, begin, 0.0
    while True:
        now = time.perf_counter()
        done = int(str(server.rows(DONE)[0][0]))
        left = int(str(server.rows(LEFT)[0][0]))
        if done != known:
            known, moved = done, now
        stall = max(stall, now - moved)
        if not left or now > begin + most:
            return stall, not left, done
        await asyncio.sleep(0.5)

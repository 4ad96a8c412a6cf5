"""L5: five hundred clients on the daily page while the day changes.

The site's clock is set so that its midnight comes in the middle of the run. The hand of the new day
under the most played rule set is missing: the site has to make it while everybody asks.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable
from typing import Final

from accounts import clock
from benchmarks.load.crowd import FORM, Browser, Crowd
from benchmarks.load.options import Options
from benchmarks.load.pace import Pace, Wrong, percentile
from benchmarks.load.results import Result, describe, errors, latencies
from benchmarks.load.runs import Run, go_first
from benchmarks.load.server import Server

CLIENTS: Final = 500
RATE: Final = 50.0  # each asks every ten seconds
BEFORE: Final = 22.0  # seconds from the start of the crowd to midnight
P95: Final = 0.5
RULES: Final = "101-guide"
ROUGHLY: Final = 0.05  # seconds by which clocks of two processes are read apart

HANDS = """
SELECT d.date, d.puzzle_id::text FROM puzzles_daily d WHERE d.rules = %s AND d.date IN (%s, %s)
"""
GONE = "DELETE FROM puzzles_daily WHERE rules = %s AND date = %s"
INSERTED = "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'puzzles_puzzle'"


class Days:
    """What was shown when: the hand of the day before and that of the day after."""

    def __init__(self, crowd: Crowd, pace: Pace, midnight: float) -> None:
        self.crowd, self.pace, self.midnight = crowd, pace, midnight
        self.shown: list[tuple[float, float, str]] = []
        some = [crowd.browsers[at % len(crowd.browsers)] for at in range(CLIENTS)]
        self.clients = [crowd.stranger(one.person) for one in some]
        for browser, one in zip(self.clients, some, strict=True):
            browser.cookies |= one.cookies
        self.turn = 0

    def choose(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        """The next client looks."""
        browser = self.clients[self.turn % CLIENTS]
        self.turn += 1
        return "daily", lambda: self._look(browser)

    async def _look(self, browser: Browser) -> None:
        sent = time.time()
        path = f"/puzzles/daily/?rules={RULES}"
        answer = await self.pace.ask("GET", path, browser.headers(), has="</html>")
        browser.keep(answer.cookies)
        found = FORM.search(answer.text)
        if found is None:
            raise Wrong("no hand")
        puzzle = found.group(0).split("/")[2]
        self.shown.append((sent - self.midnight, time.time() - self.midnight, puzzle))

    def wrong(self, before: str, after: str) -> int:
        """How many saw a hand that was not that of their moment."""
        count = 0
        for sent, back, puzzle in self.shown:
            may = set()
            if sent <= ROUGHLY:
                may.add(before)
            if back >= -ROUGHLY:
                may.add(after)
            count += puzzle not in may
        return count


def midnight(options: Options) -> Result:
    """L5."""
    result = Result("L5")
    now = dt.datetime.now(dt.UTC)
    day = now.astimezone(clock.DAY_ZONE).date()
    # The hands that the data set has begin with its own day: midnight after this one.
    border = clock.day_start(day + dt.timedelta(days=1))
    with options.server() as server:
        began = time.monotonic()
        server.stop_web()
        server.start_web()
        server.stop_web()
        takes = time.monotonic() - began  # a start takes long where others work beside us
        real = time.time() + takes + BEFORE
        server.environ["LOAD_CLOCK"] = str(border.timestamp() - real)
        server.start_web()
        server.rows(GONE + " RETURNING 1", RULES, day + dt.timedelta(days=1))
        asyncio.run(_midnight(server, options, result, real, day))
    return result


async def _midnight(
    server: Server, options: Options, result: Result, real: float, day: dt.date
) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    rate = options.rate or RATE
    async with Pace(server.address) as pace:
        go_first()
        run, days = Run(server, pace, crowd), Days(crowd, pace, real)
        await pace.at_rate(rate / 2, max(1.0, real - time.time() - 12), days.choose)
        if real - time.time() < 3:
            raise RuntimeError("midnight came before the crowd was there: the machine is too busy")
        days.shown.clear()
        made = int(str(server.rows(INSERTED)[0][0]))
        seconds = 2 * max(5.0, real - time.time())
        async with run.watch(result.scenario) as watch:
            samples = await pace.at_rate(rate, seconds, days.choose)
        describe(result, samples, watch, seconds)
    await asyncio.sleep(1.5)  # the database counts rows a moment later
    made = int(str(server.rows(INSERTED)[0][0])) - made
    found = server.rows(HANDS, RULES, day, day + dt.timedelta(days=1))
    hands = {row[0]: row[1] for row in found}
    after = str(hands.get(day + dt.timedelta(days=1), ""))
    own = latencies(samples)
    result.ask("p95", percentile(own, 0.95) * 1e3, P95 * 1e3, " ms")
    result.ask("errors", sum(errors(samples).values()) + sum(one.shed for one in samples), 0)
    result.ask("hands that were not of their moment", days.wrong(str(hands.get(day)), after), 0)
    result.figures["saw the new day"] = sum(puzzle == after for _, _, puzzle in days.shown)
    result.must("the new day has a hand", holds=bool(after))
    result.ask("hands written for the new day", made, 1)

"""L8: one client sends the worst legal hands and orders sets, fifty times a second.

Everybody else does what they do, first without that client, then beside it.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from benchmarks.load.crowd import CSRF, SESSION, Crowd
from benchmarks.load.options import Options
from benchmarks.load.pace import Pace, Sample, percentile
from benchmarks.load.results import Result, describe, errors, latencies
from benchmarks.load.runs import Run, go_first
from benchmarks.load.server import Server
from benchmarks.measure import ROOT, table

RATE, ABUSE = 30.0, 50.0
SECONDS: Final = 40.0  # of each half
TIMES: Final = 2.0
LIST: Final = 100  # hands in one call of the API: the most there may be
OPEN: Final = (200, 303, 400, 409, 429)  # whatever the site says to them, short of a fault


class Abuser:
    """One account with much time."""

    def __init__(self, crowd: Crowd, pace: Pace) -> None:
        self.pace = pace
        self.browser = crowd.account()
        self.browser.cookies[SESSION] = self.browser.person.session
        lines = (ROOT / "benchmarks" / "worst_hands.jsonl").read_text().splitlines()
        self.hands = [json.loads(line) for line in lines]
        self.said: Counter[str] = Counter()
        self.turn = 0

    def choose(self) -> tuple[str, Callable[[], Awaitable[None]]]:
        """Advice on a hundred hands; the referee with the draws of one; a set of a thousand."""
        self.turn += 1
        kind = (self.api, self.referee, self.api, self.order)[self.turn % 4]
        return "abuse", kind

    async def api(self) -> None:
        """Ask the API about as many hands as one call may have."""
        some = [self.hands[(self.turn + at) % len(self.hands)] for at in range(LIST)]
        body = [
            {"rules": "101-guide", "hand": one["hand"], "indicator": one["indicator"]}
            for one in some
        ]
        headers = self.browser.headers() | {
            "X-CSRFToken": self.browser.cookies[CSRF],
            "Referer": "https://127.0.0.1/",
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        data = json.dumps(body).encode()
        answer = await self.pace.ask("POST", "/api/v1/advise/", headers, raw=data, expect=OPEN)
        self.said[f"API {answer.status}"] += 1

    async def referee(self) -> None:
        """Ask the referee's page about one of them."""
        one = self.hands[self.turn % len(self.hands)]
        tiles = one["hand"].replace(" ", "+")
        path = f"/referee/?rules=101-guide&indicator={one['indicator']}&hand={tiles}"
        answer = await self.pace.ask("GET", path, self.browser.headers(), expect=OPEN)
        self.said[f"referee {answer.status}"] += 1

    async def order(self) -> None:
        """Order as large a set as there may be."""
        form = [
            ("csrfmiddlewaretoken", self.browser.cookies[CSRF]),
            ("rules", "101-guide"),
            ("count", "1000"),
            ("seed", f"abuse{self.turn}"),
            ("key", str(uuid.uuid4())),
            ("kinds", "best-discard"),
        ]
        headers = self.browser.headers(form=True)
        answer = await self.pace.ask("POST", "/puzzles/sets/", headers, form=form, expect=OPEN)
        self.said[f"set {answer.status}"] += 1


def abuse(options: Options) -> Result:
    """L8."""
    result = Result("L8")
    with options.server() as server:
        server.start_worker()
        asyncio.run(_abuse(server, options, result))
    return result


async def _abuse(server: Server, options: Options, result: Result) -> None:
    crowd = Crowd(options.plan(), url=server.url)
    rate, seconds = options.rate or RATE, options.seconds or SECONDS
    async with Pace(server.address) as pace:
        go_first()
        run, abuser = Run(server, pace, crowd), Abuser(crowd, pace)
        await run.warm()
        alone = [one for one in await run.at(rate, seconds) if one.flow != "abuse"]
        async with run.watch(result.scenario) as watch:
            first = len(pace.samples)
            others = asyncio.create_task(run.at(rate, seconds))
            await pace.at_rate(ABUSE, seconds, abuser.choose)
            await others
            samples = [one for one in pace.samples[first:] if one.flow != "abuse"]
            theirs = [one for one in pace.samples[first:] if one.flow == "abuse"]
        describe(result, samples, watch, seconds)
    result.tables.append(_by_second(samples))
    calm, beside = (percentile(latencies(one), 0.95) for one in (alone, samples))
    result.figures["p95 alone"] = f"{calm * 1e3:.0f} ms"
    result.figures["p95 beside"] = f"{beside * 1e3:.0f} ms"
    result.figures["the abuser was told"] = ", ".join(
        f"{count} × {what}" for what, count in abuser.said.most_common()
    )
    result.ask("times the others' p95", beside / calm if calm else 99, TIMES)
    refused = sum(one.shed for one in samples)
    result.ask("errors of the others", sum(errors(samples).values()) + refused, 0)
    result.ask("faults by the abuser", sum(errors(theirs).values()), 0)


def _by_second(samples: list[Sample]) -> str:
    """How the others fared, five seconds by five seconds: the limits' windows show."""
    first = min(one.at for one in samples)
    rows = []
    for start in range(0, int(SECONDS), 5):
        own = latencies(one for one in samples if start <= one.at - first < start + 5)
        marks = [f"{percentile(own, share) * 1e3:.0f}" for share in (0.5, 0.95, 1.0)]
        rows.append([f"{start} to {start + 5}", *marks])
    return table(["seconds", "p50 ms", "p95", "max"], rows)

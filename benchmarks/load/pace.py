"""Requests at a fixed rate, whatever becomes of those before: an open loop.

A moment is fixed for each request beforehand. It is sent then, and its latency counts from then, so
that a server which stands still is seen in every request that fell due meanwhile. The generator's
own delay in sending is kept beside it: where that is large, the latencies are the generator's.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

TIMEOUT: Final = 30.0  # seconds after which a request counts as failed
KEPT: Final = 2.5  # seconds that a connection is kept; below gunicorn's own, so that none is lost


@dataclass(slots=True)
class Sample:
    """One request. `at` and `latency` in seconds, from its moment; `lag`: how late it was sent."""

    flow: str
    at: float
    latency: float
    lag: float
    error: str = ""
    shed: bool = False  # refused on purpose: 503 with Retry-After


@dataclass(slots=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Any
    cookies: Any


class Wrong(Exception):  # noqa: N818 - states a fact
    """An answer that is not what it should be."""


class Shed(Exception):  # noqa: N818 - states a fact
    """Refused on purpose."""


@dataclass
class Pace:
    """A run: its samples, and the connections that it keeps."""

    base: str
    samples: list[Sample] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    async def __aenter__(self) -> Pace:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT)
        self.http = aiohttp.ClientSession(
            base_url=self.base,
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            auto_decompress=True,
        )
        self.begin = time.perf_counter()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

    async def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        *,
        form: Any = None,
        raw: bytes | None = None,
        expect: tuple[int, ...] = (200,),
        has: str = "",
    ) -> Answer:
        """One request. Raise `Wrong` for another status, or without the words it should have."""
        sent = {"Host": "127.0.0.1", "Accept": "text/html", **headers}
        data = aiohttp.FormData(form) if form is not None else raw
        async with self.http.request(
            method, path, headers=sent, data=data, allow_redirects=False
        ) as answer:
            text = await answer.text()
            if answer.status == 503 and "Retry-After" in answer.headers:
                raise Shed
            if answer.status not in expect:
                raise Wrong(f"{answer.status} {_told(text)}".strip())
            if has and has not in text:
                raise Wrong(f"without {has!r}")
            return Answer(answer.status, text, answer.headers, answer.cookies)

    async def at_rate(
        self,
        rate: float,
        seconds: float,
        choose: Callable[[], tuple[str, Callable[[], Awaitable[None]]]],
    ) -> list[Sample]:
        """Send `rate` requests a second for so long; the samples of these, once all are back."""
        loop = asyncio.get_running_loop()
        start, number, tasks = loop.time() + 0.05, 0, set()
        first = len(self.samples)
        while number < rate * seconds:
            due = start + number / rate
            wait = due - loop.time()
            if wait > 0.001:
                await asyncio.sleep(wait)
            flow, act = choose()
            task = loop.create_task(self._timed(flow, act, due))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            number += 1
        while tasks:
            await asyncio.wait(set(tasks), timeout=TIMEOUT)
        return self.samples[first:]

    async def _timed(self, flow: str, act: Callable[[], Awaitable[None]], due: float) -> None:
        loop = asyncio.get_running_loop()
        lag, error, shed = loop.time() - due, "", False
        try:
            await act()
        except Wrong as wrong:
            error = str(wrong)
        except Shed:
            shed = True
        except (aiohttp.ClientError, TimeoutError, OSError) as failed:
            error = type(failed).__name__
        latency = loop.time() - due
        at = time.perf_counter() - self.begin - latency
        self.samples.append(Sample(flow, at, latency, max(0.0, lag), error, shed))


def _told(text: str) -> str:
    """What a part of a page says is wrong, in short; whole pages and JSON are too long to tell."""
    if len(text) > 2_000:
        return ""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())[:80]


def percentile(values: list[float], share: float) -> float:
    """The value below which so much of them lies; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

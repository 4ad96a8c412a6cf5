"""Somebody who asks for jobs over HTTP, repeats what failed, and keeps a ledger of promises."""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from tests.faults.site import Site

PATIENCE = 120.0  # seconds in which a request must be taken at last
PAUSE = 0.3  # seconds before it is sent again
# Nobody there, none in time, or the server was killed in the middle of its answer.
SILENCE = (OSError, HTTPException, ValueError)


@dataclass(frozen=True)
class Workload:
    """What is asked for. A further room adds its own: a kind, its arguments, what counts as effect.

    `effects` is a query for the ids of the jobs whose effect is there, one row an effect. `cost` is
    for how many jobs one request counts; `busy` the kind that does the work, where it is another.
    """

    name: str
    kind: str
    args: Callable[[int], dict[str, Any]]
    effects: str = "SELECT job_id FROM faults_effect"
    cost: int = 1
    busy: str = ""

    def ask(self, client: Client, number: int) -> uuid.UUID:
        """Have the client ask for one; return the job that was promised."""
        return client.ask(self.kind, self.args(number))

    def look(self, site: Site) -> list[str]:
        """Look closer at what was made; say what is wrong, a line each."""
        return []


TICKS = Workload(
    "ticks",
    "grade.tick",
    # every third never asks whether it should stop; every second effect has no constraint
    lambda n: {"unique": n % 2 == 0, "quiet": n % 3 == 0, "seconds": 0.02},
)
LONG_TICKS = Workload(
    "long ticks",
    "grade.tick",
    lambda n: {"unique": False, "quiet": True, "seconds": 2.0},
)
FAMILIES = Workload("families", "generate.family", lambda n: {"parts": 5}, cost=6)


@dataclass
class Client:
    """Submits with a key for each request, so that a repeat is the same request."""

    url: str
    seed: str  # two clients of one site need two: keys and players follow from it
    ledger: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)  # key -> job promised
    tokens: list[str] = field(default_factory=list)  # of the visitors that the site has taken
    server_errors: int = 0  # answers from 500 on that are none of the two below
    unanswered: int = 0  # nobody there, or no answer in ten seconds
    complaints: Counter[str] = field(default_factory=Counter)  # what the two above were
    refused: int = 0  # 503 with Retry-After
    times: list[tuple[float, float]] = field(default_factory=list)  # when asked, how long it took

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def submit(self, workload: Workload, count: int, *, over: float = 0) -> None:
        """Ask for so many jobs, each as a player of its own, and see each promised.

        In between the site's own page for visitors has to keep some, too. `over` spreads the
        requests evenly over so many seconds, and reads the first page after each.
        """
        began = time.monotonic()
        for number in range(count):
            workload.ask(self, number)
            if number % 10 == 5:
                self.tokens.append(self.post("/api/v1/visitor/", {})["token"])
            if over:
                self.read("/")
                time.sleep(max(0.0, began + over * (number + 1) / count - time.monotonic()))

    def ask(self, kind: str, args: dict[str, Any], **more: Any) -> uuid.UUID:
        """Ask for one job until it is promised."""
        body = {"kind": kind, "args": args, "player": str(self._uuid()), **more}
        return self.order("/faults/jobs/", body, job="id")

    def order(
        self, address: str, body: dict[str, Any], *, job: str = "job", token: str = ""
    ) -> uuid.UUID:
        """Ask until it is promised, and note the promise; some requests are repeated all the same.

        `job` is the field of the answer that holds the job's id.
        """
        key = self._uuid()
        body = {**body, "key": str(key)}
        promised = uuid.UUID(self.post(address, body, token=token)[job])
        again = self._chance.random() < 0.1
        if again and uuid.UUID(self.post(address, body, token=token)[job]) != promised:
            raise AssertionError(f"the key {key} was answered with two jobs")
        self.ledger[key] = promised
        return promised

    def read(self, address: str, seconds: float = 10) -> bytes | None:
        """A page, asked for once; None where it is not answered with 200."""
        began = time.monotonic()
        try:
            with urllib.request.urlopen(self.url + address, timeout=seconds) as answer:
                page: bytes = answer.read()
                return page
        except urllib.error.HTTPError as error:
            self._count(error)
        except SILENCE as error:
            self._nobody(error)
        finally:
            self.times.append((began, time.monotonic() - began))
        return None

    def answers(self) -> bool:
        """Whether the first page is there: to wait for it, so it counts for nothing."""
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=2):
                return True
        except SILENCE:
            return False

    def took(self, since: float, until: float) -> list[float]:
        """How long requests took that were begun between two moments (monotonic)."""
        return [seconds for began, seconds in self.times if since <= began < until]

    def post(self, address: str, body: dict[str, Any], *, token: str = "") -> dict[str, Any]:
        """Send it until it is answered."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + address, json.dumps(body).encode(), headers)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    data: dict[str, Any] = json.load(answer)
                    return data
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    raise
                self._count(error)
            except SILENCE as error:
                self._nobody(error)
            finally:
                self.times.append((began, time.monotonic() - began))
            time.sleep(PAUSE)
        raise TimeoutError("the site took no job")

    def _count(self, error: urllib.error.HTTPError) -> None:
        if error.code == 503 and error.headers.get("Retry-After"):
            self.refused += 1
        elif error.code >= 500:
            self.server_errors += 1
            self.complaints[f"{error.code} at {urllib.parse.urlsplit(error.url or '').path}"] += 1

    def _nobody(self, error: Exception) -> None:
        self.unanswered += 1
        self.complaints[f"no answer: {error}"] += 1

    def forgotten(self) -> int:
        """How many of the visitors that were taken the site does not know any more."""
        return sum(not self._known(token) for token in self.tokens)

    def _known(self, token: str) -> bool:
        address = f"{self.url}/api/v1/ratings/?rules=101-guide"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=20):
                return True
        except urllib.error.HTTPError as error:
            if error.code == 401:
                return False
            raise

    def _uuid(self) -> uuid.UUID:
        return uuid.UUID(int=self._chance.getrandbits(128), version=4)

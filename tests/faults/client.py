"""Somebody who asks for jobs over HTTP, repeats what failed, and keeps a ledger of promises."""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.faults.site import Site

TRIES = 60


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
    server_errors: int = 0

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._players = 0

    def submit(self, workload: Workload, count: int) -> None:
        """Ask for so many jobs, each as a player of its own, and see each promised."""
        for number in range(count):
            workload.ask(self, number)

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

    def post(self, address: str, body: dict[str, Any], *, token: str = "") -> dict[str, Any]:
        """Send it until it is answered."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + address, json.dumps(body).encode(), headers)
        for _ in range(TRIES):
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    data: dict[str, Any] = json.load(answer)
                    return data
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    raise
                self.server_errors += 1
            except OSError:
                self.server_errors += 1
            time.sleep(0.5)
        raise TimeoutError("the site took no job")

    def _uuid(self) -> uuid.UUID:
        return uuid.UUID(int=self._chance.getrandbits(128), version=4)

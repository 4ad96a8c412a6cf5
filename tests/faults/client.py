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

TRIES = 60


@dataclass(frozen=True)
class Workload:
    """What is asked for. A further room adds its own: a kind, its arguments, what counts as effect.

    `effects` is a query for the ids of the jobs whose effect is there, one row an effect.
    """

    name: str
    kind: str
    args: Callable[[int], dict[str, Any]]
    effects: str = "SELECT job_id FROM faults_effect"
    endpoint: str = "/faults/jobs/"


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
FAMILIES = Workload("families", "generate.family", lambda n: {"parts": 5})


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
            self.ask(workload.kind, workload.args(number), workload.endpoint)

    def ask(
        self, kind: str, args: dict[str, Any], endpoint: str = "/faults/jobs/", **more: Any
    ) -> uuid.UUID:
        """Ask for one job until it is promised; some requests are repeated although they were."""
        key = self._uuid()
        body = {"kind": kind, "args": args, "key": str(key), "player": str(self._uuid()), **more}
        job = self._post(body, endpoint)
        if self._chance.random() < 0.1 and self._post(body, endpoint) != job:
            raise AssertionError(f"the key {key} was answered with two jobs")
        self.ledger[key] = job
        return job

    def _post(self, body: dict[str, Any], endpoint: str) -> uuid.UUID:
        request = urllib.request.Request(
            self.url + endpoint,
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        for _ in range(TRIES):
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return uuid.UUID(json.load(answer)["id"])
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

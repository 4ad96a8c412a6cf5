"""L9: what is asked from outside says how it stands.

`/healthz` and `/readyz` answer; `/readyz` does not mind that Redis and RabbitMQ are out of reach.
`/metrics` has the age of the oldest job that is due, which grows while no worker is there, and
`manage.py health` raises the alarm once it is above a minute; with a worker both come back.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Final

from benchmarks.load.nothing import KIND
from benchmarks.load.options import Options
from benchmarks.load.results import Result
from benchmarks.load.scenarios.queue import ADD, LEFT
from benchmarks.load.server import ROOT, Server

TOKEN: Final = "only for the load"
AGE: Final = re.compile(r'^istaka_oldest_due_job_seconds\{queue="grade"\} (\S+)$', re.MULTILINE)
JUST_BELOW, JUST_ABOVE = 45, 62  # seconds that a job has been due
SLACK: Final = 5.0  # seconds between the job's moment and the look
PATIENCE: Final = 90.0


def health(options: Options) -> Result:
    """L9."""
    result = Result("L9")
    with options.server(METRICS_TOKEN=TOKEN) as server:
        server.stop_web()
        server.redis = "redis://127.0.0.1:1/0"  # nobody is there
        server.environ["BROKER_URL"] = "amqp://guest:guest@127.0.0.1:1//"
        server.start_web()
        result.must("healthz", holds=_get(server, "/healthz")[0] == 200)
        result.must("readyz without Redis and RabbitMQ", holds=_get(server, "/readyz")[0] == 200)
        result.must("no metrics without the token", holds=_get(server, "/metrics", "")[0] == 404)
        result.must("no alarm with nothing due", holds=not _says_due(server))
        server.rows(
            ADD.replace("now(), now()", "now() - interval '45 s', now()", 1) + " RETURNING 1",
            KIND,
            1,
        )
        begin = time.monotonic()
        first = _age(server)
        result.ask("the age is off by", abs(first - JUST_BELOW), SLACK, " s")
        result.must("no alarm below a minute", holds=first < 60 and not _says_due(server))
        time.sleep(max(0.0, JUST_ABOVE - JUST_BELOW - (time.monotonic() - begin)))
        result.least("the age above a minute", _age(server), 60, " s")
        result.must("alarm above a minute", holds=_says_due(server))
        del server.environ["BROKER_URL"]
        server.start_worker()
        end = time.monotonic() + PATIENCE
        while server.rows(LEFT, KIND)[0][0] and time.monotonic() < end:
            time.sleep(0.3)
        result.ask("the age with a worker", _age(server), 0, " s")
        result.must("the alarm is over", holds=not _says_due(server))
    return result


def _get(server: Server, path: str, token: str = TOKEN) -> tuple[int, str]:
    request = urllib.request.Request(f"{server.address}{path}")
    request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def _age(server: Server) -> float:
    found = AGE.search(_get(server, "/metrics")[1])
    return float(found.group(1)) if found else -1.0


def _says_due(server: Server) -> bool:
    """Whether `manage.py health` finds that jobs wait."""
    done = subprocess.run(
        [sys.executable, "manage.py", "health"],
        cwd=ROOT,
        env={**server.environment(), "LOG_LEVEL": "CRITICAL"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "has been due" in done.stderr

"""L6: jobs that do nothing. How many a second, what each costs, and whether a backlog slows it."""

from __future__ import annotations

import time
from typing import Final

import psycopg

from benchmarks.load.nothing import KIND
from benchmarks.load.options import Options
from benchmarks.load.pace import percentile
from benchmarks.load.results import Result
from benchmarks.load.samples import usage
from benchmarks.load.server import Server
from benchmarks.measure import table

RATE: Final = 40.0
COST: Final = 0.015  # seconds of processor time of the worker's processes for each job
BACKLOG: Final = 10_000
FEW: Final = 500  # jobs before the backlog, to compare with
FLAT: Final = 1.5  # times the cost in the last tenth that the first may be
PATIENCE: Final = 900.0

ADD = """
INSERT INTO jobs_job (id, kind, queue, args, state, attempts, max_attempts, run_after, created_at,
    dedupe_key, progress_done, progress_total, last_error)
SELECT gen_random_uuid(), %s, 'grade', '{}', 'queued', 0, 5, now(), now(), '', 0, 0, ''
FROM generate_series(1, %s)
"""
LEFT = "SELECT count(*) FROM jobs_job WHERE kind = %s AND state IN ('queued', 'running')"
TIMES = """
SELECT extract(epoch FROM started_at), extract(epoch FROM finished_at) FROM jobs_job
WHERE kind = %s AND state = 'done' ORDER BY finished_at
"""
FOUND = """
EXPLAIN SELECT id FROM jobs_job WHERE state = 'queued' AND queue = 'grade' AND run_after <= now()
ORDER BY run_after LIMIT 200
"""


def queue(options: Options) -> Result:
    """L6."""
    result = Result("L6")
    with options.server() as server:
        server.stop_web()
        worker = server.start_worker()
        drain(server, FEW, PATIENCE)  # until it is up and warm
        _clear(server)
        before = usage([worker.pid])[1]
        few = drain(server, FEW, PATIENCE)
        small = (usage([worker.pid])[1] - before) / FEW
        _clear(server)
        backlog = round(BACKLOG * min(1.0, (options.seconds or 300.0) / 300.0))
        before = usage([worker.pid])[1]
        took = drain(server, backlog, PATIENCE)
        cost = (usage([worker.pid])[1] - before) / backlog
        spans = _spans(server)
        plan = "\n".join(str(row[0]) for row in server.rows(FOUND))
    tenths = [spans[at * len(spans) // 10 : (at + 1) * len(spans) // 10] for at in range(10)]
    rates = [len(one) / max(1e-9, one[-1][1] - one[0][1]) for one in tenths]
    held = [percentile([end - start for start, end in one], 0.5) for one in tenths]
    rows = [
        [f"{at + 1}", f"{rate:.0f}", f"{middle * 1e3:.1f}"]
        for at, (rate, middle) in enumerate(zip(rates, held, strict=True))
    ]
    result.tables.append(table(["tenth of the backlog", "jobs a second", "claim to end, ms"], rows))
    result.figures["jobs"] = backlog
    result.figures["few jobs"] = f"{FEW / few:.0f} a second at {small * 1e3:.1f} ms"
    result.least("jobs a second", backlog / took, RATE)
    result.ask("processor time a job", cost * 1e3, COST * 1e3, " ms")
    result.ask("claim to end with all waiting, of that with few", held[0] / held[-1], FLAT)
    result.must("done once each", holds=len(spans) == backlog)
    result.must("found by its index", holds="job_queued_due" in plan)
    return result


def drain(server: Server, count: int, patience: float) -> float:
    """Add so many jobs and wait until all are done; seconds from the first claim to the end."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(ADD, [KIND, count])
        connection.execute("ANALYZE jobs_job")
    end = time.monotonic() + patience
    while server.rows(LEFT, KIND)[0][0]:
        if time.monotonic() > end:
            raise TimeoutError("jobs are left")
        time.sleep(0.2)
    spans = _spans(server)
    return spans[-1][1] - min(start for start, _ in spans)


def _spans(server: Server) -> list[tuple[float, float]]:
    return [(float(str(a)), float(str(b))) for a, b in server.rows(TIMES, KIND)]


def _clear(server: Server) -> None:
    server.rows("DELETE FROM jobs_job WHERE kind = %s RETURNING 1", KIND)

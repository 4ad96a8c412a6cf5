"""The nightly look at the pool as its jobs do it: how many, how long, with how much memory."""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Final

PLACES_EACH: Final = 24  # different positions of a kind and rule set; the rest are copies of them


def child(size: int) -> None:
    """Fill a database with so many puzzles, look at them job by job, and print the figures."""
    import django

    django.setup()
    from django.db import connection, transaction

    from jobs.models import Job
    from jobs.runner import run_job
    from okey.rules.rulesets import rule_set
    from puzzles import gates, verifying
    from puzzles.kinds.registry import KINDS
    from puzzles.models import Puzzle
    from puzzles.store import store_shared
    from tests.puzzles.kinds import PLACES, some

    with connection.cursor() as cursor:  # what it was filled with has no solutions
        cursor.execute("TRUNCATE puzzles_puzzle CASCADE")
    for key, rules in PLACES:
        kind, rs = KINDS[key], rule_set(rules)
        with transaction.atomic():
            store_shared(
                [
                    gates.proposal_of(kind, rs, one, seed=f"pool {number}")
                    for number, one in enumerate(some(key, rules, count=PLACES_EACH))
                ]
            )
    made = Puzzle.objects.count()
    if made < size:
        with connection.cursor() as cursor:
            cursor.execute(COPY.format(made=made, more=size - made))
            cursor.execute("ANALYZE puzzles_puzzle")
    elif made > size:
        some_ids = list(Puzzle.objects.order_by("pk").values_list("pk", flat=True)[size:])
        Puzzle.objects.filter(pk__in=some_ids).update(state=Puzzle.State.WITHDRAWN)
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    withdrawn = Puzzle.objects.withdrawn().count()
    verifying._enqueue("2000-01-01", 1, "")
    longest, jobs, begun = 0.0, 0, time.process_time()
    while (
        job := Job.objects.filter(kind=verifying.JOB, state="queued").values_list("pk", flat=True)
    ).exists():
        start = time.monotonic()
        run_job(job[0])
        longest, jobs = max(longest, time.monotonic() - start), jobs + 1
    print(
        json.dumps(
            {
                "size": size,
                "jobs": jobs,
                "longest": longest,
                "seconds": time.process_time() - begun,
                "failed": Job.objects.filter(kind=verifying.JOB).exclude(state="done").count(),
                "fallen": Puzzle.objects.withdrawn().count() - withdrawn,
                "before": base / 1024,
                "most": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


COPY: Final = """
SET session_replication_role = replica;
WITH kept AS (SELECT *, row_number() OVER (ORDER BY id) AS place FROM puzzles_puzzle),
copies AS (
    SELECT n, gen_random_uuid() AS new, kept.* FROM generate_series(0, {more} - 1) n
    JOIN kept ON kept.place = 1 + n % {made}
), made AS (
    INSERT INTO puzzles_puzzle (id, kind, rules, rules_version, engine_version, generator_version,
            seed, index, position, canonical_key, features, themes, difficulty, state, reserved,
            public_from, created_at)
        SELECT new, kind, rules, rules_version, engine_version, generator_version, 'copy', n,
            position, md5('copy' || n), features, themes, difficulty, state, reserved,
            public_from, created_at
        FROM copies
)
INSERT INTO puzzles_puzzlesolution (puzzle_id, answer)
    SELECT copies.new, solution.answer FROM copies
    JOIN puzzles_puzzlesolution solution ON solution.puzzle_id = copies.id;
SET session_replication_role = origin;
"""


if __name__ == "__main__":
    child(int(sys.argv[1]))

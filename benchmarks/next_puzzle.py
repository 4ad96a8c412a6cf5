"""What the choice of the next puzzle costs, from ten thousand to a million puzzles, on PostgreSQL.

    python -m benchmarks.next_puzzle [--plans] [SIZES ...]

Three databases are filled by SQL: 10^4, 10^5 and 10^6 puzzles (28 kinds, four rule sets) with ten
attempts for each, up to 10^7. A process for each then answers the same questions in turns, so that
whatever else the machine does hits all of them alike. `--plans` prints the plans of the largest.
TEST_POSTGRES_URL names a server whose role may create databases; they are dropped at the end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, Any

import psycopg

from benchmarks.measure import microseconds, table, times, where
from tests.services import POSTGRES_URL

SIZES = (10_000, 100_000, 1_000_000)
ATTEMPTS_EACH = 10
OF_A_PLAYER = 1_000
ROUNDS, CALLS = 10, 10  # calls of each question in a turn
KINDS = tuple(f"kind-{number}" for number in range(1, 29))
RULES = ("101-guide", "101-club", "101-siler", "classic")

FILL = """
SET session_replication_role = replica;  -- no look-up of keys that are right by construction
SELECT setseed(0.5);
INSERT INTO accounts_player (id, language, theme, created_at)
    SELECT md5('player' || p)::uuid, '', '', now() FROM generate_series(0, {players} + 1) p;
INSERT INTO puzzles_puzzle (id, kind, rules, rules_version, engine_version, generator_version, seed,
        index, position, canonical_key, features, themes, difficulty, state, reserved, public_from,
        created_at)
    SELECT md5('puzzle' || n)::uuid, 'kind-' || 1 + n % 28,
        (ARRAY['101-guide', '101-club', '101-siler', 'classic'])[1 + (n / 28) % 4], 1, '1', 1,
        'practice pool', n, jsonb_build_object('hand', repeat('R10 ', 150)), md5('key' || n),
        '{{"slack": 3, "okeys": 1}}',
        CASE WHEN n % 250 = 0 THEN '["close", "rare"]' WHEN n % 7 = 0 THEN '["close"]'
            ELSE '[]' END::jsonb,
        600 + floor(900 * (random() + random()))::int, 'live', false, now(), now()
    FROM generate_series(0, {puzzles} - 1) n;
INSERT INTO puzzles_puzzleoffer (puzzle_id, rules, kind, theme, level)
    SELECT id, rules, kind, theme, difficulty FROM puzzles_puzzle,
        LATERAL (SELECT '' UNION ALL SELECT jsonb_array_elements_text(themes)) AS t (theme);
INSERT INTO puzzles_attempt (id, player_id, puzzle_id, context, context_id, try_no, colours,
        server_chosen, hint_level, opened_at, key, answer, answered_at, correct, verdict, expected,
        rules_version, engine_version, generator_version)
    SELECT gen_random_uuid(), md5('player' || p)::uuid,
        md5('puzzle' || (p::bigint * 7919 + k::bigint * 104729) % {puzzles})::uuid, 'practice',
        '00000000-0000-0000-0000-000000000000', 1, 'RYBK', true, 0, now(), gen_random_uuid(),
        '{{}}', now() - (p + k) % 500 * interval '1 day', k % 5 < 3, '{{}}', 0.6, 1, '1', 1
    FROM generate_series(0, {players} - 1) p, generate_series(0, {of_a_player} - 1) k;
-- somebody who has seen every other puzzle of a rule set
INSERT INTO puzzles_attempt (id, player_id, puzzle_id, context, context_id, try_no, colours,
        server_chosen, hint_level, opened_at, rules_version, engine_version, generator_version)
    SELECT gen_random_uuid(), md5('player' || {players})::uuid, id, 'practice',
        '00000000-0000-0000-0000-000000000000', 1, 'RYBK', true, 0, now(), 1, '1', 1
    FROM puzzles_puzzle WHERE rules = '101-guide' AND index % 2 = 0;
INSERT INTO puzzles_playerrating (player_id, rules, rating, deviation, volatility, attempts,
        version, rated_at)
    SELECT id, '101-guide', 1200 + 600 * random(), 60, 0.06, 100, 1, now() FROM accounts_player
    WHERE id <> md5('player' || {players} + 1)::uuid;
"""
ANALYSE = ("accounts_player", "puzzles_puzzle", "puzzles_puzzleoffer", "puzzles_attempt")


def url_of(size: int) -> str:
    """Where the database of a size is."""
    return POSTGRES_URL.rpartition("/")[0] + f"/istaka_bench_next_{size}"


@contextmanager
def database(size: int) -> Iterator[None]:
    """A database with so many puzzles, dropped afterwards."""
    name = url_of(size).rpartition("/")[2]
    drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
    with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
        server.execute(drop)
        server.execute(f'CREATE DATABASE "{name}"')
    try:
        _fill(size)
        yield
    finally:
        with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
            server.execute(drop)


def _fill(size: int) -> None:
    manage = Path(__file__).parents[1] / "manage.py"
    command = [sys.executable, str(manage), "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, env=_environment(size), check=True)
    players = size * ATTEMPTS_EACH // OF_A_PLAYER
    with psycopg.connect(url_of(size), autocommit=True) as connection:
        connection.execute("SET statement_timeout = 0; SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
        kept = _without_indexes(connection)
        connection.execute(FILL.format(puzzles=size, players=players, of_a_player=OF_A_PLAYER))
        for definition in kept:
            connection.execute(definition)
        for name in ANALYSE:
            connection.execute(f"VACUUM ANALYZE {name}")


def _without_indexes(connection: psycopg.Connection[Any]) -> list[str]:
    """Drop the indexes of the large tables; give the statements that make them again."""
    again = []
    constraints = connection.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype IN ('u', 'f') AND conrelid::regclass::text LIKE 'puzzles_%'"
    ).fetchall()
    for owner, name, definition in constraints:
        connection.execute(f'ALTER TABLE {owner} DROP CONSTRAINT "{name}"')
        if definition.startswith("UNIQUE"):
            again.append(f'ALTER TABLE {owner} ADD CONSTRAINT "{name}" {definition}')
    indexes = connection.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'puzzles_%'"
        " AND indexname NOT LIKE '%_pkey'"
    ).fetchall()
    for name, definition in indexes:
        connection.execute(f'DROP INDEX "{name}"')
        again.append(definition)
    return again


def _environment(size: int) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": url_of(size),
        "DEVELOPMENT": "true",
        "DJANGO_SETTINGS_MODULE": "okeysite.settings",
        "VAR_DIR": f"/tmp/istaka-bench-next-{size}",
    }


# --- the process of one size ----------------------------------------------------------------------


def child(size: int) -> None:
    """Answer each line on stdin, `times` or `plans`, with a line of JSON."""
    import django

    django.setup()
    from benchmarks import next_puzzle_questions as questions

    asked = questions.questions(size)
    for line in sys.stdin:
        if line.strip() == "plans":
            print(json.dumps(questions.plans(asked)), flush=True)
        else:
            print(json.dumps(questions.timed(asked, CALLS)), flush=True)


def _ask(process: subprocess.Popen[str], what: str) -> Any:
    stdin: IO[str] | None = process.stdin
    stdout: IO[str] | None = process.stdout
    assert stdin is not None
    assert stdout is not None
    stdin.write(what + "\n")
    stdin.flush()
    return json.loads(stdout.readline())


def measure(sizes: tuple[int, ...], *, plans: bool) -> None:
    """Print the table over the sizes, and the plans of the largest."""
    processes = {
        size: subprocess.Popen(
            [sys.executable, "-m", "benchmarks.next_puzzle", "--child", str(size)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=_environment(size),
        )
        for size in sizes
    }
    seconds: dict[str, dict[int, list[float]]] = {}
    for number in range(ROUNDS + 1):
        for size, process in processes.items():
            for question, taken in _ask(process, "times").items():
                if number:  # the first turn warms caches and connections
                    seconds.setdefault(question, {}).setdefault(size, []).extend(taken)
    print(f"# The next puzzle on PostgreSQL\n\n{where()}\n")
    head = ("question", *(f"{size:,} puzzles" for size in sizes), "largest to smallest")
    rows = []
    for question, by_size in seconds.items():
        medians = [median(by_size[size]) for size in sizes]
        p99 = [sorted(by_size[size])[int(0.99 * len(by_size[size]))] for size in sizes]
        cells = [
            f"{microseconds(m)} ({microseconds(p)})" for m, p in zip(medians, p99, strict=True)
        ]
        rows.append((question, *cells, times(medians[-1] / medians[0])))
    print(table(head, rows))
    print("\nMedian (99th percentile) of one call, all its queries together, caches warm.")
    if plans:
        for question, queries in _ask(processes[sizes[-1]], "plans").items():
            print(f"\n## {question}, {sizes[-1]:,} puzzles")
            for plan in queries:
                print("\n```text\n" + plan + "\n```")
    for process in processes.values():
        assert process.stdin is not None
        process.stdin.close()
        process.wait(10)


def main() -> None:
    """Fill the databases and measure."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--child"]:
        child(int(arguments[1]))
        return
    plans = "--plans" in arguments
    sizes = tuple(int(one) for one in arguments if one != "--plans") or SIZES
    _nested(sizes, plans)


def _nested(sizes: tuple[int, ...], plans: bool, ready: tuple[int, ...] = ()) -> None:
    if not sizes:
        measure(ready, plans=plans)
        return
    with database(sizes[0]):
        _nested(sizes[1:], plans, (*ready, sizes[0]))


if __name__ == "__main__":
    main()

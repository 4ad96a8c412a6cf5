"""What the choice of the next puzzle costs, from ten thousand to a million puzzles, on PostgreSQL.

    python -m benchmarks.next_puzzle [--plans] [--keep] [SIZES ...]

Three databases are filled by SQL: 10^4, 10^5 and 10^6 puzzles (28 kinds, four rule sets) with ten
attempts for each, up to 10^7. A process for each then answers the same questions in turns, so that
whatever else the machine does hits all of them alike. `--plans` prints the plans of the largest.
TEST_POSTGRES_URL names a server whose role may create databases; they are dropped at the end,
unless `--keep` leaves them for the next run. Filling the largest takes two minutes at least.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import IO, Any

import psycopg

from benchmarks.measure import microseconds, table, times, where
from puzzles.kinds.registry import KINDS as REGISTERED
from tests.services import POSTGRES_URL

SIZES = (10_000, 100_000, 1_000_000)
ATTEMPTS_EACH = 10
OF_A_PLAYER = 1_000
ROUNDS, CALLS = 10, 10  # calls of each question in a turn
KINDS = tuple(REGISTERED)
RULES = ("101-guide", "101-club", "101-siler", "classic")

FILL = """
SET session_replication_role = replica;  -- no look-up of keys that are right by construction
SELECT setseed(0.5);
INSERT INTO accounts_player (id, language, theme, created_at)
    SELECT md5('player' || p)::uuid, '', '', now() FROM generate_series(0, {players} + 1) p;
INSERT INTO puzzles_puzzle (id, kind, rules, rules_version, engine_version, generator_version, seed,
        index, position, canonical_key, features, themes, difficulty, state, reserved, public_from,
        created_at)
    SELECT md5('puzzle' || n)::uuid, ({kinds})[1 + n % {count}],
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
    SELECT lpad(to_hex(p::bigint * 100000 + k), 32, '0')::uuid, md5('player' || p)::uuid,
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
FILLED = (
    "SELECT 1 FROM pg_database WHERE datname = %s"
    " AND shobj_description(oid, 'pg_database') = 'filled'"
)
UNLOGGED = ("puzzles_attempt", "puzzles_puzzleoffer", "puzzles_puzzle")  # filled without a log


def url_of(size: int, each: int = ATTEMPTS_EACH) -> str:
    """Where the database of a size is, with so many attempts for each puzzle."""
    name = f"istaka_bench_next_{size}" if each == ATTEMPTS_EACH else f"istaka_bench_{each}_{size}"
    return POSTGRES_URL.rpartition("/")[0] + f"/{name}"


@contextmanager
def database(
    size: int,
    *,
    keep: bool,
    each: int = ATTEMPTS_EACH,
    more: Callable[[psycopg.Connection[Any]], object] = lambda connection: None,
) -> Iterator[None]:
    """A database with so many puzzles, dropped afterwards unless it is to be kept.

    `each`: attempts for each puzzle; `more` fills what else is wanted.
    """
    name = url_of(size, each).rpartition("/")[2]
    drop = f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'
    with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
        there = server.execute(FILLED, [name]).fetchone()  # one that was given up is not
        if not (there and keep):
            server.execute(drop)
            server.execute(f'CREATE DATABASE "{name}"')
    try:
        _migrate(size, each)
        if not (there and keep):
            _fill(size, each, more)
            with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
                server.execute(f"COMMENT ON DATABASE \"{name}\" IS 'filled'")
        yield
    finally:
        if not keep:
            with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
                server.execute(drop)


def _migrate(size: int, each: int) -> None:
    manage = Path(__file__).parents[1] / "manage.py"
    command = [sys.executable, str(manage), "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(command, env=environment(size, each), check=True)


def _fill(size: int, each: int, more: Callable[[psycopg.Connection[Any]], object]) -> None:
    kinds = f"ARRAY{list(KINDS)}"
    values = {"puzzles": size, "players": size * each // OF_A_PLAYER, "of_a_player": OF_A_PLAYER}
    with psycopg.connect(url_of(size, each), autocommit=True) as connection:
        connection.execute("SET statement_timeout = 0; SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
        kept = _without_indexes(connection)
        for name in UNLOGGED:
            connection.execute(f"ALTER TABLE {name} SET UNLOGGED")
        connection.execute(FILL.format(kinds=kinds, count=len(KINDS), **values))
        more(connection)
        for definition in kept:
            connection.execute(definition)
        for name in (*UNLOGGED, "accounts_player"):
            connection.execute(f"VACUUM ANALYZE {name}")


def _without_indexes(connection: psycopg.Connection[Any]) -> list[str]:
    """Drop the indexes of the large tables; give the statements that make them again."""
    again = []
    constraints = connection.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype IN ('u', 'f') AND conrelid::regclass::text LIKE 'puzzles_%'"
        " OR contype = 'f' AND confrelid::regclass::text LIKE 'puzzles_%'"
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


def environment(size: int, each: int = ATTEMPTS_EACH) -> dict[str, str]:
    """What a process of a size needs."""
    return os.environ | {
        "DATABASE_URL": url_of(size, each),
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
            env=environment(size),
        )
        for size in sizes
    }
    taken: dict[str, dict[int, list[tuple[float, float]]]] = {}
    for number in range(ROUNDS + 1):
        for size, process in processes.items():
            for question, pairs in _ask(process, "times").items():
                if number:  # the first turn warms caches and connections
                    taken.setdefault(question, {}).setdefault(size, []).extend(pairs)
    print(f"# The next puzzle on PostgreSQL\n\n{where()}\n")
    head = ("question", *(f"{size:,} puzzles" for size in sizes), "largest to smallest")
    for title, which in (("One call", 0), ("Of it, waiting for the database", 1)):
        rows = []
        for question, by_size in taken.items():
            ordered = [sorted(pair[which] for pair in by_size[size]) for size in sizes]
            cells = [
                f"{microseconds(median(one))} ({microseconds(one[int(0.95 * len(one))])})"
                for one in ordered
            ]
            rows.append((question, *cells, times(median(ordered[-1]) / median(ordered[0]))))
        print(f"{title}: median (95th percentile), all its queries together, caches warm\n")
        print(table(head, rows) + "\n")
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
    if sys.argv[1:2] == ["--child"]:
        child(int(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(prog="benchmarks.next_puzzle", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="puzzles")
    parser.add_argument("--plans", action="store_true", help="print every plan")
    parser.add_argument("--keep", action="store_true", help="keep the databases for the next time")
    options = parser.parse_args()
    with ExitStack() as open_databases:
        for size in options.sizes:
            open_databases.enter_context(database(size, keep=options.keep))
        measure(tuple(options.sizes), plans=options.plans)


if __name__ == "__main__":
    main()

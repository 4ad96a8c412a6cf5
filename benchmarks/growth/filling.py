"""What a growing site has beside puzzles and attempts: ratings, marks, past dailies, classes."""

from __future__ import annotations

from typing import Any, Final

import psycopg

PUPILS: Final = 30
ASSIGNMENTS: Final = 20
DAYS: Final = 500  # of past dailies
WORKS_EACH: Final = 0.3  # works of classes for each attempt

MORE: Final = """
INSERT INTO puzzles_ratingchange (attempt_id, player_id, puzzle_id, rules, at, correct, weight,
        player_before, player_after, player_deviation_before, player_deviation_after,
        puzzle_before, puzzle_after, puzzle_deviation_before, puzzle_deviation_after, formula)
    SELECT a.id, a.player_id, a.puzzle_id, p.rules, a.answered_at, a.correct, 1, 1500, 1501, 60, 60,
        1500, 1499, 60, 60, 1
    FROM puzzles_attempt a JOIN puzzles_puzzle p ON p.id = a.puzzle_id
    WHERE a.answered_at IS NOT NULL;
INSERT INTO puzzles_attemptmark (attempt_id, sort, key)
    SELECT id, 'rule', 'run.no-wrap' FROM puzzles_attempt WHERE NOT correct;
INSERT INTO puzzles_daily (date, rules, puzzle_id, seed, created_at)
    SELECT current_date - 1 - day::int, rules, md5('puzzle' || at - 1 + day * 4)::uuid, 'bench',
        now()
    FROM generate_series(0, LEAST({days}, {puzzles} / 4) - 1) AS d (day),
        unnest(ARRAY['101-guide', '101-club', '101-siler', 'classic'])
            WITH ORDINALITY AS r (rules, at)
    ON CONFLICT DO NOTHING;
INSERT INTO accounts_player (id, language, theme, created_at)
    SELECT md5('pupil' || n)::uuid, '', '', now()
    FROM generate_series(0, {classes} * ({pupils} + 1) - 1) n;
INSERT INTO classrooms_classroom (id, name, rules, zone, created_at, key)
    SELECT md5('class' || c)::uuid, 'Class ' || c, '101-guide', 'Europe/Istanbul', now(),
        gen_random_uuid()
    FROM generate_series(0, {classes} - 1) c;
INSERT INTO classrooms_member (id, classroom_id, player_id, role, state, nickname, real_name,
        joined_at)
    SELECT md5('member' || n)::uuid, md5('class' || n / ({pupils} + 1))::uuid,
        md5('pupil' || n)::uuid, CASE WHEN n % ({pupils} + 1) = 0 THEN 'teacher' ELSE 'pupil' END,
        'active', 'Pupil ' || n % ({pupils} + 1), '', now() - interval '300 days'
    FROM generate_series(0, {classes} * ({pupils} + 1) - 1) n;
INSERT INTO puzzles_puzzleset (id, name, rules, kinds, count, seed, theme, key, created_at)
    SELECT md5('set' || n)::uuid, '', '101-guide', '["can-open"]', 10, 'bench', '',
        gen_random_uuid(), now()
    FROM generate_series(0, {classes} * {assignments} - 1) n;
INSERT INTO puzzles_setitem (set_id, index, puzzle_id, colours)
    SELECT md5('set' || n)::uuid, i, md5('puzzle' || (n * 10 + i) % {puzzles})::uuid, 'RYBK'
    FROM generate_series(0, {classes} * {assignments} - 1) n, generate_series(0, 9) i;
INSERT INTO classrooms_assignment (id, classroom_id, title, words, rules, puzzle_set_id, created_at,
        frozen_at, opens_at, due_at, grace_minutes, tries, counting, feedback, variants, everyone,
        key)
    SELECT md5('assignment' || n)::uuid, md5('class' || n / {assignments})::uuid,
        'Assignment ' || n % {assignments}, '', '101-guide', md5('set' || n)::uuid, now(),
        now() - n % {assignments} * interval '7 days', NULL,
        now() - n % {assignments} * interval '7 days' + interval '6 days', 0, 1, 'best',
        'after-submit', false, true, gen_random_uuid()
    FROM generate_series(0, {classes} * {assignments} - 1) n;
INSERT INTO classrooms_work (id, assignment_id, member_id, try_no, source, opened_at, submitted_at,
        late, variant, graded_at, engine_version, points, out_of)
    SELECT gen_random_uuid(), md5('assignment' || n)::uuid,
        md5('member' || n / {assignments} * ({pupils} + 1) + m)::uuid, 1, 'screen',
        now() - n % {assignments} * interval '7 days',
        now() - n % {assignments} * interval '7 days',
        false, '', now(), '1', (n + m) % 11, 10
    FROM generate_series(0, {classes} * {assignments} - 1) n, generate_series(1, {pupils}) m;
"""
LARGE: Final = (
    "puzzles_ratingchange",
    "puzzles_attemptmark",
    "puzzles_daily",
    "puzzles_setitem",
    "classrooms_member",
    "classrooms_assignment",
    "classrooms_work",
)


def classes_of(size: int) -> int:
    """How many classes a site with so many attempts has; at least one."""
    return max(1, round(size * WORKS_EACH) // (PUPILS * ASSIGNMENTS))


def fill(connection: psycopg.Connection[Any], size: int) -> None:
    """Fill the rest of a database that has its puzzles and attempts."""
    connection.execute(
        MORE.format(
            puzzles=size,
            classes=classes_of(size),
            pupils=PUPILS,
            assignments=ASSIGNMENTS,
            days=DAYS,
        )
    )


def settle(connection: psycopg.Connection[Any]) -> None:
    """Have the planner know the tables, once their indexes are there."""
    for name in LARGE:
        connection.execute(f"VACUUM ANALYZE {name}")

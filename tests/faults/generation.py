"""The site's real work under test: sets that players order, the dailies, the first pool.

What was made is read with plain SQL and compared with what the generator gives for the same seed.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from accounts.clock import DAY_ZONE
from okey.hand import Hand
from puzzles import dailies, gates, generator, practice
from puzzles.canonical import permute
from puzzles.kinds.base import BLOCK, Proposal
from puzzles.kinds.registry import FIRST_KIND, kind_of
from tests.faults.client import TICKS, Client, Workload
from tests.faults.site import Site

RULES = kind_of(FIRST_KIND).rule_sets
DAILY_RULES = dailies.rule_sets()
DAYS = 17  # today and the sixteen days after it
FIRST_POOL = practice.FIRST_POOL  # puzzles a rule set
POOL_SEED = "practice pool"
SOME = [1_200, 1_399]  # a range of difficulty that a quarter of the stream is in

# One row an effect: a full set, each part of one, a daily, a block of the pool.
MADE = """
    SELECT s.job_id FROM puzzles_puzzleset s
    WHERE s.count = (SELECT count(*) FROM puzzles_setitem i WHERE i.set_id = s.id)
    UNION ALL
    SELECT c.id FROM jobs_job c JOIN puzzles_puzzleset s ON s.job_id = c.parent_id
    WHERE s.count = (SELECT count(*) FROM puzzles_setitem i WHERE i.set_id = s.id)
    UNION ALL
    SELECT j.id FROM jobs_job j JOIN puzzles_daily d ON j.dedupe_key = d.date || ':' || d.rules
    WHERE j.kind = 'generate.daily'
    UNION ALL
    SELECT j.id FROM jobs_job j WHERE j.kind = 'generate.pool' AND EXISTS (
        SELECT 1 FROM puzzles_puzzle p WHERE p.seed = 'practice pool' AND NOT p.reserved
        AND p.rules = j.args ->> 'rules' AND p."index" / 50 = CAST(j.args ->> 'block' AS integer))
"""
# What else the site does by itself leaves nothing to be counted.
REST = """
    SELECT id FROM jobs_job WHERE state = 'done' AND kind NOT IN ('grade.tick', 'generate.set',
    'generate.set-chunk', 'generate.daily', 'generate.pool')
"""
EFFECTS = f"{MADE} UNION ALL {REST}"

EMPTY = tuple(
    f"DELETE FROM {table}"
    for table in (
        "faults_effect",
        "puzzles_setitem",
        "puzzles_setchunk",
        "puzzles_daily",
        "puzzles_puzzleoffer",
        "puzzles_puzzlesolution",
        "puzzles_puzzleset",
        "puzzles_puzzle",
        "jobs_job WHERE parent_id IS NOT NULL",
        "jobs_job",
    )
)


class Sets(Workload):
    """Sets, each for a player of its own, over the API.

    Visitors and accounts take turns. Two that follow each other ask for the same stream, so that
    their chunks make the same positions at the same time.
    """

    def ask(self, client: Client, number: int) -> uuid.UUID:
        """Become somebody, and order a set."""
        address = "/faults/account/" if number % 2 else "/api/v1/visitor/"
        token = client.post(address, {})["token"]
        return client.order(
            "/api/v1/sets/", self.args(number) | self._seed(client, number), token=token
        )

    @staticmethod
    def _seed(client: Client, number: int) -> dict[str, Any]:
        return {"seed": re.sub(r"\W+", "-", f"{client.seed} {number // 2}")}

    def look(self, site: Site) -> list[str]:
        """Look at every set and every puzzle that is there."""
        rows = list(_puzzles(site))
        return [*_wrong_ends(site), *_wrong_puzzles(rows), *_wrong_sets(site, rows)]


class FirstDay(Sets):
    """The same, and the dailies and the pool that the site makes by itself."""

    def look(self, site: Site) -> list[str]:
        """Look at the dailies and the pool as well."""
        rows = list(_puzzles(site))
        return [*super().look(site), *_wrong_dailies(site, rows), *_wrong_pool(rows)]

    @staticmethod
    def complete(site: Site) -> bool:
        """Whether everything has been made that the site makes by itself."""
        dailies = site.database.rows("SELECT id FROM puzzles_daily")
        pool = site.database.rows(
            "SELECT rules FROM puzzles_puzzle WHERE NOT reserved GROUP BY rules"
            f" HAVING count(*) >= {FIRST_POOL}"
        )
        return len(dailies) >= DAYS * len(DAILY_RULES) and len(pool) == len(RULES)


def _specification(number: int) -> dict[str, Any]:
    """A visitor's set has two chunks, an account's four; every other stream is searched through."""
    return {
        "rules": RULES[number // 2 % len(RULES)],
        "count": 200 if number % 2 else 100,
        "difficulty": SOME if number // 2 % 2 else None,
    }


_SETS: dict[str, Any] = {
    "kind": "generate.set",
    "args": _specification,
    "effects": EFFECTS,
    "cost": 8,
    "busy": "generate.set-chunk",
}
SETS = Sets("sets", **_SETS)
FIRST_DAY = FirstDay("first day", **_SETS)
DUE_TICKS = replace(
    TICKS, name="ticks beside due work", effects=f"{TICKS.effects} UNION ALL {EFFECTS}"
)


# --- what is there --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One puzzle as it is stored."""

    pk: uuid.UUID
    kind: str
    rules: str
    seed: str
    index: int
    made: str  # all that the generator gave
    position: dict[str, Any]
    canonical_key: str
    reserved: bool
    public_from: str
    has_solution: bool


def _puzzles(site: Site) -> Iterator[Row]:
    query = """
        SELECT p.id, p.kind, p.rules, p.seed, p."index", p.position, p.canonical_key, p.features,
        p.themes, p.difficulty, s.answer, p.reserved, p.public_from, s.puzzle_id
        FROM puzzles_puzzle p LEFT JOIN puzzles_puzzlesolution s ON s.puzzle_id = p.id
    """
    for row in site.database.rows(query):
        pk, kind, rules, seed, index, position, key, features, themes, difficulty, answer = row[:11]
        reserved, public_from, solution = row[11:]
        yield Row(
            pk=_uuid(pk),
            kind=kind,
            rules=rules,
            seed=seed,
            index=index,
            made=_text(
                _json(position), key, _json(features), _json(themes), difficulty, _json(answer)
            ),
            position=_json(position),
            canonical_key=key,
            reserved=bool(reserved),
            public_from=_day_in_istanbul(public_from),
            has_solution=solution is not None,
        )


# --- what is wrong with it ------------------------------------------------------------------------


def _wrong_ends(site: Site) -> Iterator[str]:
    """Nothing may end twice: every worker that ends a job has said so in its log."""
    said = re.compile(r"job (\S+) (\S+): done")
    ends = Counter(
        match.groups()
        for log in site.folder.glob("worker*.txt")
        for match in said.finditer(log.read_text())
    )
    yield from (f"{kind} {pk} was done {n} times" for (pk, kind), n in ends.items() if n > 1)
    query = """
        SELECT p.id FROM jobs_job p JOIN jobs_job c ON c.parent_id = p.id
        WHERE p.state = 'done' AND (c.state <> 'done' OR c.finished_at > p.finished_at)
    """
    for (pk,) in site.database.rows(query):
        yield f"the parent {_uuid(pk)} was done before its children"


@cache
def _first(kind: str, rules: str, seed: str, index: int) -> Proposal:
    """A position among the first ones of a seed, in the order in which a daily looks at them."""
    return next(islice(gates.each(kind_of(kind), rules, seed), index, None))


def _wrong_puzzles(rows: Iterable[Row]) -> Iterator[str]:
    """Every row is to the last byte what the generator gives for its seed and index."""
    for row in rows:
        if not row.has_solution:
            yield f"the puzzle {row.pk} has no solution"
        if row.reserved:
            expected = _first(row.kind, row.rules, row.seed, row.index)
        else:
            expected = _block(row.kind, row.rules, row.seed, row.index // BLOCK)[row.index % BLOCK]
        if row.made != _given(expected):
            yield f"the puzzle {row.pk} is not number {row.index} of {row.seed}"


def _wrong_sets(site: Site, rows: Iterable[Row]) -> Iterator[str]:
    """Every set is full, without repeats, and shows what its stream gives."""
    puzzles = {row.pk: row for row in rows}
    items: dict[uuid.UUID, list[tuple[int, uuid.UUID, str]]] = defaultdict(list)
    for set_id, index, puzzle, colours in site.database.rows(
        'SELECT set_id, "index", puzzle_id, colours FROM puzzles_setitem'
    ):
        items[_uuid(set_id)].append((index, _uuid(puzzle), colours))
    for pk, rules, count, low, high, seed in site.database.rows(
        "SELECT id, rules, count, difficulty_from, difficulty_to, seed FROM puzzles_puzzleset"
    ):
        found = sorted(items[_uuid(pk)])
        if [index for index, _, _ in found] != list(range(count)):
            yield f"the set {pk} has {len(found)} items for {count} places"
        if len({puzzle for _, puzzle, _ in found}) != len(found):
            yield f"the set {pk} has a puzzle twice"
        wanted = _stream(rules, seed, count, low or 0, high or 10_000)
        for index, puzzle, colours in found:
            # Where the stream repeats a position, the later chunk goes on in its part.
            row = puzzles.get(puzzle)
            hand = _hand(row.position, colours) if row else None
            if index >= count or wanted[index] not in (None, hand):
                yield f"the set {pk} shows another hand at {index}"
    used = {puzzle for found in items.values() for _, puzzle, _ in found}
    for row in puzzles.values():
        if not row.reserved and row.seed != POOL_SEED and row.pk not in used:
            yield f"the puzzle {row.pk} is in no set"


def _wrong_dailies(site: Site, rows: Iterable[Row]) -> Iterator[str]:
    """Every day of the window has one daily a rule set, each a puzzle of its own."""
    puzzles = {row.pk: row for row in rows if row.reserved}
    dailies = [
        (str(date), rules, _uuid(puzzle))
        for date, rules, puzzle in site.database.rows(
            "SELECT date, rules, puzzle_id FROM puzzles_daily"
        )
    ]
    today = dt.datetime.now(DAY_ZONE).date()
    first = dt.date.fromisoformat(min((date for date, _, _ in dailies), default=str(today)))
    if not today - dt.timedelta(days=1) <= first <= today:  # midnight may have come meanwhile
        yield f"the dailies begin on {first}"
    expected = {
        (str(first + dt.timedelta(days=day)), rules) for day in range(DAYS) for rules in DAILY_RULES
    }
    found = Counter((date, rules) for date, rules, _ in dailies)
    yield from (f"{day}: no daily" for day in sorted(expected - found.keys()))
    yield from (f"{day}: {count} dailies" for day, count in found.items() if count > 1)
    for date, rules, pk in dailies:
        puzzle = puzzles.pop(pk, None)
        if puzzle is None:
            yield f"{date} {rules}: its puzzle is used twice, or was not made for one use"
        elif (puzzle.rules, puzzle.public_from) != (rules, date):
            yield f"{date} {rules}: its puzzle is for {puzzle.rules} from {puzzle.public_from}"
    yield from (f"the puzzle {pk} was made for a day and has none" for pk in puzzles)
    positions = Counter((row.rules, row.canonical_key) for row in rows if row.reserved)
    yield from (f"{position}: {n} dailies" for position, n in positions.items() if n > 1)


def _wrong_pool(rows: Iterable[Row]) -> Iterator[str]:
    """There is enough to practise with under every rule set, and each block of it is whole.

    What sets have brought counts as well: where they were first, the pool needs fewer blocks.
    """
    for rules in RULES:
        shared = [row for row in rows if row.rules == rules and not row.reserved]
        if len(shared) < FIRST_POOL:
            yield f"the pool of {rules} has {len(shared)}"
        there = {row.canonical_key for row in shared}
        made = [row.index // BLOCK for row in shared if row.seed == POOL_SEED]
        for number in range(max(made, default=-1) + 1):
            block = _block(FIRST_KIND, rules, POOL_SEED, number)
            lacking = sum(one.canonical_key not in there for one in block)
            if lacking:
                yield f"block {number} of the pool of {rules} lacks {lacking}"


def _stream(rules: str, seed: str, count: int, low: int, high: int) -> list[Any]:
    """What a set shows at each index; None where its stream repeats a position."""
    chunks = -(-count // BLOCK)
    expected: list[Proposal] = []
    for chunk in range(chunks):
        numbers = range(chunk, 60 * chunks, chunks)
        stream = (one for number in numbers for one in _block(FIRST_KIND, rules, seed, number))
        fitting = (one for one in stream if low <= one.difficulty <= high)
        expected += islice(fitting, min(BLOCK, count - chunk * BLOCK))
    keys = Counter(one.canonical_key for one in expected)
    return [_hand(one.position) if keys[one.canonical_key] == 1 else None for one in expected]


@lru_cache(maxsize=4_000)
def _block(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
    return generator.block(kind, rules, seed, number)


def _given(one: Proposal) -> str:
    return _text(
        one.position, one.canonical_key, one.features, one.themes, one.difficulty, one.solution
    )


def _hand(position: dict[str, Any], colours: str = "RYBK") -> Any:
    hand = permute(Hand.parse(position["hand"], position["indicator"]), colours)
    return hand.indicator, Counter(hand.tiles)


def _text(*values: Any) -> str:
    return json.dumps(values, sort_keys=True)


def _json(value: Any) -> Any:
    """A JSON column: SQLite gives the text, PostgreSQL the value."""
    return json.loads(value) if isinstance(value, str) else value


def _uuid(value: Any) -> uuid.UUID:
    return uuid.UUID(str(value))


def _day_in_istanbul(moment: Any) -> str:
    if isinstance(moment, str):  # SQLite: UTC without saying so
        moment = dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC)
    return str(moment.astimezone(DAY_ZONE).date())

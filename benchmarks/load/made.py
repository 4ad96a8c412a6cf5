"""The puzzles of the data set: the site's own pool, made by its generator and kept in a file.

Making twenty thousand takes a minute or two, so they are kept below `var/`, under a name that holds
the versions of all kinds and of the engine: a change of either makes them again. Each comes with a
right and a wrong answer and with what grading says of both, so that attempts need not be graded.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import okey
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import dailies, gates
from puzzles.grading import GAVE_UP, Graded
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import BLOCK, Json, Proposal
from puzzles.kinds.registry import KINDS, kind_of
from puzzles.positions import exercise_of
from puzzles.practice import POOL_SEED
from tutor.tasks.base import Exercise, Form

FOLDER: Final = Path(__file__).parents[2] / "var" / "load"


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with a right and a wrong answer, as stored, and the verdict rows of both."""

    proposal: Proposal
    right: Json
    right_verdict: Json
    wrong: Json
    wrong_verdict: Json


def pool(count: int) -> list[Made]:
    """The first `count` puzzles of the site's pool, over all kinds and rule sets in turn."""
    return _kept(f"pool-{count}", lambda: _pool(count))


def dailies_of(rules: str, count: int) -> list[Made]:
    """So many puzzles for days, of the kind whose turn it is at first, none of them of the pool."""
    return _kept(f"days-{rules}-{count}", lambda: _days(rules, count))


def places() -> list[tuple[str, str]]:
    """Every kind under every rule set in which it makes sense."""
    return [(key, rules) for key, kind in KINDS.items() for rules in kind.rule_sets]


def _kept(name: str, make: Any) -> list[Made]:
    versions = "".join(f"{key}{kind.version}" for key, kind in KINDS.items()) + okey.__version__
    mark = hashlib.sha256(versions.encode()).hexdigest()[:10]
    path = FOLDER / f"{name}-{mark}.jsonl.gz"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        with gzip.open(fresh, "wt", compresslevel=3) as file:
            for line in make():
                file.write(line + "\n")
        fresh.replace(path)
    with gzip.open(path, "rt") as file:
        return [_read(line) for line in file]


def _pool(count: int) -> Iterator[str]:
    """Blocks of all places in turn, until there are enough; small kinds come to their end."""
    todo, number, found = _first(count), 0, 0
    seen: set[tuple[str, str, str]] = set()  # a position may come again in a later block
    with ProcessPoolExecutor(max_workers=os.cpu_count() or 2) as processes:
        while todo and found < count:
            tasks = [(key, rules, POOL_SEED, number) for key, rules in todo]
            blocks = list(processes.map(block, tasks))
            for lines in blocks:
                for line in lines:
                    position = _position(line)
                    if found < count and position not in seen:
                        seen.add(position)
                        found += 1
                        yield line
            todo = [place for place, lines in zip(todo, blocks, strict=True) if lines]
            number += 1


def _position(line: str) -> tuple[str, str, str]:
    one = _read(line).proposal
    return one.kind, one.rules, one.canonical_key


def _first(count: int) -> list[tuple[str, str]]:
    """The places that are begun with: all, or for few puzzles some of each rule set in turn."""
    turns: dict[str, int] = {}
    ranked = []
    for at, (key, rules) in enumerate(places()):
        turns[rules] = turns.get(rules, 0) + 1
        ranked.append((turns[rules], at, (key, rules)))
    return [place for _turn, _at, place in sorted(ranked)[: max(8, -(-count // BLOCK))]]


def _days(rules: str, count: int) -> Iterator[str]:
    kinds = dailies.kinds_for(rules)
    found = number = 0
    while found < count:
        for line in block((kinds[number % len(kinds)], rules, "days of the load", number)):
            if found < count:
                found += 1
                yield line
        number += 1


def block(task: tuple[str, str, str, int]) -> list[str]:
    """One block of a stream, each puzzle as a line of JSON."""
    key, rules, seed, number = task
    kind = kind_of(key)
    return [_line(kind, one) for one in gates.block(kind, rules, seed, number)]


def _line(kind: AskedKind, one: Proposal) -> str:
    exercise = exercise_of(one.position, kind, rule_set(one.rules))
    right = _right(kind, exercise, one)
    wrong = _wrong(kind, exercise, one)
    return json.dumps(
        {
            "proposal": [getattr(one, name) for name in Proposal.__slots__],
            "right": right,
            "right_verdict": _verdict(kind, exercise, one.solution, right),
            "wrong": wrong,
            "wrong_verdict": _verdict(kind, exercise, one.solution, wrong),
        },
        ensure_ascii=False,
    )


def _read(line: str) -> Made:
    values = json.loads(line)
    fields = dict(zip(Proposal.__slots__, values.pop("proposal"), strict=True))
    fields["themes"] = tuple(fields["themes"])
    return Made(proposal=Proposal(**fields), **values)


def _raw(kind: AskedKind, text: str) -> Json:
    """A right answer, as the engine writes it, in the form that is stored."""
    beside = kind.form in (Form.MELDS, Form.TILE, Form.TILES)
    try:
        return kind.read_answer({kind.form.value: text})
    except InputError:
        if not beside:
            raise
        return kind.read_answer({"choice": text})


def _verdict(kind: AskedKind, exercise: Exercise, solution: Json, answer: Json) -> Json:
    if GAVE_UP in answer:
        return Graded(False, False, 0, None, solution, kind.about(exercise)[:1]).to_row()
    result = kind.grade(exercise, solution, answer, exercise.rules)
    graded = Graded(
        correct=result.correct,
        better=result.better,
        points=result.points,
        verdict=result.verdict,
        solution=solution,
        rules=result.rules,
    )
    return {**graded.to_row(), "correct": graded.correct}


def _right(kind: AskedKind, exercise: Exercise, one: Proposal) -> Json:
    """The best answer; of hands that cannot open, that they cannot."""
    for text in (kind.best(one.solution)[0], *kind.options):
        answer = _raw(kind, text)
        if kind.grade(exercise, one.solution, answer, exercise.rules).correct:
            return answer
    raise ValueError(f"no right answer: {one.kind} {one.rules} {one.index}")


def _wrong(kind: AskedKind, exercise: Exercise, one: Proposal) -> Json:
    """An answer that is not right; giving up where none of the usual ones can be read."""
    for text in _other(kind, exercise, kind.best(one.solution)[0]):
        try:
            answer = _raw(kind, text)
            if not kind.grade(exercise, one.solution, answer, exercise.rules).correct:
                return answer
        except (InputError, ValueError):
            continue
    return {GAVE_UP: True}


def _other(kind: AskedKind, exercise: Exercise, right: str) -> Iterator[str]:
    yield from exercise.options or kind.options
    tiles = [str(tile) for tile in exercise.hand.tiles] if exercise.hand else []
    match kind.form:
        case Form.NUMBER:
            yield str(int(right) + 1)
        case Form.NUMBERS:
            yield " ".join(str(int(number) + 7) for number in right.split())
        case Form.MELDS:
            yield " ".join(tiles[:3])
        case Form.TILE | Form.TILES:
            yield from tiles
        case Form.MOVES:
            yield from (f"add {tile} @1" for tile in tiles)
            yield "draw"
        case _:
            return

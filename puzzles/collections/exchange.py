"""A set as a file, and back: JSON, version 1, described in docs/sets.md.

A file holds positions and no solutions. What is read from one passes the gates of every puzzle:
legal, exactly answered, proved.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from jobs import services as jobs
from jobs.errors import GiveUp
from jobs.kinds import Effect
from jobs.work import Work
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import gates
from puzzles.errors import KeyReused
from puzzles.kinds.base import Json, Proposal
from puzzles.kinds.registry import kind_of
from puzzles.models import SAME_COLOURS, PuzzleSet, SetItem
from puzzles.positions import exercise_of, permuted
from puzzles.store import store_reserved

FORMAT: Final = "istaka.set"
VERSION: Final = 1
JOB: Final = "generate.import"
MOST: Final = 100  # puzzles in a file that is read
LONGEST: Final = 60_000  # characters of such a file
SEED: Final = "from a file"  # no seed of a set: those have no blanks
NAME_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class FileSet:
    """What a file holds, read and looked at, not yet proved."""

    name: str
    rules: str
    puzzles: tuple[Json, ...]


def to_file(puzzle_set: PuzzleSet) -> str:
    """A set as text. Colours are those in which the set shows its puzzles."""
    items = puzzle_set.items.select_related("puzzle").order_by("index")
    body = {
        "format": FORMAT,
        "version": VERSION,
        "name": puzzle_set.name,
        "rules": puzzle_set.rules,
        "rules_version": rule_set(puzzle_set.rules).version,
        "puzzles": [
            {
                "kind": item.puzzle.kind,
                "position": permuted(item.puzzle.position, item.colours),
            }
            for item in items
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=1)


def from_file(text: str) -> FileSet:
    """Read a file. Raise `InputError` with the place of what is wrong."""
    if len(text) > LONGEST:
        raise InputError("input.size", "file")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("input.json", "file") from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise InputError("input.field", "format")
    if body.get("version") != VERSION:
        raise InputError("input.field", "version")
    name = body.get("name", "")
    if not isinstance(name, str) or len(name) > NAME_LENGTH or not name.isprintable():
        raise InputError("input.field", "name")
    rules, puzzles = body.get("rules"), body.get("puzzles")
    if not isinstance(rules, str):
        raise InputError("input.field", "rules")
    rule_set(rules)
    if not isinstance(puzzles, list) or not 1 <= len(puzzles) <= MOST:
        raise InputError("count.set", "puzzles")
    return FileSet(
        name.strip(), rules, tuple(_looked_at(one, rules, at) for at, one in enumerate(puzzles))
    )


def import_set(*, owner: Player, found: FileSet, key: uuid.UUID) -> PuzzleSet:
    """Make a set of what a file holds, filled by a job that proves each puzzle.

    The same key gives the same set. Raise `KeyReused` for a key that belongs to another one, and
    what `jobs.services.enqueue` raises.
    """
    try:
        with transaction.atomic():
            made = PuzzleSet.objects.create(
                owner=owner,
                name=found.name,
                rules=found.rules,
                kinds=list(dict.fromkeys(one["kind"] for one in found.puzzles)),
                count=len(found.puzzles),
                seed=SEED,
                key=key,
            )
            made.job = jobs.enqueue(
                kind=JOB,
                args={"set": str(made.pk), "puzzles": list(found.puzzles)},
                owner=owner,
                total=made.count,
            )
            made.save(update_fields=["job"])
            return made
    except IntegrityError:
        known = PuzzleSet.objects.filter(owner=owner, key=key).first()
        if known is None or known.seed != SEED or known.count != len(found.puzzles):
            raise KeyReused from None
        return known


def handle(work: Work) -> Effect | None:
    """Job handler: prove the puzzles of a file and put them into its set."""
    found = PuzzleSet.objects.filter(pk=work.args["set"]).first()
    if found is None:
        return None
    rules = rule_set(found.rules)
    ready: list[Proposal] = []
    for one in work.args["puzzles"]:
        kind = kind_of(one["kind"])
        try:
            passed = gates.checked(kind, exercise_of(one["position"], kind, rules), rules)
        except (InputError, ValueError, KeyError):
            passed = None
        if passed is None:
            raise GiveUp("set.import")
        ready.append(gates.proposal_of(kind, rules, passed, seed=SEED))
        work.progress(len(ready), found.count)
    return lambda: _write(found.pk, ready)


def _looked_at(one: Any, rules: str, at: int) -> Json:
    """A puzzle of a file whose shape is right and whose position is legal."""
    place = f"puzzles[{at}]"
    if not isinstance(one, dict) or not isinstance(one.get("kind"), str):
        raise InputError("input.field", place)
    kind = kind_of(one["kind"])
    if rules not in kind.rule_sets:
        raise InputError("kind.rules", f"{place}: {rules}")
    try:
        exercise_of(one["position"], kind, rule_set(rules))
    except InputError as error:
        raise InputError(error.code, f"{place}.position: {error.at}") from None
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError):
        raise InputError("input.field", f"{place}.position") from None
    return {"kind": one["kind"], "position": one["position"]}


def _write(pk: uuid.UUID, ready: list[Proposal]) -> None:
    """Fill the set, in the finishing transaction. Each puzzle is for this set alone."""
    found = PuzzleSet.objects.select_for_update().filter(pk=pk).first()
    if found is None or found.items.exists():
        return
    SetItem.objects.bulk_create(
        SetItem(
            set=found,
            index=index,
            puzzle=store_reserved(proposal, public_from=clock.now()),
            colours=SAME_COLOURS,
        )
        for index, proposal in enumerate(ready)
    )

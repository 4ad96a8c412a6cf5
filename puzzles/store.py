"""Writing proposals to the database: a position that is there already is linked, not remade."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

import okey
from accounts import clock
from accounts.models import Player
from okey.hand import Hand
from okey.rules.rulesets import rule_set
from puzzles.kinds.base import Json, Proposal
from puzzles.kinds.registry import kind_of
from puzzles.models import SAME_COLOURS, Puzzle, PuzzleSolution
from puzzles.positions import colours_between
from puzzles.ratings import offers


@dataclass(frozen=True, slots=True)
class Stored:
    """A row for a proposal, and the colours that turn the row's position into the proposed one."""

    puzzle: Puzzle
    colours: str
    made: bool  # False: an earlier row was linked


def hand_of(position: Json) -> Hand:
    """The hand of a position that holds nothing else."""
    return Hand.parse(position["hand"], position["indicator"])


def store_shared(proposals: Sequence[Proposal]) -> list[Stored | None]:
    """Store proposals of one kind and rule set for everybody, in a few statements.

    The answer stands in the order of the proposals. None: the position was withdrawn, or stands
    twice among the proposals. Two workers that store the same position at once get the same row.
    Needs a transaction.
    """
    if not proposals:
        return []
    made = [_row(proposal, reserved=False, public_from=clock.now()) for proposal in proposals]
    # In one order for everybody: two transactions that meet wait for each other, never in a ring.
    by_key = sorted(made, key=lambda row: row.canonical_key)
    Puzzle.objects.bulk_create(by_key, ignore_conflicts=True)
    first = made[0]
    found = {
        puzzle.canonical_key: puzzle
        for puzzle in Puzzle.objects.shared().filter(
            kind=first.kind,
            rules=first.rules,
            rules_version=first.rules_version,
            canonical_key__in=[row.canonical_key for row in made],
        )
    }
    solutions = []
    answer: list[Stored | None] = []
    used: set[str] = set()
    for proposal, row in zip(proposals, made, strict=True):
        puzzle = found.get(row.canonical_key)
        if puzzle is not None and puzzle.pk == row.pk:
            solutions.append(PuzzleSolution(puzzle=puzzle, answer=proposal.solution))
        if puzzle is None or puzzle.state != Puzzle.State.LIVE or row.canonical_key in used:
            answer.append(None)
            continue
        used.add(row.canonical_key)
        answer.append(_stored(puzzle, row))
    PuzzleSolution.objects.bulk_create(solutions)
    offers.place(one.puzzle for one in solutions)
    return answer


def store_reserved(proposal: Proposal, *, public_from: dt.datetime) -> Puzzle:
    """Store a proposal as a row of its own, for one use, hidden until `public_from`."""
    puzzle = _row(proposal, reserved=True, public_from=public_from)
    puzzle.save(force_insert=True)
    PuzzleSolution.objects.create(puzzle=puzzle, answer=proposal.solution)
    return puzzle


def store_draft(proposal: Proposal, *, owner: Player) -> Puzzle:
    """Store a proposal as a draft that its owner alone sees; the one there, where there is one."""
    known = {
        "kind": proposal.kind,
        "rules": proposal.rules,
        "canonical_key": proposal.canonical_key,
    }
    there: Puzzle | None = Puzzle.objects.filter(owner=owner, **known).first()
    if there is not None:
        return there
    puzzle = _row(proposal, reserved=True, public_from=clock.now())
    puzzle.owner, puzzle.state = owner, Puzzle.State.DRAFT
    try:
        with transaction.atomic():
            puzzle.save(force_insert=True)
            PuzzleSolution.objects.create(puzzle=puzzle, answer=proposal.solution)
    except IntegrityError:  # the same button, twice at once
        return Puzzle.objects.get(owner=owner, **known)
    return puzzle


def _stored(puzzle: Puzzle, row: Puzzle) -> Stored:
    if puzzle.pk == row.pk or puzzle.position == row.position:
        return Stored(puzzle, SAME_COLOURS, made=puzzle.pk == row.pk)
    colours = colours_between(puzzle.position, row.position)
    assert colours is not None, "equal canonical keys are permutations of each other"
    return Stored(puzzle, colours, made=False)


def _row(proposal: Proposal, *, reserved: bool, public_from: dt.datetime) -> Puzzle:
    return Puzzle(
        kind=proposal.kind,
        rules=proposal.rules,
        rules_version=rule_set(proposal.rules).version,
        engine_version=okey.__version__,
        generator_version=kind_of(proposal.kind).version,
        seed=proposal.seed,
        index=proposal.index,
        position=proposal.position,
        canonical_key=proposal.canonical_key,
        features=proposal.features,
        themes=list(proposal.themes),
        difficulty=proposal.difficulty,
        reserved=reserved,
        public_from=public_from,
    )

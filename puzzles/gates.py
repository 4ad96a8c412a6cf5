"""The gates that a proposal passes, from cheap to expensive, before it is a puzzle.

1. The kind proposes it at all: `generate` gives None for what it can see is worth nothing.
2. No position comes twice in a block, not even in other colours.
3. `right`: the engine has an exact answer.
4. `wanted`: not trivial, one idea.
5. Balance: of two ways that an answer may go, each fills half of a block.
6. Legal: no tile a third time, a round that can be made again from what is written down.
7. Proved: a second way of working it out, which shares no code with the engine's search, agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Final

from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.rulesets import rule_set
from puzzles import proofs
from puzzles.canonical import PERMUTATIONS
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import BLOCK, Json, Proposal
from puzzles.positions import check_legal, exercise_of, key_of, permuted, position_of
from tutor.tasks.base import Exercise

MOST_PROPOSALS: Final = 20_000  # looked at for one block; a kind that needs so many is at fault


@dataclass(frozen=True, slots=True)
class Passed:
    """A position that passed every gate, before it has a place in a stream."""

    exercise: Exercise
    right: tuple[str, ...]
    position: Json
    key: str


@dataclass(slots=True)
class Gates:
    """The gates of one block. `stopped` counts what each gate let not pass."""

    kind: AskedKind
    rules: RuleSet
    share: int = BLOCK // 2  # of each way that an answer may go
    seen: set[str] = field(default_factory=set)
    sides: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)

    def passed(self, proposals: Iterable[Exercise | None]) -> Iterator[Passed]:
        """Those of the proposals that pass, in their order."""
        for exercise in proposals:
            found = self._pass(exercise)
            if isinstance(found, Passed):
                yield found
            else:
                self.stopped[found] += 1

    def _pass(self, exercise: Exercise | None) -> Passed | str:
        """The proposal, or the gate that stopped it."""
        if exercise is None:
            return "proposed"
        kind, rules = self.kind, self.rules
        position = position_of(exercise, kind)
        key = key_of(position)
        if key in self.seen:
            return "new"
        right = kind.right(exercise, rules)
        if not right:
            return "right"
        if not kind.wanted(exercise, right, rules):
            return "wanted"
        side = kind.answer_side(exercise, right)
        if side and self.sides[side] >= self.share:
            return "balanced"
        try:
            check_legal(exercise, kind)
        except InputError:
            return "legal"
        if not _proved(kind, exercise, right, rules):
            return "proved"
        self.seen.add(key)
        self.sides[side] += 1
        return Passed(exercise, right, position, key)


def block(kind: AskedKind, rules: str, seed: str, number: int) -> Iterator[Proposal]:
    """Block `number` (from 0) of the stream of `seed`: at most `BLOCK` positions.

    The same arguments and version of the kind give the same positions in the same order. Fewer come
    where a small kind is at its end.
    """
    rs = rule_set(rules)
    for place, one in enumerate(positions(kind, rs, seed, number)):
        yield _proposal(kind, rs, one, seed=seed, index=number * BLOCK + place)


def positions(
    kind: AskedKind,
    rules: RuleSet,
    seed: str,
    number: int,
    *,
    stopped: Counter[str] | None = None,
) -> list[Passed]:
    """The positions of a block. `stopped` counts what each gate let not pass."""
    planned = kind.planned(rules, seed, number)
    gates = Gates(kind, rules, stopped=Counter() if stopped is None else stopped)
    if planned is None and enumerated(kind, rules.key) is not None:
        planned = in_order(kind, rules.key, seed, number)
    if planned is not None:
        gates.share = BLOCK
        return list(gates.passed(planned))
    stream = f"{kind.key}/{kind.version}/{rules.key}/{number}/{seed}"
    proposals = (kind.generate(rules, f"{stream}/{at}", {}) for at in range(MOST_PROPOSALS))
    found = list(islice(gates.passed(proposals), BLOCK))
    # Once one side is full, only the other comes: mixed, the place tells nothing.
    found.sort(key=lambda one: _rank(stream, one.key))
    return found


def each(kind: AskedKind, rules: str, seed: str) -> Iterator[Proposal]:
    """Positions of a first block one by one, for who needs but few: in an order of their own."""
    rs = rule_set(rules)
    gates = Gates(kind, rs)
    planned: Iterable[Exercise | None] | None = kind.planned(rs, seed, 0)
    if planned is None and enumerated(kind, rules) is not None:
        planned = in_order(kind, rules, seed, 0)
    if planned is None:
        stream = f"{kind.key}/{kind.version}/{rules}/0/{seed}"
        planned = (kind.generate(rs, f"{stream}/{at}", {}) for at in range(MOST_PROPOSALS))
    for place, one in enumerate(islice(gates.passed(planned), BLOCK)):
        yield _proposal(kind, rs, one, seed=seed, index=place)


@lru_cache(maxsize=64)
def enumerated(kind: AskedKind, rules: str) -> tuple[tuple[str, Exercise], ...] | None:
    """All positions of a small kind with the side to which each answer goes; None for others.

    Each stands there once, up to colours; which are legal and proved is seen when they are taken.
    """
    rs = rule_set(rules)
    every = kind.every(rs)
    if every is None:
        return None
    found: dict[str, tuple[str, Exercise]] = {}
    for exercise in every:
        key = key_of(position_of(exercise, kind))
        if key in found:
            continue
        right = kind.right(exercise, rs)
        if right and kind.wanted(exercise, right, rs):
            found[key] = (kind.answer_side(exercise, right), exercise)
    return tuple(found.values())


def blocks(kind: AskedKind, rules: str, most: int) -> int:
    """How many blocks a stream has; of kinds without an end those of `most` positions."""
    if type(kind).every is AskedKind.every:
        return most // BLOCK
    every = enumerated(kind, rules)
    return most // BLOCK if every is None else -(-len(every) // BLOCK)


def in_order(kind: AskedKind, rules: str, seed: str, number: int) -> Iterator[Exercise]:
    """A block of all positions in the order of a seed, each in colours of its own.

    Where the answer goes two ways, they take turns as long as there are both.
    """
    every = enumerated(kind, rules)
    assert every is not None
    stream = f"{kind.key}/{kind.version}/{rules}/{seed}"
    by_side: dict[str, list[int]] = {}
    for at in sorted(range(len(every)), key=lambda at: _rank(stream, str(at))):
        by_side.setdefault(every[at][0], []).append(at)
    order = sorted(
        (turn, _rank(stream, f"{turn}/{at}"), at)
        for places in by_side.values()
        for turn, at in enumerate(places)
    )
    for _, rank, at in order[number * BLOCK : (number + 1) * BLOCK]:
        position = position_of(every[at][1], kind)
        colours = PERMUTATIONS[rank[0] % len(PERMUTATIONS)]
        yield exercise_of(permuted(position, colours), kind, rule_set(rules), seed=seed)


def checked(kind: AskedKind, exercise: Exercise, rules: RuleSet) -> Passed | None:
    """A single position through the gates that have to do with it alone; None where one stops it.

    Whether it is wanted, is left to whoever brings it.
    """
    right = kind.right(exercise, rules)
    if not right:
        return None
    try:
        check_legal(exercise, kind)
    except InputError:
        return None
    if not _proved(kind, exercise, right, rules):
        return None
    position = position_of(exercise, kind)
    return Passed(exercise, right, position, key_of(position))


def proposal_of(kind: AskedKind, rules: RuleSet, passed: Passed, *, seed: str) -> Proposal:
    """A single position as a proposal."""
    return _proposal(kind, rules, passed, seed=seed, index=0)


def _proposal(
    kind: AskedKind, rules: RuleSet, passed: Passed, *, seed: str, index: int
) -> Proposal:
    exercise, right = passed.exercise, passed.right
    features = kind.features(exercise, right, rules)
    tags = tuple(dict.fromkeys(kind.tags(exercise, right, rules)))
    return Proposal(
        kind=kind.key,
        rules=rules.key,
        seed=seed,
        index=index,
        position=passed.position,
        canonical_key=passed.key,
        features=features,
        themes=tuple(key for key in tags if not kind.themes[key].tells),
        difficulty=kind.difficulty(exercise, right, features),
        solution=kind.solution(
            exercise, right, rules, [key for key in tags if kind.themes[key].tells]
        ),
    )


def _rank(stream: str, name: str) -> bytes:
    """Where something stands in an order that depends on the stream alone."""
    return sha256(f"{stream}/{name}".encode()).digest()


def _proved(kind: AskedKind, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
    """The second opinion."""
    return proofs.proved(kind.key, exercise, right, rules)

"""Streams of puzzles: the same kind, version, rule set and seed give the same puzzles in order.

A stream is cut into blocks of fifty that are made independently, so that many workers may share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from puzzles import gates
from puzzles.kinds.base import BLOCK, Proposal
from puzzles.kinds.registry import kind_of


def block(kind: str, rules: str, seed: str, number: int) -> list[Proposal]:
    """Block `number` (from 0) of the stream: the positions `number * BLOCK` and on.

    Raise `InputError` (`kind.unknown`, `rules.unknown`) for a kind or rule set that is not there.
    """
    return list(gates.block(kind_of(kind), rules, seed, number))


def stream(
    kind: str, rules: str, seed: str, *, first: int = 0, step: int = 1
) -> Iterator[Proposal]:
    """All positions of the blocks `first`, `first + step`, ... without end, or as many as are."""
    for number in count(first, step):
        found = block(kind, rules, seed, number)
        if not found:
            return
        yield from found


def propose(kind: str, rules: str, seed: str, index: int) -> Proposal:
    """The position at `index` (from 0) of the stream."""
    return block(kind, rules, seed, index // BLOCK)[index % BLOCK]

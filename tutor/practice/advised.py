"""What the engine would do in this turn, in words, with the moves to make."""

from __future__ import annotations

from dataclasses import dataclass

from okey.bots import advice, seen_by
from tutor.practice.shown import own_words
from tutor.practice.tables import Table


@dataclass(frozen=True, slots=True)
class Advised:
    """Moves in words and in notation, and why."""

    sentences: tuple[str, ...]
    moves: str
    reason: str


def advised(table: Table) -> Advised | None:
    """Advice for whoever looks, from what that seat sees; None where there is nothing to do."""
    seen = seen_by(table.round, table.mine)
    found = advice(seen)
    moves = found.moves
    if not moves:
        return None
    return Advised(tuple(own_words(move) for move in moves), "; ".join(map(str, moves)), "")


__all__ = ["Advised", "advised"]

"""What the engine would do in this turn, in words, with the moves to make."""

from __future__ import annotations

from dataclasses import dataclass

from okey.bots import advice, seen_by
from tutor.advice_words import advice_sentences
from tutor.practice.shown import own_words
from tutor.practice.tables import Table
from tutor.referee.wording import language


@dataclass(frozen=True, slots=True)
class Advised:
    """Moves in words and in notation, and why. There are none where a turn cannot be ended."""

    sentences: tuple[str, ...]
    moves: str
    reasons: tuple[str, ...]


def advised(table: Table) -> Advised:
    """Advice for whoever looks, from what that seat sees."""
    found = advice(seen_by(table.round, table.mine))
    return Advised(
        tuple(own_words(move) for move in found.moves),
        "; ".join(map(str, found.moves)),
        advice_sentences(found, language()),
    )


__all__ = ["Advised", "advised"]

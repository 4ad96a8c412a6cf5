"""Writing another verdict into an answered attempt, once the engine judges it otherwise.

The answer, its moment and its key stay. Only class work is judged again, and that rates nothing.
"""

from __future__ import annotations

from typing import Any

from puzzles.models import Attempt, AttemptMark
from puzzles.ratings import marks


def rewrite(attempt: Attempt, *, correct: bool, verdict: dict[str, Any], engine: str) -> None:
    """Replace what became of an answer. Needs a transaction that holds the attempt's row.

    Raise ValueError for an attempt outside a class: its rating would have to follow.
    """
    if attempt.context != Attempt.Context.ASSIGNMENT:
        raise ValueError("only class work is judged again")
    attempt.correct, attempt.verdict, attempt.engine_version = correct, verdict, engine
    attempt.save(update_fields=["correct", "verdict", "engine_version"])
    AttemptMark.objects.filter(attempt=attempt).delete()
    marks.note(attempt)

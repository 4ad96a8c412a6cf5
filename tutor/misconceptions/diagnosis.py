"""Which wrong beliefs make an answer right."""

from __future__ import annotations

from tutor.misconceptions.beliefs import is_right, keys
from tutor.tasks.base import Exercise, TaskKind


def fitting(exercise: Exercise, answer: str, *, kind: TaskKind | None = None) -> tuple[str, ...]:
    """The wrong beliefs under which this answer, right or wrong, is right."""
    return tuple(key for key in keys(exercise.rules) if is_right(exercise, answer, key, kind=kind))


def diagnose(exercise: Exercise, answer: str, *, kind: TaskKind | None = None) -> tuple[str, ...]:
    """The wrong beliefs that explain a wrong answer; none for a right one.

    Raise `InputError` for an answer that cannot be read.
    """
    if is_right(exercise, answer, kind=kind):
        return ()
    return fitting(exercise, answer, kind=kind)

"""Which wrong beliefs make an answer right."""

from __future__ import annotations

from tutor.misconceptions.beliefs import is_right, keys
from tutor.tasks.base import Exercise, TaskKind


def fitting(exercise: Exercise, answer: str, *, kind: TaskKind | None = None) -> tuple[str, ...]:
    """The wrong beliefs that this answer, right or wrong, does not speak against.

    It is right under them, or it is right and nothing can be said about it under them.
    """
    truth = is_right(exercise, answer, kind=kind)
    said = {key: is_right(exercise, answer, key, kind=kind) for key in keys(exercise.rules)}
    return tuple(key for key, right in said.items() if right or (right is None and truth))


def diagnose(exercise: Exercise, answer: str, *, kind: TaskKind | None = None) -> tuple[str, ...]:
    """The wrong beliefs that explain a wrong answer; none for a right one.

    Raise `InputError` for an answer that cannot be read.
    """
    if is_right(exercise, answer, kind=kind):
        return ()
    return fitting(exercise, answer, kind=kind)

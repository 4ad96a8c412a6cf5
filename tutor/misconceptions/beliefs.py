"""An exercise as somebody sees and answers it who believes one wrong thing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from okey.errors import InputError
from okey.hand import Hand
from okey.mistaken import MISTAKEN, Mistaken, mistakes
from okey.rules.model import RuleSet
from tutor.tasks.base import Exercise, TaskKind
from tutor.tasks.registry import task

NONE: Final = ""  # the key of somebody who believes nothing wrong
# What a wrong rule set may make of an exercise that was made for another: no statement about it.
_CANNOT_SAY: Final = (InputError, LookupError, ValueError, AssertionError)


def keys(rules: RuleSet) -> tuple[str, ...]:
    """The wrong beliefs that a rule set knows, by key."""
    return tuple(one.key for one, _ in mistakes(rules))


def seen(exercise: Exercise, mistaken: Mistaken) -> Exercise | None:
    """The exercise as it looks to somebody with this belief; None where that cannot be said."""
    if not mistaken.other_okey:
        return exercise
    if exercise.round is not None or exercise.ended is not None:
        return None
    open_, hand = exercise.indicator, exercise.hand
    indicator = mistaken.indicator(open_)
    return replace(
        exercise,
        indicator=indicator,
        hand=None
        if hand is None
        else Hand(indicator, tuple(mistaken.tile(tile, open_) for tile in hand.tiles)),
        laid=tuple(mistaken.meld(meld, open_) for meld in exercise.laid),
        options=tuple(mistaken.text(option, open_) for option in exercise.options),
    )


def is_right(
    exercise: Exercise, answer: str, key: str = NONE, *, kind: TaskKind | None = None
) -> bool | None:
    """Whether an answer is right for who believes this; None where that cannot be said.

    Raise `InputError` for an answer that cannot be read, where nothing wrong is believed.
    """
    kind = kind or task(exercise.task)
    if key == NONE:
        return kind.check(exercise, answer, exercise.rules).correct
    mistaken = MISTAKEN[key]
    wrong, looks = mistaken.under(exercise.rules), seen(exercise, mistaken)
    if wrong is None or looks is None:
        return None
    try:
        return kind.check(looks, mistaken.text(answer, exercise.indicator), wrong).correct
    except _CANNOT_SAY:
        return None


def answers_under(
    exercise: Exercise, key: str = NONE, *, kind: TaskKind | None = None
) -> tuple[str, ...]:
    """The right answers of who believes this, the best first; none where that cannot be said.

    Only those that can be given: where a belief finds no meld, that may be no answer here.
    """
    kind = kind or task(exercise.task)
    if key == NONE:
        return kind.right(exercise, exercise.rules)
    mistaken = MISTAKEN[key]
    wrong, looks = mistaken.under(exercise.rules), seen(exercise, mistaken)
    if wrong is None or looks is None:
        return ()
    try:
        right = kind.right(looks, wrong)
    except _CANNOT_SAY:
        return ()
    answers = (mistaken.true_text(one, exercise.indicator) for one in right)
    return tuple(answer for answer in answers if _can_be_given(exercise, answer, kind))


def _can_be_given(exercise: Exercise, answer: str, kind: TaskKind) -> bool:
    try:
        kind.check(exercise, answer, exercise.rules)
    except InputError:
        return False
    return True

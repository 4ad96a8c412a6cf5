"""Which wrong belief a learner's answers point to, and the exercise that asks about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import Player
from okey import RULE_SETS
from tutor.board.words import language
from tutor.lessons.models import ExerciseAnswer
from tutor.misconceptions import Answered, BeliefText, answered, belief_text, fitting, suspicion_of
from tutor.tasks.base import Exercise

REMEMBERED: Final = 12  # the last answers that count


@dataclass(frozen=True, slots=True)
class ShownBelief:
    """A belief by name, with the address of an exercise that asks about just this."""

    text: BeliefText
    url: str


def kept_with(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """The beliefs that fit an answer, to be kept with it."""
    return tuple(fitting(exercise, answer))


def named_belief(player: Player, exercise: Exercise, *, lesson: str = "") -> ShownBelief | None:
    """The belief that the last answers name, if it is a mistake under the exercise's rules.

    `lesson` is where the learner goes back to after the exercise on it.
    """
    rows = ExerciseAnswer.objects.visible_to(player).filter(correct__isnull=False)
    last = rows.order_by("-answered_at", "-pk")[:REMEMBERED]
    named = suspicion_of(_evidence(last)).named
    if named is None or named not in kept_of(last):
        return None
    try:
        text = belief_text(named, exercise.rules, language())
    except LookupError:
        return None
    query = urlencode({"rules": exercise.rules.key, "belief": named, "lesson": lesson})
    return ShownBelief(text, f"{reverse('lesson-belief')}?{query}")


def kept_of(rows: Iterable[ExerciseAnswer]) -> tuple[str, ...]:
    """What fits the newest of these answers."""
    newest = next(iter(rows), None)
    return tuple(newest.misconceptions) if newest is not None else ()


def _evidence(rows: Iterable[ExerciseAnswer]) -> list[Answered]:
    return [
        answered(RULE_SETS[row.rules], row.task, bool(row.correct), row.misconceptions)
        for row in rows
        if row.rules in RULE_SETS
    ]

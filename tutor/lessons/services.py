"""Lessons as they are taken: an answer, a hint, the next place. Each writes at most once a key."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey import RuleSet
from tutor.lessons.model import Lesson, Station
from tutor.lessons.models import ExerciseAnswer, LessonProgress
from tutor.review.services import add_cards
from tutor.tasks.base import Exercise, Outcome
from tutor.tasks.registry import task

HINTS: Final = 3  # which rule, which tiles, show me


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer as it was taken. `again` where the same key had brought it before."""

    row: ExerciseAnswer
    outcome: Outcome
    again: bool


def exercise_of(station: Station, rules: RuleSet, seed: str) -> Exercise:
    """The exercise of a place: the same seed the same."""
    return station.step.kind.generate(rules, seed, station.step.options or {})


def progress_of(player: Player | None, lesson: Lesson, rules: RuleSet) -> LessonProgress | None:
    """How far the player came, None before the first step."""
    rows = LessonProgress.objects.visible_to(player).under(rules.key)
    found: LessonProgress | None = rows.filter(lesson=lesson.id).first()
    return found


def reached(progress: LessonProgress | None, stations: Sequence[Station]) -> int:
    """The place of the station reached; past the last one at the end.

    A place that the lesson no longer has counts as the beginning.
    """
    if progress is None:
        return 0
    if not progress.at:
        return len(stations)
    names = [station.name for station in stations]
    return names.index(progress.at) if progress.at in names else 0


def take_answer(
    *,
    player: Player,
    lesson: Lesson,
    station: Station,
    rules: RuleSet,
    seed: str,
    answer: str,
    key: uuid.UUID,
    misconceptions: Sequence[str] = (),
) -> Taken:
    """Judge an answer and go on where it is right. Raise `InputError` for what is no answer.

    A key that was used before changes nothing and gives the first answer's outcome.
    """
    exercise = exercise_of(station, rules, seed)
    outcome = station.step.kind.check(exercise, answer, rules)
    with transaction.atomic():
        progress = _locked(player, lesson, rules)
        row, made = ExerciseAnswer.objects.get_or_create(
            player=player,
            key=key,
            defaults={
                "lesson": lesson.id,
                "at": station.name,
                "task": exercise.task,
                "rules": rules.key,
                "seed": seed,
                "answer": answer,
                "correct": outcome.correct,
                "hint": hints_seen(player, exercise),
                "misconceptions": list(misconceptions),
            },
        )
        if not made:
            first = exercise if row.seed == seed else exercise_of(station, rules, row.seed)
            return Taken(row, station.step.kind.check(first, row.answer or answer, rules), True)
        if outcome.correct:
            _go_on(progress, lesson, station, rules)
        else:
            _slip(progress, station)
    return Taken(row, outcome, False)


def take_loose_answer(
    *,
    player: Player,
    exercise: Exercise,
    answer: str,
    key: uuid.UUID,
    misconceptions: Sequence[str] = (),
) -> Outcome:
    """Judge and keep an answer outside of a lesson. Raise `InputError` for what is no answer."""
    outcome = task(exercise.task).check(exercise, answer, exercise.rules)
    ExerciseAnswer.objects.get_or_create(
        player=player,
        key=key,
        defaults={
            "task": exercise.task,
            "rules": exercise.rules.key,
            "seed": exercise.seed,
            "answer": answer,
            "correct": outcome.correct,
            "misconceptions": list(misconceptions),
        },
    )
    return outcome


def take_hint(
    *,
    player: Player,
    lesson: Lesson,
    station: Station,
    rules: RuleSet,
    seed: str,
    level: int,
    key: uuid.UUID,
) -> None:
    """Record that a hint is seen, before it is shown."""
    with transaction.atomic():
        progress = _locked(player, lesson, rules)
        ExerciseAnswer.objects.get_or_create(
            player=player,
            key=key,
            defaults={
                "lesson": lesson.id,
                "at": station.name,
                "task": station.step.task,
                "rules": rules.key,
                "seed": seed,
                "correct": None,
                "hint": level,
            },
        )
        _slip(progress, station)


def hints_seen(player: Player | None, exercise: Exercise) -> int:
    """The highest level of the hints that the player has seen for this exercise."""
    rows = ExerciseAnswer.objects.visible_to(player).filter(
        task=exercise.task, rules=exercise.rules.key, seed=exercise.seed, correct=None
    )
    return max(rows.values_list("hint", flat=True), default=0)


def go_on(player: Player, lesson: Lesson, station: Station, rules: RuleSet) -> None:
    """Leave a step that only shows something."""
    with transaction.atomic():
        _go_on(_locked(player, lesson, rules), lesson, station, rules)


def begin_again(player: Player, lesson: Lesson, rules: RuleSet) -> None:
    """Begin another run; the stars stay."""
    stations = lesson.stations(rules)
    with transaction.atomic():
        progress = _locked(player, lesson, rules)
        if progress.at == stations[0].name and not progress.slipped:
            return
        progress.at, progress.slipped = stations[0].name, []
        progress.runs += 1
        progress.updated_at = clock.now()
        progress.save()


def stars_for(slips: int, exercises: int) -> int:
    """Stars of a finished run: 3 where all was right at once, 2 with two thirds, else 1."""
    if not slips:
        return 3
    return 2 if 3 * slips <= exercises else 1


def _locked(player: Player, lesson: Lesson, rules: RuleSet) -> LessonProgress:
    first = lesson.stations(rules)[0].name
    LessonProgress.objects.get_or_create(
        player=player, lesson=lesson.id, rules=rules.key, defaults={"at": first}
    )
    row: LessonProgress = LessonProgress.objects.select_for_update().get(
        player=player, lesson=lesson.id, rules=rules.key
    )
    return row


def _go_on(progress: LessonProgress, lesson: Lesson, station: Station, rules: RuleSet) -> None:
    """Reach the next place, if this one is where the run stands; a second tab changes nothing."""
    stations = lesson.stations(rules)
    here = reached(progress, stations)
    if here >= len(stations) or stations[here].name != station.name:
        return
    progress.updated_at = clock.now()
    if here + 1 < len(stations):
        progress.at = stations[here + 1].name
    else:
        progress.at = ""
        exercises = [one.name for one in stations if one.step.task]
        slips = len(set(progress.slipped) & set(exercises))
        progress.stars = max(progress.stars, stars_for(slips, len(exercises)))
        progress.finished_at = progress.updated_at
        add_cards(player=progress.player, rules=rules.key, rule_ids=_trained(stations, rules))
    progress.save()


def _trained(stations: Sequence[Station], rules: RuleSet) -> list[str]:
    """The rules that the exercises of a lesson are about, in their order: cards of the review."""
    found = [
        rule
        for station in stations
        if station.step.task
        for rule in [station.step.rule, *station.step.kind.trains]
        if rule in rules.rules
    ]
    return list(dict.fromkeys(found))


def _slip(progress: LessonProgress, station: Station) -> None:
    """Note that a place of this run was not right at once. Places behind the run do not count."""
    if progress.at == station.name and station.name not in progress.slipped:
        progress.slipped.append(station.name)
        progress.updated_at = clock.now()
        progress.save(update_fields=["slipped", "updated_at"])

"""Every step of every lesson can be played, and varies, under the rule sets in which it stands."""

from __future__ import annotations

import pytest

from okey import RULE_SETS
from tutor.lessons.loading import lessons
from tutor.lessons.model import Lesson, Step

DIFFERENT = 50
STEPS = [
    pytest.param(lesson, step, id=f"{lesson.id}-{step.id}")
    for lesson in lessons().values()
    for step in lesson.steps
    if step.task
]


def different(step: Step, key: str, enough: int) -> int:
    found: set[tuple[object, ...]] = set()
    for seed in range(2 * enough):
        exercise = step.kind.generate(RULE_SETS[key], f"step-{seed}", step.options or {})
        found.add(exercise.shown)
        if len(found) == enough:
            break
    return len(found)


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_a_step_makes_fifty_different_exercises(lesson: Lesson, step: Step) -> None:
    stands = [key for key, rules in RULE_SETS.items() if step in _steps(lesson, key)]
    assert stands, "a step that nobody ever sees"
    assert different(step, stands[0], DIFFERENT) == DIFFERENT
    for key in stands[1:]:
        assert different(step, key, 4) == 4


def _steps(lesson: Lesson, key: str) -> list[Step]:
    return [station.step for station in lesson.stations(RULE_SETS[key])]


@pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.id)
def test_a_lesson_is_short_and_mostly_to_do(lesson: Lesson) -> None:
    for rules in RULE_SETS.values():
        stations = lesson.stations(rules)
        if stations:
            assert len(stations) <= 12, rules.key
            assert 3 * sum(bool(one.step.task) for one in stations) >= 2 * len(stations), rules.key

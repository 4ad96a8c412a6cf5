"""The next exercise: one on which a certain wrong belief gives another answer than the truth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from tutor.misconceptions.beliefs import NONE, answers_under, is_right, keys
from tutor.tasks.base import Exercise, TaskKind
from tutor.tasks.registry import TASKS

TRIES: Final = 60  # exercises looked at for one belief
LOOKED_AT: Final = 24  # exercises among which the most telling one is chosen
KEPT: Final = 128  # exercises that were asked for last
TELLING: Final = (
    "what-counts", "tiles-that-hold", "how-many-pairs", "most-in-opening", "missing-beside",
    "seat-score", "why-no-take", "why-no-lay", "why-no-swap",
)  # fmt: skip


@dataclass(frozen=True)
class Told:
    """An exercise with what each belief answers (`NONE`: the truth), where it has an answer."""

    exercise: Exercise
    kind: TaskKind
    answers: Mapping[str, tuple[str, ...]]
    _fits: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, exercise: Exercise, kind: TaskKind) -> Told:
        """Ask every belief."""
        asked = ((key, answers_under(exercise, key, kind=kind)) for key in _all(exercise.rules))
        return cls(exercise, kind, {key: right for key, right in asked if right})

    def fits(self, answer: str) -> tuple[str, ...]:
        """The beliefs, `NONE` among them, under which an answer is right."""
        if answer not in self._fits:
            self._fits[answer] = tuple(
                key
                for key in self.answers
                if answer in self.answers[key]
                or is_right(self.exercise, answer, key, kind=self.kind)
            )
        return self._fits[answer]

    def shows(self, key: str) -> bool:
        """Whether a belief has only wrong answers, and the truth is none of them."""
        if key not in self.answers:
            return False
        own, truth = self.answers[key], self.answers[NONE][0]
        return key not in self.fits(truth) and not any(NONE in self.fits(one) for one in own)

    def spread(self, weights: Mapping[str, float]) -> float:
        """How well the answers tell beliefs apart that are this likely: 0 not at all, up to 1."""
        by_answer: defaultdict[str, float] = defaultdict(float)
        truth = self.answers[NONE][0]
        for key, weight in weights.items():
            by_answer[self.answers.get(key, (truth,))[0]] += weight
        return 1 - sum(weight**2 for weight in by_answer.values())


def _all(rules: RuleSet) -> tuple[str, ...]:
    return (NONE, *keys(rules))


def kinds_about(
    key: str, rules: RuleSet, tasks: Mapping[str, TaskKind] = TASKS
) -> tuple[TaskKind, ...]:
    """The tasks on which a belief may show, the most telling first."""
    wanted = MISTAKEN[key].rule(rules)
    found = [kind for kind in tasks.values() if wanted in kind.trains and kind.applies(rules)]
    return tuple(sorted(found, key=lambda kind: kind.key not in TELLING))


def exercises(kinds: Sequence[TaskKind], rules: RuleSet, seed: str) -> Iterator[Exercise]:
    """Exercises of these tasks in turn, always new ones."""
    number = 0
    while kinds:
        kind = kinds[number % len(kinds)]
        yield kind.generate(rules, f"{seed}.{number}", {})
        number += 1


def next_exercise(
    key: str, rules: RuleSet, seed: str, tasks: Mapping[str, TaskKind] = TASKS
) -> Exercise | None:
    """An exercise on which this belief differs from the truth, and best no other does likewise.

    None where it is no mistake in this rule set, or no task shows it. At most `TRIES` exercises are
    made; the other beliefs are asked about one only where this belief shows on it, and no further
    than to see that it is no better than one found before. The answers to an exercise ask for the
    same one again: those asked for last are kept.
    """
    return _kept(key, rules, seed) if tasks is TASKS else _next(key, rules, seed, tasks)


@lru_cache(KEPT)
def _kept(key: str, rules: RuleSet, seed: str) -> Exercise | None:
    return _next(key, rules, seed, TASKS)


def _next(key: str, rules: RuleSet, seed: str, tasks: Mapping[str, TaskKind]) -> Exercise | None:
    if MISTAKEN[key].under(rules) is None:
        return None
    found: Exercise | None = None
    least = (True, len(MISTAKEN))
    kinds = kinds_about(key, rules, tasks)
    for _, exercise in zip(range(TRIES), exercises(kinds, rules, seed), strict=False):
        one = _Asked(exercise, tasks[exercise.task], key)
        if not one.wrong or (not one.shows and not least[0]):
            continue
        most = least[1] if one.shows == (not least[0]) else len(MISTAKEN)
        like = (not one.shows, one.like(most))
        if like < least:
            found, least = exercise, like
        if like == (False, 0):
            break
    return found


class _Asked:
    """What one belief answers to an exercise; the others are asked as far as they matter."""

    def __init__(self, exercise: Exercise, kind: TaskKind, key: str) -> None:
        self.exercise, self.kind, self.key = exercise, kind, key
        self.own = answers_under(exercise, key, kind=kind)
        self.wrong = [one for one in self.own if not is_right(exercise, one, kind=kind)]

    @cached_property
    def shows(self) -> bool:
        """Whether the belief has only wrong answers, and the truth is none of them."""
        if len(self.wrong) < len(self.own):
            return False
        truth = answers_under(self.exercise, kind=self.kind)[0]
        return not self._fits(truth, self.key)

    def like(self, most: int) -> int:
        """How many other beliefs give the same answer; `most` where it is so many or more."""
        count = 0
        for key in keys(self.exercise.rules):
            if key != self.key and self._fits(self.wrong[0], key):
                count += 1
            if count >= most:
                break
        return count

    def _fits(self, answer: str, key: str) -> bool:
        """Whether a belief that has an answer here takes this one for right."""
        if not is_right(self.exercise, answer, key, kind=self.kind):
            return False
        return key == self.key or bool(answers_under(self.exercise, key, kind=self.kind))


def most_telling(told: Iterable[Told], weights: Mapping[str, float]) -> Told:
    """The exercise whose answer says most, where beliefs are this likely."""
    return max(told, key=lambda one: one.spread(weights))


def telling_exercise(
    likely: Mapping[str, float],
    rules: RuleSet,
    seed: str,
    kinds: Sequence[TaskKind],
) -> Exercise:
    """Of some exercises of these tasks the one whose answer says most.

    `likely` is that of a `Suspicion`. There must be a task.
    """
    made = zip(range(LOOKED_AT), exercises(kinds, rules, seed), strict=False)
    by_key = {kind.key: kind for kind in kinds}
    told = (Told.of(one, by_key[one.task]) for _, one in made)
    return most_telling(told, likely).exercise

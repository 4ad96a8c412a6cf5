"""Learners that answer by one wrong belief and slip sometimes, to see whether they are found out.

A learner is in a lesson, so what is asked is about its topic; all beliefs of the rule set come into
question all the same. What is asked is the most telling of some exercises; once something is
suspected, of those that show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from tutor.misconceptions.beliefs import NONE, keys
from tutor.misconceptions.choosing import LOOKED_AT, Told
from tutor.misconceptions.suspicion import (
    SLIP,
    Answered,
    Suspicion,
    chance_of,
    suspicion_of,
)
from tutor.tasks.base import Form, TaskKind
from tutor.tasks.registry import TASKS

EXERCISES: Final = 5
FAR: Final = 10  # how far a slip is from the number that was meant
# What is asked together, as in a lesson.
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "melds": ("what-counts", "tiles-that-hold"),
    "pairs": ("how-many-pairs",),
    "opening": ("missing-beside", "most-in-opening"),
    "taking": ("why-no-take",),
    "laying": ("why-no-lay",),
    "okey": ("why-no-swap",),
    "score": ("seat-score",),
}


@dataclass(frozen=True, slots=True)
class Session:
    """What came of one learner: the belief named, if any, and after how many exercises."""

    named: str | None
    asked: int


class School:
    """Exercises of one topic under one rule set, each with what every belief answers."""

    def __init__(self, rules: RuleSet, topic: str, seed: str, size: int = 60) -> None:
        self.rules, self.topic = rules, topic
        kinds = [TASKS[key] for key in TOPICS[topic] if key in TASKS]
        self.kinds = [kind for kind in kinds if kind.applies(rules)]
        self.told = [
            Told.of(kind.generate(rules, f"{seed}.{topic}.{number}", {}), kind)
            for kind in self.kinds
            for number in range(size)
        ]
        about = [key for key in keys(rules) if topic_of(key, rules) == topic]
        # The beliefs that the topic is about and some exercise shows.
        self.beliefs = tuple(key for key in about if any(told.shows(key) for told in self.told))

    def session(self, belief: str, rng: Random, most: int = EXERCISES) -> Session:
        """Ask a learner until a belief is named, so many exercises at most."""
        among = keys(self.rules)
        answers: list[Answered] = []
        left = dict(enumerate(self.told))
        suspicion = suspicion_of(answers, among)
        for asked in range(1, most + 1):
            number = self._chosen(suspicion, left, rng)
            told = left.pop(number)
            answers.append(_answered(told, _answer(told, belief, rng)))
            suspicion = suspicion_of(answers, among)
            if suspicion.named is not None:
                return Session(suspicion.named, asked)
        return Session(None, most)

    def _chosen(self, suspicion: Suspicion, left: Mapping[int, Told], rng: Random) -> int:
        suspect = suspicion.suspect
        likely = suspicion.likely
        able = [number for number, told in left.items() if suspect and told.shows(suspect)]
        if not able:
            able = list(left)
            likely = {key: likely[key] for key in (NONE, *self.beliefs)}
        some = rng.sample(able, min(LOOKED_AT, len(able)))
        return max(some, key=lambda number: left[number].spread(likely))


def topic_of(key: str, rules: RuleSet) -> str | None:
    """The topic whose tasks train the rule that a belief gets wrong; the first of several."""
    rule = MISTAKEN[key].rule(rules)
    for topic, names in TOPICS.items():
        kinds: list[TaskKind] = [TASKS[name] for name in names if name in TASKS]
        if any(rule in kind.trains and kind.applies(rules) for kind in kinds):
            return topic
    return None


def _answer(told: Told, belief: str, rng: Random) -> str:
    """What a learner says: by the belief, nine times in ten; otherwise something else."""
    meant = rng.choice(told.answers.get(belief) or told.answers[NONE])
    if rng.random() >= SLIP:
        return meant
    if told.kind.form is Form.NUMBER:
        return str(int(meant) + rng.choice((-1, 1)) * rng.randint(1, FAR))
    return rng.choice([option for option in told.exercise.options if option != meant])


def _answered(told: Told, answer: str) -> Answered:
    fits = told.fits(answer)
    return Answered(
        told.exercise.rules,
        NONE in fits,
        tuple(key for key in fits if key != NONE),
        chance_of(told.kind.form, told.exercise),
    )


__all__ = ["EXERCISES", "TOPICS", "School", "Session", "topic_of"]

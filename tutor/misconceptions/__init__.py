"""Which wrong belief explains an answer: named carefully, and asked about next.

A belief is a rule set that is wrong on purpose (`okey.mistaken`). An answer that is wrong under the
rules and right under such a rule set speaks for it; several such answers name it.

What pages call:

- `diagnose(exercise, answer)`: keys that explain a wrong answer; `()` for a right one.
- `fitting(exercise, answer)`: keys to keep with an answer, right or wrong; a right one speaks
  against the beliefs that it does not fit.
- `suspicion_of(answers)`: what kept answers say, from `answered(rules, task, correct, kept)` of
  each; `.named` is the key to name or None, `.suspect` the key to ask about next or None.
- `next_exercise(key, rules, seed)`: an exercise that shows just this belief, or None.
- `answers_under(exercise, key)`: what somebody who believes it would answer.
- `belief_text(key, rules, language)`: its title, the careful sentence, and the rule to read.
"""

from __future__ import annotations

from collections.abc import Iterable

from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from tutor.misconceptions.beliefs import NONE, answers_under, is_right, keys
from tutor.misconceptions.choosing import kinds_about, next_exercise, telling_exercise
from tutor.misconceptions.diagnosis import diagnose, fitting
from tutor.misconceptions.suspicion import CHANCE, Answered, Suspicion, suspicion_of
from tutor.misconceptions.words import BeliefText, belief_text
from tutor.tasks.base import Form
from tutor.tasks.registry import TASKS


def answered(rules: RuleSet, task_key: str, correct: bool, kept: Iterable[str]) -> Answered:
    """A kept answer as evidence: `kept` are the keys that `fitting` gave when it was answered.

    Keys that are not known any more are passed over.
    """
    chance = CHANCE[TASKS[task_key].form] if task_key in TASKS else CHANCE[Form.CHOICE]
    return Answered(rules, correct, tuple(key for key in kept if key in MISTAKEN), chance)


__all__ = [
    "NONE",
    "Answered",
    "BeliefText",
    "Suspicion",
    "answered",
    "answers_under",
    "belief_text",
    "diagnose",
    "fitting",
    "is_right",
    "keys",
    "kinds_about",
    "next_exercise",
    "suspicion_of",
    "telling_exercise",
]

"""Which wrong belief explains an answer: named carefully, and asked about next.

A belief is a rule set that is wrong on purpose (`okey.mistaken`). An answer that is wrong under the
rules and right under such a rule set speaks for it; several such answers name it.

What pages call:

- `diagnose(exercise, answer)`: keys that explain a wrong answer; `()` for a right one.
- `evidence(exercise, answer)`: what to keep of an answer, right or wrong, as plain JSON.
- `suspicion_of(answers)`: what kept answers say, from `answered(rules, correct, kept)` of each;
  `.named` is a key or None, `.suspect` the key to ask about next or None.
- `next_exercise(key, rules, seed)`: an exercise that shows just this belief, or None.
- `answers_under(exercise, key)`: what somebody who believes it would answer.
- `belief_text(key, rules, language)`: its title, the careful sentence, and the rule to read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from okey.rules.model import RuleSet
from tutor.misconceptions.beliefs import NONE, answers_under, is_right, keys
from tutor.misconceptions.choosing import kinds_about, next_exercise, telling_exercise
from tutor.misconceptions.diagnosis import diagnose, fitting
from tutor.misconceptions.suspicion import (
    CHANCE,
    Answered,
    Suspicion,
    chance_of,
    suspicion_of,
)
from tutor.misconceptions.words import BeliefText, belief_text
from tutor.tasks.base import Exercise, Form
from tutor.tasks.registry import task


def evidence(exercise: Exercise, answer: str) -> dict[str, Any]:
    """What to keep of an answer that can be read: the beliefs that it fits, and a slip's chance."""
    return {
        "fits": list(fitting(exercise, answer)),
        "chance": round(chance_of(task(exercise.task).form, exercise), 4),
    }


def answered(rules: RuleSet, correct: bool, kept: Mapping[str, Any]) -> Answered:
    """An answer as evidence again, from what `evidence` gave."""
    chance = kept.get("chance", CHANCE[Form.CHOICE])
    return Answered(rules, correct, tuple(kept.get("fits", ())), float(chance))


__all__ = [
    "NONE",
    "Answered",
    "BeliefText",
    "Suspicion",
    "answered",
    "answers_under",
    "belief_text",
    "diagnose",
    "evidence",
    "fitting",
    "is_right",
    "keys",
    "kinds_about",
    "next_exercise",
    "suspicion_of",
    "telling_exercise",
]

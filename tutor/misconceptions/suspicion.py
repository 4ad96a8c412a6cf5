"""How sure one can be, after some answers, that somebody believes a certain wrong thing.

Somebody who believes something answers by it nine times in ten and slips otherwise; somebody who
believes nothing wrong answers rightly nine times in ten. Bayes' rule does the rest. Nobody is told
after a single wrong answer, which may be a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from okey.mistaken import MISTAKEN
from okey.rules.model import RuleSet
from tutor.misconceptions.beliefs import NONE, keys
from tutor.tasks.base import Exercise, Form

SLIP: Final = 0.1  # how often an answer follows no belief
NOTHING_WRONG: Final = 0.6  # how likely that is before the first answer
SURE: Final = 0.9
WITHOUT_DOUBT: Final = 0.9999
SHOWN: Final = 2  # wrong answers that a belief explains, before it is named
# How likely a slip is to hit one certain answer, by the form it is given in.
CHANCE: Final[Mapping[Form, float]] = {
    Form.MELDS: 0.1,
    Form.TILE: 0.25,
    Form.TILES: 0.1,
    Form.NUMBER: 0.05,
    Form.CHOICE: 0.5,
    Form.MOVE: 0.25,
}


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer as evidence.

    `fits` are the wrong beliefs under which it is right (`fitting`); `chance` is how likely a slip
    is to be just this answer.
    """

    rules: RuleSet
    correct: bool
    fits: tuple[str, ...]
    chance: float = 0.5


def chance_of(form: Form, exercise: Exercise | None = None) -> float:
    """How likely a slip is to be one certain wrong answer."""
    if exercise is not None and form in (Form.CHOICE, Form.TILE) and len(exercise.options) > 2:
        return 1 / (len(exercise.options) - 1)
    return CHANCE[form]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What the answers so far say.

    `likely` is how probable each wrong belief is, `NONE` for none; `shown` how many wrong answers
    each explains.
    """

    likely: Mapping[str, float]
    shown: Mapping[str, int]

    @property
    def named(self) -> str | None:
        """The belief that may be named; None while it is not sure enough."""
        key = max(self.likely, key=self.likely.__getitem__)
        if key == NONE or self.likely[key] < SURE:
            return None
        sure = self.shown.get(key, 0) >= SHOWN or self.likely[key] >= WITHOUT_DOUBT
        return key if sure else None

    @property
    def suspect(self) -> str | None:
        """The belief to ask about next: the likeliest that explains a wrong answer."""
        found = [key for key, count in self.shown.items() if count]
        return max(found, key=self.likely.__getitem__, default=None)


def suspicion_of(answers: Iterable[Answered], among: Collection[str] | None = None) -> Suspicion:
    """What these answers say, in any order. `among` are the beliefs that come into question."""
    suspects = [key for key in MISTAKEN if among is None or key in among]
    weights = dict.fromkeys(suspects, (1 - NOTHING_WRONG) / max(1, len(suspects)))
    weights[NONE] = NOTHING_WRONG
    shown: Counter[str] = Counter()
    for one in answers:
        known = set(keys(one.rules))
        for key in weights:
            right = key in one.fits if key in known else one.correct
            weights[key] *= (1 - SLIP) * right + SLIP * one.chance
        if not one.correct:
            shown.update(key for key in one.fits if key in weights)
        total = sum(weights.values())
        weights = {key: weight / total for key, weight in weights.items()}
    return Suspicion(weights, shown)

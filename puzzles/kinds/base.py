"""What passes between kinds, the generator, the database and grading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from okey.rules.model import Verdict

Json = dict[str, Any]

BLOCK: Final = 50  # positions that are proposed together, and the chunk of one job
EASIEST, HARDEST = 600, 2_400  # the ends of the scale of difficulty, which is that of ratings
ANSWER_LENGTH: Final = 600  # characters; 22 tiles with every face and kind declared need 250


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that passed the gates of its kind.

    `features` and `themes` may be seen before the answer and so must not tell it; `solution` (whose
    `themes` may) is stored apart and read by grading alone. `difficulty` lies from `EASIEST` to
    `HARDEST`, where 1500 is the middle.
    """

    kind: str
    rules: str
    seed: str
    index: int
    position: Json
    canonical_key: str
    features: Json
    themes: tuple[str, ...]
    difficulty: int
    solution: Json


@dataclass(frozen=True, slots=True)
class Grade:
    """What became of an answer. `verdict` is None where the answer laid nothing to judge.

    `better`: the answer is right, and more could have been had. `rules` are the ids of the rules
    that a wrong answer missed, most helpful first.
    """

    correct: bool
    better: bool
    verdict: Verdict | None
    points: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """A tag that the engine computes. `tells`: it would give the answer away beforehand."""

    key: str
    tells: bool = field(default=False)

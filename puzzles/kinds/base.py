"""What a puzzle kind is: one small module that proposes, asks and checks.

A kind is added by writing a module with a class that has the members of `Kind`, and one line in
`puzzles/kinds/registry.py`. The generator, the database, the pages and the API know kinds only
through this protocol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from okey.hand import Hand
from okey.rules.model import Verdict
from tutor.explain import Explanation

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

    `better`: the answer is right, and more could have been had.
    """

    correct: bool
    better: bool
    verdict: Verdict | None
    points: int


@dataclass(frozen=True, slots=True)
class Theme:
    """A tag that the engine computes. `tells`: it would give the answer away beforehand."""

    key: str
    tells: bool = field(default=False)


class Kind(Protocol):
    """One kind of puzzle. Instances hold no state."""

    @property
    def key(self) -> str:
        """The kind's name in addresses, rows and the API, as in `can-open`."""

    @property
    def version(self) -> int:
        """Goes up whenever the same seed would give other positions."""

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The keys of the rule sets under which the question makes sense."""

    @property
    def themes(self) -> Mapping[str, Theme]:
        """All tags that the kind gives."""

    def block(self, rules: str, seed: str, number: int) -> Iterator[Proposal]:
        """Propose `BLOCK` positions: block `number` (from 0) of the stream of `seed`.

        The same arguments and `version` give the same positions in the same order, everywhere.
        """

    def read_answer(self, raw: Mapping[str, Any]) -> Json:
        """Bring an answer into the form that is stored; the same answer gives the same form.

        Raise `InputError` for one that cannot be read.
        """

    def grade(self, *, rules: str, hand: Hand, solution: Json, answer: Json) -> Grade:
        """Judge a read answer by the engine. `hand` is in the colours shown.

        Raise `InputError` where the melds cannot be read for this hand.
        """

    def explain(
        self,
        *,
        rules: str,
        hand: Hand,
        solution: Json,
        answer: Json,
        verdict: Verdict | None,
        language: str,
    ) -> Explanation:
        """Put a graded answer into words. `solution` and `hand` are in the colours shown."""

    def prove(self, *, rules: str, solution: Json, language: str) -> str:
        """The certificate of the solution in one or two sentences."""

    def recolour(self, solution: Json, colours: str) -> Json:
        """The solution of the position with its colours renamed, see `canonical.permute_text`."""

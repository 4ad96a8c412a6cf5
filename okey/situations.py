"""Situations that the four documents answer differently.

A situation is asked of every rule set; the answers are computed, never written down here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from okey.compare import value_at
from okey.outcome import Outcome, outcome
from okey.rules.examples import AnyExample, Example, Play, Tally
from okey.rules.model import RuleSet


@dataclass(frozen=True, slots=True)
class Situation:
    """One question to all rule sets.

    `seat` is whose score is asked for, of a finished round. `instead` are examples for rule sets in
    which the same question takes another form. `paths` are parameters that answer the question
    where it is one about numbers.
    """

    id: str
    example: AnyExample | None = None
    seat: int | None = None
    instead: Mapping[str, AnyExample] = field(default_factory=dict)
    paths: tuple[str, ...] = ()

    def example_for(self, rules: RuleSet) -> AnyExample | None:
        """The example as this rule set is asked."""
        return self.instead.get(rules.key, self.example)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rule set answers: an outcome, or values by the path of their parameter."""

    outcome: Outcome | None
    values: Mapping[str, Any] = field(default_factory=dict)


def answer(situation: Situation, rules: RuleSet) -> Answer:
    """Ask one rule set. A parameter that it does not have is not among the values."""
    example = situation.example_for(rules)
    found = {path: value_at(rules, path) for path in situation.paths}
    return Answer(
        None if example is None else outcome(example, rules),
        {path: value for path, value in found.items() if value is not None},
    )


_OTHERS: Final = ("-: R1 R2", "-: K1 K5")
_UNOPENED_90: Final = "-: K13 R12 B10 Y13 R13 B13 Y10 K6"
_NO_TABLE: Final = Play("discard R7", "R7 K6 Y9")

SITUATIONS: Final = (
    Situation("X1", Example("K12 K13 K1")),
    Situation("X2", Tally("0 melds okey", ("melds:", "melds: K13 R12 B10", *_OTHERS)), 1),
    Situation("X3", Tally("0 melds same-turn first", ("melds:", "-: Y1", *_OTHERS)), 1),
    Situation("X4", Tally("0 melds same-turn", ("melds:", "-: Y1", "melds: R1", "-: K1")), 1),
    Situation("X5", Tally("0 melds", ("melds:", "melds: R5 K7 *", *_OTHERS)), 1),
    Situation("X6", Tally("0 melds", ("melds:", "melds: R5 K7 F", *_OTHERS)), 1),
    Situation("X7", Tally("0 melds", ("melds:", "pairs: R5 K7", *_OTHERS)), 1),
    Situation("X8", Tally(None, ("melds: R5", _UNOPENED_90, *_OTHERS)), 1),
    Situation("X9", Tally(None, ("-: R5", _UNOPENED_90, *_OTHERS)), 1),
    Situation("X10", Play("discard R7", "R7 K6 Y9", "1: R4 R5 R6"), instead={"classic": _NO_TABLE}),
    Situation("X11", Play("discard *", "* K6 Y9")),
    Situation("X12", Play("take; discard K6", "K6 Y9", discard="K2", phase="draw")),
    Situation(
        "X13",
        paths=("declaring.pairs", "showing.pairs", "opening.pairs", "scoring.siler.pairs"),
    ),
    Situation("X14", paths=("dealing.false_indicator", "scoring.factors.risk")),
    Situation("X15", Tally("1 melds", ("melds 150: R1", "melds:", *_OTHERS)), 0),
    Situation("X16", Tally("0 pairs okey", ("pairs:", "-: Y1", *_OTHERS)), 1),
    Situation("X17", Play("show indicator", "B10 R2 K6", phase="draw", turns=0)),
)

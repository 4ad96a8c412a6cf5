"""Questions written down by hand, and what a kind says of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from okey.hand import Hand, read_indicator
from okey.notation import parse_melds
from okey.rules.rulesets import rule_set
from puzzles.kinds.registry import KINDS
from tutor.tasks.base import Exercise, Outcome

B10 = "B10"  # the okey is blue 11


def asked(
    key: str,
    rules: str,
    *,
    indicator: str = B10,
    hand: str = "",
    laid: str = "",
    options: Sequence[str] | None = None,
    values: Mapping[str, str | int] | None = None,
    ask: str = "ask",
) -> Exercise:
    """An exercise of a kind in notation."""
    tile = read_indicator(indicator)
    return Exercise(
        key,
        rule_set(rules),
        "tests",
        tile,
        hand=Hand.parse(hand, tile) if hand else None,
        laid=parse_melds(laid, tile) if laid else (),
        options=tuple(KINDS[key].options if options is None else options),
        values=values or {},
        ask=ask,
    )


def right(exercise: Exercise) -> tuple[str, ...]:
    """The right answers."""
    return KINDS[exercise.task].right(exercise, exercise.rules)


def outcome(exercise: Exercise, answer: str) -> Outcome:
    """What an answer is worth."""
    return KINDS[exercise.task].check(exercise, answer, exercise.rules)


def is_right(exercise: Exercise, answer: str) -> bool:
    """Whether an answer is right."""
    return outcome(exercise, answer).correct


def tags(exercise: Exercise) -> set[str]:
    """The themes of a position."""
    kind = KINDS[exercise.task]
    return set(kind.tags(exercise, right(exercise), exercise.rules))

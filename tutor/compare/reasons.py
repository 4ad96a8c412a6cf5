"""The parameters that make two rule sets answer differently, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from okey.compare import Difference
from tutor.parameter_words import parameter_name, parameter_value

MOST: Final = 3  # named beside an answer; where more hang together it is another game


@dataclass(frozen=True, slots=True)
class Reason:
    """A parameter that makes the difference, with its value here and there."""

    name: str
    here: str
    there: str


def reasons(causes: Iterable[Difference], language: str) -> tuple[Reason, ...]:
    """The parameters in words; of many that hang together the kind of scoring, or the first."""
    found = list(causes)
    if len(found) > MOST:
        found = [one for one in found if one.path == "scoring"] or found[:MOST]
    return tuple(
        Reason(
            parameter_name(one.path, language),
            parameter_value(one.path, one.ours, language),
            parameter_value(one.path, one.theirs, language),
        )
        for one in found
    )

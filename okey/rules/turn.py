"""Checks of what a turn is played with."""

from __future__ import annotations

from collections.abc import Iterator

from okey.rules.model import RuleSet, Violation
from okey.rules.opening import Submission


def not_in_hand(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """Only tiles of one's own hand are laid, each once."""
    if facts.missing:
        yield Violation("turn.not-in-hand", " ".join(map(str, facts.missing)))

"""Proofs about mistakes: the first step of a story that is refused or costs, and by which rule."""

from __future__ import annotations

from okey.rules.model import RuleSet
from puzzles.proofs.shown import Shown


def spot_mistake(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`spot-mistake`: not proved yet."""
    return False

"""What a set is called."""

from __future__ import annotations

from django.utils.translation import ngettext

from puzzles.board import rules_name
from puzzles.models import PuzzleSet


def set_name(one: PuzzleSet) -> str:
    """Its own name, else how many puzzles of which rule set it holds."""
    if one.name:
        return one.name
    text = ngettext("%(count)s puzzle, %(rules)s", "%(count)s puzzles, %(rules)s", one.count)
    return text % {"count": one.count, "rules": rules_name(one.rules)}

"""A set of just what somebody is weak in: unseen puzzles near the strength, there at once."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction

from accounts.models import Player
from okey.errors import InputError
from puzzles import practice
from puzzles.errors import KeyReused, Refused
from puzzles.kinds.registry import kind_of
from puzzles.models import Puzzle, PuzzleSet, SetItem
from puzzles.ratings import choosing

COUNT: Final = 20  # puzzles of a training set


class NothingLeft(Refused):
    """There is no unseen puzzle of this sort."""

    code = "puzzles.none"


def make(
    owner: Player, *, rules: str, kinds: Sequence[str], theme: str = "", key: uuid.UUID
) -> tuple[PuzzleSet, bool]:
    """Make a set of these kinds; say whether it is new. The same key gives the same set.

    With a theme, of puzzles that have it, unless it tells the answer: then of all of its kind.
    Raise `InputError` for a choice that there is not, `KeyReused` for a key that belongs to another
    set, `NothingLeft` where the player has seen everything of it.
    """
    if theme and not any(theme in kind_of(kind).themes for kind in kinds):
        raise InputError("theme.unknown", f"theme: {theme[:40]}")
    theme = theme if all(_may_be_asked(kind, theme) for kind in kinds) else ""
    asked = [
        one
        for kind in dict.fromkeys(kinds)
        for one in practice.check_choice(rules=rules, kind=kind, theme=theme)
    ]
    known = PuzzleSet.objects.filter(owner=owner, key=key).first()
    if known is None:
        found = choosing.several(owner, rules=rules, kinds=asked, theme=theme, count=COUNT)
        if not found:
            raise NothingLeft
        try:
            with transaction.atomic():
                return _write(owner, rules, asked, found, key), True
        except IntegrityError:  # the same request came twice at once
            known = PuzzleSet.objects.get(owner=owner, key=key)
    if (known.rules, known.kinds) != (rules, asked):
        raise KeyReused
    return known, False


def _may_be_asked(kind: str, theme: str) -> bool:
    """Whether a theme may be chosen: it is there and does not tell the answer."""
    found = kind_of(kind).themes.get(theme)
    return found is not None and not found.tells


def _write(
    owner: Player, rules: str, kinds: Sequence[str], found: Sequence[Puzzle], key: uuid.UUID
) -> PuzzleSet:
    made = PuzzleSet.objects.create(
        owner=owner,
        rules=rules,
        kinds=list(kinds),
        count=len(found),
        seed=secrets.token_hex(16),
        key=key,
    )
    SetItem.objects.bulk_create(
        SetItem(set=made, index=index, puzzle=puzzle) for index, puzzle in enumerate(found)
    )
    return made

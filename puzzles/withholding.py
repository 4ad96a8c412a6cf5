"""What may not be told yet: results and puzzles of class work, which a higher room knows of.

`ISTAKA_WITHHELD`, `ISTAKA_HELD_BACK` and `ISTAKA_ALL_HELD_BACK` name its functions; without them
nothing is withheld.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Player
from puzzles.errors import Refused
from puzzles.models import AttemptMark, Puzzle


class HeldBack(Refused):
    """The puzzle belongs to class work that is open; it is answered there."""

    code = "puzzle.held-back"


def withheld(player: Player | None) -> Any:
    """The ids of the player's attempts of which nothing is told yet, as a subquery; None for none.

    Every page and call that lists or shows attempts leaves them out.
    """
    path = getattr(settings, "ISTAKA_WITHHELD", "")
    if player is None or not path:
        return None
    return import_string(path)(player)


def marks_withheld(player: Player) -> Any:
    """The ids of what such attempts were about."""
    silent = withheld(player)
    if silent is None:
        return None
    return AttemptMark.objects.filter(attempt__in=silent).values("pk")


def check_not_held_back(player: Player, puzzle: Puzzle) -> None:
    """Raise `HeldBack` where an answer or a hint here would tell what class work asks."""
    path = getattr(settings, "ISTAKA_HELD_BACK", "")
    if path and import_string(path)(player, puzzle):
        raise HeldBack


def held_back(player: Player | None) -> Any:
    """The ids of all puzzles that class work may hold back just now, as a subquery; None for none.

    Nobody is offered one elsewhere, where it could not be answered.
    """
    path = getattr(settings, "ISTAKA_ALL_HELD_BACK", "")
    return None if player is None or not path else import_string(path)(player)

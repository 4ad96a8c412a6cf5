"""Whoever prints a key has given its puzzles up: noted first, printed then."""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import Any

from accounts.models import Player
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.models import Attempt, PuzzleSet
from puzzles.printing.sheet import MOST
from puzzles.withholding import HeldBack


def give_up(*, player: Player, puzzle_set: PuzzleSet) -> dict[Any, Attempt]:
    """Give up what the player has not answered in a set; the answered first tries by puzzle.

    Again changes nothing. What class work asks is left out until it may be told. Raise `PlayerGone`
    where the player was merged meanwhile.
    """
    there = _answered(player, puzzle_set)
    items = puzzle_set.items.select_related("puzzle").order_by("index")[:MOST]
    for item in items:
        if item.puzzle_id not in there:
            place = Place(Attempt.Context.SET, puzzle_set.pk, 1, item.colours)
            with suppress(HeldBack):
                outcome = attempts.give_up(
                    player=player, puzzle=item.puzzle, place=place, key=uuid.uuid4()
                )
                there[item.puzzle_id] = outcome.attempt
    return there


def _answered(player: Player, puzzle_set: PuzzleSet) -> dict[Any, Attempt]:
    made = Attempt.objects.answered().filter(
        player=player, context=Attempt.Context.SET, context_id=puzzle_set.pk, try_no=1
    )
    return {one.puzzle_id: one for one in made}

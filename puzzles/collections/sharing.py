"""A set's name, and the link by which others solve it."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import transaction

from accounts.models import Player
from puzzles.models import PuzzleSet, SetReader

TOKEN_BYTES: Final = 16


def rename(puzzle_set: PuzzleSet, name: str) -> None:
    """Call a set something; an empty name is that of its contents."""
    puzzle_set.name = name
    puzzle_set.save(update_fields=["name"])


@transaction.atomic
def share(puzzle_set: PuzzleSet) -> str:
    """Give the link's token, made where there is none yet."""
    row = PuzzleSet.objects.select_for_update().get(pk=puzzle_set.pk)
    if not row.link_token:
        row.link_token = secrets.token_urlsafe(TOKEN_BYTES)
        row.save(update_fields=["link_token"])
    return str(row.link_token)


def unshare(puzzle_set: PuzzleSet) -> None:
    """Have the link lead nowhere. Whoever came by it before keeps the set."""
    PuzzleSet.objects.filter(pk=puzzle_set.pk).update(link_token=None)


def by_token(token: str) -> PuzzleSet | None:
    """The set that a link leads to."""
    found: PuzzleSet | None = PuzzleSet.objects.filter(link_token=token).first()
    return found


def join(puzzle_set: PuzzleSet, player: Player) -> None:
    """Let somebody who came by the link solve the set. Again changes nothing."""
    if puzzle_set.owner_id != player.pk:
        SetReader.objects.get_or_create(set=puzzle_set, player=player)

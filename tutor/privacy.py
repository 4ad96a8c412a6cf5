"""What this room keeps about a person."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django.db.models import F, QuerySet

from accounts.models import Player
from accounts.registry import Entry
from tutor.models import Game, GameSeat, Sheet


def merge_sheets(visitor: Player, account: Player) -> None:
    """Give a visitor's sheets to the account, with a new key where both used the same."""
    keys = set(Sheet.objects.filter(player=account).values_list("key", flat=True))
    for sheet in Sheet.objects.filter(player=visitor, key__in=keys):
        sheet.key = uuid.uuid4()
        sheet.save(update_fields=["key"])
    Sheet.objects.filter(player=visitor).update(player=account)


def merge_game_seats(visitor: Player, account: Player) -> None:
    """Give a visitor's seats to the account. Where both sit at one game a bot takes the second."""
    mine = GameSeat.objects.filter(player=account)
    keys = set(mine.values_list("key", flat=True))
    games = set(mine.values_list("game", flat=True))
    for seat in GameSeat.objects.filter(player=visitor):
        if seat.game_id in games:
            _leave_to_a_bot(seat)
            continue
        _changed(seat)
        seat.player = account
        if seat.key in keys:
            seat.key = uuid.uuid4()
        seat.save(update_fields=["player", "key"])
    GameSeat.objects.filter(former=visitor).update(former=account)


def leave_games(seats: QuerySet[Any]) -> None:
    """Delete the games at which nobody else sits; at the others a bot takes the seat."""
    for seat in seats.select_related("game"):
        others = GameSeat.objects.filter(game=seat.game_id, player__isnull=False)
        if others.exclude(pk=seat.pk).exists():
            _leave_to_a_bot(seat)
        else:
            seat.game.delete()


def _leave_to_a_bot(seat: GameSeat) -> None:
    _changed(seat)
    seat.player, seat.key, seat.name, seat.bot_since = None, None, "", None
    seat.level = seat.level or "middle"
    seat.save(update_fields=["player", "key", "name", "level", "bot_since"])


def _changed(seat: GameSeat) -> None:
    """Count the change, so that the others see it, and a deed under way begins again."""
    Game.objects.filter(pk=seat.game_id).update(version=F("version") + 1)


ENTRIES: Final = [
    Entry(
        "tutor.LessonProgress",
        "player",
        ("export", "erase"),
        "How far lessons were taken, and their stars.",
        merge="tutor.lessons.merging.merge_progress",
        hidden=("id",),
        moments=("started_at", "updated_at"),
    ),
    Entry(
        "tutor.ExerciseAnswer",
        "player",
        ("export", "erase"),
        "Answers to exercises, the hints taken, and what a wrong answer may have come from.",
        merge="tutor.lessons.merging.merge_answers",
        hidden=("id",),
        moments=("answered_at",),
    ),
    Entry(
        "tutor.Game",
        "seat_rows__player",
        "export",
        "Games at the practice table, with their moves and scores. A game goes with its last "
        "player; from one that others still play at, only the name and the seat are taken.",
        hidden=("seed", "keys", "token_hash"),
        moments=("created_at", "updated_at"),
    ),
    Entry(
        "tutor.GameSeat",
        "player",
        ("export", "anonymise"),
        "The seat at such a game, and the name that friends there read.",
        merge=merge_game_seats,
        hidden=("id", "former_id"),
        anonymise=leave_games,
    ),
    Entry(
        "tutor.ReviewCard",
        "player",
        ("export", "erase"),
        "Rules kept fresh, and when each comes again.",
        merge="tutor.review.merging.merge_cards",
        hidden=("id",),
        moments=("added_at",),
    ),
    Entry(
        "tutor.Review",
        "card__player",
        ("export", "erase"),
        "Each time that such a rule was asked: the answer, the hints taken, how well it was known.",
        hidden=("id", "key"),
        moments=("opened_at", "answered_at"),
    ),
    Entry(
        "tutor.Sheet",
        "player",
        ("export", "erase"),
        "Score sheets: rules, the names typed in, the rounds agreed on, the pot.",
        merge=merge_sheets,
        moments=("created_at", "updated_at"),
    ),
    Entry(
        "tutor.SheetRound",
        "sheet__player",
        ("export", "erase"),
        "The rounds on those sheets.",
        hidden=("id",),
    ),
]

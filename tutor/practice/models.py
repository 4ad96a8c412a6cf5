"""A game at the practice table, and who sits at it."""

from __future__ import annotations

import secrets
import uuid

from django.db import models
from django.db.models import Q

from accounts import clock
from okey.bots import LEVELS
from tutor.practice.querysets import GameQuerySet


def new_seed() -> str:
    """A seed that nobody can guess: it decides what every deal of the game will be."""
    return secrets.token_hex(16)


class Game(models.Model):
    """A round or a match, as the moves made in it. All else follows from them by the referee.

    `rounds` has an object for each round dealt: `starter`, `index` (of the seed's deal), `moves` in
    notation, `asked` (the numbers of moves before which advice was asked) and, once it is over,
    `scores` and `opened`, seat by seat. `length` is the number of rounds agreed on: 1 is a single
    round, 0 a match that its balances end. `version` counts the changes of this row; `keys` are
    those of the last POSTs that made one.

    At a table with friends `links` counts the links that were made for joining; at 0 it is a table
    with bots alone. `token_hash` is that of the last link, empty once it is closed. While the host
    waits for friends nothing is dealt. `advice` says whether it may be asked for, `turn_since` when
    whoever is on turn was last heard of.
    """

    class State(models.TextChoices):
        """Whether it goes on: friends are waited for, to be played, played to its end, put away."""

        WAITING = "waiting"
        ACTIVE = "active"
        OVER = "over"
        LEFT = "left"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rules = models.CharField(max_length=40)
    rules_version = models.PositiveIntegerField()
    seats = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField(default=1)
    seed = models.CharField(max_length=64, default=new_seed)
    rounds = models.JSONField(default=list)
    keys = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    links = models.PositiveIntegerField(default=0)
    token_hash = models.CharField(max_length=64, blank=True, default="")
    advice = models.BooleanField(default=True)
    turn_since = models.DateTimeField(default=clock.now)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=4), name="game_seats"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "active", "over", "left"]), name="game_state"
            ),
            models.UniqueConstraint(
                fields=["token_hash"], condition=~Q(token_hash=""), name="one_game_a_link"
            ),
        ]
        indexes = [
            models.Index(
                fields=["updated_at"], condition=Q(state="left"), name="games_to_throw_away"
            )
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"


class GameSeat(models.Model):
    """A seat at a game: a player's, or a bot's, which has a `level`.

    Seats count from 0 in playing order; the first belongs to whoever began the game. A name is
    empty where the reader's language gives it one. Since `bot_since` a bot plays for the player,
    who has the seat still. `former` had the seat before, and knows the tiles of it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_rows")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        "accounts.Player",
        on_delete=models.CASCADE,
        related_name="game_seats",
        null=True,
        blank=True,
    )
    key = models.UUIDField(null=True, blank=True)  # of the POST that took the seat
    level = models.CharField(max_length=8, blank=True, default="")
    name = models.CharField(max_length=30, blank=True, default="")
    bot_since = models.DateTimeField(null=True, blank=True)
    former = models.ForeignKey(
        "accounts.Player", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_game_seat_a_number"),
            models.UniqueConstraint(fields=["game", "player"], name="one_game_seat_a_player"),
            models.UniqueConstraint(
                fields=["player", "key"], name="one_game_seat_a_player_and_key"
            ),
            models.CheckConstraint(condition=Q(number__lte=3), name="game_seat_number"),
            models.CheckConstraint(condition=Q(level__in=["", *LEVELS]), name="game_seat_level"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(level=""), name="game_seat_is_taken"
            ),
            models.CheckConstraint(
                condition=Q(bot_since__isnull=True) | (Q(player__isnull=False) & ~Q(level="")),
                name="game_seat_bot_stands_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

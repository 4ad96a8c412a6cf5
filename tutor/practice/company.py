"""Who sits at a table with friends: sitting down, leaving, coming back, and what the host may do.

None of this asks which version somebody has seen: each deed names what it wants, and where the
table changed meanwhile it is tried again with how it stands then.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.db import IntegrityError

from accounts import clock
from accounts.models import Player
from tutor.models import Game, GameSeat
from tutor.practice.deeds import (
    BOT_NAMES,
    Done,
    NotThere,
    Refused,
    Stale,
    dealt,
    let_bots_play,
    table_for,
    written,
)
from tutor.practice.links import game_of, new_link
from tutor.practice.replays import Broken
from tutor.practice.services import begin_round, check_room
from tutor.practice.tables import Table, is_there, open_table

TRIES: Final = 12
_P = ParamSpec("_P")
_R = TypeVar("_R")
_Of = TypeVar("_Of")


def _trying(deed: Callable[Concatenate[_Of, _P], _R]) -> Callable[Concatenate[_Of, _P], _R]:
    """Do it again with the table as it stands then, where somebody was quicker."""

    @wraps(deed)
    def tried(first: _Of, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        for _ in range(TRIES - 1):
            try:
                return deed(first, *args, **kwargs)
            except (Stale, IntegrityError):
                continue
        return deed(first, *args, **kwargs)

    return tried


@_trying
def sit_down(player: Player, *, token: str, name: str, key: uuid.UUID) -> Table:
    """Take a free seat at the table that a link opens, or the own one again.

    Raise `Refused`: `closed` where the link opens nothing or no seat is free, `name` where somebody
    there is called so, `games-many`.
    """
    game = game_of(token)
    if game is None:
        raise Refused("closed")
    own = open_table(game, player)
    if own is not None:
        return _here(own, player)
    seats = tuple(game.seat_rows.order_by("number"))
    for seat in seats:
        if seat.player_id == player.pk:  # pressed twice: they sat down between the two looks
            raise Stale(Table(game, seats, seat.number))
    seat = _free_seat(game, seats, player)
    if any(one.name.casefold() == name.casefold() for one in seats if one is not seat):
        raise Refused("name")
    check_room(player)
    used = GameSeat.objects.filter(player=player, key=key).exists()
    seat.player, seat.key, seat.name = player, uuid.uuid4() if used else key, name
    seat.bot_since = None
    if seat.former_id == player.pk:
        seat.former = None
    return _reseated(Table(game, seats, seat.number), seat, player, newcomer=True)


def may_sit(game: Game, seats: tuple[GameSeat, ...], player: Player | None) -> bool:
    """Whether the link would give this player a seat, or shows them the one they have."""
    if player is not None and any(seat.player_id == player.pk for seat in seats):
        return True
    try:
        _free_seat(game, seats, player)
    except Refused:
        return False
    return True


@_trying
def leave(player: Player | None, *, game_id: uuid.UUID) -> Done:
    """Let a bot play for this player, who keeps the seat."""
    table = table_for(player, game_id)
    _check_friends(table)
    seat = table.seats[table.mine]
    if table.away or table.waiting or table.game.state == Game.State.OVER:
        return Done(table, 0)
    seat.bot_since = clock.now()
    return Done(_reseated(table, seat, player), 0)


@_trying
def come_back(player: Player | None, *, game_id: uuid.UUID) -> Done:
    """Play on oneself. Whoever is on turn and thinks is heard of by this, too."""
    table = table_for(player, game_id)
    _check_friends(table)
    return Done(_here(table, player), 0)


@_trying
def give_up(player: Player | None, *, game_id: uuid.UUID) -> bool:
    """Leave for good; a bot takes the seat. False where nobody else has one: nothing is done."""
    table = table_for(player, game_id)
    if not table.others:
        return False
    _to_a_bot(table, table.seats[table.mine], player)
    return True


@_trying
def take_back(player: Player | None, *, game_id: uuid.UUID, number: int, name: str) -> Done:
    """Give a friend's seat to a bot. For the host, who saw who sits there."""
    table = table_for(player, game_id)
    _check_friends(table)
    _check_host(table)
    if not 0 <= number < len(table.seats) or number == table.mine:
        raise NotThere
    seat = table.seats[number]
    if seat.player_id is None or seat.name != name or table.game.state == Game.State.OVER:
        return Done(table, 0)
    return Done(_to_a_bot(table, seat, player), 0)


@_trying
def start(player: Player | None, *, game_id: uuid.UUID, key: uuid.UUID) -> Done:
    """Deal the first round. Bots play from the seats that are free."""
    table = table_for(player, game_id)
    if not table.waiting:
        return Done(table, 0)
    _check_host(table)
    rounds = [dealt(0, secrets.randbelow(table.game.seats))]
    return Done(begin_round(table, rounds, key, player=player), 0)


@_trying
def go_on(player: Player | None, *, game_id: uuid.UUID) -> Done:
    """Let a bot play on where the time of whoever is on turn has run out; else do nothing.

    Anybody at the table may ask for it, as often as they like.
    """
    table = table_for(player, game_id)
    _check_friends(table)
    if not table.going or table.away or table.time_left != 0:
        return Done(table, 0)
    seat = table.seats[table.round.turn.seat]
    if is_there(seat):
        if seat.number == table.mine:
            return Done(table, 0)
        seat.bot_since = clock.now()
    return Done(_reseated(table, seat, player), 0)


@_trying
def renew_link(player: Player | None, *, game_id: uuid.UUID, key: uuid.UUID) -> Done:
    """Make another link; the one before opens nothing any more."""
    table = table_for(player, game_id)
    _check_friends(table)
    _check_host(table)
    if table.game.state == Game.State.OVER:
        raise Refused("over", table)
    if str(key) in table.game.keys:
        return Done(table, 0)
    new_link(table.game)
    game = table.game
    return Done(
        written(
            table,
            game.rounds,
            key,
            player=player,
            heard=False,
            links=game.links,
            token_hash=game.token_hash,
        ),
        0,
    )


@_trying
def close_link(player: Player | None, *, game_id: uuid.UUID) -> Done:
    """Let nobody join any more. Who sits there stays."""
    table = table_for(player, game_id)
    _check_friends(table)
    _check_host(table)
    if not table.game.token_hash:
        return Done(table, 0)
    rounds = table.game.rounds
    return Done(written(table, rounds, None, player=player, heard=False, token_hash=""), 0)


def _here(table: Table, player: Player | None) -> Table:
    """The table with whoever looks playing at it."""
    seat = table.seats[table.mine]
    on_turn = table.going and table.round.turn.seat == table.mine
    if not table.away and not on_turn:
        return table
    seat.bot_since = None
    return _reseated(table, seat, player)


def _free_seat(game: Game, seats: tuple[GameSeat, ...], player: Player | None) -> GameSeat:
    """The seat that somebody new would get; in a round that runs, only the one they had before."""
    free = [seat for seat in seats if seat.player_id is None]
    had = [seat for seat in seats if player is not None and seat.former_id == player.pk]
    if had:
        free = [seat for seat in free if seat in had]
    if not free:
        raise Refused("closed")
    return min(free, key=lambda seat: (seat.former_id is not None, seat.number))


def _to_a_bot(table: Table, seat: GameSeat, player: Player | None) -> Table:
    """Take the player from a seat. They know the tiles of this round and may only return there."""
    # A bot may have the name that a friend is called by.
    names = {one.name.casefold() for one in table.seats if one is not seat}
    name = BOT_NAMES[seat.number]
    seat.former = None if table.waiting else seat.player
    seat.player, seat.key, seat.bot_since = None, None, None
    seat.name = "" if name.casefold() in names else name
    seat.level = seat.level or "middle"
    return _reseated(table, seat, player)


def _reseated(
    table: Table, seat: GameSeat, player: Player | None, *, newcomer: bool = False
) -> Table:
    """Write a seat that has changed, with the moves of the bots that follow from it."""
    rounds = deepcopy(table.game.rounds)
    heard = False
    try:
        if table.going:
            heard = table.round.turn.seat == seat.number
            let_bots_play(table, table.round, rounds)
    except Broken:
        heard = False
    return written(table, rounds, None, player=player, seats=[seat], heard=heard, newcomer=newcomer)


def _check_host(table: Table) -> None:
    if not table.is_host:
        raise Refused("host", table)


def _check_friends(table: Table) -> None:
    """At a table with bots alone there is nobody to leave it to."""
    if not table.with_friends:
        raise Refused("alone", table)

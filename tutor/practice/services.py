"""What is done at the practice table. Each deed may come twice, or from two tabs at once.

`version` is the one that whoever acts has seen, `key` the POST. `tutor.practice.deeds` says how
they are written; who sits down, leaves and comes back is in `tutor.practice.company`.
"""

from __future__ import annotations

import re
import secrets
import uuid
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey.bots import Level
from okey.errors import InputError
from okey.match import agreed_rounds
from okey.moves import Draw, Move, parse_move
from okey.referee import Refusal, apply
from okey.rules.rulesets import rule_set
from okey.table import Round, check_table
from tutor.cleaning import throw_away
from tutor.models import Game, GameSeat
from tutor.practice.deeds import (
    BOT_NAMES,
    Done,
    Illegal,
    NotThere,
    Refused,
    Stale,
    check_version,
    dealt,
    is_over,
    let_bots_play,
    table_for,
    written,
)
from tutor.practice.links import new_link
from tutor.practice.tables import ONE_ROUND, Table, open_table, with_rounds

MOST_GAMES: Final = 50  # of a player
MOST_MOVES: Final = 20  # sent at once: no turn has more
LONGEST: Final = 1_000  # letters sent at once


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new game is to be: `length` 1 is a round, None the usual match.

    With `friends` it waits for them, and `name` is what they call the host. `advice` says whether
    it may be asked for.
    """

    rules: str
    seats: int
    levels: tuple[Level, ...]
    length: int | None = ONE_ROUND
    friends: bool = False
    name: str = ""
    advice: bool = True


@transaction.atomic
def create_game(*, player: Player, plan: Plan, key: uuid.UUID) -> Game:
    """Begin a game, or find the one that this key began. Bots that are on turn play at once.

    Raise `Refused` where the player has too many, `InputError` for what the rule set does not know.
    """
    Player.objects.select_for_update().filter(pk=player.pk).first()
    made = GameSeat.objects.filter(player=player, key=key).select_related("game").first()
    if made is not None:
        return made.game
    check_room(player)
    rules = rule_set(plan.rules)
    check_table(rules, plan.seats, 0, False, None)
    length = ONE_ROUND if plan.length == ONE_ROUND else agreed_rounds(rules, plan.length)
    game = Game(rules=rules.key, rules_version=rules.version, seats=plan.seats, length=length)
    game.advice = plan.advice
    seats = [GameSeat(game=game, number=0, player=player, key=key, name=plan.name)]
    if plan.friends:
        seats[0].level = plan.levels[0]
    seats += [
        GameSeat(game=game, number=number, level=level, name=BOT_NAMES[number])
        for number, level in enumerate(plan.levels, 1)
    ]
    if plan.friends:
        game.state = Game.State.WAITING
        new_link(game)
    else:
        game.rounds = [dealt(0, secrets.randbelow(plan.seats))]
        table = Table(game, tuple(seats), 0)
        let_bots_play(table, table.round, game.rounds)
    game.save()
    GameSeat.objects.bulk_create(seats)
    return game


def make_moves(
    *, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID, text: str
) -> Done:
    """Make the moves that the text names, all or none of them; then the bots make theirs.

    Raise `InputError` for what is no move, `Refused` where it is not this player's turn.
    """
    table = table_for(player, game_id)
    since = _made(table)
    if str(key) in table.game.keys:
        return Done(table, _own_since(table))
    check_version(table, version)
    _check_going(table)
    round_ = table.round
    moves = list(_read(text, round_, table.mine))
    if table.away:
        raise Refused("turn", table)
    # What follows a draw would be answered by what was drawn, and nothing could be made of it yet.
    if any(isinstance(move.action, Draw) for move in moves[:-1]):
        raise Refused("draw", table)
    rounds = deepcopy(table.game.rounds)
    for move in moves:
        if move.seat is None and round_.turn.seat != table.mine:
            raise Refused("turn", table)  # one of those before has ended the turn
        done = apply(round_, move)
        if isinstance(done, Refusal):
            return Done(table, since, Illegal(move, round_, done.violations))
        round_ = done.round
        rounds[-1]["moves"].append(str(move))
    let_bots_play(table, round_, rounds)
    return Done(written(table, rounds, key, player=player), since)


def undo(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Take the last move of this turn back, unless it has shown a tile."""
    table = table_for(player, game_id)
    if str(key) in table.game.keys:
        return Done(table, _made(table))
    check_version(table, version)
    _check_dealt(table)
    if not table.can_undo:
        raise Refused("undo", table)
    rounds = deepcopy(table.game.rounds)
    rounds[-1]["moves"].pop()
    left = len(rounds[-1]["moves"])
    rounds[-1]["asked"] = [at for at in rounds[-1]["asked"] if at <= left]
    return Done(written(table, rounds, key, player=player), left)


def ask_advice(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Write down that advice was asked for the move to be made now."""
    table = table_for(player, game_id)
    since = _made(table)
    if str(key) in table.game.keys or (not table.waiting and table.asked):
        return Done(table, since)
    check_version(table, version)
    _check_going(table)
    if not table.my_turn:
        raise Refused("turn", table)
    if not table.may_ask:
        raise Refused("advice", table)
    rounds = deepcopy(table.game.rounds)
    rounds[-1]["asked"].append(since)
    return Done(written(table, rounds, key, player=player), since)


def deal_next(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Deal the next round of a match; the next seat begins it."""
    table = table_for(player, game_id)
    if str(key) in table.game.keys:
        return Done(table, 0)
    check_version(table, version)
    _check_dealt(table)
    if not table.can_deal:
        raise Refused("deal", table)
    rounds = deepcopy(table.game.rounds)
    starter = (rounds[-1]["starter"] + 1) % table.game.seats
    rounds.append(dealt(len(rounds), starter))
    return Done(begin_round(table, rounds, key, player=player), 0)


def begin_round(
    table: Table, rounds: list[dict[str, Any]], key: uuid.UUID, *, player: Player | None
) -> Table:
    """Write a round that was just dealt, with the moves of the bots that begin it.

    Nobody has seen its tiles: whoever left the table may sit anywhere again.
    """
    fresh = replace(table, game=with_rounds(table.game, rounds))
    let_bots_play(fresh, fresh.round, rounds)
    freed = [seat for seat in table.seats if seat.former_id]
    for seat in freed:
        seat.former = None
    return written(table, rounds, key, player=player, seats=freed)


def check_room(player: Player | None) -> None:
    """Raise `Refused` where a player has as many games as anybody may have."""
    if Game.objects.visible_to(player).count() >= MOST_GAMES:
        raise Refused("games-many")


def put_away(*, player: Player | None, game_id: uuid.UUID) -> Game:
    """Put a game away; for a day it can be brought back."""
    return _set_state(player, game_id, Game.State.LEFT)


def bring_back(*, player: Player | None, game_id: uuid.UUID) -> Game:
    """Bring a game back that was put away. Raise `Refused` where the player has too many by now."""
    check_room(player)
    return _set_state(player, game_id, Game.State.ACTIVE)


@transaction.atomic
def _set_state(player: Player | None, game_id: uuid.UUID, state: Game.State) -> Game:
    game: Game | None = Game.objects.of(player).filter(pk=game_id).first()
    table = None if game is None else open_table(game, player)
    if game is None or table is None:
        raise NotThere
    if state == Game.State.LEFT and table.others:
        raise Stale(table)  # somebody has sat down meanwhile: theirs is not put away
    if (game.state == Game.State.LEFT) != (state == Game.State.LEFT):
        if state != Game.State.LEFT and table.waiting:
            state = Game.State.WAITING
        elif state != Game.State.LEFT and is_over(table, game.rounds):
            state = Game.State.OVER
        version = game.version
        game.state, game.version, game.updated_at = state, version + 1, clock.now()
        values = {"state": state, "version": version + 1, "updated_at": game.updated_at}
        if not Game.objects.filter(pk=game.pk, version=version).update(**values):
            raise Stale(table_for(player, game_id))
    throw_away(Game)
    return game


def _check_dealt(table: Table) -> None:
    if table.waiting:
        raise Refused("waiting", table)


def _check_going(table: Table) -> None:
    _check_dealt(table)
    if not table.going:
        raise Refused("over", table)


def _made(table: Table) -> int:
    return 0 if table.waiting else len(table.row["moves"])


def _read(text: str, round_: Round, mine: int) -> Iterator[Move]:
    """The moves in a text, between semicolons or on lines of their own, as made from this seat."""
    words = [one.strip() for one in re.split(r"[;\r\n]", text) if one.strip()]
    if not words or len(words) > MOST_MOVES or len(text) > LONGEST:
        raise InputError("notation.move", f"move: {text.strip()[:40]}")
    for one in words:
        move = parse_move(one, round_.indicator)
        if move.seat is not None and move.seat != mine:
            raise InputError("notation.move", f"move: {one[:40]}")
        yield move if move.seat is None or round_.turn.seat != mine else Move(move.action)


def _own_since(table: Table) -> int:
    """The number of the first move after the last one that was made from this seat."""
    if table.waiting:
        return 0
    rounds = table.played.rounds
    own = [at for at, before in enumerate(rounds[:-1]) if before.turn.seat == table.mine]
    return own[-1] if own else 0


__all__ = ["Done", "Illegal", "NotThere", "Plan", "Refused", "Stale"]

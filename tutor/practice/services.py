"""What is done at the practice table. Each deed may come twice, or from two tabs at once.

Nothing is locked while bots think: a deed reads the row, works out what becomes of it, and writes
it only if nobody was quicker. `version` is the one that whoever acts has seen, `key` the POST.
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
from okey.moves import Move, parse_move
from okey.referee import Refusal, apply
from okey.rules.model import Violation
from okey.rules.rulesets import rule_set
from okey.table import Round, check_table
from tutor.models import Game, GameSeat
from tutor.practice.bots import bots_moves
from tutor.practice.cleaning import throw_away
from tutor.practice.tables import ONE_ROUND, Table, open_table

MOST_GAMES: Final = 50  # of a player
MOST_MOVES: Final = 20  # sent at once: no turn has more
LONGEST: Final = 1_000  # letters sent at once
_KEYS: Final = 20
BOT_NAMES: Final = ("Deniz", "Mert", "Elif")


class NotThere(Exception):  # noqa: N818 - states a fact
    """No such game for this player: 404."""


class Refused(Exception):  # noqa: N818 - states a fact
    """It cannot be done now. `code`: games-many, turn, over, undo, deal. `table` as it stands."""

    def __init__(self, code: str, table: Table | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.table = table


class Stale(Exception):  # noqa: N818 - states a fact
    """Somebody was quicker, in another tab or at another seat. Nothing was done."""

    def __init__(self, table: Table) -> None:
        super().__init__("stale")
        self.table = table


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first move that the referee refused, and why. None of those sent was made."""

    move: Move
    round: Round
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The game after a deed. `since` is the number of the first move that it brought.

    `illegal` is set where the moves sent are not allowed: then nothing has changed.
    """

    table: Table
    since: int
    illegal: Illegal | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new game is to be: `length` 1 is a round, None the usual match."""

    rules: str
    seats: int
    levels: tuple[Level, ...]
    length: int | None = ONE_ROUND


@transaction.atomic
def create_game(*, player: Player, plan: Plan, key: uuid.UUID) -> Game:
    """Begin a game, or find the one that this key began. Bots that are on turn play at once.

    Raise `Refused` where the player has too many, `InputError` for what the rule set does not know.
    """
    Player.objects.select_for_update().filter(pk=player.pk).first()
    made = GameSeat.objects.filter(player=player, key=key).select_related("game").first()
    if made is not None:
        return made.game
    if Game.objects.visible_to(player).count() >= MOST_GAMES:
        raise Refused("games-many")
    rules = rule_set(plan.rules)
    check_table(rules, plan.seats, 0, False, None)
    length = ONE_ROUND if plan.length == ONE_ROUND else agreed_rounds(rules, plan.length)
    game = Game(rules=rules.key, rules_version=rules.version, seats=plan.seats, length=length)
    game.rounds = [_dealt(0, secrets.randbelow(plan.seats))]
    seats = [GameSeat(game=game, number=0, player=player, key=key)]
    seats += [
        GameSeat(game=game, number=number, level=level, name=name)
        for number, level, name in zip(range(1, plan.seats), plan.levels, BOT_NAMES, strict=False)
    ]
    table = Table(game, tuple(seats), 0)
    _let_bots_play(table, table.round, game.rounds)
    game.save()
    GameSeat.objects.bulk_create(seats)
    return game


def make_moves(
    *, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID, text: str
) -> Done:
    """Make the moves that the text names, all or none of them; then the bots make theirs.

    Raise `InputError` for what is no move, `Refused` where it is not this player's turn.
    """
    table = _table(player, game_id)
    since = len(table.row["moves"])
    if str(key) in table.game.keys:
        return Done(table, _own_since(table))
    _check_version(table, version)
    if not table.going:
        raise Refused("over", table)
    round_ = table.round
    moves = list(_read(text, round_, table.mine))
    if not table.my_turn and any(move.seat is None for move in moves):
        raise Refused("turn", table)
    rounds = deepcopy(table.game.rounds)
    for move in moves:
        done = apply(round_, move)
        if isinstance(done, Refusal):
            return Done(table, since, Illegal(move, round_, done.violations))
        round_ = done.round
        rounds[-1]["moves"].append(str(move))
    _let_bots_play(table, round_, rounds)
    return Done(_written(table, rounds, key), since)


def undo(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Take the last move of this turn back, unless it has shown a tile."""
    table = _table(player, game_id)
    if str(key) in table.game.keys:
        return Done(table, len(table.row["moves"]))
    _check_version(table, version)
    if not table.can_undo:
        raise Refused("undo", table)
    rounds = deepcopy(table.game.rounds)
    rounds[-1]["moves"].pop()
    left = len(rounds[-1]["moves"])
    rounds[-1]["asked"] = [at for at in rounds[-1]["asked"] if at <= left]
    return Done(_written(table, rounds, key), left)


def ask_advice(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Write down that advice was asked for the move to be made now."""
    table = _table(player, game_id)
    since = len(table.row["moves"])
    if table.asked or str(key) in table.game.keys:
        return Done(table, since)
    _check_version(table, version)
    if not table.my_turn:
        raise Refused("turn" if table.going else "over", table)
    rounds = deepcopy(table.game.rounds)
    rounds[-1]["asked"].append(since)
    return Done(_written(table, rounds, key), since)


def deal_next(*, player: Player | None, game_id: uuid.UUID, version: int, key: uuid.UUID) -> Done:
    """Deal the next round of a match; the next seat begins it."""
    table = _table(player, game_id)
    if str(key) in table.game.keys:
        return Done(table, 0)
    _check_version(table, version)
    if not table.can_deal:
        raise Refused("deal", table)
    rounds = deepcopy(table.game.rounds)
    starter = (rounds[-1]["starter"] + 1) % table.game.seats
    rounds.append(_dealt(len(rounds), starter))
    fresh = replace(table, game=_with_rounds(table.game, rounds))
    _let_bots_play(fresh, fresh.round, rounds)
    return Done(_written(table, rounds, key), 0)


def put_away(*, player: Player | None, game_id: uuid.UUID) -> Game:
    """Put a game away; for a day it can be brought back."""
    return _set_state(player, game_id, Game.State.LEFT)


def bring_back(*, player: Player | None, game_id: uuid.UUID) -> Game:
    """Bring a game back that was put away. Raise `Refused` where the player has too many by now."""
    if Game.objects.visible_to(player).count() >= MOST_GAMES:
        raise Refused("games-many")
    return _set_state(player, game_id, Game.State.ACTIVE)


@transaction.atomic
def _set_state(player: Player | None, game_id: uuid.UUID, state: Game.State) -> Game:
    game: Game | None = Game.objects.of(player).filter(pk=game_id).first()
    if game is None:
        raise NotThere
    if (game.state == Game.State.LEFT) != (state == Game.State.LEFT):
        if state != Game.State.LEFT and _is_over(open_table(game, player), game.rounds):
            state = Game.State.OVER
        version = game.version
        game.state, game.version, game.updated_at = state, version + 1, clock.now()
        values = {"state": state, "version": version + 1, "updated_at": game.updated_at}
        if not Game.objects.filter(pk=game.pk, version=version).update(**values):
            raise Stale(_table(player, game_id))
    throw_away()
    return game


def _table(player: Player | None, game_id: uuid.UUID) -> Table:
    game: Game | None = Game.objects.visible_to(player).filter(pk=game_id).first()
    if game is None:
        raise NotThere
    return open_table(game, player)


def _check_version(table: Table, version: int) -> None:
    if table.game.version != version:
        raise Stale(table)


def _dealt(index: int, starter: int) -> dict[str, Any]:
    return {
        "starter": starter, "index": index, "moves": [], "asked": [],
        "scores": None, "opened": None,
    }  # fmt: skip


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


def _let_bots_play(table: Table, round_: Round, rounds: list[dict[str, Any]]) -> None:
    """Add the bots' moves to the last round, and its score where it is over then."""
    row = rounds[-1]
    for move, after in bots_moves(round_, table.levels, table.bot_seed):
        row["moves"].append(str(move))
        round_ = after
    if round_.result is not None:
        row["scores"] = list(round_.result.scores)
        row["opened"] = [seat.opened is not None for seat in round_.seats]


def _own_since(table: Table) -> int:
    """The number of the first move after the last one that was made from this seat."""
    rounds = table.played.rounds
    own = [at for at, before in enumerate(rounds[:-1]) if before.turn.seat == table.mine]
    return own[-1] if own else 0


def _with_rounds(game: Game, rounds: list[dict[str, Any]]) -> Game:
    changed = Game.objects.model(
        **{field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    )
    changed.rounds = rounds
    return changed


def _is_over(table: Table, rounds: list[dict[str, Any]]) -> bool:
    if rounds[-1]["scores"] is None:
        return False
    match = replace(table, game=_with_rounds(table.game, rounds)).match
    return match is None or match.over


def _written(table: Table, rounds: list[dict[str, Any]], key: uuid.UUID) -> Table:
    """Write the rounds, unless the row has changed since it was read. Raise `Stale` then."""
    game = table.game
    values: dict[str, Any] = {
        "rounds": rounds,
        "keys": [*game.keys, str(key)][-_KEYS:],
        "state": Game.State.OVER if _is_over(table, rounds) else Game.State.ACTIVE,
        "version": game.version + 1,
        "updated_at": clock.now(),
    }
    if not Game.objects.filter(pk=game.pk, version=game.version).update(**values):
        now = Game.objects.get(pk=game.pk)
        fresh = Table(now, table.seats, table.mine)
        if str(key) in now.keys:
            return fresh
        raise Stale(fresh)
    after = _with_rounds(game, rounds)
    for name, value in values.items():
        setattr(after, name, value)
    return Table(after, table.seats, table.mine)

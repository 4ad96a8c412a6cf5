"""What every deed at a table does: read it, let the bots play on, write it unless it has changed.

Nothing is locked while bots think: a deed reads the row, works out what becomes of it, and writes
it only if nobody was quicker.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey.moves import Move
from okey.rules.model import Violation
from okey.table import Round
from tutor.models import Game, GameSeat
from tutor.practice.bots import bots_moves
from tutor.practice.tables import Table, open_table, with_rounds

KEYS: Final = 20  # of the last POSTs
# By the number of the seat. The first is a bot's only where its player has gone.
BOT_NAMES: Final = ("Selin", "Deniz", "Mert", "Elif")


class NotThere(Exception):  # noqa: N818 - states a fact
    """No such game for this player: 404."""


class Refused(Exception):  # noqa: N818 - states a fact
    """It cannot be done now. `table` as it stands.

    `code`: games-many, turn, over, undo, deal, draw, waiting, host, alone, advice, name, closed.
    """

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


def table_for(player: Player | None, game_id: uuid.UUID) -> Table:
    """The game as somebody at it finds it. Raise `NotThere` for everybody else."""
    game: Game | None = Game.objects.visible_to(player).filter(pk=game_id).first()
    table = None if game is None else open_table(game, player)
    if table is None:
        raise NotThere
    return table


def check_version(table: Table, version: int) -> None:
    """Raise `Stale` unless whoever acts has seen all moves. Who sits where may have changed."""
    game = table.game
    seen = table.row.get("version", game.version) if game.rounds else game.version
    if not seen <= version <= game.version:
        raise Stale(table)


def dealt(index: int, starter: int) -> dict[str, Any]:
    """A round in which nothing has happened yet."""
    return {
        "starter": starter, "index": index, "moves": [], "asked": [], "stood_in": [],
        "scores": None, "opened": None,
    }  # fmt: skip


def let_bots_play(table: Table, round_: Round, rounds: list[dict[str, Any]]) -> None:
    """Add the bots' moves to the last round, and its score where it is over then.

    Where nobody is at the table for whom they could play, they wait.
    """
    row = rounds[-1]
    if table.anybody:
        for move, after in bots_moves(round_, table.levels, table.bot_seed):
            mover = round_.turn.seat
            row["moves"].append(str(move))
            if table.seats[mover].player_id and mover not in row.setdefault("stood_in", []):
                row["stood_in"].append(mover)
            round_ = after
    if round_.result is not None:
        row["scores"] = list(round_.result.scores)
        row["opened"] = [seat.opened is not None for seat in round_.seats]


def is_over(table: Table, rounds: list[dict[str, Any]]) -> bool:
    """Whether nothing is left to be played."""
    if not rounds or rounds[-1]["scores"] is None:
        return False
    match = Table(with_rounds(table.game, rounds), table.seats, table.mine).match
    return match is None or match.over


def written(
    table: Table,
    rounds: list[dict[str, Any]],
    key: uuid.UUID | None,
    *,
    player: Player | None,
    seats: Iterable[GameSeat] = (),
    heard: bool = True,
    newcomer: bool = False,
    **more: Any,
) -> Table:
    """Write the rounds, and the seats that change, unless the row has changed since it was read.

    Raise `Stale` then. `heard`: whoever is on turn was heard of. A `newcomer` has no seat yet at
    the table as it is stored. `more` are fields of the game.
    """
    game, now = table.game, clock.now()
    played = [row["moves"] for row in rounds] != [row["moves"] for row in game.rounds]
    if rounds and (played or heard):
        rounds[-1]["version"] = game.version + 1
    state = game.state
    if rounds and state != Game.State.LEFT:
        state = Game.State.OVER if is_over(table, rounds) else Game.State.ACTIVE
    values: dict[str, Any] = {
        "rounds": rounds,
        "keys": game.keys if key is None else [*game.keys, str(key)][-KEYS:],
        "state": state,
        "version": game.version + 1,
        "updated_at": now,
        **({"turn_since": now} if played or heard else {}),
        **more,
    }
    with transaction.atomic():
        fresh = Game.objects.filter(pk=game.pk, version=game.version).update(**values)
        for seat in seats if fresh else ():
            seat.save()
    if not fresh and newcomer:
        raise Stale(table)
    if not fresh:
        present = table_for(player, game.pk)
        if key is not None and str(key) in present.game.keys:
            return present
        raise Stale(present)
    after = with_rounds(game, rounds)
    for name, value in values.items():
        setattr(after, name, value)
    return Table(after, table.seats, table.mine)

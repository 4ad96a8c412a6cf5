"""A game with its seats, its rounds replayed and the match that they make."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from accounts import clock
from accounts.models import Player
from okey.bots import LEVELS, Level
from okey.deal import deal_round
from okey.match import Match, start_match
from okey.match import Played as Written
from okey.moves import Draw, ShowIndicator, Take, TakeIndicator
from okey.record import Record
from okey.replay import Played
from okey.rules.model import RuleSet
from okey.rules.rulesets import RULE_SETS
from okey.table import Round
from tutor.models import Game, GameSeat
from tutor.practice.replays import Broken, replayed

ONE_ROUND: Final = 1
TURN_TIME: Final = dt.timedelta(minutes=2)  # without a sign of life, at a table with friends
# What brings a tile into a hand or shows one: nobody can forget it again.
_REVEALS: Final = (Draw, Take, TakeIndicator, ShowIndicator)


@dataclass(frozen=True)
class Table:
    """A game as it stands. `mine` is the seat of whoever looks at it."""

    game: Game
    seats: tuple[GameSeat, ...]
    mine: int

    @property
    def rules(self) -> RuleSet:
        """The rule set. Raise `Broken` where it is gone."""
        try:
            return RULE_SETS[self.game.rules]
        except KeyError:
            raise Broken from None

    @property
    def number(self) -> int:
        """Which round it is, from 0: the last one dealt."""
        return len(self.game.rounds) - 1

    @property
    def row(self) -> dict[str, Any]:
        """What is kept of the last round."""
        row: dict[str, Any] = self.game.rounds[-1]
        return row

    @cached_property
    def played(self) -> Played:
        """The states of the last round. Raise `Broken`."""
        return self.played_in(self.number)

    def played_in(self, number: int) -> Played:
        """The states of a round. Raise `Broken`."""
        row, game = self.game.rounds[number], self.game
        return replayed(
            self.rules, game.seats, game.seed, row["index"], row["starter"], row["moves"]
        )

    @property
    def round(self) -> Round:
        """The last round as it stands."""
        return self.played.last

    @property
    def levels(self) -> list[Level | None]:
        """How strong the bots are, seat by seat; None where a player sits."""
        known: dict[str, Level] = {level: level for level in LEVELS}
        return [None if is_there(seat) else known.get(seat.level) for seat in self.seats]

    @property
    def bot_seed(self) -> str:
        """What decides how bots play this round."""
        return f"{self.game.seed} bots {self.row['index']}"

    @property
    def my_turn(self) -> bool:
        """Whether whoever looks is on turn, and plays."""
        return self.going and self.round.turn.seat == self.mine and is_there(self.seats[self.mine])

    @property
    def going(self) -> bool:
        """Whether moves can be made."""
        return self.game.state == Game.State.ACTIVE and not self.round.over

    @property
    def waiting(self) -> bool:
        """Whether friends are waited for, and nothing is dealt yet."""
        return not self.game.rounds

    @property
    def with_friends(self) -> bool:
        """Whether friends may join it, or could once."""
        return self.game.links > 0

    @property
    def host(self) -> int:
        """The seat of who decides: the first that is a player's."""
        return next((seat.number for seat in self.seats if seat.player_id), 0)

    @property
    def is_host(self) -> bool:
        """Whether whoever looks decides."""
        return self.mine == self.host

    @property
    def others(self) -> list[GameSeat]:
        """The seats of other players, whether a bot plays for them now or not."""
        return [seat for seat in self.seats if seat.player_id and seat.number != self.mine]

    @property
    def anybody(self) -> bool:
        """Whether a player is at the table for whom no bot plays."""
        return any(map(is_there, self.seats))

    @property
    def away(self) -> bool:
        """Whether a bot plays for whoever looks."""
        return not is_there(self.seats[self.mine])

    @property
    def time_left(self) -> int | None:
        """After how many seconds a bot may play on: 0 now, None where nobody waits for somebody."""
        if not self.going or not self.with_friends:
            return None
        on_turn = self.seats[self.round.turn.seat]
        if not is_there(on_turn):
            return 0 if self.anybody else None
        if not any(is_there(seat) for seat in self.seats if seat is not on_turn):
            return None
        left = self.game.turn_since + TURN_TIME - clock.now()
        return max(0, -(-left // dt.timedelta(seconds=1)))

    @property
    def may_ask(self) -> bool:
        """Whether advice may be asked for now."""
        return self.my_turn and self.game.advice

    @property
    def is_match(self) -> bool:
        """Whether several rounds are played for one total."""
        return self.game.length != ONE_ROUND

    @cached_property
    def match(self) -> Match | None:
        """The match of the rounds that are over; None where it is a single round."""
        if not self.is_match:
            return None
        return start_match(
            self.rules,
            seats=self.game.seats,
            rounds=self.game.length or None,
            played=[
                Written(tuple(row["scores"]), tuple(row["opened"]))
                for row in self.game.rounds
                if row.get("scores") is not None
            ],
        )

    @property
    def can_deal(self) -> bool:
        """Whether the next round can be dealt now."""
        return (
            self.game.state == Game.State.ACTIVE
            and not self.waiting
            and self.round.over
            and self.match is not None
            and not self.match.over
        )

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be taken back: one's own, of a turn that still runs."""
        played = self.played
        if not self.my_turn or not played.moves:
            return False
        return played.rounds[-2].turn.seat == self.mine and not isinstance(
            played.moves[-1].action, _REVEALS
        )

    @property
    def asked(self) -> bool:
        """Whether advice was asked for the move to be made now."""
        asked: list[int] = self.row["asked"]
        return self.may_ask and len(self.played.moves) in asked

    def record(self, number: int) -> Record:
        """The record of a round: everything dealt, and the moves. Only of one that is over."""
        row, game = self.game.rounds[number], self.game
        dealt = deal_round(self.rules, game.seed, row["index"], game.seats, row["starter"])
        return Record(
            self.rules.key,
            dealt.indicator,
            tuple(seat.hand for seat in dealt.seats),
            dealt.stock,
            self.played_in(number).moves,
            row["starter"],
            dealt.risk,
        )


def is_there(seat: GameSeat) -> bool:
    """Whether a player plays from a seat, and no bot."""
    return seat.player_id is not None and seat.bot_since is None


def open_table(game: Game, player: Player | None) -> Table | None:
    """Read who sits at a game: one query. None where the player does not, or not any more."""
    seats = tuple(game.seat_rows.order_by("number"))
    own = [seat.number for seat in seats if player is not None and seat.player_id == player.pk]
    return Table(game, seats, own[0]) if own else None


def with_rounds(game: Game, rounds: list[dict[str, Any]]) -> Game:
    """A copy of the row with other rounds."""
    changed = Game(
        **{field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    )
    changed.rounds = rounds
    return changed

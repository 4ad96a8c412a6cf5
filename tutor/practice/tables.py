"""A game with its seats, its rounds replayed and the match that they make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

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
        return [None if seat.player_id else known.get(seat.level) for seat in self.seats]

    @property
    def bot_seed(self) -> str:
        """What decides how bots play this round."""
        return f"{self.game.seed} bots {self.row['index']}"

    @property
    def my_turn(self) -> bool:
        """Whether whoever looks is on turn."""
        return self.going and self.round.turn.seat == self.mine

    @property
    def going(self) -> bool:
        """Whether moves can be made."""
        return self.game.state == Game.State.ACTIVE and not self.round.over

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
        return self.my_turn and len(self.played.moves) in asked

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


def open_table(game: Game, player: Player | None) -> Table:
    """Read who sits at a game: one query."""
    seats = tuple(game.seat_rows.order_by("number"))
    mine = next(
        (seat.number for seat in seats if player is not None and seat.player_id == player.pk), 0
    )
    return Table(game, seats, mine)

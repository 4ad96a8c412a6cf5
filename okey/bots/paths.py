"""Moves of one turn, one after the other, as far as nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from okey.moves import Action, Draw, Move
from okey.referee import Refusal, apply, legal
from okey.search.turn_best import finish, way_to_use
from okey.table import Phase, Round, Source, without

Moves = tuple[Move, ...]
DRAW: Final[Moves] = (Move(Draw()),)


@dataclass(frozen=True, slots=True)
class Path:
    """Legal moves of one turn, and the round after them; after a draw, the round before it."""

    moves: Moves
    round: Round
    ended: bool = False  # the turn is over, or a tile is drawn that must be seen first

    def then(self, moves: Iterable[Move]) -> Path | None:
        """The path with more moves; None where one of them is not legal."""
        round_, ended, more = self.round, self.ended, tuple(moves)
        for move in more:
            if ended or legal(round_, move):
                return None  # an opening that fails is no path, either: it may cost points
            if isinstance(move.action, Draw):
                ended = True
                continue
            done = apply(round_, move)
            if isinstance(done, Refusal):
                return None
            ended = done.round.over or done.round.turn.seat != round_.turn.seat
            round_ = done.round
        return Path((*self.moves, *more), round_, ended)

    def do(self, *actions: Action) -> Path | None:
        """The path with more actions; None where one of them is not legal."""
        return self.then(map(Move, actions))


def may(round_: Round, action: Action) -> bool:
    """Whether the seat on turn may do this now."""
    return not legal(round_, Move(action))


def use_taken(path: Path) -> Path | None:
    """The path with the tile laid that was taken, or the round finished; None where nothing does.

    This is for a take that was made before: whoever decides to take plans the whole turn.
    """
    round_, turn = path.round, path.round.turn
    hand, taken = round_.hand, turn.taken
    if hand is None or taken is None:
        return None
    if turn.source is Source.INDICATOR or turn.last:
        way = finish(round_)
        return None if way is None else path.then(way)
    left = round_.left
    seats = list(round_.seats)
    seats[turn.seat] = replace(seats[turn.seat], hand=without(hand, (taken,)))
    seats[left] = replace(seats[left], discards=(*seats[left].discards, taken))
    turn = replace(turn, phase=Phase.DRAW, source=None, taken=None, giver=None)
    way = way_to_use(replace(round_, seats=tuple(seats), turn=turn), taken)
    return None if way is None else path.then(way)

"""Turns told as a story: moves that several players make, one after the other.

A story stands in `Exercise.values["story"]`, `moves:0: draw; 0: discard R7; 1: take`, every step
with its seat. It is played from the exercise's round, in which all hands are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from okey.endings import Event
from okey.moves import Action, Move, parse_move
from okey.referee import Refusal, apply
from okey.rules.model import RuleSet, Violation
from okey.table import Round
from okey.tiles import OKEY, Tile
from puzzles.kinds import scenes
from tutor.tasks.base import STORY, Exercise
from tutor.tasks.pieces import Bag

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a story that was played: what it wrote, or what is wrong with it."""

    move: Move
    before: Round
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()


def story_text(moves: list[Move]) -> str:
    """Moves as a value of an exercise."""
    return STORY + "; ".join(map(str, moves))


def story_of(exercise: Exercise) -> tuple[Move, ...]:
    """The moves of an exercise's story."""
    text = str(exercise.values["story"]).removeprefix(STORY)
    return tuple(parse_move(part, exercise.indicator) for part in text.split(";"))


def steps(round_: Round, moves: tuple[Move, ...]) -> Iterator[Step]:
    """Play a story, up to the first step that is refused."""
    for move in moves:
        done = apply(round_, move)
        if isinstance(done, Refusal):
            yield Step(move, round_, violations=done.violations)
            return
        yield Step(move, round_, done.events)
        round_ = done.round


def hidden(rules: RuleSet, bag: Bag, table: list[scenes.Lying], **fields: Any) -> Round:
    """A round with this table in which nobody's tiles are seen, before a turn."""
    bare = scenes.standing(rules, bag, table, phase="draw", **fields)
    seat = bare.turn.seat
    laid = sum(len(meld.split()) for owner, meld in table if owner == seat)
    seats = list(bare.seats)
    seats[seat] = replace(seats[seat], hand=None, hidden=max(1, rules.hand.others - laid))
    return replace(bare, seats=tuple(seats))


class Telling:
    """A story while it is made: the round as it stands, and the steps told so far."""

    def __init__(self, bag: Bag, begun: Round) -> None:
        self.bag, self.rng, self.begun, self.round = bag, bag.rng, begun, begun
        self.moves: list[Move] = []

    @property
    def seat(self) -> int:
        """Who is on turn."""
        return self.round.turn.seat

    @property
    def opened(self) -> str | None:
        """How the seat on turn has opened."""
        return self.round.player.opened

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.round.over

    def tell(self, action: Action) -> bool:
        """Make a move and tell it; False where the referee refuses it."""
        move = Move(action, self.seat)
        done = apply(self.round, move)
        if isinstance(done, Refusal):
            return False
        self.round = done.round
        self.moves.append(move)
        return True

    def claim(self, action: Action, seat: int | None = None) -> None:
        """Tell a move that is not made: whatever is wrong with it, the story ends there."""
        self.moves.append(Move(action, self.seat if seat is None else seat))

    # Tiles that somebody may hold

    def idle(self) -> Tile | None:
        """A tile that does not fit on the table."""
        found = scenes.idle(self.bag, self.round, 1, near=0.6)
        return found[0] if found else None

    def fitting(self) -> Tile | None:
        """A tile that does."""
        able = scenes.fitting(self.bag, self.round)
        return self.bag.take((self.rng.choice(able),))[0] if able else None

    def special(self, tile: Tile) -> Tile | None:
        """An okey or a false okey, while there is one."""
        return self.bag.take((tile,))[0] if self.bag.has((tile,)) else None


def ending(round_: Round, seat: int) -> Round:
    """The same round with but one tile left to a seat."""
    seats = list(round_.seats)
    seats[seat] = replace(seats[seat], hidden=1)
    return replace(round_, seats=tuple(seats))


def shared_features(exercise: Exercise) -> dict[str, int]:
    """How long a story is, and how much lies there."""
    assert exercise.round is not None
    moves = story_of(exercise)
    return {
        "steps": len(moves),
        "turns": len({move.seat for move in moves}),
        "melds": len(exercise.round.table),
        "okeys": str(exercise.values["story"]).count(str(OKEY)),
    }


__all__ = [
    "SEATS",
    "Step",
    "Telling",
    "ending",
    "hidden",
    "shared_features",
    "steps",
    "story_of",
    "story_text",
]

"""Plans: several moves of one turn, as something to choose or to write down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okey.moves import Action, Add, Move, parse_move
from okey.referee import Refusal, apply
from okey.rules.model import Violation
from okey.table import Round
from okey.tiles import Tile

BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of moves: the round after those made, and what was wrong with the next one."""

    round: Round
    made: int
    violations: tuple[Violation, ...] = ()


def tried(round_: Round, moves: Iterable[Move]) -> Tried:
    """Make moves one after the other, up to the first that is refused."""
    made = 0
    for move in moves:
        done = apply(round_, move)
        if isinstance(done, Refusal):
            return Tried(round_, made, done.violations)
        round_, made = done.round, made + 1
    return Tried(round_, made)


def plan_text(moves: Iterable[Move | Action]) -> str:
    """Moves in notation, one behind the other."""
    return BETWEEN.join(map(str, moves))


def plain(moves: Iterable[Move | Action]) -> tuple[Move, ...]:
    """The same moves without the ends of runs: a tile with a face fits one end alone."""
    found = []
    for move in moves:
        action = move.action if isinstance(move, Move) else move
        if isinstance(action, Add):
            action = Add(action.tile, action.meld)
        found.append(Move(action))
    return tuple(found)


def read_plan(text: str, indicator: Tile) -> tuple[Move, ...]:
    """Read moves. Raise `InputError`."""
    return tuple(parse_move(part, indicator) for part in text.split(";"))


def distinct(plans: Sequence[str]) -> list[str]:
    """Each once, in their order."""
    return list(dict.fromkeys(plans))

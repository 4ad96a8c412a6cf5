"""What a bot does in its turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from okey.bots.at_random import moves_at_random
from okey.bots.chance import chance
from okey.bots.middle import middle_moves
from okey.bots.paths import Moves
from okey.bots.reasons import Advice, Reason
from okey.bots.strong import think
from okey.bots.view import seen_by
from okey.table import Round

Level = Literal["random", "middle", "strong"]
LEVELS: Final[tuple[Level, ...]] = ("random", "middle", "strong")


def choose(seen: Round, level: Level, seed: str = "") -> Moves:
    """The moves of the seat on turn, up to a draw, or to the end of its turn.

    A draw is always the last of them: the tile must be seen first, then ask again. The same seed in
    the same situation gives the same moves. `seen` is what the seat sees (`okey.bots.seen_by`);
    what it does not see is not looked at. There are none where the round is over, and where the
    turn cannot be ended any more: a tile was taken that nothing uses now. Such a turn has to be
    undone.

    Raise `ValueError` where the hand of the seat on turn is not known.
    """
    if seen.over:
        return ()
    if seen.hand is None:
        raise ValueError("the hand of the seat on turn is not known")
    seen = seen_by(seen, seen.turn.seat)
    moves = _PLAYERS[level](seen, seed)
    return moves or moves_at_random(seen, chance(seed, seen))


def advice(seen: Round) -> Advice:
    """What the strongest player does in the turn of the seat on turn, and why, in codes.

    The moves are as those of `choose`. Where the turn cannot be ended any more there are none, and
    the reason is `undo`; once the round is over there are no reasons, either.

    Raise `ValueError` where the hand of the seat on turn is not known.
    """
    if seen.over:
        return Advice((), ())
    if seen.hand is None:
        raise ValueError("the hand of the seat on turn is not known")
    seen = seen_by(seen, seen.turn.seat)
    found = think(seen, chance("advice", seen))
    return found if found.moves else Advice((), (Reason("undo"),))


def _at_random(seen: Round, seed: str) -> Moves:
    return moves_at_random(seen, chance(seed, seen))


def _middle(seen: Round, seed: str) -> Moves:
    return middle_moves(seen)


def _strong(seen: Round, seed: str) -> Moves:
    return think(seen, chance(seed, seen)).moves


_PLAYERS: Final[dict[Level, Callable[[Round, str], Moves]]] = {
    "random": _at_random,
    "middle": _middle,
    "strong": _strong,
}

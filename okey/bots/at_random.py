"""A player who makes any legal move: a legal kind first, then a move of it."""

from __future__ import annotations

import random
from typing import Final

from okey.bots.paths import Moves, Path, use_taken
from okey.moves import Discard, Draw, Pass, Take, TakeIndicator
from okey.search.turn_kinds import MoveKind, candidates
from okey.table import Phase, Round

_BEFORE: Final[tuple[MoveKind, ...]] = (
    "draw", "take", "take indicator", "declare pairs", "show indicator", "pass",
)  # fmt: skip
_AFTER: Final[tuple[MoveKind, ...]] = (
    "open", "lay", "add", "swap", "discard", "declare pairs", "finish", "show indicator",
)  # fmt: skip
_TRIES: Final = 4


def moves_at_random(seen: Round, chance: random.Random) -> Moves:
    """Random legal moves until a tile is drawn or the turn ends; none where it cannot be ended."""
    begun = Path((), seen)
    for _ in range(_TRIES):
        path = _walk(begun, chance)
        if path.ended:
            return path.moves
    for path in _fallbacks(begun):
        if path.ended:
            return path.moves
    return ()


def _walk(path: Path, chance: random.Random) -> Path:
    """Make one move after the other, until the turn ends or no move is legal."""
    while not path.ended:
        drawing = path.round.turn.phase is Phase.DRAW
        kinds = list(_BEFORE if drawing else _AFTER)
        chance.shuffle(kinds)
        further = None
        for kind in kinds:
            actions = list(candidates(path.round, kind))
            chance.shuffle(actions)
            further = next((done for action in actions if (done := path.do(action))), None)
            if further is not None:
                break
        if further is None:
            return path
        path = further
    return path


def _fallbacks(begun: Path) -> list[Path]:
    """The plainest ways to end the turn: use what was taken, or draw."""
    starts: list[Path | None] = [begun]
    if begun.round.turn.phase is Phase.DRAW:
        starts = [begun.do(TakeIndicator()), begun.do(Take())]
    found: list[Path] = []
    for start in starts:
        if start is None:
            continue
        for laid in (start, use_taken(start)):
            if laid is not None:
                found.append(laid)
                found += (
                    done for tile in laid.round.hand or () if (done := laid.do(Discard(tile)))
                )
    last = (begun.do(action) for action in (Draw(), Pass()))
    return [*(path for path in last if path is not None), *found]


__all__ = ["moves_at_random"]

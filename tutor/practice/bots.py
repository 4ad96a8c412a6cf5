"""The turns of the bots at a table. They see what a player in their seat would see."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Final

from okey.bots import Level, choose, seen_by
from okey.moves import Move
from okey.referee import Applied, apply, legal
from okey.search.turn_kinds import candidates, legal_kinds
from okey.table import Round

MOST_MOVES: Final = 600  # in a row: a round in which nobody else plays has fewer
logger = logging.getLogger(__name__)


def bots_moves(
    round_: Round, levels: Sequence[Level | None], seed: str
) -> Iterator[tuple[Move, Round]]:
    """The moves of the bots, until somebody else is on turn or the round is over.

    `levels` has None for a seat that no bot plays. Each move comes with the round after it.
    """
    for _ in range(MOST_MOVES):
        level = None if round_.over else levels[round_.turn.seat]
        if level is None:
            return
        moves = choose(seen_by(round_, round_.turn.seat), level, f"{seed} {round_.turn.seat}")
        for move in moves or _plainest(round_):
            done = apply(round_, move)
            if not isinstance(done, Applied):
                # The next time round it chooses again, or makes the plainest move.
                logger.error("a bot chose %s, which is not legal", move)
                break
            round_ = done.round
            yield move, round_


def _plainest(round_: Round) -> tuple[Move, ...]:
    """Any legal move, so that a game never stands still."""
    seen = seen_by(round_, round_.turn.seat)
    for kind in legal_kinds(seen):
        for action in candidates(seen, kind):
            if not legal(round_, Move(action)):
                return (Move(action),)
    return ()

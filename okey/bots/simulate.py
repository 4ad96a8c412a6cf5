"""Whole rounds between bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from okey.bots.choose import Level, choose
from okey.bots.view import seen_by
from okey.deal import deal_round
from okey.moves import Move
from okey.referee import Refusal, apply
from okey.rules.model import RuleSet
from okey.table import Round

MOST_MOVES: Final = 4_000  # far more than any round takes


def play_out(
    rules: RuleSet, levels: Sequence[Level], seed: str, seats: int | None = None, starter: int = 0
) -> Round:
    """Deal a round and let bots play it to its end: the round then, with its result.

    `levels` is one for each seat, or one for all of so many `seats`. The deal depends on the seed,
    the rule set and the number of seats alone: the same seed with other levels is the same deal.
    """
    levels = tuple(levels) * (seats or len(levels)) if len(levels) == 1 else tuple(levels)
    rounds = [deal_round(rules, seed, 0, len(levels), starter)]
    rounds += (after for _, after in steps(rounds[0], levels, seed))
    return rounds[-1]


def steps(round_: Round, levels: Sequence[Level], seed: str) -> Iterator[tuple[Move, Round]]:
    """The moves that bots make from here to the end of the round, each with the round after it."""
    made = 0
    while not round_.over:
        seat = round_.turn.seat
        moves = choose(seen_by(round_, seat), levels[seat], f"{seed} {seat}")
        if not moves or made > MOST_MOVES:
            raise ValueError(f"the round does not go on after {round_.moves} moves")
        for move in moves:
            done = apply(round_, move)
            if isinstance(done, Refusal):
                raise ValueError(f"{move} is not legal: {done.violations}")
            round_ = done.round
            made += 1
            yield move, round_

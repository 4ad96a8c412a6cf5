"""The states of a round from the moves made in it; what was replayed last is kept a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from okey.deal import deal_round
from okey.moves import parse_move
from okey.replay import Played, play
from okey.rules.model import RuleSet

_MOST_KEPT: Final = 64
_Deal = tuple[str, int, str, int, int]
_kept: OrderedDict[_Deal, tuple[tuple[str, ...], Played]] = OrderedDict()


class Broken(Exception):  # noqa: N818 - states a fact
    """The moves are not legal any more: they were made under an older version of the rules."""


def replayed(
    rules: RuleSet, seats: int, seed: str, index: int, starter: int, moves: Sequence[str]
) -> Played:
    """Deal the round and make the moves. Raise `Broken` where one of them is refused.

    A process goes on from what it has replayed before: a move that is added costs that move alone.
    """
    deal = (rules.key, seats, seed, index, starter)
    wanted = tuple(moves)
    known, before = _kept.get(deal, ((), None))
    if before is None or before.rounds[0].rules is not rules or wanted[: len(known)] != known:
        known, before = (), play(deal_round(rules, seed, index, seats, starter), ())
    whole = _went_on(before, wanted[len(known) :])
    _kept[deal] = wanted, whole
    _kept.move_to_end(deal)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return whole


def _went_on(before: Played, moves: Sequence[str]) -> Played:
    if not moves:
        return before
    read = [parse_move(text, before.last.indicator) for text in moves]
    further = play(before.last, read)
    if further.refusal is not None:
        raise Broken
    return Played((*before.moves, *further.moves), (*before.rounds, *further.rounds[1:]))

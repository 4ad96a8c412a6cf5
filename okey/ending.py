"""The end of a round: whether it waits for a finish, and what is written for it."""

from __future__ import annotations

from dataclasses import replace

from okey.endings import Board, Finish
from okey.rules.attempt import Search
from okey.rules.parameters import Countdown
from okey.scoring import score
from okey.table import Phase, Round, Seat, Source


def may_still_finish(round_: Round, search: Search) -> bool:
    """Whether the player next on turn can finish though the stock is used up (decision HD-30).

    With the open indicator or the tile just thrown, as the rule set has it, or by declaring pairs.
    What is in a hand that nobody knows may do.
    """
    ending = round_.rules.ending
    if not ending.indicator and not ending.discard:
        return False
    waiting = replace(round_, turn=replace(round_.turn, last=True))
    if round_.hand is None:
        return True
    if search.can_declare(waiting, None):
        return True
    tiles = []
    may_take = not waiting.player.opened or waiting.rules.take.opened_may_take
    if ending.discard and waiting.thrown is not None and may_take:
        tiles.append((waiting.thrown, Source.DISCARD))
    if ending.indicator:
        tiles.append((waiting.indicator, Source.INDICATOR))
    # Both answers include declaring pairs with the tile among them.
    return any(
        (search.can_use if source is Source.DISCARD else search.can_finish)(waiting, tile)
        for tile, source in tiles
    )


def end(round_: Round, finish: Finish | None) -> Round:
    """The round when it is over, with its result if everything that counts is known."""
    over = replace(round_, turn=replace(round_.turn, phase=Phase.OVER), finish=finish)
    if any(seat.hand is None and _counts(over, at) for at, seat in enumerate(over.seats)):
        return over
    result = score(
        over.rules,
        indicator=over.indicator,
        boards=[_board(seat) for seat in over.seats],
        finish=finish,
        events=over.events,
        teams=over.teams,
        risk=over.risk,
    )
    return replace(over, result=result)


def _board(seat: Seat) -> Board:
    return Board(seat.opened, seat.hand or (), seat.opening_points, seat.opening_pairs)


def _counts(round_: Round, at: int) -> bool:
    """Whether what is left in this hand counts."""
    scoring, finish = round_.rules.scoring, round_.finish
    if isinstance(scoring, Countdown) or (finish is not None and finish.seat == at):
        return False
    if finish is None and scoring.null_round == "hands":
        return True
    return round_.seats[at].opened is not None or scoring.unopened_okeys

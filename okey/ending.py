"""The end of a round: whether it waits for a finish, and what is written for it."""

from __future__ import annotations

from okey.endings import Board, Finish, Result
from okey.rules.attempt import Search
from okey.rules.parameters import Countdown
from okey.scoring import score
from okey.table import Phase, Round, Seat, Source, Turn, new_round, new_turn


def may_still_finish(round_: Round, search: Search) -> bool:
    """Whether the player next on turn can finish though the stock is used up (decision HD-30).

    With the open indicator or the tile just thrown, as the rule set has it, or by declaring pairs.
    What is in a hand that nobody knows may do.
    """
    ending = round_.rules.ending
    if not ending.indicator and not ending.discard:
        return False
    if round_.hand is None:
        return True
    turn = round_.turn
    last = new_turn(
        turn.seat, turn.phase, turn.source, turn.taken, turn.giver, turn.used,
        turn.opened, turn.added, turn.paid, last=True,
    )  # fmt: skip
    waiting = _with_turn(round_, last)
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
    result = None
    if not any(
        seat.hand is None and _counts(round_, at, finish) for at, seat in enumerate(round_.seats)
    ):
        result = score(
            round_.rules,
            indicator=round_.indicator,
            boards=[_board(seat) for seat in round_.seats],
            finish=finish,
            events=round_.events,
            teams=round_.teams,
            risk=round_.risk,
        )
    turn = round_.turn
    over = new_turn(
        turn.seat, Phase.OVER, turn.source, turn.taken, turn.giver, turn.used,
        turn.opened, turn.added, turn.paid, turn.last,
    )  # fmt: skip
    return _with_turn(round_, over, finish, result)


def _with_turn(
    round_: Round, turn: Turn, finish: Finish | None = None, result: Result | None = None
) -> Round:
    return new_round(
        round_.rules, round_.indicator, round_.seats, turn, round_.starter, round_.table,
        round_.stock, round_.risk, round_.teams, round_.events, round_.moves, round_.closing,
        finish, result,
    )  # fmt: skip


def _board(seat: Seat) -> Board:
    return Board(seat.opened, seat.hand or (), seat.opening_points, seat.opening_pairs)


def _counts(round_: Round, at: int, finish: Finish | None) -> bool:
    """Whether what is left in this hand counts."""
    scoring = round_.rules.scoring
    if isinstance(scoring, Countdown) or (finish is not None and finish.seat == at):
        return False
    if finish is None and scoring.null_round == "hands":
        return True
    return round_.seats[at].opened is not None or scoring.unopened_okeys

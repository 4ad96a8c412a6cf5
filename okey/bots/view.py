"""What a seat sees of a round. Bots get nothing else."""

from __future__ import annotations

from dataclasses import replace

from okey.table import Round, Seat


def seen_by(round_: Round, seat: int) -> Round:
    """The round as a seat sees it: other hands counted, the stock counted, all else as it is."""
    return replace(
        round_,
        seats=tuple(own if at == seat else _hidden(own) for at, own in enumerate(round_.seats)),
        stock=(None,) * len(round_.stock),
    )


def _hidden(seat: Seat) -> Seat:
    return seat if seat.hand is None else replace(seat, hand=None, hidden=len(seat.hand))

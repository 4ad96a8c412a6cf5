"""Who sits at a table with friends, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from tutor.models import Game
from tutor.practice.links import shown_token
from tutor.practice.replays import Broken
from tutor.practice.shown import seat_names, seat_state
from tutor.practice.tables import TURN_TIME, Table

_MINUTE: Final = 60
OWN_TURN_S: Final = 6  # how often the page asks on one's own turn: it changes by who comes and goes
OTHERS_TURN_S: Final = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A seat: `called` is the name that others see, and that a form names it by."""

    number: int
    name: str
    called: str
    state: str
    can_be_taken_back: bool


@dataclass(frozen=True, slots=True)
class ShownCompany:
    """Everything around the seats. `link` is empty where none is open, or the reader is no host."""

    places: tuple[Place, ...]
    host: str
    is_host: bool
    link: str
    open: bool
    polls: bool
    pace: int
    minutes: int


def shown_company(table: Table) -> ShownCompany:
    """The seats in playing order, what may be done with them, and the link for the host."""
    names, game = seat_names(table), table.game
    over = game.state == Game.State.OVER
    token = shown_token(game) if table.is_host and not over else ""
    try:
        own_turn = table.my_turn
    except Broken:
        own_turn = False
    return ShownCompany(
        places=tuple(
            Place(
                seat.number,
                names[seat.number],
                seat.name,
                seat_state(seat, table),
                table.is_host and not over and seat in table.others,
            )
            for seat in table.seats
        ),
        host=names[table.host],
        is_host=table.is_host,
        link=reverse("game-join", args=[token]) if token else "",
        open=bool(game.token_hash) and not over,
        polls=not over,
        pace=OWN_TURN_S if own_turn else OTHERS_TURN_S,
        minutes=int(TURN_TIME.total_seconds()) // _MINUTE,
    )

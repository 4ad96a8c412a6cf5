"""A move that somebody wants to make: the facts that the checks of moves are asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from okey.fits import extended
from okey.melds import laid_tiles
from okey.moves import Action, Add, Discard, End, Finish, Lay, Open, Swap
from okey.rules.model import Param, Verdict, Violation
from okey.table import Round, Seat, TableMeld, without
from okey.tiles import COPIES, Tile


class Search(NamedTuple):
    """The questions that only a search can answer, about the seat on turn.

    `can_use`: whether the turn can go on so that a tile about to be taken is laid as it must be.
    `can_declare`: whether the hand can be declared, with this tile in one of the pairs, if any.
    `pairs`: the most pairs of these tiles; `melds`: whether all of them are runs and groups.
    """

    can_use: Callable[[Round, Tile], bool]
    can_declare: Callable[[Round, Tile | None], bool]
    pairs: Callable[[Round, tuple[Tile, ...]], int]
    melds: Callable[[Round, tuple[Tile, ...]], bool]


@dataclass(frozen=True)
class Attempt:
    """An action of a seat in a round.

    `verdict` is that of the melds which the action lays or shows, None where it has none.
    """

    round: Round
    seat: int
    action: Action
    verdict: Verdict | None
    search: Search

    @property
    def player(self) -> Seat:
        """Who makes the move."""
        return self.round.seats[self.seat]

    @property
    def on_turn(self) -> bool:
        """Whether it is the seat's turn."""
        return not self.round.over and self.seat == self.round.turn.seat

    @cached_property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles that go from the hand to the table."""
        action = self.action
        if isinstance(action, Open | Lay):
            return tuple(laid_tiles(action.melds))
        if isinstance(action, Add):
            return (action.tile.tile,)
        return (action.tile,) if isinstance(action, Swap) else ()

    @cached_property
    def played(self) -> tuple[Tile, ...]:
        """All tiles of the hand that the action names."""
        action = self.action
        if isinstance(action, Discard):
            return (action.tile,)
        if isinstance(action, Finish):
            return (action.tile, *laid_tiles(action.melds))
        return self.laid

    @property
    def left(self) -> int:
        """How many tiles the hand holds after the action."""
        back = isinstance(self.action, Swap)
        return self.player.size - len(self.played) + back

    @property
    def rest(self) -> tuple[Tile, ...]:
        """The tiles that the hand holds after the action, as far as they are known."""
        return without(self.player.hand or (), self.played)

    @property
    def target(self) -> TableMeld | None:
        """The meld on the table that the action names, None where there is none."""
        if isinstance(self.action, Add | Swap) and self.action.meld <= len(self.round.table):
            return self.round.table[self.action.meld - 1]
        return None

    @cached_property
    def extension(self) -> tuple[TableMeld, End | None] | None:
        """What laying off makes of the meld on the table."""
        if not isinstance(self.action, Add) or self.target is None:
            return None
        return extended(
            self.target, self.action.tile, self.round.rules, self.round.okey, self.action.end
        )

    def missing(self) -> tuple[Tile, ...]:
        """The tiles played that the hand does not hold, or, where it is not known, cannot hold."""
        used = Counter(self.played)
        if self.player.hand is not None:
            return tuple((used - Counter(self.player.hand)).elements())
        if not used:
            return ()
        elsewhere = Counter(self.round.visible())
        able = Counter({tile: max(0, COPIES - elsewhere[tile]) for tile in used})
        return tuple((used - able).elements())


def broken(rule: str, tiles: object = "", /, **params: Param) -> Violation:
    """A violation of a rule about a move, with the values of a sentence."""
    return Violation(rule, "" if tiles is None else str(tiles), params)


def text(tiles: Iterable[Tile]) -> str:
    """Tiles in notation."""
    return " ".join(map(str, tiles))

"""The state of a round as far as a turn is concerned, and tiles that leave a hand or come to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from okey.rules.model import RuleSet
from okey.table import Phase, Round, Source
from okey.tiles import Tile
from puzzles.proofs.lying import Lying, on_table
from puzzles.proofs.racks import without

THROWN: Final = "penalty.okey-thrown"
LAYABLE: Final = "penalty.layable-discard"
GIVER: Final = "penalty.giver"
RETRIEVED: Final = "penalty.okey-retrieved"


@dataclass(frozen=True, slots=True)
class Written:
    """A penalty as it is written: the rule, who pays, and what."""

    rule: str
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """A round as far as a turn is concerned. A hand that is None is not known."""

    rules: RuleSet
    indicator: Tile
    okey: Tile
    hands: tuple[tuple[Tile, ...] | None, ...]
    sizes: tuple[int, ...]
    opened: tuple[str | None, ...]
    table: tuple[Lying, ...]
    discards: tuple[tuple[Tile, ...], ...]
    turns: tuple[int, ...]
    stock: int
    known: tuple[Tile | None, ...]
    seat: int
    starter: int
    phase: str = "draw"
    first: bool = False  # the starter's first turn
    taken: Tile | None = None
    giver: int | None = None
    indicator_taken: bool = False
    used: bool = False
    opened_now: bool = False
    paid: bool = False
    last: bool = False
    shown: frozenset[int] = field(default_factory=frozenset)
    finisher: int | None = None

    @property
    def seats(self) -> int:
        return len(self.sizes)

    @property
    def hand(self) -> tuple[Tile, ...] | None:
        return self.hands[self.seat]

    @property
    def size(self) -> int:
        return self.sizes[self.seat]

    @property
    def left(self) -> int:
        return (self.seat - 1) % self.seats

    @property
    def owes(self) -> bool:
        """Whether a tile was taken that does not lie on the table yet."""
        return self.taken is not None and not self.used and self.rules.take.must_use


def state_of(round_: Round, rules: RuleSet) -> State:
    """The state that a position shows, played by these rules."""
    okey, turn = round_.okey, round_.turn
    added = [sum(at == place for at, _ in turn.added) for place in range(len(round_.table))]
    return State(
        rules,
        round_.indicator,
        okey,
        tuple(seat.hand for seat in round_.seats),
        tuple(seat.size for seat in round_.seats),
        tuple(seat.opened for seat in round_.seats),
        tuple(
            on_table(meld, rules, okey, many)
            for meld, many in zip(round_.table, added, strict=True)
        ),
        tuple(seat.discards for seat in round_.seats),
        tuple(seat.turns for seat in round_.seats),
        len(round_.stock),
        round_.stock,
        turn.seat,
        round_.starter,
        "draw" if turn.phase is Phase.DRAW else "play",
        turn.source is Source.DEALT,
        turn.taken,
        turn.giver,
        turn.source is Source.INDICATOR,
        turn.used,
        turn.opened,
        turn.paid,
        turn.last,
        frozenset(at for at, seat in enumerate(round_.seats) if seat.shown),
    )


class Refused(Exception):  # noqa: N818  (an answer, not an error)
    """A move that is not legal."""


# What a seat holds


def lose(state: State, tiles: Sequence[Tile]) -> State:
    """The tiles leave the hand of the seat on turn. Raise `Refused` where it has them not."""
    hands, sizes = list(state.hands), list(state.sizes)
    hand = state.hand
    if hand is not None:
        rest = without(hand, tiles)
        if rest is None:
            raise Refused("turn.not-in-hand")
        hands[state.seat] = rest
    sizes[state.seat] -= len(tiles)
    if sizes[state.seat] < 0:
        raise Refused("turn.not-in-hand")
    return replace(state, hands=tuple(hands), sizes=tuple(sizes))


def gain(state: State, tile: Tile | None) -> State:
    hands, sizes = list(state.hands), list(state.sizes)
    hand = state.hand
    if hand is not None:
        hands[state.seat] = None if tile is None else (*hand, tile)
    sizes[state.seat] += 1
    return replace(state, hands=tuple(hands), sizes=tuple(sizes))


def use(state: State, tiles: Sequence[Tile]) -> State:
    """Tiles go to the table: the one that was taken may be among them."""
    return replace(state, used=True) if state.taken in tiles else state

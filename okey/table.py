"""The state of a round: who holds what, what lies on the table, whose turn it is.

All values are frozen; `okey.referee` makes the next state from this one. What nobody has seen may
be unknown: a hand is then None and only counted, a tile of the stock is None. So one rack's view of
a round is a `Round`, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal

from okey.endings import Event, Finish, Result, Teams
from okey.errors import InputError
from okey.hand import check_copies, without
from okey.melds import LaidTile, Meld, MeldKind
from okey.moves import End
from okey.rules.model import RuleSet
from okey.tiles import COPIES, FACES, FALSE_OKEY, OKEYS, Tile
from okey.values import plain_members, quick

WHOLE: Final = (len(FACES) + 1) * COPIES  # 106 tiles: every face and the false okey, twice
Opened = Literal["melds", "pairs"]
PARTNERS: Final[Teams] = ((0, 2), (1, 3))  # they sit opposite one another


@plain_members
class Phase(StrEnum):
    """How far a turn is: before drawing or taking, until the discard, or the round is over."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


DRAW: Final = Phase.DRAW
OVER: Final = Phase.OVER


@plain_members
class Source(StrEnum):
    """Where the tile of this turn came from. The starter's first turn is played as dealt."""

    DEALT = "dealt"
    STOCK = "stock"
    DISCARD = "discard"
    INDICATOR = "indicator"


DEALT: Final = Source.DEALT


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: its tiles in normal order, with the face of every okey declared.

    In a group of three the okey's colour is open, and its `stands_for` is the number alone. `memo`
    belongs to `okey.fits`, which keeps what fits here.
    """

    owner: int
    kind: MeldKind
    tiles: tuple[LaidTile, ...]
    memo: list[Any] = field(default_factory=lambda: [None, None, 0], compare=False, repr=False)

    @property
    def meld(self) -> Meld:
        """The meld as it would be laid."""
        return Meld(self.tiles, self.kind)

    @property
    def text(self) -> str:
        """The tiles in notation."""
        return " ".join(map(str, self.tiles))


@dataclass(frozen=True, slots=True)
class Seat:
    """A player.

    `hand` has the tiles in the order in which they came, or is None where nobody knows them;
    `hidden` then counts them. `opening_points` and `opening_pairs` are those of the opening, None
    where they are not known. `discards` still lie there, oldest first. `turns` are those ended.
    """

    hand: tuple[Tile, ...] | None
    hidden: int = 0
    opened: Opened | None = None
    opening_points: int | None = None
    opening_pairs: int | None = None
    discards: tuple[Tile, ...] = ()
    turns: int = 0
    shown: bool = False  # the indicator's twin

    @property
    def size(self) -> int:
        """How many tiles the hand holds."""
        return self.hidden if self.hand is None else len(self.hand)


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of one seat, as far as it has got.

    `source` is None before drawing. `taken` is the discard or the indicator taken, `giver` the seat
    that threw it, and `used` says whether a tile of its face went to the table since. `opened`: in
    this turn. `added` has an entry for every tile laid off in this turn: the meld's place on the
    table (from 0) and, on a run, the end. `paid`: the giver has paid. `last`: the stock was found
    empty, and this turn finishes the round or ends it.
    """

    seat: int
    phase: Phase
    source: Source | None = None
    taken: Tile | None = None
    giver: int | None = None
    used: bool = False
    opened: bool = False
    added: tuple[tuple[int, End | None], ...] = ()
    paid: bool = False
    last: bool = False

    def after(
        self,
        *,
        used: bool = False,
        opened: bool = False,
        added: tuple[tuple[int, End | None], ...] = (),
        paid: bool = False,
    ) -> Turn:
        """The turn after something more was done in it."""
        return new_turn(
            self.seat, self.phase, self.source, self.taken, self.giver, self.used or used,
            self.opened or opened, (*self.added, *added), self.paid or paid, self.last,
        )  # fmt: skip

    @property
    def owes(self) -> bool:
        """Whether a tile was taken that has not been laid yet."""
        return self.taken is not None and not self.used


@dataclass(frozen=True, slots=True)
class Round:
    """A round at one moment.

    Seats count in playing order; the left neighbour of seat s is s - 1. `table` has the melds in
    the order laid. `stock` is in drawing order, None for a tile that nobody knows. `events` are the
    penalties and bonuses so far, `moves` how many moves were made. Once the round is over there is
    a `result`, and a `finish` if somebody finished; `closing` is the tile thrown to the middle. In
    a `risk` round a false okey lies open beside the indicator.
    """

    rules: RuleSet
    indicator: Tile
    seats: tuple[Seat, ...]
    turn: Turn
    starter: int = 0
    table: tuple[TableMeld, ...] = ()
    stock: tuple[Tile | None, ...] = ()
    risk: bool = False
    teams: Teams | None = None
    events: tuple[Event, ...] = ()
    moves: int = 0
    closing: Tile | None = None
    finish: Finish | None = None
    result: Result | None = None

    @property
    def okey(self) -> Tile:
        """The face of the okey, which is also the face of the false okey."""
        return OKEYS[self.indicator.index]

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.turn.phase is OVER

    @property
    def player(self) -> Seat:
        """The seat on turn."""
        return self.seats[self.turn.seat]

    @property
    def hand(self) -> tuple[Tile, ...] | None:
        """The hand of the seat on turn."""
        return self.player.hand

    @property
    def left(self) -> int:
        """The left neighbour of the seat on turn, whose last discard may be taken."""
        return (self.turn.seat - 1) % len(self.seats)

    @property
    def thrown(self) -> Tile | None:
        """The left neighbour's last discard."""
        discards = self.seats[self.left].discards
        return discards[-1] if discards else None

    def visible(self) -> list[Tile]:
        """All tiles that are known, wherever they lie."""
        tiles = [] if self.turn.source is Source.INDICATOR else [self.indicator]
        if self.risk:
            tiles.append(FALSE_OKEY)
        for seat in self.seats:
            tiles += seat.hand or ()
            tiles += seat.discards
        for meld in self.table:
            tiles += [laid.tile for laid in meld.tiles]
        if self.closing is not None:
            tiles.append(self.closing)
        tiles += [tile for tile in self.stock if tile is not None]
        return tiles

    def tiles(self) -> int:
        """How many tiles there are, wherever they lie: 106 in a whole round."""
        return (
            (self.turn.source is not Source.INDICATOR)
            + self.risk
            + sum(seat.size + len(seat.discards) for seat in self.seats)
            + sum(len(meld.tiles) for meld in self.table)
            + (self.closing is not None)
            + len(self.stock)
        )

    def drawn(self, tile: Tile, source: Source) -> Round:
        """The round after the seat on turn has got `tile` into its hand from `source`."""
        turn, left = self.turn, self.left
        discard = source is Source.DISCARD
        taken = tile if discard or source is Source.INDICATOR else None
        giver = left if discard else None
        seats = list(self.seats)
        seats[turn.seat] = _with_tile(seats[turn.seat], tile)
        if discard:
            seats[left] = _without_last(seats[left])
        return new_round(
            self.rules,
            self.indicator,
            tuple(seats),
            new_turn(turn.seat, Phase.PLAY, source, taken, giver, last=turn.last),
            self.starter,
            self.table,
            self.stock[1:] if source is Source.STOCK else self.stock,
            self.risk,
            self.teams,
            self.events,
            self.moves,
        )


new_seat, new_turn, new_round = quick(Seat), quick(Turn), quick(Round)
new_table_meld = quick(TableMeld)


def _with_tile(seat: Seat, tile: Tile) -> Seat:
    hand, hidden = seat.hand, seat.hidden
    if hand is None:
        hidden += 1
    else:
        hand = (*hand, tile)
    return new_seat(
        hand, hidden, seat.opened, seat.opening_points, seat.opening_pairs,
        seat.discards, seat.turns, seat.shown,
    )  # fmt: skip


def _without_last(seat: Seat) -> Seat:
    """The seat without its last discard."""
    return new_seat(
        seat.hand, seat.hidden, seat.opened, seat.opening_points, seat.opening_pairs,
        seat.discards[:-1], seat.turns, seat.shown,
    )  # fmt: skip


def start(
    rules: RuleSet,
    *,
    indicator: Tile,
    hands: Sequence[Sequence[Tile] | None],
    stock: Sequence[Tile | None] | None = None,
    starter: int = 0,
    risk: bool = False,
    teams: Teams | None = None,
) -> Round:
    """The start of a round, the starter on turn with the tiles dealt.

    A hand that is None is not known. `stock` is in drawing order; None at its end, or instead of
    it, stands for tiles that nobody knows. With `risk` a false okey was turned up first.

    Raise `InputError`: `match.seats` and `match.teams` for what the rule set does not know,
    `count.hand` for a hand of another size, `count.stock` for a stock of another size, `count.face`
    for more than two of a tile, `input.field` for a risk in a rule set without one.
    """
    check_table(rules, len(hands), starter, risk, teams)
    seats = []
    for seat, tiles in enumerate(hands):
        size = rules.hand.starter if seat == starter else rules.hand.others
        if tiles is None:
            seats.append(new_seat(None, hidden=size))
        elif len(tiles) != size:
            raise InputError("count.hand", f"hands[{seat}]: {len(tiles)}")
        else:
            seats.append(new_seat(tuple(tiles)))
    left = stock_size(rules, len(hands), risk)
    known = () if stock is None else tuple(stock)
    if len(known) > left or (len(known) < left and known and known[-1] is not None):
        raise InputError("count.stock", f"stock: {len(known)}")
    if stock is not None and not known:
        raise InputError("count.stock", "stock: 0")
    begun = new_round(
        rules,
        indicator,
        tuple(seats),
        new_turn(starter, Phase.PLAY, Source.DEALT),
        starter,
        stock=(*known, *[None] * (left - len(known))),
        risk=risk,
        teams=teams,
    )
    check_copies(begun.visible(), "round")
    return begun


def stock_size(rules: RuleSet, seats: int, risk: bool) -> int:
    """How many tiles are left in the stock once all is dealt and the indicator is turned up."""
    return WHOLE - rules.hand.starter - rules.hand.others * (seats - 1) - 1 - risk


def check_table(rules: RuleSet, seats: int, starter: int, risk: bool, teams: Teams | None) -> None:
    """Raise `InputError` for seats, teams or a risk that the rule set does not know."""
    if seats not in rules.seating.counts:
        raise InputError("match.seats", f"seats: {seats}")
    if not 0 <= starter < seats:
        raise InputError("input.field", f"starter: {starter}")
    if risk and rules.dealing.false_indicator != "risk":
        raise InputError("input.field", "risk")
    if teams is not None and (not rules.seating.teams or seats != 4 or not _partners(teams)):
        raise InputError("match.teams", "teams")


def _partners(teams: Iterable[Iterable[int]]) -> bool:
    return {frozenset(team) for team in teams} == set(map(frozenset, PARTNERS))


__all__ = [
    "DEALT",
    "DRAW",
    "OVER",
    "PARTNERS",
    "WHOLE",
    "Opened",
    "Phase",
    "Round",
    "Seat",
    "Source",
    "TableMeld",
    "Teams",
    "Turn",
    "check_table",
    "new_round",
    "new_seat",
    "new_table_meld",
    "new_turn",
    "start",
    "stock_size",
    "without",
]

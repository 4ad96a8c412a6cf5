"""What every way to end a turn costs, so far as a seat can see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from okey.bots.paths import Path
from okey.bots.plans import certain, gives, harmless, layings
from okey.bots.prospects import Hope, Prospects, Remainder, total
from okey.fits import fits_somewhere
from okey.moves import Discard
from okey.rules.parameters import Points
from okey.search.turn_finish import finishing
from okey.search.turn_state import held
from okey.table import Round, without
from okey.tiles import Tile

OPENED: Final = 40.0  # about what a hand costs in the end whose player opens in time
MOST_COMPARED: Final = 7  # tiles to throw after the opening; the others are small


@dataclass(frozen=True, slots=True)
class Option:
    """A way to end the turn: the tile thrown, what it surely costs, and what it costs on average.

    `feeds` is what the tile is worth to the next player. `hope` is that of a hand not yet opened.
    """

    path: Path
    tile: Tile
    penalty: int
    base: float
    feeds: float
    opened: bool
    hope: Hope | None = None

    @property
    def cost(self) -> float:
        """All but what is certain."""
        return self.base + self.feeds


class Throwing:
    """All that a turn can still become; the path so far may have taken or drawn a tile."""

    def __init__(self, begun: Path, before: Round, chance: random.Random) -> None:
        self.begun = begun
        self.before = before
        self.round = begun.round
        self.seat = begun.round.turn.seat
        self.prospects = Prospects(begun.round, chance)
        self._feeds: dict[Tile, float] = {}

    @cached_property
    def options(self) -> list[Option]:
        """Every way that is compared."""
        found = [option for laid in layings(self.begun) for option in self._thrown(laid)]
        least = min((option.penalty for option in found), default=0)
        if found and least > 0:
            path = harmless(self.begun, least)
            if path is not None:
                found.append(self._option(path, path))
        return found

    @cached_property
    def best(self) -> Option | None:
        """What costs least: surely first, then on average."""
        least = min((option.penalty for option in self.options), default=0)
        some = [option for option in self.options if option.penalty == least]
        if any(option.opened for option in some):
            opened = [option for option in some if option.opened]
            closed = [option for option in some if not option.opened]
            best = min(opened, key=lambda option: option.cost)
            some = closed if closed and self.waiting(best) else opened
        return min(some, key=lambda option: option.cost, default=None)

    def _thrown(self, laid: Path) -> Iterator[Option]:
        if laid.ended:
            yield self._option(laid, laid)
            return
        hand = laid.round.hand or ()
        ends = [done for tile in dict.fromkeys(hand) if (done := laid.do(Discard(tile)))]
        if laid.round.player.opened is not None and len(ends) > MOST_COMPARED:
            costs = [certain(self.before, end) for end in ends]
            least = min(costs)
            safe = [end for end, cost in zip(ends, costs, strict=True) if cost == least]
            ends = sorted(safe, key=lambda end: -self._number(end))[:MOST_COMPARED]
        remainder = None
        if laid.round.player.opened is not None:
            remainder = Remainder(self.prospects, laid.round)
        for end in ends:
            yield self._option(laid, end, remainder)

    def _number(self, end: Path) -> int:
        action = end.moves[-1].action
        return total([action.tile], self.round.okey) if isinstance(action, Discard) else 0

    def _option(self, laid: Path, end: Path, remainder: Remainder | None = None) -> Option:
        action = end.moves[-1].action
        tile = action.tile if isinstance(action, Discard) else self.round.okey
        penalty = certain(self.before, end)
        own = end.round.seats[self.seat]
        hand = own.hand or ()
        shared = gives(self.before, end) / (len(end.round.seats) - 1)
        feeds = 0.0 if end.round.over else self.feeds(tile, end.round)
        if own.opened is not None:
            remainder = remainder or Remainder(self.prospects, end.round)
            base = -remainder.win if end.round.finish else remainder.cost(hand)
            return Option(end, tile, penalty, base - shared, feeds, True)
        hope = self.prospects.hope(hand)
        return Option(end, tile, penalty, self._unopened(hope, hand) - shared, feeds, False, hope)

    def _unopened(self, hope: Hope, hand: tuple[Tile, ...]) -> float:
        scoring = self.round.rules.scoring
        if not isinstance(scoring, Points):
            return -10 * hope.chance - hope.near
        miss = float(scoring.unopened)
        if scoring.null_round == "hands":
            miss = (miss + total(hand, self.round.okey)) / 2
        return (1 - hope.chance) * miss + hope.chance * OPENED - 15 * hope.near

    # The next player

    def feeds(self, tile: Tile, after: Round) -> float:
        """What it costs that the next player may take the tile."""
        rules = self.round.rules
        others = after.seats[(self.seat + 1) % len(after.seats)]
        if rules.opening is None:
            return 0.0
        if others.opened is None:
            found = self._feeds.get(tile)
            if found is None:
                worth = rules.penalties.giver + OPENED
                found = self._feeds[tile] = worth * self.prospects.lets_open(tile)
            return found
        if not fits_somewhere(tile, after.table, rules, after.okey):
            return 0.0
        return {1: 200.0 + rules.penalties.giver, 2: 60.0 + rules.penalties.giver / 4}.get(
            others.size, 8.0
        )

    # Waiting

    def waiting(self, best: Option) -> bool:
        """Whether to open later, all at once, is worth more than to open now."""
        return self.worth_of_waiting(best) > 0

    @cached_property
    def factor(self) -> int:
        """What a finish from the hand multiplies."""
        scoring = self.round.rules.scoring
        if not isinstance(scoring, Points):
            return 1
        first = not any(seat.opened for seat in self.round.seats)
        return scoring.factors.from_hand * (scoring.factors.direct if first else 1)

    def worth_of_waiting(self, best: Option) -> float:
        """What a finish from the hand next turn gains, less what another's finish would cost."""
        left = best.path.round.seats[self.seat].size
        others = [seat for at, seat in enumerate(self.round.seats) if at != self.seat]
        near = any(seat.opened and seat.size <= 8 for seat in others)
        if self.factor <= 1 or self.prospects.turns < 2 or left > 3 or near:
            return 0.0
        scoring = self.round.rules.scoring
        assert isinstance(scoring, Points)
        chance = self.finishing_outs(best.tile) / max(1, len(self.prospects.unseen))
        lost = (scoring.unopened - scoring.winner) * 0.75
        gain = chance * (self.factor - 1) * lost
        danger = sum(0.3 / seat.size if seat.opened else 0.01 for seat in others)
        return gain - danger * scoring.unopened - 5

    def finishing_outs(self, thrown: Tile) -> int:
        """The unseen tiles that finish the hand in one turn, `thrown` being gone."""
        hand = without(self.round.hand or (), (thrown,))
        stand = self.prospects.stand
        unseen = self.prospects.unseen
        return sum(
            unseen.count(tile)
            for tile in dict.fromkeys(unseen)
            if finishing(stand, held((*hand, tile)), None) is not None
        )

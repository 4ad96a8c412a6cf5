"""What every way to end a turn costs, so far as a seat can see."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from okey.bots.middle import by_count
from okey.bots.paths import Path
from okey.bots.plans import certain, gives, harmless, layings
from okey.bots.prospects import ROUGHLY, SAMPLES, Hope, Prospects, total
from okey.bots.remainder import Remainder, ends_soon
from okey.fits import fits_somewhere
from okey.moves import Discard, Open
from okey.rules.parameters import Points
from okey.search.turn_finish import finishing
from okey.search.turn_state import held
from okey.table import Round, without
from okey.tiles import Tile

FED: Final = 20.0  # about what it costs that the next player opens, beside what the giver pays
MOST_COMPARED: Final = 8  # tiles to throw that are compared well
# What an opening by runs and groups has over one by pairs, as rounds between bots show: so much
# more often the finish, and so many points less left without it.
OFTENER: Final = 0.25
LESS_LEFT: Final = 25.0
FEW_TURNS: Final = 3  # with fewer left nobody waits


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


def _by_cost(option: Option) -> float:
    return option.cost


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
        """Every way that is compared: those without an opening only where they may be better."""
        laid = list(layings(self.begun))
        found: list[Option] = []
        for path in sorted(filter(self._opened, laid), key=self._size):
            # To lay less is looked at only where the most leaves no tile that costs nothing.
            key = self._first(path)
            if not any(one.penalty <= 0 and self._first(one.path) == key for one in found):
                found += self._thrown(path)
        free = [option for option in found if option.penalty <= 0]
        if not free or self.waiting(min(free, key=_by_cost)):
            closed = (path for path in laid if not self._opened(path))
            found += [one for path in closed for one in self._thrown(path)]
        least = min((option.penalty for option in found), default=0)
        if found and least > 0:
            other = harmless(self.begun, least)
            if other is not None:
                found.append(self._option(other, certain(self.before, other)))
        return found

    @cached_property
    def best(self) -> Option | None:
        """What costs least: surely first, then on average."""
        least = min((option.penalty for option in self.options), default=0)
        some = [option for option in self.options if option.penalty == least]
        if any(option.opened for option in some):
            opened = [option for option in some if option.opened]
            closed = [option for option in some if not option.opened]
            waits = closed and self.waiting(min(opened, key=_by_cost), min(closed, key=_by_cost))
            some = closed if waits else opened
        return min(some, key=_by_cost, default=None)

    def _size(self, path: Path) -> int:
        return path.round.seats[self.seat].size

    def _first(self, path: Path) -> object:
        """The opening of a path, if it has one: paths with the same one lay more or less."""
        return next((move for move in path.moves if isinstance(move.action, Open)), None)

    def _opened(self, path: Path) -> bool:
        return path.round.seats[self.seat].opened is not None

    def _thrown(self, laid: Path) -> list[Option]:
        """The ways to end the turn with a discard; what is thrown at random is compared twice."""
        if laid.ended:
            return [self._option(laid, certain(self.before, laid))]
        hand = dict.fromkeys(laid.round.hand or ())
        ends = [done for tile in hand if (done := laid.do(Discard(tile)))]
        costs = [certain(self.before, end) for end in ends]
        least = min(costs, default=0)
        if not self._opened(laid):
            rough = [
                self._option(end, cost, ROUGHLY) for end, cost in zip(ends, costs, strict=True)
            ]
            safe = sorted((one for one in rough if one.penalty == least), key=_by_cost)
            finer = [self._option(one.path, least) for one in safe[:MOST_COMPARED]]
            return [*finer, *(one for one in rough if one.penalty != least)]
        safe_ends = [end for end, cost in zip(ends, costs, strict=True) if cost == least]
        if len(safe_ends) > MOST_COMPARED:
            order = by_count(laid.round)
            safe_ends.sort(key=lambda end: order.index(self._tile(end)))
            del safe_ends[MOST_COMPARED:]
        remainder = Remainder(self.prospects, laid.round)
        return [self._option(end, least, remainder=remainder) for end in safe_ends]

    def _tile(self, end: Path) -> Tile:
        action = end.moves[-1].action
        return action.tile if isinstance(action, Discard) else self.round.okey

    def _option(
        self,
        end: Path,
        penalty: int,
        samples: int = SAMPLES,
        remainder: Remainder | None = None,
    ) -> Option:
        """What an end costs; a rough one does not look at the next player."""
        tile, own = self._tile(end), end.round.seats[self.seat]
        hand, rough = own.hand or (), samples < SAMPLES
        shared = gives(self.before, end) / (len(end.round.seats) - 1)
        feeds = 0.0 if end.round.over or rough else self.feeds(tile, end.round)
        if own.opened is not None:
            remainder = remainder or Remainder(self.prospects, end.round)
            base = -remainder.gain if end.round.finish else remainder.cost(hand)
            return Option(end, tile, penalty, base - shared, feeds, True)
        hope = self.prospects.hope(hand, samples=samples)
        return Option(end, tile, penalty, self._unopened(hope, hand) - shared, feeds, False, hope)

    def _unopened(self, hope: Hope, hand: tuple[Tile, ...]) -> float:
        scoring = self.round.rules.scoring
        if not isinstance(scoring, Points):
            return -10 * hope.chance - hope.near
        miss = float(scoring.unopened)
        if scoring.null_round == "hands":
            miss = (miss + total(hand, self.round.okey)) / 2
        return (1 - hope.chance) * miss - 15 * hope.near

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
                worth = rules.penalties.giver + FED
                found = self._feeds[tile] = worth * self.prospects.lets_open(tile)
            return found
        if not fits_somewhere(tile, after.table, rules, after.okey):
            return 0.0
        return {1: 200.0 + rules.penalties.giver, 2: 60.0 + rules.penalties.giver / 4}.get(
            others.size, 8.0
        )

    # Waiting

    def waiting(self, best: Option, closed: Option | None = None) -> bool:
        """Whether to open later is worth more than to open now; `closed` is the way to wait."""
        if best.path.round.seats[self.seat].opened == "pairs":
            after = self.round if closed is None else closed.path.round
            return self.worth_of_melds(after.seats[self.seat].hand or ()) > 0
        return self.worth_of_waiting(best) > 0

    @cached_property
    def factor(self) -> int:
        """What a finish from the hand multiplies."""
        scoring = self.round.rules.scoring
        if not isinstance(scoring, Points):
            return 1
        first = not any(seat.opened for seat in self.round.seats)
        return scoring.factors.from_hand * (scoring.factors.direct if first else 1)

    def worth_of_melds(self, hand: tuple[Tile, ...]) -> float:
        """What an opening of `hand` by runs and groups gains, likely as it is, over pairs now.

        Who opens by pairs lays no runs and groups later, and finishes half as often.
        """
        scoring = self.round.rules.scoring
        if not isinstance(scoring, Points) or self.prospects.turns < FEW_TURNS:
            return 0.0
        others = [seat for at, seat in enumerate(self.round.seats) if at != self.seat]
        finish = -scoring.winner * (1 + 1 / len(others))
        danger = sum(map(ends_soon, others))
        gain = OFTENER * finish + LESS_LEFT
        return self.prospects.soon_by_melds(hand) * gain - danger * scoring.unopened

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

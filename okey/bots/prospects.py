"""What the next turns may bring: the exact search over draws that nobody has seen yet.

A few sets of unseen tiles are dealt to the hand, the same ones for everything that is compared. How
many of them let it open (in classic Okey: complete it), says what a discard keeps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from okey.deal import SET
from okey.hand import Hand
from okey.melds import laid_tiles
from okey.rules.parameters import Countdown
from okey.search import unusual
from okey.search.best import best_value
from okey.search.codes import pack
from okey.search.pairs import count_pairs, pairs_of
from okey.search.solve import best_points
from okey.search.tables import POINTS, TILES_ALONE
from okey.search.turn_laid import Laying
from okey.search.turn_state import Stand, held, stand_of
from okey.table import Round
from okey.tiles import FALSE_OKEY, OKEY, Tile

SAMPLES: Final = 40
FEW: Final = 8  # where the search is slow, or much is asked of each
MOST_DRAWS: Final = 4  # so far ahead is looked


@dataclass(frozen=True, slots=True)
class Hope:
    """How often a hand gets there in the draws to come, and how near it comes (0 to 1)."""

    chance: float
    near: float


class Prospects:
    """What one seat can hope for, by what it sees."""

    def __init__(self, seen: Round, chance: random.Random) -> None:
        rules = self.rules = seen.rules
        self.seen = seen
        self.seat = seen.turn.seat
        self.stand: Stand = stand_of(seen)
        self.unseen = unseen_of(seen)
        self.turns = len(seen.stock) // len(seen.seats)  # those that follow this one
        self.unusual = unusual.applies(rules)
        self.draws = min(self.turns, MOST_DRAWS, len(self.unseen))
        number = FEW if self.unusual else SAMPLES
        self.samples = [tuple(chance.sample(self.unseen, self.draws)) for _ in range(number)]
        if rules.opening is not None:
            self.scale, self.needed = POINTS.under(rules), self.stand.points
            self.pairs = self.stand.pairs or (rules.declaring.pairs if rules.declaring else None)
        else:
            self.scale, self.needed = TILES_ALONE.under(rules), rules.hand.others
            self.pairs = rules.showing.pairs if rules.showing else None

    # Before the opening

    def hope(self, hand: tuple[Tile, ...], first: tuple[Tile, ...] = ()) -> Hope:
        """What a hand comes to; `first` are tiles that it gets instead of the first draws."""
        done, near = 0, 0.0
        for sample in self.samples:
            own = (*hand, *first, *sample[len(first) :])
            value, pairs = self._value(own), self._pairs(own)
            best = value / self.needed
            if self.pairs is not None:
                best = max(best, pairs / self.pairs)
            done += best >= 1
            near += min(best, 1.0)
        return Hope(done / len(self.samples), near / len(self.samples))

    def _value(self, tiles: tuple[Tile, ...]) -> int:
        if self.unusual:
            hand = Hand(self.seen.indicator, tiles)
            if self.rules.opening is None:
                return unusual.best(hand, self.rules, TILES_ALONE)
            return best_points(hand, self.rules)
        return best_value(pack(tiles, self.seen.indicator), self.scale)

    def _pairs(self, tiles: tuple[Tile, ...]) -> int:
        if self.pairs is None:
            return 0
        if self.unusual:
            return count_pairs(Hand(self.seen.indicator, tiles), self.rules)
        return pairs_of(pack(tiles, self.seen.indicator))

    # What others can do with a tile

    @cached_property
    def next_hands(self) -> list[tuple[Tile, ...]]:
        """Hands that the next player, who has not opened, may hold: none that opens already.

        A player keeps the better of what was drawn: a turn is worth a tile more.
        """
        after = self.seen.seats[(self.seat + 1) % len(self.seen.seats)]
        size = min(len(self.unseen), after.size + min(after.turns, MOST_DRAWS))
        dice = random.Random(len(self.unseen))  # noqa: S311 (a game)
        hands = [tuple(dice.sample(self.unseen, size)) for _ in range(3 * FEW)]
        return [hand for hand in hands if self._value(hand) < self.needed]

    def lets_open(self, tile: Tile) -> float:
        """How often a tile lets the next player open."""
        hands = self.next_hands
        if not hands or self.unusual:
            return 0.0
        opened = sum(self._value((*hand, tile)) >= self.needed for hand in hands)
        return opened / len(hands)


class Remainder:
    """What a hand costs whose player has opened, at one table."""

    def __init__(self, prospects: Prospects, round_: Round) -> None:
        self.prospects = prospects
        self.round = round_
        self.stand = stand_of(round_, prospects.seat)
        self.seat = round_.seats[prospects.seat]
        self.laying = Laying(self.stand) if Laying.knows(self.stand) else None
        scoring = round_.rules.scoring
        assert not isinstance(scoring, Countdown)
        self.scoring = scoring
        self.factor = scoring.pairs_remainder if self.seat.opened == "pairs" else 1
        self.win = float(-scoring.winner)
        if self.seat.opened == "pairs":
            self.win *= scoring.factors.pairs

    def worth(self, tile: Tile) -> int:
        """What a tile costs that is left."""
        held_ = {OKEY: self.scoring.okey_held, FALSE_OKEY: self.scoring.false_okey_held}.get(tile)
        if held_ is not None:
            return held_
        return (tile if tile.is_face else self.round.okey).number

    def cost(self, hand: tuple[Tile, ...]) -> float:
        """What the hand costs on average: what is left after the next draws, or a finish."""
        draws = min(self.prospects.turns, 2)
        if self.laying is None or not draws:
            return self.factor * float(sum(map(self.worth, hand)))
        cost = 0.0
        samples = self.prospects.samples[:FEW]
        for sample in samples:
            own = (*hand, *sample[:draws])
            most = self.laying.most(held(own))
            left = Counter(own)
            left.subtract(add.tile.tile for add in most.adds)
            left.subtract(laid_tiles((*most.pairs, *most.melds)))
            worths = sorted(map(self.worth, left.elements()))
            if len(worths) <= draws:
                cost -= self.win
            else:
                cost += self.factor * sum(worths[: len(worths) - draws])
        return cost / len(samples)


def unseen_of(seen: Round) -> list[Tile]:
    """The tiles that a seat does not see, in the order of tiles."""
    whole = Counter(OKEY if tile == seen.okey else tile for tile in SET)
    whole.subtract(seen.visible())
    return sorted((+whole).elements())


def total(tiles: Iterable[Tile], okey: Tile) -> int:
    """The sum of the numbers of tiles."""
    return sum((tile if tile.is_face else okey).number for tile in tiles)

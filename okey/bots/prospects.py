"""What the next turns may bring: the exact search over draws that nobody has seen yet.

A few sets of unseen tiles are dealt to the hand, the same ones for everything that is compared. How
many of them let it open (in classic Okey: complete it), says what a discard keeps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from okey.deal import SET
from okey.hand import Hand
from okey.search import unusual
from okey.search.best import best_value
from okey.search.codes import pack
from okey.search.pairs import count_pairs, pairs_of
from okey.search.solve import best_points
from okey.search.tables import POINTS, TILES_ALONE
from okey.search.turn_state import Stand, stand_of
from okey.table import Round
from okey.tiles import OKEY, Tile

SAMPLES: Final = 100
ROUGHLY: Final = 24  # samples where an estimate is enough
FEW: Final = 12  # where the search is slow
MOST_DRAWS: Final = 4  # so far ahead is looked
BY_PAIRS: Final = 0.7  # what an opening by pairs is worth beside one by runs and groups

_Held = int | Hand


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
        # Few draws are looked at as often as many: to be there sooner is better.
        self.samples = [
            tuple(chance.sample(self.unseen, at % self.draws + 1)) if self.draws else ()
            for at in range(number)
        ]
        self._packs: dict[int, list[int]] = {}
        self.by_pairs = 1.0 if self.stand.pairs is None else BY_PAIRS
        if rules.opening is not None:
            self.scale, self.needed = POINTS.under(rules), self.stand.points
            self.pairs = self.stand.pairs or (rules.declaring.pairs if rules.declaring else None)
        else:
            self.scale, self.needed = TILES_ALONE.under(rules), rules.hand.others
            self.pairs = rules.showing.pairs if rules.showing else None

    # Before the opening

    def hope(
        self, hand: tuple[Tile, ...], first: tuple[Tile, ...] = (), samples: int = SAMPLES
    ) -> Hope:
        """What a hand comes to; `first` are tiles that it gets instead of the first draws."""
        drawn = self.samples[:samples]
        done, near = 0.0, 0.0
        for own in self._with(hand, first, drawn):
            there, close = self._reached(own)
            done += there
            near += close
        return Hope(done / len(drawn), near / len(drawn))

    def _with(
        self, hand: tuple[Tile, ...], first: tuple[Tile, ...], drawn: Sequence[tuple[Tile, ...]]
    ) -> Iterator[_Held]:
        """The hand after each of the draws, packed where the tables know the rules."""
        own = (*hand, *first)
        if self.unusual:
            for sample in drawn:
                yield Hand(self.seen.indicator, (*own, *sample[len(first) :]))
            return
        packed, skipped = pack(own, self.seen.indicator), len(first)
        for more in self._packed(skipped)[: len(drawn)]:
            yield packed + more

    def _packed(self, skipped: int) -> list[int]:
        """What each draw adds to a packed hand."""
        found = self._packs.get(skipped)
        if found is None:
            indicator = self.seen.indicator
            found = [pack(sample[skipped:], indicator) for sample in self.samples]
            self._packs[skipped] = found
        return found

    def soon_by_melds(self, hand: tuple[Tile, ...]) -> float:
        """How likely a draw lets a hand open by runs and groups."""
        if not self.draws:
            return 0.0
        drawn = self.samples[:ROUGHLY]
        found = sum(self._value(own) >= self.needed for own in self._with(hand, (), drawn))
        share: float = 1 - (1 - found / len(drawn)) ** (2 / (self.draws + 1))
        return share

    def _reached(self, own: _Held) -> tuple[float, float]:
        """What it is worth that a hand is there, and how much of what is needed it has (0 to 1)."""
        best = min(1.0, self._value(own) / self.needed)
        if self.pairs is None or best >= 1:
            return float(best >= 1), best
        pairs = pairs_of(own) if isinstance(own, int) else count_pairs(own, self.rules)
        there = self.by_pairs if pairs >= self.pairs else 0.0
        return there, max(best, self.by_pairs * min(1.0, pairs / self.pairs))

    def _value(self, own: _Held) -> int:
        """What runs and groups are worth; from what is needed on, no more is asked."""
        if isinstance(own, int):
            return best_value(own, self.scale, self.needed)
        if self.rules.opening is None:
            return unusual.best(own, self.rules, TILES_ALONE)
        return best_points(own, self.rules)

    # What others can do with a tile

    @cached_property
    def next_hands(self) -> list[int]:
        """Hands that the next player, who has not opened, may hold: none that opens already.

        A player keeps the better of what was drawn: a turn is worth a tile more.
        """
        after = self.seen.seats[(self.seat + 1) % len(self.seen.seats)]
        size = min(len(self.unseen), after.size + min(after.turns, MOST_DRAWS))
        dice = random.Random(len(self.unseen))  # noqa: S311 (a game)
        indicator = self.seen.indicator
        hands = (pack(dice.sample(self.unseen, size), indicator) for _ in range(3 * FEW))
        return [hand for hand in hands if self._value(hand) < self.needed]

    def lets_open(self, tile: Tile) -> float:
        """How often a tile lets the next player open."""
        if self.unusual or not self.next_hands:
            return 0.0
        more = pack([tile], self.seen.indicator)
        opened = sum(self._value(hand + more) >= self.needed for hand in self.next_hands)
        return opened / len(self.next_hands)


def unseen_of(seen: Round) -> list[Tile]:
    """The tiles that a seat does not see, in the order of tiles."""
    whole = Counter(OKEY if tile == seen.okey else tile for tile in SET)
    whole.subtract(seen.visible())
    return sorted((+whole).elements())


def total(tiles: Iterable[Tile], okey: Tile) -> int:
    """The sum of the numbers of tiles."""
    return sum((tile if tile.is_face else okey).number for tile in tiles)

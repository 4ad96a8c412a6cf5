"""What a hand costs whose player has opened: how soon it is laid, and what is left till then."""

from __future__ import annotations

import random
from typing import Final

from okey.bots.prospects import Prospects
from okey.rules.parameters import Countdown
from okey.search.turn_laid import Laying
from okey.search.turn_state import held, stand_of
from okey.table import Round, Seat
from okey.tiles import FALSE_OKEY, OKEY, Tile

SAMPLES: Final = 16
FAR: Final = 8  # draws that are looked at
KEPT: Final = 0.8  # of what a hand costs now, when somebody else finishes


class Remainder:
    """What a hand costs whose player has opened, at one table.

    `round_` is a round in which the tile to throw is still in the hand. The same draws are dealt to
    every hand that is compared, and the exact search says after how many of them it is laid but for
    the tiles thrown meanwhile. It looks at draws that the player does not know yet: it is early by
    as much for every hand.
    """

    def __init__(self, prospects: Prospects, round_: Round) -> None:
        seat = self.seat = round_.seats[prospects.seat]
        stand = stand_of(round_, prospects.seat)
        self.round = round_
        self.laying = Laying(stand) if Laying.knows(stand) else None
        scoring = round_.rules.scoring
        assert not isinstance(scoring, Countdown)
        self.scoring = scoring
        self.factor = scoring.pairs_remainder if seat.opened == "pairs" else 1
        self.win = float(-scoring.winner)
        if seat.opened == "pairs":
            self.win *= scoring.factors.pairs
        others = [one for at, one in enumerate(round_.seats) if at != prospects.seat]
        # Somebody else's finish is a win of theirs, too.
        self.gain = self.win - scoring.winner / len(others)
        self.goes_on = 1.0
        for other in others:
            self.goes_on *= 1 - ends_soon(other)
        unseen = prospects.unseen
        draws = self.draws = min(prospects.turns, FAR, len(unseen))
        dice = random.Random(len(unseen))  # noqa: S311 (a game)
        self.samples = [tuple(dice.sample(unseen, draws)) for _ in range(SAMPLES)] if draws else []
        self._least: dict[tuple[int, int], int | None] = {}

    def worth(self, tile: Tile) -> int:
        """What a tile costs that is left."""
        held_ = {OKEY: self.scoring.okey_held, FALSE_OKEY: self.scoring.false_okey_held}.get(tile)
        if held_ is not None:
            return held_
        return (tile if tile.is_face else self.round.okey).number

    def cost(self, hand: tuple[Tile, ...]) -> float:
        """What the hand costs on average: its own finish, or what is left at another's."""
        left = self.factor * float(sum(map(self.worth, hand)))
        if self.laying is None or not self.samples:
            return left
        cost = 0.0
        for at in range(len(self.samples)):
            draws = self._soonest(at, hand)
            first = 0.0 if draws is None else self.goes_on**draws
            cost += (1 - first) * KEPT * left - first * self.gain
        return cost / len(self.samples)

    def _soonest(self, at: int, hand: tuple[Tile, ...]) -> int | None:
        """With how many draws of a sample the hand is laid; None where it is not."""
        sample, wanted = self.samples[at], len(hand)
        least = self._bound(at, wanted)
        if least is None:
            return None
        enough = (draws for draws in range(least, self.draws + 1))
        return next((draws for draws in enough if self._lays(hand, sample[:draws], wanted)), None)

    def _bound(self, at: int, wanted: int) -> int | None:
        """With how many draws so much is laid where nothing is thrown: no hand is sooner."""
        key = at, wanted
        if key not in self._least:
            whole, sample = self.seat.hand or (), self.samples[at]
            low, high = 1, self.draws
            found = self._lays(whole, sample, wanted)
            while found and low < high:
                middle = (low + high) // 2
                if self._lays(whole, sample[:middle], wanted):
                    high = middle
                else:
                    low = middle + 1
            self._least[key] = low if found else None
        return self._least[key]

    def _lays(self, hand: tuple[Tile, ...], drawn: tuple[Tile, ...], wanted: int) -> bool:
        """Whether so many tiles of a hand and of what is drawn can be laid."""
        assert self.laying is not None
        return self.laying.lays(held((*hand, *drawn)), wanted)


def ends_soon(other: Seat) -> float:
    """About how likely another player's next turn ends the round."""
    return min(0.7, 0.3 / max(1, other.size)) if other.opened else 0.01

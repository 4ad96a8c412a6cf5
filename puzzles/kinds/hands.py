"""What the kinds about a hand share: hands by lot and put together, their features and themes.

Chance comes from the `Random` that a kind gives. Nothing here judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final

from okey.deal import SET
from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.tiles import COPIES, FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face, okey_face
from puzzles.greedy import greedy_points
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box

CANNOT: Final = "cannot"
_OKEYS: Final = (0, 0, 0, 1, 1, 1, 1, 2, 2)  # as often as a hand of a puzzle holds so many

# Themes of any hand.
ONE_OKEY: Final = Theme("one-okey")
TWO_OKEYS: Final = Theme("two-okeys")
FALSE: Final = Theme("false-okey")
HAND_THEMES: Final = (ONE_OKEY, TWO_OKEYS, FALSE)


def themes_of(*themes: Theme) -> dict[str, Theme]:
    """Themes by their keys."""
    return {theme.key: theme for theme in themes}


def dealt(rng: Random, size: int, *, okeys: int | None = None) -> Hand:
    """A hand by lot, with so many okeys, or more often with some than at a table."""
    indicator = rng.choice(FACES)
    count = rng.choice(_OKEYS) if okeys is None else okeys
    tiles = [OKEY] * count + rng.sample(deck(indicator), size - count)
    rng.shuffle(tiles)
    return Hand(indicator, tuple(tiles))


@cache
def deck(indicator: Tile) -> tuple[Tile, ...]:
    """All tiles beside an indicator, but for the two okeys."""
    left = list(SET)
    left.remove(indicator)
    okey = okey_face(indicator)
    return tuple(tile for tile in left if tile is not okey)


def size_of(rng: Random, rules: RuleSet) -> int:
    """A hand before or after the draw: both questions come up at a table."""
    return rng.choice((rules.hand.others, rules.hand.starter))


def held(bag: Box, tiles: Iterable[Tile]) -> Hand:
    """Tiles that were taken from a bag, in no order."""
    return Hand(bag.indicator, bag.shuffled(tiles))


def without_one(hand: Hand, tile: Tile) -> Hand:
    """The hand without one copy of a tile."""
    at = hand.tiles.index(tile)
    return Hand(hand.indicator, (*hand.tiles[:at], *hand.tiles[at + 1 :]))


def with_one(hand: Hand, tile: Tile) -> Hand:
    """The hand and a tile that was drawn."""
    return Hand(hand.indicator, (*hand.tiles, tile))


def unseen(hand: Hand) -> dict[Tile, int]:
    """How many copies of each tile may still come: all but those in the hand and the indicator."""
    left = Counter(dict.fromkeys((*FACES, FALSE_OKEY, OKEY), COPIES))
    left.subtract((*hand.tiles, hand.indicator))
    del left[hand.okey]  # printed, it is the okey
    return {tile: copies for tile, copies in left.items() if copies > 0}


@lru_cache(maxsize=512)
def hasty_points(hand: Hand) -> int:
    """What taking the dearest meld each time is worth."""
    return greedy_points(hand)


def bears(tile: Tile, okey: Tile) -> Tile:
    """The face that a tile bears which is no okey: a false okey bears the okey's."""
    return okey if tile is FALSE_OKEY else tile


def near(tile: Tile, *, rng: Random) -> Tile:
    """A face that looks as if it belonged to another: beside it, or its number elsewhere."""
    step = rng.choice((-2, -1, 0, 0, 1, 2))
    if step:
        return face(tile.colour, min(NUMBERS, max(1, tile.number + step)))
    return face(rng.choice(list(Colour)), tile.number)


def beside(bag: Box, tiles: Sequence[Tile]) -> Tile:
    """Take a tile that nearly fits one of these, or any where it is gone."""
    plain = [tile for tile in tiles if tile.is_face]
    for _ in range(4):
        wanted = near(bag.rng.choice(plain), rng=bag.rng) if plain else bag.rng.choice(FACES)
        tile = bag.bearing(wanted)
        if bag.has((tile,)):
            return bag.take((tile,))[0]
    return bag.some()


# Features and themes


def shape(hand: Hand) -> dict[str, int]:
    """Numbers that say how much there is to look at, and not what comes of it.

    `threes`: how many runs of three and groups lie in the hand without its okeys; `doubles`: faces
    held twice.
    """
    there = [0] * len(FACES)
    okey = hand.okey.index
    for tile in hand.tiles:
        if tile is not OKEY:
            there[tile.index if tile.is_face else okey] += 1
    runs = sum([1 for one, two, three in _THREES if there[one] and there[two] and there[three]])
    groups = sum([sum(map(bool, there[at::NUMBERS])) >= 3 for at in range(NUMBERS)])
    return {
        "tiles": len(hand.tiles),
        "okeys": hand.okeys,
        "false_okeys": hand.tiles.count(FALSE_OKEY),
        "threes": runs + groups,
        "doubles": there.count(COPIES),
    }


_THREES: Final = tuple(
    (at, at + 1, at + 2) for at in range(len(FACES)) if at % NUMBERS <= NUMBERS - 3
)


def hand_tags(hand: Hand) -> tuple[str, ...]:
    """The themes of any hand that it has."""
    tests = {
        ONE_OKEY: hand.okeys == 1,
        TWO_OKEYS: hand.okeys == 2,
        FALSE: FALSE_OKEY in hand.tiles,
    }
    return tuple(theme.key for theme, holds in tests.items() if holds)


def crowded(features: Mapping[str, int], low: float, high: float) -> float:
    """0 to 1: how much a hand offers to choose from, between the quiet and the full of a kind."""
    found = 0.03 * features["threes"] + 0.025 * features["doubles"] + 0.12 * features["okeys"]
    return between(found + 0.04 * features["false_okeys"], low, high)


def between(value: float, low: float, high: float) -> float:
    """Where a value lies between two others, 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low)))

"""What the tests of the nearest change share: rule sets that open early, and what is laid."""

from __future__ import annotations

import random

from okey import Hand, Meld, RuleSet, derive, parse_melds, rule_set
from okey.melds import LAID
from okey.rules.model import Opening, Runs
from okey.search.nearest import Change, nearest
from okey.tiles import FACES, FALSE_OKEY, OKEY, okey_face

GUIDE = rule_set("101-guide")
CLUB = rule_set("101-club")
SMALL = derive(CLUB, "small", opening=Opening(points=24, pairs=2))
POINTS_ONLY = derive(CLUB, "points-only", opening=Opening(points=24, pairs=None))
ROUND = derive(CLUB, "round", opening=Opening(points=24, pairs=None), runs=Runs(wrap_end=True))


def change(laid: str, hand: str, rules: RuleSet = GUIDE, indicator: str = "B10") -> Change | None:
    held = Hand.parse(hand, indicator)
    melds = parse_melds(laid, held.indicator) if laid else ()
    return nearest(melds, held, rules)


def moves(found: Change | None) -> list[str]:
    assert found is not None
    return [f"{move.tile} {_place(move.source)}>{_place(move.target)}" for move in found.moved]


def _place(lane: int | None) -> str:
    return "rack" if lane is None else str(lane)


# Whatever is laid: legal, tiles kept together, the same every time


def _deal(seed: int) -> Hand:
    rng = random.Random(seed)
    bag = [*FACES, *FACES, FALSE_OKEY, FALSE_OKEY]
    rng.shuffle(bag)
    at = next(at for at, tile in enumerate(bag) if tile.is_face)
    indicator = bag.pop(at)
    okey = okey_face(indicator)
    return Hand(indicator, tuple(OKEY if tile == okey else tile for tile in bag[:22]))


def _scattered(hand: Hand, seed: int) -> list[Meld]:
    rng = random.Random(seed)
    tiles = [LAID[tile.index] for tile in rng.sample(hand.tiles, len(hand.tiles))]
    sizes = [rng.randrange(1, 6) for _ in range(rng.randrange(0, 6))]
    melds = []
    for size in sizes:
        if size <= len(tiles):
            melds.append(Meld(tuple(tiles[:size])))
            tiles = tiles[size:]
    return melds

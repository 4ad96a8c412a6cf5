"""How long the nearest legal change takes, beside the exact solution of the same hand.

    python -m benchmarks.nearest [DEALS] [SEED]

Three kinds of wrong submission: an opening with a slip or two (what people lay), tiles scattered
over lanes, and nothing laid at all. The worst case is then sought by a hill climb.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from okey import Hand, Meld, judge, rule_set
from okey.deal import deal
from okey.melds import LAID, laid_tiles
from okey.search.arrange import arrange_points
from okey.search.nearest import nearest
from okey.search.solve import can_open, solve
from okey.tiles import OKEY, Tile

RULES = rule_set("101-club")


def _laid(tiles: Sequence[Tile]) -> Meld:
    return Meld(tuple(LAID[tile.index] for tile in tiles))


def slips(hand: Hand, rng: random.Random) -> list[Meld]:
    """The best arrangement with one to three tiles taken out or put where they do not belong."""
    lanes = [laid_tiles([meld]) for meld in arrange_points(hand).melds]
    for _ in range(rng.randrange(1, 4)):
        lane = rng.choice(lanes)
        rack = list(hand.tiles)
        for tile in (tile for some in lanes for tile in some):
            rack.remove(tile)
        if lane and (rng.random() < 0.6 or not rack):
            lane.pop(rng.randrange(len(lane)))
        elif rack:
            lane.append(rng.choice(rack))
    return [_laid(lane) for lane in lanes if lane]


def scattered(hand: Hand, rng: random.Random) -> list[Meld]:
    """Eighteen tiles without any sense in lanes of three to five."""
    tiles = rng.sample(hand.tiles, len(hand.tiles))
    lanes = []
    while len(tiles) > 4:
        size = rng.randrange(3, 6)
        lanes.append(_laid(tiles[:size]))
        tiles = tiles[size:]
    return lanes


def nothing(hand: Hand, rng: random.Random) -> list[Meld]:
    """An empty table."""
    return []


def seconds(hand: Hand, melds: Sequence[Meld]) -> float:
    """The best of two runs."""
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        found = nearest(melds, hand, RULES)
        best = min(best, time.perf_counter() - start)
        assert found is not None
        assert judge(found.melds, rules=RULES, indicator=hand.indicator, as_="opening").legal
    return best


def climb(hand: Hand, melds: list[Meld], rng: random.Random, steps: int) -> float:
    """Change the hand tile by tile, the lanes at random, and keep what takes longer."""
    worst = seconds(hand, melds)
    for _ in range(steps):
        tiles = list(hand.tiles)
        tile = Tile(rng.randrange(54))
        if tile == hand.okey or tiles.count(tile) + (tile == hand.indicator) > 1:
            continue
        tiles[rng.randrange(len(tiles))] = tile
        if tiles.count(OKEY) > 2:
            continue
        other = Hand(hand.indicator, tuple(tiles))
        if not can_open(other, RULES):
            continue
        lanes = scattered(other, rng)
        taken = seconds(other, lanes)
        if taken > worst:
            worst, hand, melds = taken, other, lanes
    return worst


def main(deals: int = 300, seed: int = 1) -> None:
    """Print a table: milliseconds, and how many solutions of the same hand that is."""
    rng = random.Random(seed)
    hands = [hand for i in range(deals) if can_open(hand := deal("nearest", i, tiles=22), RULES)]
    base = []
    for hand in hands:
        start = time.perf_counter()
        solve(hand, RULES)
        base.append(time.perf_counter() - start)
    solution = statistics.median(base)
    print(f"{len(hands)} hands that open; solve: median {solution * 1e3:.2f} ms\n")
    print("| laid | median ms | 99th percentile ms | worst ms | median / solve |")
    print("|---|---|---|---|---|")
    kinds: tuple[Callable[[Hand, random.Random], list[Meld]], ...] = (slips, scattered, nothing)
    slow: list[tuple[float, Hand, list[Meld]]] = []
    for kind in kinds:
        taken = []
        for hand in hands:
            melds = kind(hand, rng)
            taken.append(seconds(hand, melds))
            slow.append((taken[-1], hand, melds))
        taken.sort()
        median, late, worst = statistics.median(taken), taken[int(len(taken) * 0.99)], taken[-1]
        row = (kind.__name__, *(f"{t * 1e3:.1f}" for t in (median, late, worst)))
        print(f"| {' | '.join(row)} | {median / solution:.1f} |")
    slow.sort(key=lambda one: -one[0])
    worst = max(climb(hand, melds, rng, 60) for _, hand, melds in slow[:2])
    print(f"| hill climb | | | {worst * 1e3:.0f} | |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""How a hasty player arranges a hand: always the dearest meld next. What it misses is a trap."""

from __future__ import annotations

from okey.hand import Hand
from okey.reading import LONGEST_GROUP, SHORTEST
from okey.tiles import NUMBERS, OKEY, okey_face


def greedy_points(hand: Hand) -> int:
    """Points of the melds that taking the dearest one at each step lays.

    A meld may use okeys wherever a tile lacks; of equally dear melds the one with fewer okeys is
    taken. Runs do not go past 13. Never more than the best arrangement.
    """
    counts = [[0] * (NUMBERS + 2) for _ in range(4)]  # one number more, so that a run can stop
    okey = okey_face(hand.indicator)
    okeys = 0
    for tile in hand.tiles:
        if tile is OKEY:
            okeys += 1
        else:
            plain = tile if tile.is_face else okey
            counts[plain.index // NUMBERS][plain.number] += 1
    total = 0
    while meld := _dearest(counts, okeys):
        points, used, tiles = meld
        for colour, number in tiles:
            counts[colour][number] -= 1
        okeys -= used
        total += points
    return total


_Meld = tuple[int, int, list[tuple[int, int]]]


def _dearest(counts: list[list[int]], okeys: int) -> _Meld | None:
    """Points, okeys used and tiles taken of the dearest meld that can be made now."""
    best: tuple[int, int] = (0, 0)  # points, minus okeys used
    spec: tuple[int, int, int, int] | None = None  # colour (or -1: a group), number, length, okeys
    for colour, row in enumerate(counts):
        for first in range(1, NUMBERS - 1):
            if not row[first] and not okeys:
                continue
            used = 0
            points = 0
            for number in range(first, NUMBERS + 1):
                if not row[number]:
                    if used == okeys:
                        break
                    used += 1
                points += number
                length = number - first + 1
                if length >= SHORTEST and used < length and (points, -used) > best:
                    best = (points, -used)
                    spec = (colour, first, length, used)
    for number in range(1, NUMBERS + 1):
        have = sum(1 for row in counts if row[number])
        if not have:
            continue
        length = min(LONGEST_GROUP, have + okeys)
        if length >= SHORTEST:
            used = max(0, length - have)
            if (length * number, -used) > best:
                best = (length * number, -used)
                spec = (-1, number, length, used)
    if spec is None:
        return None
    colour, number, length, used = spec
    if colour < 0:
        tiles = [(c, number) for c in range(4) if counts[c][number]][:length]
    else:
        row = counts[colour]
        tiles = [(colour, n) for n in range(number, number + length) if row[n]]
    return best[0], used, tiles

"""A remainder of which only the sum is known: tiles that are worth it.

At a table the numbers left are added up, not written down. A score asks only for the sum of the
numbers and for the okeys and false okeys, so any plain tiles of that sum give the same score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from okey.errors import InputError
from okey.tiles import COPIES, FACES, Tile, okey_face


def tiles_worth(
    total: int, indicator: Tile, used: Iterable[Tile] = (), *, most: int, at: str = "hand"
) -> tuple[Tile, ...]:
    """Plain tiles whose numbers add up to `total`: few, high ones first, none of the okey's face.

    `used` are tiles that lie elsewhere; with them and the indicator no face comes more than twice.

    >>> from okey import read_indicator
    >>> [str(tile) for tile in tiles_worth(30, read_indicator("B10"), most=21)]
    ['R13', 'R13', 'R4']

    Raise `InputError` (`count.hand`, `at`) where no `most` tiles that are left are worth so much.
    """
    taken = Counter([indicator, *used])
    okey = okey_face(indicator)
    pool = [
        tile
        for number in range(13, 0, -1)
        for tile in FACES
        if tile.number == number and tile != okey
        for _ in range(COPIES - taken[tile])
    ]
    found: list[Tile] = []
    rest = total
    for tile in pool:
        if tile.number <= rest and len(found) < most:
            found.append(tile)
            rest -= tile.number
    if rest or total < 0:
        raise InputError("count.hand", f"{at}: {total}")
    return tuple(found)

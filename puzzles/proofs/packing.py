"""Questions about packing a hand into runs and groups, answered from the sheet of `optimum`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from okey.rules.model import RuleSet
from okey.tiles import Tile
from puzzles.proofs.optimum import NONE, best
from puzzles.proofs.racks import Rack, rack_of

ALL: Final = 31


def most_points(tiles: Sequence[Tile], okey: Tile, rules: RuleSet) -> int:
    """The most points of runs and groups, whatever is left."""
    return int(best([rack_of(tiles, okey)], rules).max())


def most_points_of(racks: Sequence[Rack], rules: RuleSet, *, least: int = 0) -> list[int]:
    """The same of many; what is worth less than `least` may be answered with less or NONE."""
    if not racks:
        return []
    return [int(one) for one in best(racks, rules, least=least).max(axis=(1, 2))]


def points_by_left(
    racks: Sequence[Rack], rules: RuleSet, *, most_left: int = ALL, least: int = 0
) -> list[dict[int, int]]:
    """For each rack and number of tiles left over, the most points of the others."""
    if not racks:
        return []
    sheet = best(racks, rules, most_skipped=most_left, least=least)
    answer = []
    for rack, own in zip(racks, sheet, strict=True):
        found: dict[int, int] = {}
        for wilds in range(rack.wilds + 1):
            for skipped in (own[wilds] > NONE).nonzero()[0].tolist():
                left = skipped + wilds
                if left <= most_left and own[wilds, skipped] >= least:
                    found[left] = max(found.get(left, NONE), int(own[wilds, skipped]))
        answer.append(found)
    return answer


def left_exactly(
    tiles: Sequence[Tile], okey: Tile, rules: RuleSet, left: int, *, least: int = 0
) -> int | None:
    """The most points of an arrangement that leaves exactly so many tiles; None without one."""
    racks = [rack_of(tiles, okey)]
    return points_by_left(racks, rules, most_left=left, least=least)[0].get(left)

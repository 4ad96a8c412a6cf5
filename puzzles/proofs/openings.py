"""Openings: whether melds are one, and the best of a hand in points, tiles or what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from okey.melds import Meld, MeldKind
from okey.rules.model import RuleSet
from okey.rules.parameters import Opening
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.proofs.melds import read
from puzzles.proofs.optimum import NONE, best, idle
from puzzles.proofs.packing import most_points_of, points_by_left
from puzzles.proofs.racks import Rack, most_pairs, number_of, rack_of, without


@dataclass(frozen=True, slots=True)
class Laid:
    """What melds come to: points of runs and groups, pairs, and the tiles that are left."""

    points: int
    pairs: int
    left: tuple[Tile, ...]


def opening_of(rules: RuleSet) -> Opening:
    """What an opening needs. Raise `ValueError` where nothing is laid."""
    if rules.opening is None:
        raise ValueError(rules.key)
    return rules.opening


def laid(melds: Sequence[Meld], hand: Sequence[Tile], rules: RuleSet, okey: Tile) -> Laid | None:
    """What these melds of this hand come to; None where one is illegal or a tile is not there."""
    points = pairs = 0
    for meld in melds:
        reading = read(meld, rules, okey)
        if reading is None:
            return None
        points += reading.points
        pairs += reading.kind is MeldKind.PAIR
    left = without(hand, [one.tile for meld in melds for one in meld.tiles])
    if left is None or (pairs and pairs < len(melds)):
        return None
    return Laid(points, pairs, left)


def is_opening(found: Laid | None, rules: RuleSet) -> bool:
    """Whether they are an opening: worth enough, and a tile is left to throw."""
    if found is None or not found.left:
        return False
    opening = opening_of(rules)
    if found.pairs:
        return opening.pairs is not None and found.pairs >= opening.pairs
    return found.points >= opening.points


def best_points(tiles: Sequence[Tile], okey: Tile, rules: RuleSet) -> int:
    """The most points that can be laid so that a tile is left; NONE where nothing can."""
    return best_points_of([rack_of(tiles, okey)], rules)[0]


def best_points_of(racks: Sequence[Rack], rules: RuleSet, *, least: int = 0) -> list[int]:
    """The same of many racks; what is worth less than `least` may be answered with less."""
    most = most_points_of(racks, rules, least=least)
    # Where all tiles can be laid, the most may have needed them all.
    asked = [at for at, points in enumerate(most) if points >= max(least, 1)]
    if asked:
        kept = idle([racks[at] for at in asked], rules)
        asked = [at for at, many in zip(asked, kept, strict=True) if not many]
    whole = points_by_left([racks[at] for at in asked], rules, most_left=0)
    for at, found in zip(asked, whole, strict=True):
        if found:
            by_left = points_by_left([racks[at]], rules)[0]
            most[at] = max((worth for left, worth in by_left.items() if left), default=NONE)
    return most


def opening_pairs(tiles: Sequence[Tile], rules: RuleSet) -> int:
    """The most pairs that can be laid so that a tile is left."""
    return min(most_pairs(tiles, rules), (len(tiles) - 1) // 2)


def fewest(tiles: Sequence[Tile], okey: Tile, rules: RuleSet) -> tuple[int, int] | None:
    """The fewest tiles that open by points, and the fewest okeys among so many; None without."""
    rack = rack_of(tiles, okey)
    sheet = best([rack], rules, kept="left out", least=opening_of(rules).points)[0]
    ways = [
        (rack.size - skipped - wilds, rack.wilds - wilds)
        for wilds, skipped in zip(*(one.tolist() for one in (sheet > NONE).nonzero()), strict=True)
        if sheet[wilds, skipped] >= opening_of(rules).points and skipped + wilds >= 1
    ]
    return min(ways, default=None)


# What is left in the hand


def values_held(rules: RuleSet, okey: Tile) -> tuple[int, int]:
    """What an okey and a false okey count in a hand."""
    own = number_of(okey.index)
    held = getattr(rules.scoring, "okey_held", None)
    false_held = getattr(rules.scoring, "false_okey_held", None)
    return own if held is None else held, own if false_held is None else false_held


def value_of(tile: Tile, okey: Tile, rules: RuleSet) -> int:
    """What a tile counts in a hand."""
    okeys, false_okeys = values_held(rules, okey)
    if tile.index == OKEY.index:
        return okeys
    return false_okeys if tile.index == FALSE_OKEY.index else number_of(tile.index)


def least_left(tiles: Sequence[Tile], okey: Tile, rules: RuleSet) -> dict[int, int]:
    """The least that can be left after an opening by points: for any, and with a Siler.

    The keys are the points asked for. What wild tiles count at their places is kept apart, and so
    are the tiles of the okey's face: both count otherwise in the hand than on the table.
    """
    rack = rack_of(tiles, okey)
    sheet = best([rack], rules, kept="held", okey=okey.index, least=opening_of(rules).points)[0]
    whole = sum(value_of(tile, okey, rules) for tile in tiles)
    okeys, false_okeys = values_held(rules, okey)
    siler = getattr(rules.scoring, "siler", None)
    asked = [opening_of(rules).points, *([siler.points] if siler is not None else [])]
    least: dict[int, int] = {}
    for wilds, mark in zip(*(one.tolist() for one in (sheet > NONE).nonzero()), strict=True):
        points = int(sheet[wilds, mark])
        false_laid, at_places = divmod(mark, 32)
        laid_value = (
            points
            - at_places
            + (rack.wilds - wilds) * okeys
            + false_laid * (false_okeys - number_of(okey.index))
        )
        for needed in asked:
            if points >= needed and whole > laid_value:
                left = whole - laid_value
                least[needed] = min(least.get(needed, left), left)
    return least


def least_left_of_pairs(
    tiles: Sequence[Tile], okey: Tile, rules: RuleSet
) -> dict[int, tuple[int, int]]:
    """For each number of pairs, the least left beside them: plain tiles' sum, and okeys.

    Least means: counted once, an okey as one. The faces are gone through one by one: of each a
    pair, a tile with an okey, both with an okey each, or nothing goes to the table.
    """
    wilds = sum(tile.index == OKEY.index for tile in tiles)
    kinds: dict[Tile, int] = {}
    for tile in tiles:
        if tile.index != OKEY.index:
            kinds[tile] = kinds.get(tile, 0) + 1
    least = {(0, wilds): 0}
    if wilds == 2:
        least[1, 0] = 0
    for tile, count in kinds.items():
        value = value_of(tile, okey, rules)
        ways = [(0, 0, count), *((helped, helped, count - helped) for helped in (1, 2))]
        if count == 2:
            ways.append((1, 0, 0))
        grown: dict[tuple[int, int], int] = {}
        for (pairs, free), left in least.items():
            for more, used, rest in ways:
                if rest >= 0 and used <= free:
                    key = pairs + more, free - used
                    cost = left + rest * value
                    grown[key] = min(grown.get(key, cost), cost)
        least = grown
    answer: dict[int, tuple[int, int]] = {}
    own = values_held(rules, okey)[0]
    for (pairs, free), left in least.items():
        if 2 * pairs < len(tiles):
            best_yet = answer.get(pairs)
            if best_yet is None or left + own * free < best_yet[0] + own * best_yet[1]:
                answer[pairs] = left, free
    return answer

"""Proofs about the next draw: every tile that may come is added to the hand and the hand packed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from okey.rules.model import RuleSet
from okey.tiles import COPIES, FALSE_OKEY, OKEY, TILES, Tile
from puzzles.proofs.openings import best_points_of, opening_of
from puzzles.proofs.packing import left_exactly, most_points_of, points_by_left
from puzzles.proofs.racks import Rack, changed, most_pairs, rack_of, without
from puzzles.proofs.shown import Shown, hand_of, only, tiles_in

Tiles = tuple[Tile, ...]


def unseen(hand: Sequence[Tile], indicator: Tile, okey: Tile) -> dict[Tile, int]:
    """How many copies of each tile are neither in the hand nor the indicator.

    The okey's printed face is no tile of its own: its copies are the okeys.
    """
    seen = Counter([*hand, indicator])
    left = {tile: COPIES - seen[tile] for tile in TILES if tile.index != okey.index}
    return {tile: copies for tile, copies in left.items() if copies > 0}


def serves(hands: Sequence[Tiles], okey: Tile, rules: RuleSet) -> list[bool]:
    """Whether each hand opens, tile to throw included; or, where hands are shown, is complete."""
    answer = [pairs_serve(hand, rules) for hand in hands]
    rest = [at for at, already in enumerate(answer) if not already]
    found = melds_serve([rack_of(hands[at], okey) for at in rest], rules)
    for at, good in zip(rest, found, strict=True):
        answer[at] = good
    return answer


def pairs_needed(rules: RuleSet) -> int | None:
    """How many pairs open, or are shown."""
    if rules.opening is not None:
        return rules.opening.pairs
    return rules.showing.pairs if rules.showing is not None else None


def pairs_serve(hand: Tiles, rules: RuleSet) -> bool:
    """Whether the hand has enough pairs, and a tile besides."""
    needed = pairs_needed(rules)
    return needed is not None and len(hand) > 2 * needed and most_pairs(hand, rules) >= needed


def melds_serve(racks: Sequence[Rack], rules: RuleSet) -> list[bool]:
    """Whether runs and groups are worth an opening, or are all of the hand but a tile."""
    if rules.opening is not None:
        least = opening_of(rules).points
        return [points >= least for points in best_points_of(racks, rules, least=least)]
    return [1 in found for found in points_by_left(racks, rules, most_left=1)]


def _is_served(hand: Tiles, okey: Tile, rules: RuleSet) -> bool:
    """Whether nothing more is waited for: the hand opens as it is, or all its tiles are used."""
    if rules.opening is not None:
        return serves([hand], okey, rules)[0]
    needed = pairs_needed(rules)
    if needed is not None and most_pairs(hand, rules) >= needed:
        return True
    return left_exactly(hand, okey, rules, 0) is not None


def _may_serve(rack: Rack, more: Sequence[Tile], okey: Tile, rules: RuleSet) -> list[Tile]:
    """The tiles which could serve if nothing were thrown: all others certainly do not."""
    racks = [changed(rack, tile, okey, 1) for tile in more]
    if rules.opening is not None:
        least = opening_of(rules).points
        found = [one >= least for one in most_points_of(racks, rules, least=least)]
    else:
        found = [2 in one for one in points_by_left(racks, rules, most_left=2)]
    return [tile for tile, may in zip(more, found, strict=True) if may]


def _drawn(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    hand, okey = hand_of(exercise), exercise.okey
    if _is_served(hand, okey, rules):
        return False
    options = tiles_in(exercise, " ".join(exercise.options))
    there = unseen(hand, exercise.indicator, okey)
    if len(set(options)) != len(options) or not set(options) <= set(there):
        return False
    found = serves([(*hand, tile) for tile in options], okey, rules)
    outs = {tile for tile, is_out in zip(options, found, strict=True) if is_out}
    said = tiles_in(exercise, only(right))
    return bool(outs) and len(said) == len(outs) and set(said) == outs


def outs(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`outs`: of the tiles offered, all with which the hand opens."""
    return rules.opening is not None and _drawn(exercise, right, rules)


def wait(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`wait`: of the tiles offered, all with which the hand is complete."""
    return rules.showing is not None and _drawn(exercise, right, rules)


def best_discard(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`best-discard`: the tiles of the hand after which most copies open it or complete it."""
    hand, okey = hand_of(exercise), exercise.okey
    if serves([hand], okey, rules)[0]:
        return False
    counts = outs_after(hand, exercise.indicator, okey, rules)
    most = max(counts.values())
    best = {tile for tile, outs_left in counts.items() if outs_left == most}
    said = tiles_in(exercise, " ".join(right))
    return most > 0 and len(said) == len(right) == len(best) and set(said) == best


def outs_after(hand: Tiles, indicator: Tile, okey: Tile, rules: RuleSet) -> dict[Tile, int]:
    """For each tile of the hand, how many copies serve once it is thrown."""
    there, rack = unseen(hand, indicator, okey), rack_of(hand, okey)
    needed = pairs_needed(rules)
    near_pairs = needed is not None and most_pairs(hand, rules) + 1 >= needed
    drawn = {tile.index for tile in _may_serve(rack, list(there), okey, rules)}
    counts = dict.fromkeys(hand, 0)
    asked: list[tuple[Tile, Tile, Rack]] = []
    for thrown in counts:
        less = changed(rack, thrown, okey, -1)
        opens = _pairs_with(without(hand, [thrown]) or (), rules) if near_pairs else None
        for tile in there:
            if opens is not None and opens(tile):
                counts[thrown] += there[tile]
            elif tile.index in drawn:
                asked.append((thrown, tile, changed(less, tile, okey, 1)))
    found = melds_serve([one for _, _, one in asked], rules)
    for (thrown, tile, _), good in zip(asked, found, strict=True):
        counts[thrown] += there[tile] * good
    return counts


def _pairs_with(rest: Tiles, rules: RuleSet) -> Callable[[Tile], bool]:
    """Whether pairs serve with one tile more; asked once of all tiles that pair alike."""
    own = Counter(tile.index for tile in rest)
    known: dict[tuple[int, bool, bool], bool] = {}

    def serve(tile: Tile) -> bool:
        alike = (own[tile.index], tile.index == OKEY.index, tile.index == FALSE_OKEY.index)
        if alike not in known:
            known[alike] = pairs_serve((*rest, tile), rules)
        return known[alike]

    return serve

"""Proofs about the next draw: every tile that may come is added to the hand and the hand packed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from okey.rules.model import RuleSet
from okey.tiles import COPIES, TILES, Tile
from puzzles.proofs.openings import best_points_of, opening_of, opening_pairs
from puzzles.proofs.packing import left_exactly, most_points_of, points_by_left
from puzzles.proofs.racks import most_pairs, rack_of, without
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
    if rules.opening is not None:
        needed = rules.opening.pairs
        by_pairs = [needed is not None and opening_pairs(hand, rules) >= needed for hand in hands]
    else:
        showing = rules.showing.pairs if rules.showing is not None else None
        by_pairs = [showing is not None and most_pairs(hand, rules) >= showing for hand in hands]
    rest = [at for at, already in enumerate(by_pairs) if not already]
    answer = list(by_pairs)
    for at, found in zip(rest, _by_melds([hands[at] for at in rest], okey, rules), strict=True):
        answer[at] = found
    return answer


def _by_melds(hands: Sequence[Tiles], okey: Tile, rules: RuleSet) -> list[bool]:
    racks = [rack_of(hand, okey) for hand in hands]
    if rules.opening is not None:
        least = opening_of(rules).points
        return [points >= least for points in best_points_of(racks, rules, least=least)]
    return [1 in found for found in points_by_left(racks, rules, most_left=1)]


def _is_served(hand: Tiles, okey: Tile, rules: RuleSet) -> bool:
    """Whether nothing more is waited for: the hand opens as it is, or all its tiles are used."""
    if rules.opening is not None:
        return serves([hand], okey, rules)[0]
    showing = rules.showing.pairs if rules.showing is not None else None
    if showing is not None and most_pairs(hand, rules) >= showing:
        return True
    return left_exactly(hand, okey, rules, 0) is not None


def _may_serve(hand: Tiles, more: Sequence[Tile], okey: Tile, rules: RuleSet) -> list[Tile]:
    """The tiles which could serve if nothing were thrown: all others certainly do not."""
    racks = [rack_of((*hand, tile), okey) for tile in more]
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
    there = unseen(hand, indicator, okey)
    by_melds = _may_serve(hand, list(there), okey, rules)
    asked: list[tuple[Tile, Tile]] = []
    for thrown in dict.fromkeys(hand):
        rest = without(hand, [thrown])
        assert rest is not None
        asked += [
            (thrown, tile)
            for tile in there
            if tile in by_melds or _pairs_serve((*rest, tile), rules)
        ]
    hands = [(*(without(hand, [thrown]) or ()), tile) for thrown, tile in asked]
    counts = dict.fromkeys(hand, 0)
    for (thrown, tile), good in zip(asked, serves(hands, okey, rules), strict=True):
        counts[thrown] += there[tile] * good
    return counts


def _pairs_serve(hand: Tiles, rules: RuleSet) -> bool:
    needed = (
        rules.opening.pairs
        if rules.opening is not None
        else (rules.showing.pairs if rules.showing is not None else None)
    )
    return needed is not None and most_pairs(hand, rules) >= needed

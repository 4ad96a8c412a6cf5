"""What a hand can do: its best arrangements, whether it opens, finishes or is complete."""

from __future__ import annotations

from collections.abc import Iterator

from okey.hand import Hand
from okey.melds import Meld
from okey.rules.model import RuleSet
from okey.search import unusual
from okey.search.arrange import arrange
from okey.search.best import best_value
from okey.search.codes import kinds_of_tiles, pack_hand, sum_of_numbers
from okey.search.pairs import arrange_pairs, pairs_of
from okey.search.solutions import OpeningSolution, ShowingSolution, Solution, throws, without
from okey.search.tables import (
    POINTS,
    POINTS_THEN_TILES,
    TILES_ALONE,
    TILES_THEN_POINTS,
    Scale,
)


def best_points(hand: Hand, rules: RuleSet | None = None) -> int:
    """The most points that runs and groups of the hand are worth together.

    Without `rules`, as in the three rule sets in which melds are laid during the round.

    >>> best_points(Hand.parse("R3 R4 R5 R6 R7 B6 K6", "B10"))
    30
    """
    if rules is None:
        return best_value(pack_hand(hand), POINTS)
    if unusual.applies(rules):
        return unusual.best(hand, rules, POINTS)
    return best_value(pack_hand(hand), POINTS.under(rules))


def solve(hand: Hand, rules: RuleSet) -> Solution:
    """Everything that the verb `solve` answers about a hand of any size."""
    if unusual.applies(rules):
        return unusual.solve(hand, rules)
    if rules.opening is None:
        return _solve_showing(hand, rules)
    best = arrange(hand, POINTS_THEN_TILES.under(rules))
    most = arrange(hand, TILES_THEN_POINTS.under(rules))
    packed = pack_hand(hand)
    by = tuple(_opens_by(packed, len(hand.tiles), rules))
    return OpeningSolution(
        best_points=best.points,
        best_melds=best.melds,
        most_tiles=most.tiles,
        most_tiles_melds=most.melds,
        pairs=pairs_of(packed),
        can_open=bool(by),
        opens_by=by,
        can_finish=_can_finish(packed, len(hand.tiles), rules),
    )


def can_open(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand opens with a tile left to throw (classic: whether it is complete)."""
    if unusual.applies(rules):
        return unusual.can_open(hand, rules)
    if rules.opening is None:
        return completes(pack_hand(hand), len(hand.tiles), rules)
    return any(_opens_by(pack_hand(hand), len(hand.tiles), rules))


# Opening


def _opens_by(packed: int, size: int, rules: RuleSet) -> Iterator[str]:
    """`melds`, `pairs`: the ways in which the hand opens."""
    if opens_by_melds(packed, size, rules):
        yield "melds"
    if opens_by_pairs(packed, size, rules):
        yield "pairs"


def opens_by_pairs(packed: int, size: int, rules: RuleSet) -> bool:
    """Whether enough pairs can be laid and a tile is left."""
    needed = rules.opening.pairs if rules.opening else None
    return needed is not None and size > 2 * needed and pairs_of(packed) >= needed


def opens_by_melds(packed: int, size: int, rules: RuleSet) -> bool:
    """Whether runs and groups worth enough can be laid and a tile is left."""
    assert rules.opening is not None
    needed = rules.opening.points
    scale = POINTS.under(rules)
    found = best_value(packed, scale, needed)
    if found < needed:
        return False
    # What is worth less than all plain tiles together leaves one of them.
    return found < sum_of_numbers(packed) or _opens_without_one(packed, scale, needed)


def _opens_without_one(packed: int, scale: Scale, needed: int) -> bool:
    """Whether the hand is worth enough with one of its tiles put aside."""
    return any(
        best_value(packed - tile, scale, needed) >= needed for tile in kinds_of_tiles(packed)
    )


def _can_finish(packed: int, size: int, rules: RuleSet) -> bool | None:
    """Whether an opening leaves at most one tile; of a hand with the drawn tile, exactly one."""
    assert rules.opening is not None
    if size not in (rules.hand.others, rules.hand.starter):
        return None
    scale = TILES_THEN_POINTS.under(rules)
    tiles, points = divmod(best_value(packed, scale), scale.tile)
    if tiles < size - 1:
        return False
    if points >= rules.opening.points and (tiles == size - 1 or size == rules.hand.others):
        return True
    if tiles == size - 1:
        return False
    needed = (size - 1) * scale.tile + rules.opening.points
    return _opens_without_one(packed, scale, needed)


# Showing


def completes(packed: int, size: int, rules: RuleSet) -> bool:
    """Whether the hand can be shown, with the tile thrown that it holds beyond that."""
    return shows_by_pairs(packed, size, rules) or shows_by_melds(packed, size, rules)


def shows_by_pairs(packed: int, size: int, rules: RuleSet) -> bool:
    """Whether all tiles but the one to throw are pairs."""
    needed = rules.showing.pairs if rules.showing else None
    return needed is not None and size >= 2 * needed and pairs_of(packed) >= needed


def shows_by_melds(packed: int, size: int, rules: RuleSet) -> bool:
    """Whether all tiles but the one to throw are in runs and groups."""
    scale = TILES_ALONE.under(rules)
    shown = rules.hand.others
    found = best_value(packed, scale, shown)
    if found <= shown:
        return found == shown
    # All fit, but one must be thrown: fifteen tiles in five runs of three show nothing.
    return any(best_value(packed - tile, scale) == shown for tile in kinds_of_tiles(packed))


def _solve_showing(hand: Hand, rules: RuleSet) -> ShowingSolution:
    """Pairs before runs and groups (decision HD-20); an okey is thrown where it can be."""
    size = len(hand.tiles)
    packed = pack_hand(hand)
    for by, shows in (("pairs", shows_by_pairs), ("melds", shows_by_melds)):
        if size not in (rules.hand.others, rules.hand.starter) or not shows(packed, size, rules):
            continue
        for throw in throws(hand) if size == rules.hand.starter else (None,):
            shown = Hand(hand.indicator, without(hand.tiles, throw))
            if not shows(pack_hand(shown), len(shown.tiles), rules):
                continue
            melds = arrange_pairs(shown) if by == "pairs" else _cover(shown, rules)
            return ShowingSolution(True, by, melds, throw)
    return ShowingSolution(False)


def _cover(hand: Hand, rules: RuleSet) -> tuple[Meld, ...]:
    return arrange(hand, TILES_ALONE.under(rules)).melds

"""The questions of `solve` and `outs` under rule sets that the tables do not know.

Everything is asked of the general search, tile by tile: no shortcut but one. A hand is never worth
less with a tile more, so a draw that does not help with all tiles kept helps no discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from okey.hand import Hand
from okey.melds import Meld
from okey.rules.model import RuleSet
from okey.search.general import Held, Terms, arrange_under, held_by, is_usual, most_worth
from okey.search.pairs import arrange_pairs, count_pairs, pairs_are_usual
from okey.search.possible import pairs_of
from okey.search.solutions import (
    Arrangement,
    OpeningSolution,
    ShowingSolution,
    Solution,
    throws,
    without,
)
from okey.search.tables import (
    POINTS,
    POINTS_THEN_TILES,
    TILES_ALONE,
    TILES_THEN_POINTS,
    Scale,
)
from okey.tiles import TILES, Tile


def applies(rules: RuleSet) -> bool:
    """Whether the tables do not know what this rule set plays."""
    mixed = rules.opening is not None and rules.opening.mixed
    return mixed or not (is_usual(rules) and pairs_are_usual(rules))


def best(hand: Hand, rules: RuleSet, scale: Scale) -> int:
    """The most that runs and groups of a hand are worth on a scale."""
    return most_worth(_held(hand, rules), Terms.of(rules, hand.okey, scale))


def arrange(hand: Hand, rules: RuleSet, scale: Scale) -> Arrangement:
    """An arrangement that is worth most on a scale."""
    return arrange_under(hand, rules, scale)


def solve(hand: Hand, rules: RuleSet) -> Solution:
    """Everything that the verb `solve` answers."""
    if rules.opening is None:
        return _solve_showing(hand, rules)
    most_points = arrange_under(hand, rules, POINTS_THEN_TILES)
    most_tiles = arrange_under(hand, rules, TILES_THEN_POINTS)
    by = tuple(_opens_by(hand, rules))
    return OpeningSolution(
        best_points=most_points.points,
        best_melds=most_points.melds,
        most_tiles=most_tiles.tiles,
        most_tiles_melds=most_tiles.melds,
        pairs=count_pairs(hand, rules),
        can_open=bool(by),
        opens_by=by,
        can_finish=_can_finish(hand, rules),
    )


def can_open(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand opens with a tile left to throw, or is complete."""
    if rules.opening is None:
        return _shows_by_pairs(hand, rules) or _shows_by_melds(hand, rules)
    return any(_opens_by(hand, rules))


# Opening


def _opens_by(hand: Hand, rules: RuleSet) -> Iterator[str]:
    if _opens_by_melds(hand, rules):
        yield "melds"
    if _opens_by_pairs(hand, rules):
        yield "pairs"


def _opens_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    needed = rules.opening.pairs if rules.opening else None
    if needed is None or len(hand.tiles) <= 2 * needed:
        return False
    return count_pairs(hand, rules) >= needed


def _opens_by_melds(hand: Hand, rules: RuleSet) -> bool:
    assert rules.opening is not None
    return _leaves_one(hand, rules, POINTS, rules.opening.points)


def _leaves_one(hand: Hand, rules: RuleSet, scale: Scale, needed: int) -> bool:
    """Whether melds worth enough can be laid with a tile left."""
    terms = Terms.of(rules, hand.okey, scale)
    if most_worth(_held(hand, rules), terms, needed) < needed:
        return False
    return any(most_worth(_held(less, rules), terms, needed) >= needed for less in _less(hand))


def _can_finish(hand: Hand, rules: RuleSet) -> bool | None:
    """Whether an opening leaves at most one tile; of a hand with the drawn tile, exactly one."""
    assert rules.opening is not None
    size = len(hand.tiles)
    if size not in (rules.hand.others, rules.hand.starter):
        return None
    if rules.opening.mixed and _finishes_mixed(hand, rules):
        return True
    needed = (size - 1) * TILES_THEN_POINTS.tile + rules.opening.points
    if size == rules.hand.starter:
        return _leaves_one(hand, rules, TILES_THEN_POINTS, needed)
    tiles, points = divmod(best(hand, rules, TILES_THEN_POINTS), TILES_THEN_POINTS.tile)
    if tiles == size and points < rules.opening.points:  # one tile less may be worth more
        return _leaves_one(hand, rules, TILES_THEN_POINTS, needed)
    return tiles >= size - 1 and points >= rules.opening.points


def _finishes_mixed(hand: Hand, rules: RuleSet) -> bool:
    """Whether pairs, with runs and groups beside them, leave at most one tile; as above."""
    opening, size = rules.opening, len(hand.tiles)
    assert opening is not None
    if best(hand, rules, TILES_ALONE) + 2 * count_pairs(hand, rules) < size - 1:
        return False
    for pairs, rest in _pairs_apart(Counter(tile.index for tile in hand.tiles), hand, rules):
        enough = opening.pairs is not None and pairs >= opening.pairs
        needed = (size - 1 - 2 * pairs) * TILES_THEN_POINTS.tile
        needed += 0 if enough else opening.points
        if not pairs or needed <= 0:  # runs and groups lie there, too
            continue
        left = Hand(hand.indicator, rest)
        if size == rules.hand.starter:
            finishes = _leaves_one(left, rules, TILES_THEN_POINTS, needed)
        else:
            finishes = best(left, rules, TILES_THEN_POINTS) >= needed or (
                not enough and _leaves_one(left, rules, TILES_THEN_POINTS, needed)
            )
        if finishes:
            return True
    return False


def _pairs_apart(
    held: Counter[int], hand: Hand, rules: RuleSet, first: int = 0
) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    """Every way to put pairs apart: how many, and the tiles that are left."""
    yield 0, tuple(TILES[tile] for tile in held.elements())
    possible = list(pairs_of(Counter(tile.index for tile in hand.tiles), hand.okey, rules))
    for at in range(first, len(possible)):
        taken = Counter(possible[at].tiles)
        if taken <= held:
            for more, rest in _pairs_apart(held - taken, hand, rules, at):
                yield more + 1, rest


# Showing


def _shows_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    needed = rules.showing.pairs if rules.showing else None
    if needed is None or len(hand.tiles) < 2 * needed:
        return False
    return count_pairs(hand, rules) >= needed


def _shows_by_melds(hand: Hand, rules: RuleSet) -> bool:
    shown = rules.hand.others
    found = best(hand, rules, TILES_ALONE)
    if found <= shown:
        return found == shown
    return any(best(less, rules, TILES_ALONE) == shown for less in _less(hand))


def _solve_showing(hand: Hand, rules: RuleSet) -> ShowingSolution:
    """Pairs before runs and groups (decision HD-20); an okey is thrown where it can be."""
    size = len(hand.tiles)
    for by, shows in (("pairs", _shows_by_pairs), ("melds", _shows_by_melds)):
        if size not in (rules.hand.others, rules.hand.starter) or not shows(hand, rules):
            continue
        for throw in throws(hand) if size == rules.hand.starter else (None,):
            shown = Hand(hand.indicator, without(hand.tiles, throw))
            if shows(shown, rules):
                return ShowingSolution(True, by, _shown(shown, by, rules), throw)
    return ShowingSolution(False)


def _shown(hand: Hand, by: str, rules: RuleSet) -> tuple[Meld, ...]:
    if by == "pairs":
        return arrange_pairs(hand, rules)
    return arrange_under(hand, rules, TILES_ALONE).melds


# Draws


class Draws:
    """Which draws let a hand, or what a discard leaves of it, open or complete it."""

    def __init__(self, rules: RuleSet, drawable: Collection[Tile]) -> None:
        self.rules, self.drawable = rules, drawable
        if rules.opening is not None:
            self.scale, self.needed = POINTS, rules.opening.points
            self.pairs = rules.opening.pairs
        else:
            self.scale, self.needed = TILES_ALONE, rules.hand.others
            self.pairs = rules.showing.pairs if rules.showing else None

    def value(self, hand: Hand) -> int:
        """The best of a hand on the scale that decides."""
        return best(hand, self.rules, self.scale)

    def possible(self, hand: Hand) -> Collection[Tile]:
        """Tiles that could be outs of a discard: with all tiles kept, something would be enough."""
        return [tile for tile in self.drawable if self._enough(_with(hand, tile))]

    def outs(self, hand: Hand, possible: Iterable[Tile] | None = None) -> list[Tile]:
        """The tiles with which the hand opens or is complete."""
        tiles = self.drawable if possible is None else possible
        return [tile for tile in tiles if can_open(_with(hand, tile), self.rules)]

    def _enough(self, hand: Hand) -> bool:
        if self.pairs is not None and count_pairs(hand, self.rules) >= self.pairs:
            return True
        terms = Terms.of(self.rules, hand.okey, self.scale)
        return most_worth(_held(hand, self.rules), terms, self.needed) >= self.needed


def _held(hand: Hand, rules: RuleSet) -> Held:
    return held_by(hand.tiles, hand.okey, rules)


def _with(hand: Hand, tile: Tile) -> Hand:
    return Hand(hand.indicator, (*hand.tiles, tile))


def _less(hand: Hand) -> Iterator[Hand]:
    """The hand without one tile, for each kind of tile."""
    for tile in sorted(set(hand.tiles)):
        yield Hand(hand.indicator, without(hand.tiles, tile))

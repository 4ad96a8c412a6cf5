"""Outs: the draws that let a hand open; and advice: the outs that each discard keeps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from okey.errors import InputError
from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search import unusual
from okey.search.best import best_value
from okey.search.codes import OKEY_SHIFT, PACKED, pack_hand, sum_of_numbers
from okey.search.draws import draw_search
from okey.search.pairs import pairs_of
from okey.search.solutions import without
from okey.search.solve import can_open, opens_by_melds, shows_by_melds
from okey.search.tables import POINTS, TILES_ALONE, USUAL_OKEYS
from okey.tiles import COPIES, FALSE_OKEY, OKEY, TILES, Tile


@dataclass(frozen=True, slots=True)
class Out:
    """A tile that lets the hand open (classic: completes it), and its copies not yet seen."""

    tile: Tile
    copies: int


@dataclass(frozen=True, slots=True)
class Outs:
    """All outs in the order of tiles, and their copies together."""

    outs: tuple[Out, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to throw, the unseen copies of the outs then, and the best points left.

    `best_points` is None where a whole hand is shown at the end.
    """

    discard: Tile
    outs: int
    best_points: int | None


@dataclass(frozen=True, slots=True)
class Advice:
    """Every kind of tile in the hand as a discard, best first, and whether the hand opens now."""

    discards: tuple[Discard, ...]
    open_now: bool


def outs(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> Outs:
    """The draws that let a hand without the drawn tile open, or complete it.

    `seen` are tiles visible elsewhere; the hand and the indicator are counted anyway. Raise
    `InputError` (`count.hand`) for a hand of another size.
    """
    if len(hand.tiles) != rules.hand.others:
        raise InputError("count.hand", f"hand: {len(hand.tiles)}")
    question = _Question(hand, rules, seen)
    unseen = question.unseen
    found: Collection[int]
    if unusual.applies(rules):
        found = [tile.index for tile in question.draws.outs(hand)]
    else:
        found = question.outs(question.packed, question.value(question.packed))
    return Outs(
        tuple(Out(TILES[index], unseen[index]) for index in sorted(found)),
        sum(map(unseen.__getitem__, found)),
    )


def advise(hand: Hand, rules: RuleSet, seen: Iterable[Tile] = ()) -> Advice:
    """What each discard of a hand with the drawn tile keeps: outs first, then points.

    `seen` as in `outs`; the tile thrown is seen as well. Raise `InputError` (`count.hand`) for a
    hand of another size.
    """
    if len(hand.tiles) != rules.hand.starter:
        raise InputError("count.hand", f"hand: {len(hand.tiles)}")
    question = _Question(hand, rules, seen)
    if unusual.applies(rules):
        return _advise_unusual(hand, rules, question)
    # Every tile of the hand is seen, thrown or not: what is unseen is the same for each discard.
    unseen = question.unseen
    possible = question.possible_outs()
    discards = []
    for tile in set(hand.tiles):
        left = question.packed - question.added(tile)
        value = question.value(left)
        kept = question.outs(left, value, possible)
        points = None if rules.opening is None else value
        discards.append(Discard(tile, sum(map(unseen.__getitem__, kept)), points))
    return _advice(discards, hand, rules)


def _advise_unusual(hand: Hand, rules: RuleSet, question: _Question) -> Advice:
    draws, unseen = question.draws, question.unseen
    possible = draws.possible(hand)
    discards = []
    for tile in set(hand.tiles):
        left = Hand(hand.indicator, without(hand.tiles, tile))
        kept = sum(unseen[out.index] for out in draws.outs(left, possible))
        points = None if rules.opening is None else draws.value(left)
        discards.append(Discard(tile, kept, points))
    return _advice(discards, hand, rules)


def _advice(discards: list[Discard], hand: Hand, rules: RuleSet) -> Advice:
    discards.sort(key=lambda d: (-d.outs, -(d.best_points or 0), d.discard.index))
    return Advice(tuple(discards), can_open(hand, rules))


class _Question:
    """A rule set's goal, and which tiles nobody has seen, for one hand or its discards."""

    def __init__(self, hand: Hand, rules: RuleSet, seen: Iterable[Tile]) -> None:
        self.rules = rules
        self.by_melds: Callable[[int, int, RuleSet], bool]
        self.packed: int = pack_hand(hand)
        self.size = rules.hand.others + 1  # with the drawn tile
        self.okey_face = hand.okey.index
        if rules.opening is not None:
            self.scale = POINTS.under(rules)
            self.needed = rules.opening.points
            self.pairs = rules.opening.pairs
            self.by_melds = opens_by_melds
        else:
            self.scale = TILES_ALONE.under(rules)
            self.needed = rules.hand.others
            self.pairs = rules.showing.pairs if rules.showing else None
            self.by_melds = shows_by_melds
        self.unseen = [COPIES] * len(TILES)
        self.unseen[self.okey_face] = 0  # printed, it is the okey
        for tile in (*hand.tiles, hand.indicator, *seen):
            if self.unseen[tile.index]:
                self.unseen[tile.index] -= 1
        self.drawable = [index for index, copies in enumerate(self.unseen) if copies]
        self.draws = unusual.Draws(rules, [TILES[index] for index in self.drawable])

    def added(self, tile: Tile) -> int:
        """What a tile adds to a packed hand."""
        return self._added(tile.index)

    def _added(self, index: int) -> int:
        if index == FALSE_OKEY.index:
            return PACKED[index] + PACKED[self.okey_face]
        return PACKED[index]

    def value(self, packed: int) -> int:
        """The best of a hand on the scale that decides."""
        return best_value(packed, self.scale)

    def possible_outs(self) -> Collection[int]:
        """Tiles that could be outs of a discard: with all tiles kept, melds would be enough."""
        if self.value(self.packed) >= self.needed:
            return self.drawable
        return self._enough(self.packed, self.drawable, check=False)

    def outs(
        self, packed: int, value: int, possible: Collection[int] | None = None
    ) -> Collection[int]:
        """The unseen tiles (by index) with which a hand worth `value` opens or is complete.

        By melds, no other tile than the `possible` ones is looked at.
        """
        pairs = pairs_of(packed) if self.pairs is not None else 0
        if value >= self.needed or (self.pairs is not None and pairs >= self.pairs):
            return self.drawable  # the drawn tile is thrown
        found = self._enough(packed, self.drawable if possible is None else possible, check=True)
        if pairs + 1 == self.pairs:
            found.update(
                index for index in self.drawable if pairs_of(packed + self._added(index)) > pairs
            )
        return found

    def _enough(self, packed: int, draws: Collection[int], *, check: bool) -> set[int]:
        """The draws with which melds are enough; with `check`, one tile being left to throw."""
        okeys = packed >> OKEY_SHIFT
        if not draws:
            return set()
        if okeys > USUAL_OKEYS:
            return {index for index in draws if self._opens(packed, index)}
        # An okey is worth at least as much as any tile: one search rules all draws out.
        with_okey = packed + PACKED[OKEY.index]
        if okeys < USUAL_OKEYS and best_value(with_okey, self.scale, self.needed) < self.needed:
            return set()
        faces = [index if index < 52 else self.okey_face for index in draws if index != OKEY.index]
        hits = draw_search(self.scale)(packed, self.needed, faces)
        found = {FALSE_OKEY.index if index == self.okey_face else index for index in hits.tiles}
        if OKEY.index in draws:
            found.add(OKEY.index)
        if check and hits.top >= self._all_laid(packed):
            return {index for index in found if self._opens(packed, index)}
        if check and OKEY.index in found and not self._opens(packed, OKEY.index):
            found.remove(OKEY.index)
        return found

    def _opens(self, packed: int, index: int) -> bool:
        return self.by_melds(packed + self._added(index), self.size, self.rules)

    def _all_laid(self, packed: int) -> int:
        """A value that a hand has at least when it is laid with a drawn tile to the last tile."""
        return self.size if self.rules.opening is None else sum_of_numbers(packed) + 1

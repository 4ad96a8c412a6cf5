"""Lay an opening out of a rack, by points or by pairs; or say that it does not open."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from okey.hand import Hand
from okey.judge import judge
from okey.melds import laid_tiles
from okey.notation import format_melds
from okey.rules.model import RuleSet
from okey.search import arrange_pairs, solve
from okey.search.solutions import OpeningSolution
from okey.tiles import Tile
from tutor.tasks.base import Exercise, Form, Outcome, about_melds, random_of, read_option_or_melds
from tutor.tasks.counting import OfOpenings, melds_from
from tutor.tasks.pair_ideas import same
from tutor.tasks.pieces import Bag, proposed

CANNOT: Final = "cannot"
_NEAR: Final = 14  # points from the threshold, either way


class LayOpening(OfOpenings):
    """Open with these tiles, or say that they do not open.

    Options: how many `melds` the rack is made of, how many tiles lie beside them (`spare`), `okey`
    puts one in, `opens` is the share of racks that open. `by` is `points`, or `pairs` where these
    open.
    """

    key = "lay-opening"
    form = Form.MELDS
    counted = True
    trains = ("opening.points", "opening.pairs")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Make racks until one opens, or as often none."""
        assert rules.opening is not None
        rng = random_of(self.key, rules, seed)
        wanted = rng.random() < options.get("opens", 0.5)
        spare = options.get("spare", 2)
        by = options.get("by", rng.choice(("points", "pairs")))
        by_pairs = by == "pairs" and rules.opening.pairs is not None
        count, okey = options.get("melds", 3), options.get("okey", False)

        def propose() -> Hand | None:
            if by_pairs:
                hand = _of_pairs(rng, rules, spare, wanted=wanted)
            else:
                hand = _of_melds(rng, rules, count, spare, okey=okey, wanted=wanted)
            return hand if hand is not None and _solved(hand, rules).can_open is wanted else None

        hand = proposed(propose)
        values = {"points": rules.opening.points}
        if by_pairs:
            values = {"pairs": rules.opening.pairs or 0}
        return Exercise(
            self.key, rules, seed, hand.indicator, hand=hand, options=(CANNOT,), values=values,
            about=("opening.pairs",) if by_pairs else ("opening.points",),
            ask="pairs" if by_pairs else "ask",
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The opening worth most, or that there is none."""
        assert exercise.hand is not None
        return (right_opening(exercise.hand, rules),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every legal opening; or none, where there is none."""
        said, hand = read_option_or_melds(exercise, answer), exercise.hand
        assert hand is not None
        right = self.right(exercise, rules)
        if isinstance(said, str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise))
        verdict = judge(said, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
        return about_melds(verdict, right, where="answer", as_="opening")


def right_opening(hand: Hand, rules: RuleSet) -> str:
    """The opening worth most in notation, or the word that there is none."""
    found, opening = _solved(hand, rules), rules.opening
    assert opening is not None
    if "melds" in found.opens_by:
        melds = found.best_melds
        if len(laid_tiles(melds)) == len(hand.tiles):  # one tile stays to be thrown
            fewer = (_solved(_without(hand, at), rules) for at in range(len(hand.tiles)))
            melds = max(fewer, key=lambda solved: solved.best_points).best_melds
        return format_melds(melds, kinds=False)
    if "pairs" in found.opens_by:
        return format_melds(arrange_pairs(hand, rules)[: opening.pairs], kinds=False)
    return CANNOT


def _without(hand: Hand, at: int) -> Hand:
    return Hand(hand.indicator, (*hand.tiles[:at], *hand.tiles[at + 1 :]))


def _solved(hand: Hand, rules: RuleSet) -> OpeningSolution:
    found = solve(hand, rules)
    assert isinstance(found, OpeningSolution)
    return found


def _of_melds(
    rng: Random, rules: RuleSet, count: int, spare: int, *, okey: bool, wanted: bool
) -> Hand | None:
    """Tiles of melds near the threshold, and some beside them."""
    assert rules.opening is not None
    bag = Bag(rng)
    melds = melds_from(bag, count, okey=okey)
    if melds is None:
        return None
    points = judge(melds, rules=rules, indicator=bag.indicator).points
    away = points - rules.opening.points
    if not (0 <= away <= _NEAR if wanted else -_NEAR <= away < 0):
        return None
    return _shuffled(bag, laid_tiles(melds), spare)


def _of_pairs(rng: Random, rules: RuleSet, spare: int, *, wanted: bool) -> Hand | None:
    """As many pairs as open, or one less, and some tiles beside them."""
    needed = rules.opening.pairs if rules.opening is not None else None
    assert needed is not None
    bag = Bag(rng)
    tiles: list[Tile] = []
    for _ in range(needed - (not wanted)):
        two = same(bag)
        if two is None or not bag.has(two):
            return None
        tiles += bag.take(two)
    return _shuffled(bag, tiles, spare + 2 * (not wanted))


def _shuffled(bag: Bag, tiles: list[Tile], spare: int) -> Hand:
    others = [bag.any() for _ in range(max(1, spare))]
    return Hand(bag.indicator, bag.shuffled((*tiles, *others)))

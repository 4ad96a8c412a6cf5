"""Pairs in a rack: how many there are, whether they are enough, what is laid beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from okey.hand import Hand
from okey.moves import parse_move
from okey.referee import legal
from okey.rules.model import RuleSet
from okey.search import count_pairs, solve
from okey.search.solutions import OpeningSolution
from okey.tiles import FALSE_OKEY, OKEY, Colour, Tile, face
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.meld_verdicts import NO, YES
from tutor.tasks.moves import MakeMove
from tutor.tasks.pieces import Bag, laid_text, proposed


def pairs_needed(rules: RuleSet) -> int | None:
    """How many pairs open, win at once, or finish; None where pairs do none of it."""
    if rules.opening is not None and rules.opening.pairs is not None:
        return rules.opening.pairs
    if rules.declaring is not None:
        return rules.declaring.pairs
    return None if rules.showing is None else rules.showing.pairs


def enough_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand opens, wins or finishes with pairs."""
    if rules.opening is not None and rules.opening.pairs is not None:
        found = solve(hand, rules)
        return isinstance(found, OpeningSolution) and "pairs" in found.opens_by
    needed = pairs_needed(rules)
    return needed is not None and count_pairs(hand, rules) >= needed


def _rack(rng: Random, pairs: int, others: int, *, okey: bool = False, false: bool = False) -> Hand:
    """So many equal pairs and other tiles, some of them a number or a colour in common."""
    bag = Bag(rng)
    tiles: list[Tile] = []
    if okey:
        tiles += bag.take((OKEY,))
    if false:
        tiles += bag.take([FALSE_OKEY] * rng.randint(1, 2))
    for _ in range(pairs):
        one = bag.any(lambda tile: bag.has((tile, tile)))
        tiles += (one, *bag.take((one,)))
    for _ in range(others):
        near = rng.choice(tiles)
        if near.is_face and rng.random() < 0.6:
            colour = rng.choice([one for one in Colour if one != near.colour])
            wanted = face(colour, near.number)
            if wanted not in tiles and bag.has((wanted,)):
                tiles += bag.take((wanted,))
                continue
        tiles.append(bag.any(_other_than(tiles)))
    return Hand(bag.indicator, bag.shuffled(tiles))


def _other_than(tiles: Sequence[Tile]) -> Callable[[Tile], bool]:
    held = frozenset(tiles)
    return lambda tile: tile not in held


class CountPairs(EqualTask):
    """How many pairs does this rack have?

    Options: `tiles` in all, and whether an `okey` and `false` okeys are among them.
    """

    key = "count-pairs"
    form = Form.NUMBER
    trains = ("pair.identical", "okey.false")

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return pairs_needed(rules) is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)
        size = options.get("tiles", 8)
        okey = options.get("okey", rng.random() < 0.5)
        false = options.get("false", rng.random() < 0.5)

        def propose() -> Hand | None:
            pairs = rng.randint(1, size // 2 - 1)
            others = max(0, size - 2 * pairs - okey - false)
            hand = _rack(rng, pairs, others, okey=okey, false=false)
            return hand if len(hand.tiles) <= size + 1 else None

        hand = proposed(propose)
        about = ("okey.false", "pair.identical") if false else ("pair.identical",)
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand, about=about)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The most pairs that the engine finds."""
        assert exercise.hand is not None
        return (str(count_pairs(exercise.hand, rules)),)


class EnoughPairs(EqualTask):
    """Are these pairs enough: to open, to win at once, or to finish, as the rule set has it?"""

    key = "enough-pairs"
    form = Form.CHOICE
    trains = ("opening.pairs", "declare.pairs", "pair.identical")

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return pairs_needed(rules) is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)
        needed = pairs_needed(rules)
        assert needed is not None
        wanted, okey = rng.random() < 0.5, options.get("okey", False)
        size = rules.hand.others if rules.opening is None else 2 * needed + 1

        def propose() -> Hand | None:
            pairs = needed - (not wanted) - okey
            hand = _rack(rng, pairs, size - 2 * pairs - okey, okey=okey)
            return hand if enough_pairs(hand, rules) is wanted else None

        hand = proposed(propose)
        tiles = sorted(hand.tiles, key=lambda tile: tile.index)
        return Exercise(
            self.key, rules, seed, hand.indicator, hand=Hand(hand.indicator, tuple(tiles)),
            options=(YES, NO), values={"pairs": needed}, about=_about_pairs(rules),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes where the engine finds enough."""
        assert exercise.hand is not None
        return (YES if enough_pairs(exercise.hand, rules) else NO,)


def _about_pairs(rules: RuleSet) -> tuple[str, ...]:
    """The rule by which pairs are enough, and what a pair is."""
    opens = rules.opening is not None and rules.opening.pairs is not None
    declared = () if opens or rules.declaring is None else ("declare.pairs",)
    return (*(("opening.pairs",) if opens else ()), *declared, "pair.identical")


class BesidePairs(MakeMove):
    """You have opened: which of these may you lay? One of them.

    `opened` is `pairs` or `melds`: who opened with pairs lays no new runs and groups, who opened
    with runs and groups no pairs.
    """

    key = "beside-pairs"
    makes = ("add", "lay")
    trains = ("lay.pairs-only", "lay.no-pairs")

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return rules.opening is not None and rules.opening.pairs is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)
        opened = options.get("opened", rng.choice(("pairs", "melds")))
        about = "lay.pairs-only" if opened == "pairs" else "lay.no-pairs"

        def propose() -> Exercise | None:
            bag = Bag(rng)
            table = [(1, tables.run(bag, 3, low=3, high=11)), (0, _own(bag, opened))]
            run, two = bag.plain(bag.run(3)), bag.any(lambda tile: bag.has((tile, tile)))
            if run is None or not bag.has((*run, two)):
                return None
            bag.take((*run, two))
            single = bag.any()
            hand = bag.shuffled((*run, two, two, single, bag.any()))
            others = "melds - -" if opened == "pairs" else "pairs - -"
            own = "pairs=5" if opened == "pairs" else "melds=104"
            round_ = tables.position(rules, bag, hand, table, opened=f"{own} {others}")
            moves = [
                f"lay {laid_text(run)}",
                f"lay {two} {two}",
                f"add {single} @{rng.randint(1, 2)}",
                f"add {two} @2",
            ]
            able = [one for one in moves if not legal(round_, parse_move(one, bag.indicator))]
            if len(able) != 1:
                return None
            shown = bag.shuffled(dict.fromkeys(moves[:3]))
            if able[0] not in shown:
                return None
            return Exercise(
                self.key, rules, seed, bag.indicator, round=round_, options=shown,
                ask=opened, about=(about,),
            )  # fmt: skip

        return proposed(propose)


def _own(bag: Bag, opened: str) -> str:
    """A meld of one's own, of those opened with."""
    return tables.pair(bag) if opened == "pairs" else tables.group(bag, 3)

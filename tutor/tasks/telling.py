"""Tasks whose answers tell wrong beliefs apart: almost each belief gives an answer of its own.

What is shown is made of ideas that go wrong in different ways, and one number or one word is asked
about all of it. So a slip rarely gives the answer of a belief, and a belief hardly that of another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from okey.judge import judge
from okey.melds import Meld, MeldKind
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, OKEY, Tile
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.meld_ideas import IDEAS, Idea
from tutor.tasks.pair_ideas import PAIR_IDEAS
from tutor.tasks.pieces import Bag, meld_of, proposed

NUMBERED: Final = (
    "run", "group", "okey-in-run", "okey-in-group", "okey-at-end", "false-in-run", "false-in-group",
    "false-as-joker", "false-as-indicator", "indicator-as-joker", "wrap", "round-the-corner",
    "colour-twice",
)  # fmt: skip
PAIRED: Final = ("same", "same", "same-number", "same-number", "same-colour", "okey", "okey")
# There are only two false okeys.
FALSE_PAIRED: Final = (
    ("two-false",),
    ("two-false",),
    ("false-and-tile", "false-and-indicator"),
    ("false-and-tile", "false-and-number"),
    ("false-and-number", "false-and-indicator"),
)
_NEAR: Final = 9  # points


def _taken(bag: Bag, idea: Idea) -> tuple[Tile, ...] | None:
    """The tiles of an idea, taken out of the bag; None where it has no room."""
    tiles = idea(bag)
    return None if tiles is None or not bag.has(tiles) else bag.take(tiles)


def _several(bag: Bag, ideas: Sequence[Idea]) -> tuple[tuple[Tile, ...], ...] | None:
    laid = []
    for idea in ideas:
        tiles = _taken(bag, idea)
        if tiles is None:
            return None
        laid.append(tiles)
    return tuple(laid)


class WhatCounts(EqualTask):
    """How many points count, where a meld that is none counts nothing?

    Option `ideas`: names of `meld_ideas.IDEAS`, of which five different ones are laid.
    """

    key = "what-counts"
    form = Form.NUMBER
    trains: tuple[str, ...] = (
        "okey.false", "okey.face", "okey.value", "run.no-wrap", "group.colour-twice",
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where points are counted."""
        return rules.opening is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Lay five ideas side by side."""
        rng = random_of(self.key, rules, seed)
        ideas = tuple(options.get("ideas", NUMBERED))

        def propose() -> tuple[Bag, tuple[Meld, ...]] | None:
            bag = Bag(rng)
            chosen = rng.sample(ideas, min(5, len(ideas)))
            laid = _several(bag, [IDEAS[name] for name in chosen])
            return None if laid is None else (bag, tuple(map(meld_of, laid)))

        bag, melds = proposed(propose)
        return Exercise(self.key, rules, seed, bag.indicator, laid=melds)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The points of the legal melds."""
        verdict = judge(exercise.laid, rules=rules, indicator=exercise.indicator)
        return (str(verdict.points),)


class TilesThatHold(WhatCounts):
    """How many tiles lie in melds that hold? As asked where no points are counted."""

    key = "tiles-that-hold"
    trains = (
        "okey.false", "okey.face", "run.no-wrap", "run.wrap-end", "group.colour-twice",
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Everywhere."""
        return True

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The tiles of the legal melds."""
        verdict = judge(exercise.laid, rules=rules, indicator=exercise.indicator)
        held = zip(exercise.laid, verdict.melds, strict=True)
        return (str(sum(len(meld) for meld, found in held if found.legal)),)


class HowManyPairs(EqualTask):
    """How many of these are pairs?"""

    key = "how-many-pairs"
    form = Form.NUMBER
    trains = ("pair.identical", "okey.false", "okey.face")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Lay two tiles six or seven times."""
        rng = random_of(self.key, rules, seed)

        def propose() -> tuple[Bag, tuple[Meld, ...]] | None:
            bag = Bag(rng)
            chosen = (*rng.sample(PAIRED, 5), *rng.choice(FALSE_PAIRED))
            laid = _several(bag, [PAIR_IDEAS[name] for name in bag.shuffled(chosen)])
            if laid is None:
                return None
            return bag, tuple(Meld(meld_of(two).tiles, MeldKind.PAIR) for two in laid)

        bag, melds = proposed(propose)
        return Exercise(self.key, rules, seed, bag.indicator, laid=melds)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The legal pairs."""
        verdict = judge(exercise.laid, rules=rules, indicator=exercise.indicator)
        return (str(sum(meld.legal for meld in verdict.melds)),)


# Openings


def opening_melds(
    bag: Bag, count: int, *, least: int, most: int
) -> tuple[tuple[Tile, ...], ...] | None:
    """Runs and groups without okeys, worth between `least` and `most`; None where it fails."""
    names = [bag.rng.choice(("run", "group", "high-run")) for _ in range(count)]
    laid = _several(bag, [IDEAS[name] for name in names])
    if laid is None or not least <= sum(tile.number for tiles in laid for tile in tiles) <= most:
        return None
    return laid


class MissingBeside(EqualTask):
    """You lay these melds and lay a tile off at the table: how many points are still missing?"""

    key = "missing-beside"
    form = Form.NUMBER
    trains = ("opening.points",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Lay melds that are just not enough, and one tile beside them."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        needed = rules.opening.points

        def propose() -> tuple[Bag, tuple[tuple[Tile, ...], ...], Tile] | None:
            bag = Bag(rng)
            laid = opening_melds(bag, rng.randint(2, 4), least=needed // 2, most=needed)
            return None if laid is None else (bag, laid, bag.any(lambda tile: tile.number > 1))

        bag, laid, off = proposed(propose)
        return Exercise(
            self.key,
            rules,
            seed,
            bag.indicator,
            laid=tuple(map(meld_of, laid)),
            values={"tile": str(off)},
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine finds missing; nought where it opens."""
        off = Tile.parse(str(exercise.values["tile"]))
        verdict = judge(
            exercise.laid,
            rules=rules,
            indicator=exercise.indicator,
            as_="opening",
            beside=off.number,
        )
        missing = (
            one.params["missing"] for one in verdict.violations if one.rule == "opening.points"
        )
        return (str(next(missing, 0)),)


class MostInOpening(EqualTask):
    """How many of these melds can lie in one opening?

    There are runs and groups that are enough, and pairs, where these open mostly more than enough.
    """

    key = "most-in-opening"
    form = Form.NUMBER
    trains = ("opening.mixed", "opening.pairs")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Lay enough of both."""
        rng = random_of(self.key, rules, seed)
        bag, laid = proposed(lambda: _both(rng, rules))
        melds = bag.shuffled(map(meld_of, laid))
        return Exercise(self.key, rules, seed, bag.indicator, laid=melds)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The most that the engine accepts; of pairs that are legal one is as good as another."""
        indicator = exercise.indicator
        verdict = judge(exercise.laid, rules=rules, indicator=indicator)
        melds: list[Meld] = []
        pairs: list[Meld] = []
        for meld, found in zip(exercise.laid, verdict.melds, strict=True):
            if found.legal:
                (pairs if found.kind is MeldKind.PAIR else melds).append(meld)
        for count in range(len(melds) + len(pairs), 0, -1):
            for some in range(min(count, len(melds)) + 1):
                if count - some > len(pairs):
                    continue
                for chosen in combinations(melds, some):
                    laid = (*chosen, *pairs[: count - some])
                    if judge(laid, rules=rules, indicator=indicator, as_="opening").legal:
                        return (str(count),)
        return ("0",)


def _both(rng: Random, rules: RuleSet) -> tuple[Bag, tuple[tuple[Tile, ...], ...]] | None:
    opening = rules.opening
    assert opening is not None
    bag = Bag(rng)
    melds = opening_melds(
        bag, rng.randint(3, 4), least=opening.points, most=opening.points + 2 * _NEAR
    )
    count = rng.randint(1, 3)
    if opening.pairs is not None:
        count = opening.pairs + rng.choice((-1, 0, 1, 1, 1, 2))
    if melds is None:
        return None
    pairs = _several(bag, [PAIR_IDEAS["same"]] * count)
    return None if pairs is None else (bag, (*melds, *pairs))


def laid_at_random(rng: Random, bag: Bag, count: int) -> tuple[Tile, ...]:
    """Tiles left in a hand: some numbered ones, an okey or a false okey among them."""
    special = [tile for tile in (OKEY, FALSE_OKEY) if rng.random() < 0.6 and bag.has((tile,))]
    return bag.shuffled((*bag.take(special), *(bag.any() for _ in range(count))))

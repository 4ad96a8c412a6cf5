"""Counting outs: how often a tile can still come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from okey.rules.model import RuleSet
from okey.tiles import COPIES, Tile
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.pieces import Bag, proposed


class CopiesLeft(EqualTask):
    """Two tiles wait for a third: how many copies of it have you not seen yet?

    Of the tile that is waited for none, one or both lie on the table or in the discards.
    """

    key = "copies-left"
    form = Form.NUMBER
    trains = ("deal.tiles",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A rack, discards and, where melds lie on the table, a meld."""
        rng = random_of(self.key, rules, seed)
        seen = rng.choice((0, 1, 1, 2))

        def propose() -> Exercise | None:
            bag = Bag(rng)
            faces = bag.run(3, low=2, high=12)
            middle = faces[1]
            if bag.okey in faces or middle == bag.indicator or not bag.has((faces[0], faces[2])):
                return None
            bag.take((faces[0], faces[2]))
            piles: list[list[str]] = [[] for _ in range(4)]
            for _ in range(seen):
                bag.take((middle,))
                piles[rng.randrange(1, 4)].append(str(middle))
            for pile in piles:
                others = tables.chosen(bag, rng.randint(1, 2), lambda one: one != middle)
                pile += map(str, others)
                rng.shuffle(pile)
            rest = tables.chosen(bag, 4, lambda one: one != middle)
            hand = bag.shuffled((faces[0], faces[2], *rest))
            round_ = tables.position(rules, bag, hand, discards=piles)
            return tables.asked(self.key, rules, seed, round_, values={"tile": str(middle)})

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """All copies but those that lie open or in the rack."""
        tile = Tile.parse(str(exercise.values["tile"]))
        return (str(COPIES - list(tables.round_of(exercise, rules).visible()).count(tile)),)

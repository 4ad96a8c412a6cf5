"""Which of these tiles would let the hand open, if it were drawn next?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search import best_points, can_open, count_pairs
from okey.tiles import FALSE_OKEY, OKEY
from puzzles.kinds.base import Theme
from puzzles.kinds.drawing import NextDraw, enough_of, offered_draws, options_of
from puzzles.kinds.hands import (
    HAND_THEMES,
    between,
    crowded,
    dealt,
    hand_tags,
    shape,
    themes_of,
    without_one,
)
from tutor.tasks.base import (
    Exercise,
    random_of,
)
from tutor.tasks.counting import OfOpenings

_BY_PAIRS: Final = 0.4  # of the hands with as many pairs as open are looked at


class Outs(NextDraw, OfOpenings):
    """A hand that lacks a little to the opening, and tiles that may still come."""

    key = "outs"
    trains = ("opening.points", "opening.pairs")
    themes = themes_of(
        *HAND_THEMES,
        Theme("false-helps", tells=True),  # the false okey is enough
        Theme("only-one", tells=True),  # one numbered tile alone
        Theme("by-pairs", tells=True),  # a tile is enough by pairs
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand that opens, without one of the tiles that it needs."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        whole = dealt(rng, rules.hand.starter)
        best = best_points(whole, rules)
        by_pairs = rules.opening.pairs == count_pairs(whole, rules) and rng.random() < _BY_PAIRS
        if best < rules.opening.points and not by_pairs:
            return None
        for tile in rng.sample(sorted(set(whole.tiles)), 3):
            hand = without_one(whole, tile)
            if tile is OKEY or can_open(hand, rules):
                continue
            shown = offered_draws(rng, hand, rules, (tile,) if tile.is_face else ())
            if shown is not None:
                return Exercise(
                    self.key, rules, seed, hand.indicator, hand=hand, options=options_of(shown)
                )
        return None

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `lacking` points to the opening."""
        assert exercise.hand is not None
        assert rules.opening is not None
        lacking = max(0, rules.opening.points - best_points(exercise.hand, rules))
        return {**shape(exercise.hand), "lacking": lacking, "offered": len(exercise.options)}

    def effort(self, features: Mapping[str, int]) -> float:
        """The more that can be rearranged, the harder."""
        lacking = between(features["lacking"], 0, 40)
        return 0.25 + 0.2 * lacking + 0.45 * crowded(features, 0.15, 0.41)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        found = enough_of(exercise, rules)
        if FALSE_OKEY in found:
            yield "false-helps"
        if sum(tile.is_face for tile in found) == 1:
            yield "only-one"
        if is_by_pairs(exercise.hand, rules):
            yield "by-pairs"


def is_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether one pair lacks to an opening with pairs."""
    needed = rules.opening.pairs if rules.opening is not None else None
    return needed is not None and count_pairs(hand, rules) == needed - 1

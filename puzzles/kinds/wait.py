"""Fourteen tiles wait for one: which of these completes the hand?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search import can_open, count_pairs
from okey.tiles import NUMBERS, OKEY, Tile, face
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import complete_hand
from puzzles.kinds.drawing import NextDraw, enough, enough_of, offered_draws, options_of
from puzzles.kinds.hands import (
    HAND_THEMES,
    beside,
    crowded,
    hand_tags,
    held,
    shape,
    themes_of,
)
from tutor.tasks.base import (
    Exercise,
    random_of,
)


class Wait(NextDraw):
    """A hand to which one tile lacks, and tiles that may still come."""

    key = "wait"
    trains = ("finish.incomplete", "run.wrap-end", "pair.identical")
    themes = themes_of(
        *HAND_THEMES,
        Theme("many-waits", tells=True),  # four numbered tiles or more
        Theme("one-wait", tells=True),  # one numbered tile alone
        Theme("after-thirteen", tells=True),  # the 1 that follows a 13 completes the hand
        Theme("by-pairs", tells=True),  # the seventh pair
    )

    def applies(self, rules: RuleSet) -> bool:
        """Where a whole hand is shown."""
        return rules.showing is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A complete hand with one tile taken out and another put in."""
        rng = random_of(self.key, rules, seed)
        assert rules.showing is not None
        box = Box(rng)
        tiles = complete_hand(box, rules, by_pairs=0.2)
        if tiles is None:
            return None
        taken = tiles.pop(rng.randrange(len(tiles)))
        tiles.append(beside(box, tiles) if rng.random() < 0.7 else box.some())
        hand = held(box, tiles)
        if taken is OKEY or can_open(hand, rules):
            return None
        shown = offered_draws(rng, hand, rules, (taken,) if taken.is_face else ())
        if shown is None:
            return None
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand, options=options_of(shown))

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        return {**shape(exercise.hand), "offered": len(exercise.options)}

    def effort(self, features: Mapping[str, int]) -> float:
        """The more that can be rearranged, the harder."""
        return 0.15 + 0.65 * crowded(features, 0.12, 0.4)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        found = [tile for tile in enough_of(exercise, rules) if tile.is_face]
        if len(found) >= 4:
            yield "many-waits"
        if len(found) == 1:
            yield "one-wait"
        if is_after_thirteen(exercise.hand, found, rules):
            yield "after-thirteen"
        if is_by_pairs(exercise.hand, rules):
            yield "by-pairs"


def is_after_thirteen(hand: Hand, found: Iterable[Tile], rules: RuleSet) -> bool:
    """Whether a 1 completes the hand that would not if no run went on after the 13."""
    ones = [tile for tile in found if tile.number == 1 and face(tile.colour, NUMBERS) in hand.tiles]
    if not ones:
        return False
    low = rules.derive("low", runs=type(rules.runs)(wrap_end=False))
    return any(tile not in enough(hand, (tile,), low) for tile in ones)


def is_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether one pair lacks to those that are shown."""
    needed = rules.showing.pairs if rules.showing is not None else None
    return needed is not None and count_pairs(hand, rules) == needed - 1

"""Lay the opening that is worth most. Every arrangement with as many points is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from okey.rules.model import RuleSet
from okey.search import arrange_tiles, best_points
from okey.tiles import OKEY
from puzzles.kinds.base import Theme
from puzzles.kinds.hands import (
    HAND_THEMES,
    between,
    crowded,
    dealt,
    hand_tags,
    hasty_points,
    shape,
    size_of,
    themes_of,
)
from puzzles.kinds.opening_hands import best_opening, by_points, judged_opening, text_of
from puzzles.kinds.saying import Saying, is_legal
from tutor.tasks.base import Exercise, Form, Outcome, random_of
from tutor.tasks.counting import OfOpenings

_MOST: Final = 70  # points over those that open: more is a long count and nothing to think about


class BestOpening(Saying, OfOpenings):
    """A hand that opens with runs and groups, where taking the dearest meld each time falls short.

    An opening worth less is wrong, though it is legal: what is asked is the best.
    """

    key = "best-opening"
    form = Form.MELDS
    counted = True
    judged_live = True
    trains = ("opening.points", "okey.value")
    themes = themes_of(
        *HAND_THEMES,
        Theme("greedy-trap", tells=True),  # the dearest meld each time does not even open
        Theme("okey-in-run", tells=True),  # in the best arrangement an okey lies in a run
        Theme("okey-in-group", tells=True),
        Theme("tiles-for-points", tells=True),  # fewer tiles than could be laid are worth more
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand by lot in which the best is hard to see."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        hand = dealt(rng, size_of(rng, rules))
        points = best_points(hand, rules)
        if not rules.opening.points <= points <= rules.opening.points + _MOST:
            return None
        if hasty_points(hand) >= points:
            return None
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The best opening; none where the best does not open."""
        assert exercise.hand is not None
        assert rules.opening is not None
        best = best_opening(exercise.hand, rules)
        return (text_of(best.melds),) if best.points >= rules.opening.points else ()

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every legal opening that is worth as much as the best."""
        assert exercise.hand is not None
        verdict, found = judged_opening(exercise, answer, rules)
        best = best_opening(exercise.hand, rules)
        return replace(
            found,
            correct=by_points(verdict) and verdict.points == best.points,
            right=(text_of(best.melds),),
            rules=found.rules or self.about(exercise),
            values={"best": best.points, "laid": verdict.points},
        )

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It opens, but more is possible."""
        if not is_legal(outcome):
            return ""
        return "less" if outcome.values["laid"] else "pairs"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `gap` is what the dearest meld each time falls short of the best."""
        assert exercise.hand is not None
        gap = best_opening(exercise.hand, rules).points - hasty_points(exercise.hand)
        return {**shape(exercise.hand), "gap": gap}

    def effort(self, features: Mapping[str, int]) -> float:
        """What taking the dearest meld misses, and how much there is to choose from."""
        gap = between(features["gap"], 0, 60)
        return 0.25 + 0.35 * gap + 0.4 * crowded(features, 0.24, 0.48)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        if is_greedy_trap(exercise, rules):
            yield "greedy-trap"
        yield from okey_places(exercise, rules)
        if is_fewer_for_more(exercise, rules):
            yield "tiles-for-points"


def is_greedy_trap(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether taking the dearest meld each time does not open."""
    assert exercise.hand is not None
    assert rules.opening is not None
    return hasty_points(exercise.hand) < rules.opening.points


def okey_places(exercise: Exercise, rules: RuleSet) -> Iterable[str]:
    """Where the okeys of the best arrangement lie."""
    assert exercise.hand is not None
    kinds = set()
    for meld in best_opening(exercise.hand, rules).melds:
        if any(laid.tile is OKEY for laid in meld.tiles):
            plain = {laid.tile for laid in meld.tiles if laid.tile.is_face}
            kinds.add("okey-in-run" if len({t.colour for t in plain}) == 1 else "okey-in-group")
    return sorted(kinds)


def is_fewer_for_more(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether more tiles could be laid, which are worth less."""
    assert exercise.hand is not None
    best = best_opening(exercise.hand, rules)
    return _most_tiles(exercise, rules) > sum(len(meld) for meld in best.melds)


def _most_tiles(exercise: Exercise, rules: RuleSet) -> int:
    assert exercise.hand is not None
    return arrange_tiles(exercise.hand, rules).tiles

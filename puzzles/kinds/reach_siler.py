"""Open so that the opening is a Siler, by points or by pairs; or say that it cannot be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from okey.hand import Hand
from okey.melds import MeldKind
from okey.rules.model import RuleSet
from okey.rules.parameters import Points, Siler
from okey.search import arrange_pairs, best_points, count_pairs
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import joined, taken_melds, taken_pairs, with_okeys
from puzzles.kinds.hands import (
    CANNOT,
    HAND_THEMES,
    beside,
    between,
    crowded,
    hand_tags,
    hasty_points,
    held,
    shape,
    size_of,
    themes_of,
)
from puzzles.kinds.opening_hands import best_opening, judged_opening, text_of
from puzzles.kinds.saying import Saying, is_legal
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_option_or_melds
from tutor.tasks.counting import OfOpenings

_UNDER, _OVER = 13, 13  # points around those of a Siler
_NEAR: Final = 0.3  # of the tiles beside the melds nearly fit
_SIZES: Final = (
    (3, 4, 4, 4),
    (4, 4, 4),
    (3, 3, 4, 4),
    (3, 3, 3, 4),
    (5, 4, 4),
    (5, 5, 4),
    (3, 4, 5),
)


def siler_of(rules: RuleSet) -> Siler | None:
    """What a Siler takes in a rule set."""
    return rules.scoring.siler if isinstance(rules.scoring, Points) else None


class ReachSiler(Saying, OfOpenings):
    """A strong hand, as often just short of a Siler as with one."""

    key = "reach-siler"
    form = Form.MELDS
    counted = True
    judged_live = True
    options = (CANNOT,)
    trains = ("bonus.siler", "opening.points", "opening.pairs")
    themes = themes_of(
        *HAND_THEMES,
        Theme("near"),  # the best opening is within three points of a Siler, on either side
        Theme("many-pairs", tells=True),  # one pair short of a Siler, or enough
        Theme("greedy-trap", tells=True),  # a Siler, but not by the dearest meld each time
        Theme("exactly-enough", tells=True),
    )

    def applies(self, rules: RuleSet) -> bool:
        """Where an opening may be a Siler."""
        return rules.opening is not None and siler_of(rules) is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand around the points or the pairs of a Siler."""
        rng = random_of(self.key, rules, seed)
        siler = siler_of(rules)
        assert siler is not None
        bag = Box(rng)
        by_pairs = rng.random() < 0.2
        hand = _of_pairs(bag, rules, siler) if by_pairs else _of_melds(bag, rules)
        if hand is None:
            return None
        points, pairs = best_points(hand, rules), count_pairs(hand, rules)
        near = siler.points - _UNDER <= points <= siler.points + _OVER
        if not near and (not by_pairs or points >= siler.points or pairs > siler.pairs):
            return None
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand, options=self.options)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The best opening by points, else all pairs, where that is a Siler; or that none is."""
        hand, siler = exercise.hand, siler_of(rules)
        assert hand is not None
        assert siler is not None
        best = best_opening(hand, rules)
        by_points = (text_of(best.melds),) if best.points >= siler.points else ()
        pairs = arrange_pairs(hand, rules)[: (len(hand.tiles) - 1) // 2]
        by_pairs = (text_of(pairs),) if len(pairs) >= siler.pairs else ()
        return (*by_points, *by_pairs) or (CANNOT,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every legal opening that is a Siler; or none, where there is none."""
        siler = siler_of(rules)
        assert exercise.hand is not None
        assert siler is not None
        right = self.right(exercise, rules)
        most = {
            "best": best_opening(exercise.hand, rules).points,
            "most_pairs": count_pairs(exercise.hand, rules),
        }
        if isinstance(read_option_or_melds(exercise, answer), str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise), values=most)
        verdict, found = judged_opening(exercise, answer, rules)
        pairs = sum(meld.kind is MeldKind.PAIR for meld in verdict.melds)
        enough = verdict.points >= siler.points or pairs >= siler.pairs
        return replace(
            found,
            correct=verdict.legal and enough,
            right=right,
            rules=found.rules or self.about(exercise),
            values={**most, "laid": verdict.points, "laid_pairs": pairs},
        )

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It opens, but is no Siler."""
        if outcome.verdict is None:
            return "can"
        return "less" if is_legal(outcome) else ""

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `away` from the points of a Siler, on either side, `gap` as greedy."""
        hand, siler = exercise.hand, siler_of(rules)
        assert hand is not None
        assert siler is not None
        best = best_opening(hand, rules).points
        away = abs(best - siler.points) + (best < siler.points)
        return {**shape(hand), "away": away, "gap": best - hasty_points(hand)}

    def effort(self, features: Mapping[str, int]) -> float:
        """The nearer to the border, and the more a hasty player misses, the harder."""
        near = 1 - between(features["away"], 0, 15)
        gap = between(features["gap"], 0, 50)
        return 0.25 + 0.2 * near + 0.25 * gap + 0.3 * crowded(features, 0.25, 0.53)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        if is_near(exercise, rules):
            yield "near"
        if is_many_pairs(exercise, rules):
            yield "many-pairs"
        if is_greedy_trap(exercise, rules):
            yield "greedy-trap"
        if is_exact(exercise, rules):
            yield "exactly-enough"

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Hands with a Siler come as often as those without."""
        return CANNOT if right == (CANNOT,) else "can"


def is_near(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether the best opening lies within three points of a Siler, on either side."""
    return -3 <= _over(exercise, rules) < 3


def is_exact(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether the best opening has just the points of a Siler."""
    return _over(exercise, rules) == 0


def is_many_pairs(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether at most one pair lacks to a Siler by pairs."""
    siler = siler_of(rules)
    assert exercise.hand is not None
    assert siler is not None
    return count_pairs(exercise.hand, rules) >= siler.pairs - 1


def is_greedy_trap(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether points are enough for a Siler, but not by taking the dearest meld each time."""
    siler = siler_of(rules)
    assert exercise.hand is not None
    assert siler is not None
    return _over(exercise, rules) >= 0 and hasty_points(exercise.hand) < siler.points


def _over(exercise: Exercise, rules: RuleSet) -> int:
    siler = siler_of(rules)
    assert exercise.hand is not None
    assert siler is not None
    return best_opening(exercise.hand, rules).points - siler.points


def _of_melds(bag: Box, rules: RuleSet) -> Hand | None:
    """High melds, at times with okeys among them, and tiles beside them."""
    rng = bag.rng
    melds = taken_melds(bag, rng.choice(_SIZES), low=rng.choice((5, 6, 7, 8)))
    if melds is None:
        return None
    tiles = with_okeys(bag, joined(melds), rng.choice((0, 0, 1, 1, 2)))
    size = size_of(rng, rules)
    while len(tiles) < size:
        tiles.append(beside(bag, tiles) if rng.random() < _NEAR else bag.some())
    return held(bag, tiles)


def _of_pairs(bag: Box, rules: RuleSet, siler: Siler) -> Hand | None:
    """As many pairs as a Siler takes, or one less, an okey at times in one of them."""
    rng = bag.rng
    pairs = taken_pairs(bag, siler.pairs - rng.choice((0, 1)))
    if pairs is None:
        return None
    tiles = with_okeys(bag, pairs, rng.choice((0, 1)))
    size = size_of(rng, rules)
    while len(tiles) < size:
        tiles.append(beside(bag, tiles))
    return held(bag, tiles)

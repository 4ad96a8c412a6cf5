"""Open with as few tiles as possible, and among such openings with as few okeys as possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from okey.hand import Hand
from okey.melds import laid_tiles
from okey.rules.model import RuleSet
from okey.search import best_points
from okey.tiles import OKEY
from puzzles.kinds.base import Theme
from puzzles.kinds.hands import (
    HAND_THEMES,
    between,
    crowded,
    dealt,
    hand_tags,
    shape,
    size_of,
    themes_of,
)
from puzzles.kinds.opening_hands import best_opening, by_points, judged_opening, text_of
from puzzles.kinds.packing import Fewest, fewest_tiles
from puzzles.kinds.saying import Saying, is_legal
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_melds
from tutor.tasks.counting import OfOpenings

_OVER: Final = 8  # points more than needed, so that there is something to leave out


class LeastOpening(Saying, OfOpenings):
    """A hand that opens with runs and groups in more than one way."""

    key = "least-opening"
    form = Form.MELDS
    counted = True
    judged_live = True
    trains = ("opening.points", "okey.value")
    themes = themes_of(
        *HAND_THEMES,
        Theme("keeps-okey", tells=True),  # an okey stays in the hand
        Theme("exactly-101", tells=True),  # the opening shown is worth just enough
        Theme("part-of-a-meld", tells=True),  # a meld of the best opening is laid in part
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand by lot that opens with something to spare."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        hand = dealt(rng, size_of(rng, rules))
        if best_points(hand, rules) < rules.opening.points + _OVER:
            return None
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """An opening with the fewest tiles; none where nothing opens."""
        found = _fewest(exercise.hand, rules)
        return () if found is None else (text_of(found.melds),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every legal opening with as few tiles, and as few okeys among them."""
        verdict, found = judged_opening(exercise, answer, rules)
        least = _fewest(exercise.hand, rules)
        assert least is not None
        tiles = laid_tiles(read_melds(exercise, answer))
        few = (len(tiles), tiles.count(OKEY)) == (least.tiles, least.okeys)
        return replace(
            found,
            correct=by_points(verdict) and few,
            right=(text_of(least.melds),),
            rules=found.rules or self.about(exercise),
            values={"tiles": least.tiles, "okeys": least.okeys, "laid": len(tiles)},
        )

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Where the opening worth most is not the one with the fewest tiles or okeys."""
        assert exercise.hand is not None
        least = _fewest(exercise.hand, rules)
        tiles = laid_tiles(best_opening(exercise.hand, rules).melds)
        return least is not None and least.tiles < len(tiles)

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """How many okeys it takes, where it takes any."""
        least = _fewest(exercise.hand, rules)
        return "proof_okeys" if least is not None and least.okeys else "proof"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It opens, but fewer tiles or fewer okeys would do."""
        if not is_legal(outcome):
            return ""
        if outcome.verdict is not None and not outcome.verdict.points:
            return "pairs"
        return "more" if outcome.values["laid"] != outcome.values["tiles"] else "okeys"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `over` are the points that the best opening has too many."""
        assert exercise.hand is not None
        assert rules.opening is not None
        over = best_opening(exercise.hand, rules).points - rules.opening.points
        return {**shape(exercise.hand), "over": over}

    def effort(self, features: Mapping[str, int]) -> float:
        """The more there is to choose from and to leave out, the harder."""
        over = between(features["over"], 5, 60)
        return 0.25 + 0.3 * over + 0.4 * crowded(features, 0.25, 0.49)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        if is_keeping(exercise, rules):
            yield "keeps-okey"
        if is_exact(exercise, right, rules):
            yield "exactly-101"
        if is_in_part(exercise, right, rules):
            yield "part-of-a-meld"


def is_keeping(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether an okey stays in the hand."""
    assert exercise.hand is not None
    least = _fewest(exercise.hand, rules)
    return least is not None and least.okeys < exercise.hand.okeys


def is_exact(exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
    """Whether the opening shown has not a point too many."""
    assert rules.opening is not None
    verdict, _ = judged_opening(exercise, right[0], rules)
    return verdict.points == rules.opening.points


def is_in_part(exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
    """Whether a meld of the opening shown is a part of one of the best opening."""
    assert exercise.hand is not None
    least = [{laid.tile for laid in meld.tiles} for meld in read_melds(exercise, right[0])]
    best = best_opening(exercise.hand, rules).melds
    return any(one < {laid.tile for laid in meld.tiles} for one in least for meld in best)


def _fewest(hand: Hand | None, rules: RuleSet) -> Fewest | None:
    assert hand is not None
    assert rules.opening is not None
    return fewest_tiles(hand, rules.opening.points)

"""Does this hand win? Show fourteen of its fifteen tiles, or say that it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from okey.hand import Hand
from okey.judge import judge
from okey.melds import MeldKind, laid_tiles
from okey.rules.model import RuleSet
from okey.rules.parameters import Countdown
from okey.search import ShowingSolution, can_open, count_pairs, solve
from okey.tiles import NUMBERS, OKEY, Tile
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import complete_hand
from puzzles.kinds.hands import (
    CANNOT,
    HAND_THEMES,
    beside,
    crowded,
    hand_tags,
    held,
    shape,
    themes_of,
    without_one,
)
from puzzles.kinds.opening_hands import text_of
from puzzles.kinds.saying import Saying
from tutor.tasks.base import (
    Exercise,
    Form,
    Outcome,
    about_melds,
    random_of,
    read_melds,
    read_option_or_melds,
)


class WinningHand(Saying):
    """Fifteen tiles; as often they win as they do not."""

    key = "winning-hand"
    form = Form.MELDS
    options = (CANNOT,)
    trains = ("finish.incomplete", "run.wrap-end", "pair.identical")
    themes = themes_of(
        *HAND_THEMES,
        Theme("by-pairs", tells=True),  # seven pairs
        Theme("both-ways", tells=True),  # runs and groups as well as seven pairs
        Theme("after-thirteen", tells=True),  # a 1 behind the 13 in the arrangement shown
        Theme("okey-thrown", tells=True),  # the okey can be the tile that is thrown
        Theme("one-short", tells=True),  # one tile lacks
    )

    def applies(self, rules: RuleSet) -> bool:
        """Where a whole hand is shown."""
        return rules.showing is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A whole hand and one tile more, as often with one of its tiles changed."""
        rng = random_of(self.key, rules, seed)
        assert rules.showing is not None
        box = Box(rng)
        tiles = complete_hand(box, rules, by_pairs=0.25)
        if tiles is None:
            return None
        if rng.random() < 0.6:
            at = rng.randrange(len(tiles))
            if tiles[at] is OKEY:
                return None
            tiles[at] = beside(box, tiles[at : at + 1])
        tiles.append(beside(box, tiles))
        hand = held(box, tiles)
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand, options=self.options)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The hand as it is worth most; or that it does not win."""
        found = _solved(exercise, rules)
        return (CANNOT,) if found.melds is None else (text_of(found.melds),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every hand that may be shown; or none, where there is none."""
        hand = exercise.hand
        assert hand is not None
        right = self.right(exercise, rules)
        if isinstance(read_option_or_melds(exercise, answer), str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise))
        said = read_melds(exercise, answer)
        verdict = judge(said, rules=rules, indicator=hand.indicator, as_="finish", hand=hand)
        found = about_melds(verdict, right, where="answer", as_="finish")
        best = _solved(exercise, rules)
        more = False
        if verdict.legal and best.complete:
            more = loss(laid_tiles(said), hand, rules) < _best_loss(exercise, rules)
        return replace(found, better=more, rules=found.rules or self.about(exercise))

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """In which way it wins, or that it does not."""
        assert exercise.hand is not None
        if right == (CANNOT,):
            return "proof_cannot"
        return "proof_pairs" if is_by_pairs(exercise.hand, rules) else "proof"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It wins, though the answer says otherwise."""
        return "can" if outcome.verdict is None else ""

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        return shape(exercise.hand)

    def effort(self, features: Mapping[str, int]) -> float:
        """The more can be rearranged, the harder."""
        return 0.15 + 0.7 * crowded(features, 0.16, 0.47)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        hand = exercise.hand
        assert hand is not None
        yield from hand_tags(hand)
        if right == (CANNOT,):
            if is_one_short(hand, rules):
                yield "one-short"
            return
        if is_by_pairs(hand, rules):
            yield "by-pairs"
        if is_both_ways(hand, rules):
            yield "both-ways"
        if is_after_thirteen(exercise, right):
            yield "after-thirteen"
        if is_okey_thrown(hand, rules):
            yield "okey-thrown"

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Hands that win come as often as those that do not."""
        return CANNOT if right == (CANNOT,) else "can"


# What a finish is worth


def loss(shown: list[Tile], hand: Hand, rules: RuleSet) -> int:
    """What each other player loses when these tiles are shown and the one left is thrown."""
    assert isinstance(rules.scoring, Countdown)
    assert rules.showing is not None
    left = Counter(hand.tiles) - Counter(shown)
    pairs = count_pairs(Hand(hand.indicator, tuple(shown)), rules) == rules.showing.pairs
    factor = (rules.scoring.okey if OKEY in left else 1) * (rules.scoring.pairs if pairs else 1)
    return rules.scoring.finish * factor


def _best_loss(exercise: Exercise, rules: RuleSet) -> int:
    found = _solved(exercise, rules)
    assert exercise.hand is not None
    assert found.melds is not None
    return loss(laid_tiles(found.melds), exercise.hand, rules)


@lru_cache(maxsize=512)
def solved(hand: Hand, rules: RuleSet) -> ShowingSolution:
    """Whether and how a hand is shown."""
    found = solve(hand, rules)
    assert isinstance(found, ShowingSolution)
    return found


def _solved(exercise: Exercise, rules: RuleSet) -> ShowingSolution:
    assert exercise.hand is not None
    return solved(exercise.hand, rules)


# Themes


def is_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand is shown as pairs."""
    return solved(hand, rules).by == "pairs"


def is_both_ways(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand is shown as pairs, and could be in runs and groups."""
    if not is_by_pairs(hand, rules):
        return False
    melds_alone = rules.derive("melds", showing=type(rules.showing)(None))  # type: ignore[misc]
    return can_open(hand, melds_alone)


def is_after_thirteen(exercise: Exercise, right: tuple[str, ...]) -> bool:
    """Whether a run of the arrangement shown goes on after the 13."""
    melds = read_melds(exercise, right[0])
    verdict = judge(melds, rules=exercise.rules, indicator=exercise.indicator)
    for one in verdict.melds:
        if one.kind is MeldKind.RUN and one.faces is not None:
            numbers = [Tile.parse(word).number for word in one.faces]
            if NUMBERS in numbers and 1 in numbers and len(numbers) <= NUMBERS:
                return True
    return False


def is_okey_thrown(hand: Hand, rules: RuleSet) -> bool:
    """Whether an okey can be thrown, and the rest be shown."""
    return OKEY in hand.tiles and can_open(without_one(hand, OKEY), rules)


def is_one_short(hand: Hand, rules: RuleSet) -> bool:
    """Whether an okey in the place of one tile would be enough."""
    if hand.okeys >= 2:
        return False
    return any(
        can_open(Hand(hand.indicator, (*without_one(hand, tile).tiles, OKEY)), rules)
        for tile in set(hand.tiles)
        if tile is not OKEY
    )

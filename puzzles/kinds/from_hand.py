"""Lay all tiles but one in one turn, as an opening; or say that it cannot be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from okey.hand import Hand
from okey.melds import Meld, laid_tiles
from okey.rules.model import RuleSet
from okey.search import arrange_tiles
from okey.search.best import best_value
from okey.search.codes import pack_hand
from okey.search.tables import TILES_THEN_POINTS
from okey.tiles import OKEY, Tile
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import joined, taken_melds, with_okeys
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
from puzzles.kinds.opening_hands import judged_opening, text_of
from puzzles.kinds.saying import Saying, is_legal
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_melds, read_option_or_melds
from tutor.tasks.counting import OfOpenings

_SIZES: Final = (
    (3, 3, 3, 4, 4, 4), (3, 3, 3, 3, 3, 3, 3), (5, 4, 3, 3, 3, 3), (5, 5, 4, 4, 3), (6, 4, 4, 4, 3),
    (7, 4, 4, 3, 3), (5, 5, 5, 3, 3), (4, 4, 4, 5, 4), (8, 4, 3, 3, 3), (3, 3, 4, 5, 6),
)  # fmt: skip
_SHORT: Final = 0.25  # of the hands: all can be laid, and counts too little to open


class FromHand(Saying, OfOpenings):
    """Twenty-two tiles; as often they can be laid at once but for one as they cannot."""

    key = "from-hand"
    form = Form.MELDS
    options = (CANNOT,)
    trains = ("finish.incomplete", "opening.points", "opening.keep-discard")
    themes = themes_of(
        *HAND_THEMES,
        Theme("seven-melds", tells=True),  # the arrangement shown has seven melds
        Theme("one-way-out", tells=True),  # one kind of tile alone can be left
        Theme("okey-thrown", tells=True),  # an okey can be kept to be thrown
        Theme("too-low", tells=True),  # all tiles but one can be laid, but they do not open
        Theme("one-short", tells=True),  # all tiles but two can be laid
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Melds of twenty-one tiles and one more; or nearly so."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        box = Box(rng)
        short = rng.random() < _SHORT
        melds = taken_melds(box, rng.choice(_SIZES), low=1, high=7 if short else 13)
        if melds is None:
            return None
        tiles = with_okeys(box, joined(melds), rng.choice((0, 0, 1, 1, 1, 2)))
        broken = not short and rng.random() < 0.5
        if broken:  # one tile is another, that nearly fits
            at = rng.randrange(len(tiles))
            if tiles[at] is OKEY:
                return None
            tiles[at] = beside(box, tiles[at : at + 1])
        tiles.append(beside(box, tiles))
        hand = held(box, tiles)
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand, options=self.options)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """All but one laid, the okey kept where it can be; or that it cannot be done."""
        assert exercise.hand is not None
        found = thrown_okey(exercise.hand, rules) or all_but_one(exercise.hand, rules)
        return (CANNOT,) if found is None else (text_of(found),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every opening with runs and groups that leaves one tile; or none, where there is none."""
        hand = exercise.hand
        assert hand is not None
        assert rules.opening is not None
        right = self.right(exercise, rules)
        values = {"most": most_tiles(hand, rules), "points": rules.opening.points}
        if isinstance(read_option_or_melds(exercise, answer), str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise), values=values)
        verdict, found = judged_opening(exercise, answer, rules)
        tiles = laid_tiles(read_melds(exercise, answer))
        left = len(hand.tiles) - len(tiles)
        done = verdict.legal and verdict.points >= rules.opening.points and left == 1
        kept = thrown_okey(hand, rules) is not None and tiles.count(OKEY) == hand.okeys
        return replace(
            found,
            correct=done,
            better=done and kept,
            right=right,
            rules=found.rules or ("finish.incomplete",),
            values={**values, "left": left},
        )

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """All but one; or all but one that count too little; or fewer."""
        assert exercise.hand is not None
        if right != (CANNOT,):
            return "proof"
        return "proof_low" if is_too_low(exercise.hand, rules) else "proof_cannot"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It can be done; or it opens, but more than one tile is left."""
        if outcome.verdict is None:
            return "can"
        return "left" if is_legal(outcome) else ""

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        return shape(exercise.hand)

    def effort(self, features: Mapping[str, int]) -> float:
        """A whole hand is hard; the more can be rearranged, the harder."""
        return 0.45 + 0.55 * crowded(features, 0.3, 0.65)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        hand = exercise.hand
        assert hand is not None
        yield from hand_tags(hand)
        if right == (CANNOT,):
            if is_too_low(hand, rules):
                yield "too-low"
            if is_one_short(hand, rules):
                yield "one-short"
            return
        if len(read_melds(exercise, right[0])) >= 7:
            yield "seven-melds"
        if is_one_way_out(hand, rules):
            yield "one-way-out"
        if thrown_okey(hand, rules) is not None:
            yield "okey-thrown"

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Hands that finish come as often as those that do not."""
        return CANNOT if right == (CANNOT,) else "can"


# What can be laid


@lru_cache(maxsize=512)
def all_but_one(hand: Hand, rules: RuleSet) -> tuple[Meld, ...] | None:
    """Melds worth enough that leave one tile of the hand, or None."""
    best = arrange_tiles(hand, rules)
    size = len(hand.tiles)
    assert rules.opening is not None
    if best.tiles < size - 1:
        return None
    if best.tiles == size - 1:
        return best.melds if best.points >= rules.opening.points else None
    found = (_whole(without_one(hand, tile), rules) for tile in _kinds(hand))
    return next((melds for melds in found if melds is not None), None)


@lru_cache(maxsize=512)
def thrown_okey(hand: Hand, rules: RuleSet) -> tuple[Meld, ...] | None:
    """Melds worth enough of all tiles but an okey, which is left to be thrown, or None."""
    return _whole(without_one(hand, OKEY), rules) if hand.okeys else None


@lru_cache(maxsize=512)
def most_tiles(hand: Hand, rules: RuleSet) -> int:
    """How many tiles runs and groups can lay at most."""
    return arrange_tiles(hand, rules).tiles


def _whole(hand: Hand, rules: RuleSet) -> tuple[Meld, ...] | None:
    return arrange_tiles(hand, rules).melds if _is_whole(hand, rules) else None


def _is_whole(hand: Hand, rules: RuleSet) -> bool:
    """Whether all these tiles can be laid, and are worth enough."""
    assert rules.opening is not None
    scale = TILES_THEN_POINTS.under(rules)
    needed = len(hand.tiles) * scale.tile + rules.opening.points
    return best_value(pack_hand(hand), scale, needed) >= needed


def _kinds(hand: Hand) -> list[Tile]:
    return sorted(set(hand.tiles))


# Themes


def is_too_low(hand: Hand, rules: RuleSet) -> bool:
    """Whether all tiles but one can be laid, though not as an opening."""
    return most_tiles(hand, rules) >= len(hand.tiles) - 1 and all_but_one(hand, rules) is None


def is_one_short(hand: Hand, rules: RuleSet) -> bool:
    """Whether all tiles but two can be laid."""
    return most_tiles(hand, rules) == len(hand.tiles) - 2


def is_one_way_out(hand: Hand, rules: RuleSet) -> bool:
    """Whether one kind of tile alone can be left."""
    ways = (tile for tile in _kinds(hand) if _is_whole(without_one(hand, tile), rules))
    next(ways, None)
    return next(ways, None) is None

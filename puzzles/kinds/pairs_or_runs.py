"""A hand that opens both ways: which of them leaves less to write?

Where pairs do not open but are declared, the question is whether there are enough of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from okey.hand import Hand
from okey.melds import laid_tiles
from okey.rules.model import RuleSet
from okey.rules.parameters import Points
from okey.search import arrange_left, best_points, count_pairs
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import joined, taken_melds, taken_pairs, with_okeys
from puzzles.kinds.hands import (
    HAND_THEMES,
    beside,
    between,
    crowded,
    hand_tags,
    held,
    shape,
    size_of,
    themes_of,
)
from puzzles.kinds.opening_hands import best_opening
from puzzles.kinds.reach_siler import siler_of
from puzzles.kinds.saying import Saying
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_choice
from tutor.tasks.counting import OfOpenings

MELDS: Final = "melds"
PAIRS: Final = "pairs"
_SIZES: Final = ((3, 4, 4), (3, 3, 4), (3, 3, 3), (5, 4), (5, 5), (4, 4), (4, 3, 3))
_DECLARED: Final = ((3, 3, 4), (4, 3, 3), (5, 5), (4, 6), (3, 7))  # ten faces, each of them twice
_FAR: Final = 120  # points of difference that anybody sees


class Costs(NamedTuple):
    """What would stand written after each way of opening."""

    melds: int
    pairs: int


class PairsOrRuns(Saying, OfOpenings):
    """Runs and groups, or pairs: what stays on the rack decides, and the Siler where there is one.

    All that can be laid is laid; the tile that would be thrown counts with the rest.
    """

    key = "pairs-or-runs"
    form = Form.CHOICE
    options = (MELDS, PAIRS)
    trains = ("score.remainder", "opening.pairs", "declare.pairs")
    themes = themes_of(
        *HAND_THEMES,
        Theme("close"),  # the two ways differ by ten points at most
        Theme("siler-by-pairs", tells=True),
        Theme("siler-by-melds", tells=True),
        Theme("more-pairs", tells=True),  # two pairs more than open
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand that opens both ways, or that nearly declares pairs."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        box = Box(rng)
        needed = rules.opening.pairs
        hand = _declaring(box, rules) if needed is None else _both(box, rules)
        # A tile is kept to throw: what is worth enough with all of them opens nothing.
        if hand is None or best_opening(hand, rules).points < rules.opening.points:
            return None
        if needed is None:
            assert rules.declaring is not None
            if not -1 <= count_pairs(hand, rules) - rules.declaring.pairs <= 0:
                return None
        elif count_pairs(hand, rules) < needed:
            return None
        return Exercise(
            self.key, rules, seed, hand.indicator, hand=hand, options=self.options,
            about=("declare.pairs",) if needed is None else (),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The way that leaves less; both where they leave the same; none where it is not known."""
        assert exercise.hand is not None
        assert rules.opening is not None
        if rules.opening.pairs is None:
            return (PAIRS if declares(exercise.hand, rules) else MELDS,)
        found = costs(exercise.hand, rules)
        if found is None:
            return ()
        if found.melds == found.pairs:
            return (MELDS, PAIRS)
        return (MELDS if found.melds < found.pairs else PAIRS,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        assert exercise.hand is not None
        said = read_choice(exercise, answer)
        right = self.right(exercise, rules)
        values = {"pairs": count_pairs(exercise.hand, rules)}
        if rules.opening is not None and rules.opening.pairs is not None:
            found = costs(exercise.hand, rules)
            if found is not None:
                values |= {"after_melds": found.melds, "after_pairs": found.pairs}
        return Outcome(said in right, right, rules=self.about(exercise), values=values)

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Where one way is better, and not plainly so."""
        assert exercise.hand is not None
        assert rules.opening is not None
        if len(right) > 1:
            return False
        return rules.opening.pairs is None or abs(_difference(exercise.hand, rules)) <= _FAR

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """What each way would leave."""
        return "proof"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `apart` is by how much the ways differ."""
        assert exercise.hand is not None
        assert rules.opening is not None
        if rules.opening.pairs is None:
            return shape(exercise.hand)
        return {**shape(exercise.hand), "apart": abs(_difference(exercise.hand, rules))}

    def effort(self, features: Mapping[str, int]) -> float:
        """The nearer the ways, and the more there is to count, the harder."""
        close = 1 - between(features.get("apart", 60), 0, 110)
        return 0.2 + 0.35 * close + 0.35 * crowded(features, 0.3, 0.6)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        assert rules.opening is not None
        yield from hand_tags(exercise.hand)
        if rules.opening.pairs is None:
            return
        if is_close(exercise.hand, rules):
            yield "close"
        if is_siler_by_pairs(exercise.hand, rules):
            yield "siler-by-pairs"
        if is_siler_by_melds(exercise.hand, rules):
            yield "siler-by-melds"
        if is_more_pairs(exercise.hand, rules):
            yield "more-pairs"

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Both ways are better equally often."""
        return right[0]


# What is left


def declares(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand has the pairs that are declared."""
    return rules.declaring is not None and count_pairs(hand, rules) >= rules.declaring.pairs


@lru_cache(maxsize=512)
def costs(hand: Hand, rules: RuleSet) -> Costs | None:
    """What each way of opening would leave to write; None where the least is not sure.

    That is where what leaves least is no opening of the worth that counts.
    """
    assert rules.opening is not None
    assert isinstance(rules.scoring, Points)
    siler = rules.scoring.siler
    okey, false = _values(hand, rules)
    singles = _left_beside_pairs(hand, okey, false)
    if not singles:
        return None
    best = best_points(hand, rules)
    if hand.okeys or (FALSE_OKEY in hand.tiles and false != hand.okey.number):
        found = arrange_left(hand, okey_value=okey, false_okey_value=false)
        laid = laid_tiles(found.melds)
        points = found.points
        left = Counter(hand.tiles) - Counter(laid)
        melds = sum(_value(tile, hand, okey, false) * count for tile, count in left.items())
        whole = found.tiles == len(hand.tiles)
    else:  # every tile costs what it counts: the opening worth most leaves least
        points = best
        melds = sum(_value(tile, hand, okey, false) for tile in hand.tiles) - best
        whole = not melds
    if whole or points < rules.opening.points:
        return None
    if siler is not None and points < siler.points <= best:
        return None
    times = rules.scoring.pairs_remainder
    apart = rules.scoring.held_multiplied
    pairs = sum(
        _value(tile, hand, okey, false) * (times if tile is not OKEY or apart else 1)
        for tile in singles
    )
    if siler is not None:
        melds += siler.bonus * (points >= siler.points)
        pairs += siler.bonus * (count_pairs(hand, rules) >= siler.pairs)
    return Costs(melds, pairs)


def _values(hand: Hand, rules: RuleSet) -> tuple[int, int]:
    """What an okey and a false okey cost that stay."""
    assert isinstance(rules.scoring, Points)
    okey, false = rules.scoring.okey_held, rules.scoring.false_okey_held
    number = hand.okey.number
    return (number if okey is None else okey, number if false is None else false)


def _value(tile: Tile, hand: Hand, okey: int, false: int) -> int:
    if tile is OKEY:
        return okey
    return tile.number if tile.is_face else false


def _left_beside_pairs(hand: Hand, okey: int, false: int) -> list[Tile]:
    """What stays when all pairs are laid, the okeys with what costs most; nothing is no opening.

    With an okey more than there are single tiles, any one tile may stay: its twin takes the okey.
    """
    counts = Counter(tile for tile in hand.tiles if tile is not OKEY)

    def cost(tile: Tile) -> tuple[int, int]:
        return _value(tile, hand, okey, false), tile.index

    singles = sorted((tile for tile, count in counts.items() if count % 2), key=cost)
    left = len(singles) - hand.okeys
    if left >= 0:
        return singles[:left]
    return [min(hand.tiles, key=cost)] if left % 2 else []


def _difference(hand: Hand, rules: RuleSet) -> int:
    found = costs(hand, rules)
    return 0 if found is None else found.melds - found.pairs


# Themes


def is_close(hand: Hand, rules: RuleSet) -> bool:
    """Whether the ways differ by ten points at most."""
    return abs(_difference(hand, rules)) <= 10


def is_siler_by_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether the pairs are a Siler."""
    siler = siler_of(rules)
    return siler is not None and count_pairs(hand, rules) >= siler.pairs


def is_siler_by_melds(hand: Hand, rules: RuleSet) -> bool:
    """Whether the runs and groups are a Siler."""
    siler = siler_of(rules)
    return siler is not None and best_points(hand, rules) >= siler.points


def is_more_pairs(hand: Hand, rules: RuleSet) -> bool:
    """Whether the hand has two pairs more than open."""
    needed = rules.opening.pairs if rules.opening is not None else None
    return needed is not None and count_pairs(hand, rules) >= needed + 2


# Hands


def _both(box: Box, rules: RuleSet) -> Hand | None:
    """Melds that open, some of their tiles once more, other pairs, and single tiles."""
    rng = box.rng
    needed = rules.opening.pairs if rules.opening is not None else None
    melds = taken_melds(box, rng.choice(_SIZES), low=rng.choice((7, 8, 9)))
    if melds is None or needed is None:
        return None
    tiles = joined(melds)
    size = size_of(rng, rules)
    siler = siler_of(rules)
    pairs = needed + rng.choice((0, 1, 2)) if siler is None else siler.pairs - (rng.random() < 0.3)
    for tile in box.shuffled(dict.fromkeys(tiles))[: rng.randint(2, pairs)]:
        if box.has((tile,)):
            tiles += box.take((tile,))
            pairs -= 1
    while pairs > 0 and len(tiles) <= size - 2:
        tiles += taken_pairs(box, 1) or ()
        pairs -= 1
    okeys = rng.choice((0, 0, 1, 1, 1, 2))
    while len(tiles) < size:
        tiles.append(box.some())
    return held(box, with_okeys(box, tiles[:size], okeys))


def _declaring(box: Box, rules: RuleSet) -> Hand | None:
    """Melds and the same melds again: as many pairs as are declared, or one less."""
    rng = box.rng
    melds = taken_melds(box, rng.choice(_DECLARED), low=rng.choice((2, 3, 4, 5)))
    tiles = [] if melds is None else joined(melds)
    if len(set(tiles)) < len(tiles) or not tiles or not box.has(tiles):
        return None
    tiles += box.take(tiles)
    if rng.random() < 0.5:
        tiles.pop(rng.randrange(len(tiles)))
    size = size_of(rng, rules)
    while len(tiles) < size:
        tiles.append(beside(box, tiles))
    return held(box, with_okeys(box, tiles, rng.choice((0, 0, 0, 1, 1, 2))))

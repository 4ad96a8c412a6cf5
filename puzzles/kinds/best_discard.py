"""Which tile is thrown, so that the most tiles help at the next draw?

What is counted are the copies that nobody has seen of all tiles that, drawn next, let the hand open
(classic: complete it). Every tile with the most is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Final

from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search import Advice, advise, best_points, can_open
from okey.tiles import NUMBERS, Colour, Tile, face
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.built import Tiles, joined, taken_melds, taken_pairs, with_okeys
from puzzles.kinds.hands import (
    HAND_THEMES,
    beside,
    between,
    crowded,
    hand_tags,
    held,
    shape,
    themes_of,
)
from puzzles.kinds.saying import Saying
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_one_tile

_OPENING: Final = ((3,), (4,), (3, 3), (3, 3), (3, 4), (5,), (6,), (3, 3, 3))
_SHOWING: Final = ((3, 4, 4), (3, 3, 5), (3, 8), (5, 6), (4, 7), (4, 4, 4), (3, 3, 3, 3), (3, 4, 5))
_SHORT: Final = 34  # points under the opening from which one draw does not open
_MOST_RIGHT: Final = 6  # kinds of tiles: where more are right, anything would do


class BestDiscard(Saying):
    """A hand with the drawn tile that does not open yet, and two tiles that wait for a third."""

    key = "best-discard"
    form = Form.TILE
    trains = ("opening.points", "finish.incomplete", "turn.must-discard")
    themes = themes_of(
        *HAND_THEMES,
        Theme("only-one", tells=True),  # one kind of tile alone is right
        Theme("breaks-a-start", tells=True),  # two tiles that wait for a third are parted
        Theme("points-mislead", tells=True),  # another discard leaves melds that are worth more
    )

    def applies(self, rules: RuleSet) -> bool:
        """In every rule set a turn ends with a discard."""
        return True

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Melds, and tiles two of which wait for a third."""
        rng = random_of(self.key, rules, seed)
        hand = _hand(Box(rng), rules)
        if hand is None or can_open(hand, rules):
            return None
        needed = rules.opening.points if rules.opening is not None else 0
        if needed and best_points(hand, rules) < needed - _SHORT:
            return None
        return Exercise(self.key, rules, seed, hand.indicator, hand=hand)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every tile after which the most copies help; none where nothing would."""
        assert exercise.hand is not None
        discards = advised(exercise.hand, rules).discards
        most = max(one.outs for one in discards)
        return tuple(str(one.discard) for one in discards if most and one.outs == most)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        assert exercise.hand is not None
        said = read_one_tile(exercise, answer)
        right = self.right(exercise, rules)
        discards = advised(exercise.hand, rules).discards
        own = next(one.outs for one in discards if one.discard == said)
        values = {"most": max(one.outs for one in discards), "outs": own}
        return Outcome(str(said) in right, right, rules=self.about(exercise), values=values)

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Where most tiles are wrong."""
        return len(right) <= _MOST_RIGHT

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """How many tiles would help."""
        return "fewer" if outcome.values["outs"] else "none"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`; `kinds` are those of the tiles to choose from."""
        assert exercise.hand is not None
        return {**shape(exercise.hand), "kinds": len(set(exercise.hand.tiles))}

    def effort(self, features: Mapping[str, int]) -> float:
        """The more kinds of tiles, and the more that can be rearranged, the harder."""
        kinds = between(features["kinds"], features["tiles"] - 8, features["tiles"])
        return 0.3 + 0.2 * kinds + 0.45 * crowded(features, 0.15, 0.4)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        assert exercise.hand is not None
        yield from hand_tags(exercise.hand)
        if len(right) == 1:
            yield "only-one"
        if is_parting(exercise.hand, right):
            yield "breaks-a-start"
        if is_misleading(exercise.hand, right, rules):
            yield "points-mislead"


@lru_cache(maxsize=512)
def advised(hand: Hand, rules: RuleSet) -> Advice:
    """What each discard of a hand keeps."""
    return advise(hand, rules)


# Themes


def is_parting(hand: Hand, right: Iterable[str]) -> bool:
    """Whether every right tile waits with another of the hand for a third, both in no meld yet."""
    there = {tile for tile in hand.tiles if tile.is_face}
    melded = {tile for three in _threes() if there.issuperset(three) for tile in three}
    alone = there - melded
    return all(
        tile in alone and any(_start_together(tile, other) for other in alone)
        for tile in map(Tile.parse, right)
    )


def _start_together(one: Tile, two: Tile) -> bool:
    if one.colour == two.colour:
        return 0 < abs(one.number - two.number) <= 2
    return one.number == two.number


@cache
def _threes() -> tuple[frozenset[Tile], ...]:
    """The faces of every run of three and of every group of three."""
    runs = [
        frozenset(face(colour, number + step) for step in range(3))
        for colour in Colour
        for number in range(1, NUMBERS - 1)
    ]
    groups = [
        frozenset(face(colour, number) for colour in colours)
        for number in range(1, NUMBERS + 1)
        for colours in combinations(Colour, 3)
    ]
    return (*runs, *groups)


def is_misleading(hand: Hand, right: Iterable[str], rules: RuleSet) -> bool:
    """Whether another tile leaves melds that are worth more than after any right one."""
    chosen = set(right)
    worth = {str(one.discard): one.best_points or 0 for one in advised(hand, rules).discards}
    best = max((worth[one] for one in chosen), default=0)
    return any(points > best for one, points in worth.items() if one not in chosen)


# Hands


def _hand(box: Box, rules: RuleSet) -> Hand | None:
    """Melds, starts of melds, and a few tiles more."""
    rng = box.rng
    size = rules.hand.starter
    if rules.showing is not None and rules.showing.pairs is not None and rng.random() < 0.2:
        tiles = taken_pairs(box, rules.showing.pairs - 1)
        starts: list[Tiles] | None = []
    else:
        sizes = rng.choice(_OPENING if rules.showing is None else _SHOWING)
        melds = taken_melds(box, sizes, low=rng.choice((1, 4, 7)) if rules.opening else 1)
        tiles = None if melds is None else joined(melds)
        most = (size - len(tiles or ())) // 2
        fewest = most - 1 if rules.opening is None else 2
        starts = None if tiles is None else _starts(box, rng.randint(fewest, most))
    if tiles is None or starts is None:
        return None
    tiles += joined(starts)
    okeys = rng.choice((0, 0, 0, 1, 1, 2) if rules.opening is None else (0, 0, 0, 0, 1))
    while len(tiles) < size:
        tiles.append(beside(box, tiles) if rng.random() < 0.5 else box.some())
    return held(box, with_okeys(box, tiles, okeys))


def _starts(box: Box, count: int) -> list[Tiles] | None:
    """Two tiles each that wait for a third."""
    starts = []
    for _ in range(count):
        tiles = tuple(box.bearing(one) for one in _start(box))
        if not box.has(tiles):
            return None
        starts.append(box.take(tiles))
    return starts


def _start(box: Box) -> Tiles:
    rng = box.rng
    number = rng.randint(1, NUMBERS)
    if rng.random() < 0.4:
        one, two = rng.sample(list(Colour), 2)
        return (face(one, number), face(two, number))
    colour, step = box.colour(), rng.choice((1, 1, 2))
    number = min(number, NUMBERS - step)
    return (face(colour, number), face(colour, number + step))

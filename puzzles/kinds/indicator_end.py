"""The stock is empty: does the indicator, the discard or a hand of pairs end the round?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from okey.moves import DeclarePairs, Pass, Take, TakeIndicator, parse_move
from okey.referee import legal
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import NUMBERS, Colour, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, named, random_of, read_choice
from tutor.tasks.pieces import Bag

INDICATOR: Final = str(TakeIndicator())
TAKE: Final = str(Take())
DECLARE: Final = str(DeclarePairs())
NOTHING: Final = str(Pass())

_IDEAS: Final = (
    "run", "run", "group", "short", "short", "short", "lay-off", "discard", "pairs", "stock",
    "unopened",
)  # fmt: skip


class IndicatorEnd(Saying):
    """A hand when the stock is used up, the indicator open, and a discard on the left."""

    key = "indicator-end"
    version = 1
    form = Form.CHOICE
    trains = ("indicator.only-to-finish", "indicator.stock-left", "finish.incomplete")
    themes = scenes.themes_of(
        scenes.NOT_OPENED, Theme("run-with-it", tells=True), Theme("both-ways", tells=True),
        Theme("discard-ends", tells=True), Theme("one-too-many", tells=True), Theme("stock-left"),
        Theme("ten-pairs", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where the indicator may be taken to finish."""
        return rules.ending.indicator

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """The end of a stock, and a hand for which the indicator is the tile, or nearly."""
        rng = random_of(self.key, rules, seed)
        bag, idea = Bag(rng), rng.choice(_IDEAS)
        if idea in ("pairs", "unopened"):
            return self._whole(bag, rules, seed, idea)
        table = scenes.openings(bag, (0, *scenes.others(rng, rng.choice((1, 1, 2)))))
        if table is None:
            return None
        stock = rng.randint(1, 4) if idea == "stock" else 0
        bare = scenes.standing(rules, bag, table, phase="draw", stock=stock)
        hand = _with_indicator(bag, bare, idea)
        if hand is None:
            return None
        if idea == "short":
            hand += [bag.any()]
        if rng.random() < 0.3:
            more = scenes.chains(bag, bare, 1)
            hand += more or []
        hand += [bag.any()]
        thrown = _thrown(bag, bare, idea, hand)
        round_ = _thrown_on_left(scenes.holding(bare, bag.shuffled(hand)), thrown)
        return self._of(rules, seed, round_, "stock" if stock else "ask")

    def _whole(self, bag: Bag, rules: RuleSet, seed: str, idea: str) -> Exercise | None:
        """A hand that has not opened: nine or ten pairs, or nothing of the kind."""
        rng = bag.rng
        table = scenes.openings(bag, scenes.others(rng, rng.choice((1, 2))))
        if table is None or rules.declaring is None:
            return None
        need = rules.declaring.pairs
        pairs = rng.choice((need, need - 1, need - 1, need - 2)) if idea == "pairs" else 2
        hand: list[Tile] = []
        with_it = idea == "pairs" and rng.random() < 0.5 and bag.has((bag.indicator,))
        if with_it:
            hand += bag.take((bag.indicator,))
        for _ in range(pairs):
            able = [tile for tile in _faces(bag) if bag.has((tile, tile))]
            twin = rng.choice(able)
            hand += bag.take((twin, twin))
        bare = scenes.standing(rules, bag, table, phase="draw", stock=0)
        hand += [bag.any() for _ in range(21 - len(hand))]
        round_ = _thrown_on_left(scenes.holding(bare, bag.shuffled(hand[:21])), bag.any())
        return self._of(rules, seed, round_, "not_opened")

    def _of(self, rules: RuleSet, seed: str, round_: Round, ask: str) -> Exercise:
        offered: tuple[str, ...] = (INDICATOR, TAKE, DECLARE, NOTHING)
        values: dict[str, str | int] = {"tile": str(round_.thrown)}
        if ask == "stock":
            offered = (INDICATOR, DECLARE, NOTHING)
            values = {"stock": len(round_.stock)}
        return scenes.asked(self.key, rules, seed, round_, ask=ask, options=offered, values=values)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Everything offered that the referee allows; nothing where that is none."""
        round_ = tables.round_of(exercise, rules)
        able = [one for one in exercise.options if one != NOTHING and not _against(round_, one)]
        return tuple(able) or (NOTHING,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """What the referee says of the move."""
        said, right = read_choice(exercise, answer), self.right(exercise, rules)
        round_ = tables.round_of(exercise, rules)
        broken = () if said in (*right, NOTHING) else _against(round_, said)
        return Outcome(
            said in right, right, violations=broken, rules=named(broken) or self.about(exercise)
        )

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Whether the round can be ended."""
        return "no" if right == (NOTHING,) else "yes"

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """With what the round ends, or that it does not."""
        if right == (NOTHING,):
            return "proof_stock" if exercise.ask == "stock" else "proof_nothing"
        names = {INDICATOR: "proof_indicator", TAKE: "proof_take", DECLARE: "proof_declare"}
        return names[right[0]]

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It can be ended, though the answer says otherwise."""
        return "" if outcome.violations else "can"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much there is to bring to the table."""
        assert exercise.round is not None
        return scenes.table_features(exercise.round)

    def effort(self, features: Mapping[str, int]) -> float:
        """The longer the hand, the more must come to lie."""
        tiles = scenes.scaled(features["tiles"], 2, 21)
        melds = scenes.scaled(features["melds"], 2, 10)
        return 0.15 + 0.5 * tiles + 0.25 * melds

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_ = tables.round_of(exercise, rules)
        yield from (key for key in scenes.table_tags(round_) if key in self.themes)
        tests = {
            "run-with-it": INDICATOR in right,
            "both-ways": INDICATOR in right and TAKE in right,
            "discard-ends": TAKE in right,
            "one-too-many": right == (NOTHING,) and one_fewer_ends(round_),
            "stock-left": exercise.ask == "stock",
            "ten-pairs": DECLARE in right,
        }
        yield from (key for key, holds in tests.items() if holds)


def one_fewer_ends(round_: Round) -> bool:
    """Whether the indicator would end the round if one tile of the hand were not there."""
    hand = list(round_.hand or ())
    if not round_.seats[0].opened or round_.stock:
        return False
    for tile in dict.fromkeys(hand):
        rest = list(hand)
        rest.remove(tile)
        if rest and not _against(scenes.holding(round_, rest), INDICATOR):
            return True
    return False


@lru_cache(maxsize=128)  # whether a hand can finish is the dear question here
def _against(round_: Round, move: str) -> tuple[Any, ...]:
    return legal(round_, parse_move(move, round_.indicator))


def _faces(bag: Bag) -> list[Tile]:
    return [face(colour, number) for colour in Colour for number in range(1, NUMBERS + 1)
            if face(colour, number) not in (bag.okey, bag.indicator)]  # fmt: skip


def _thrown_on_left(round_: Round, tile: Tile) -> Round:
    seats = list(round_.seats)
    seats[round_.left] = replace(seats[round_.left], discards=(tile,))
    return replace(round_, seats=tuple(seats))


def _with_indicator(bag: Bag, bare: Round, idea: str) -> list[Tile] | None:
    """The tiles that lie beside the indicator in a meld; none where it is laid off."""
    rng, own = bag.rng, bag.indicator
    if idea == "lay-off":
        return [] if tables.fits(bare, own) else None
    if idea == "discard":
        tiles = [bag.bearing(tile) for tile in scenes.some_meld(rng)]
        if not bag.has(tiles):
            return None
        return list(bag.take(tiles))[1:]
    if idea == "group" or (idea in ("short", "stock") and rng.random() < 0.5):
        colours = [colour for colour in Colour if colour != own.colour]
        faces = [face(colour, own.number) for colour in rng.sample(colours, rng.choice((2, 3)))]
    else:
        length = rng.choice((3, 3, 4))
        low = rng.randint(max(1, own.number - length + 1), min(own.number, NUMBERS - length + 1))
        faces = [face(own.colour, low + step) for step in range(length)]
        faces.remove(own)
    tiles = [bag.bearing(tile) for tile in faces]
    return list(bag.take(tiles)) if bag.has(tiles) else None


def _thrown(bag: Bag, bare: Round, idea: str, hand: list[Tile]) -> Tile:
    """The left neighbour's last discard: of use, or not."""
    rng = bag.rng
    plain = [tile for tile in hand if tile.is_face]
    if idea == "discard" or rng.random() < 0.25:
        some = scenes.fitting(bag, bare) if rng.random() < 0.5 else _beside(bag, plain)
        if some:
            return bag.take((rng.choice(some),))[0]
    return bag.any()


def _beside(bag: Bag, tiles: Iterable[Tile]) -> list[Tile]:
    """Tiles that continue or complete those of the hand."""
    found = []
    for tile in tiles:
        for step in (-1, 1):
            if 1 <= tile.number + step <= NUMBERS:
                found.append(face(tile.colour, tile.number + step))
        found += [face(colour, tile.number) for colour in Colour if colour != tile.colour]
    return [tile for tile in found if tile != bag.okey and bag.has((tile,))]


__all__ = ["DECLARE", "INDICATOR", "NOTHING", "TAKE", "IndicatorEnd", "one_fewer_ends"]

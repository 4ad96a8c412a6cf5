"""Find all tiles that can be thrown without a penalty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.safe_discard import LAYABLE, THROWN, discard_table
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_some_tiles
from tutor.tasks.discards import costs
from tutor.tasks.pieces import Bag

_SIZES = (6, 7, 8, 9, 10)


class AllSafeDiscards(Saying):
    """A table and a rack of different tiles, few of them safe."""

    key = "all-safe-discards"
    version = 1
    form = Form.TILES
    trains = (LAYABLE, THROWN)
    themes = scenes.themes_of(
        scenes.OKEY_ON_TABLE, scenes.OKEY_IN_HAND, scenes.FALSE_IN_HAND,
        Theme("few-safe", tells=True), Theme("false-okey-fits", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where throwing a tile that fits costs something."""
        return LAYABLE in rules.rules

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A rack of tiles that fit and of tiles that nearly do."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        table = discard_table(bag, own=True)
        if table is None:
            return None
        bare = scenes.standing(rules, bag, table)
        laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
        size = min(rng.choice(_SIZES), 22 - laid)
        special = [tile for tile in (OKEY, FALSE_OKEY) if rng.random() < 0.3 and bag.has((tile,))]
        bag.take(special)
        safe = rng.choice((1, 2, 2, 3, 3, 4))
        fits = scenes.fitting(bag, bare)
        costly = size - safe - len(special)
        if costly < 2 or len(fits) < costly:
            return None
        some = bag.take(rng.sample(fits, costly))
        rest = scenes.idle(bag, bare, safe, near=0.75)
        if rest is None:
            return None
        round_ = scenes.holding(bare, bag.shuffled((*special, *some, *rest)))
        return scenes.asked(self.key, rules, seed, round_)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """All tiles of which nothing is written."""
        return (scenes.text(safe_tiles(exercise, rules)),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """The same tiles, in any order; a wrong one says what it costs."""
        said = set(read_some_tiles(exercise, answer))
        safe = safe_tiles(exercise, rules)
        round_ = tables.round_of(exercise, rules)
        paid = [rule for tile in sorted(said) for rule, _ in costs(round_, tile)]
        return Outcome(
            said == set(safe), self.right(exercise, rules),
            rules=tuple(dict.fromkeys(paid)) or self.about(exercise),
            values={"tiles": scenes.text(safe), "paid": len(paid)},
        )  # fmt: skip

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """Some are safe, not all, and no tile is there twice."""
        round_ = tables.round_of(exercise, rules)
        hand = round_.hand or ()
        return len(set(hand)) == len(hand) and 0 < len(right[0].split()) < len(hand)

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """Some are missing, where all that was chosen is safe."""
        return "" if outcome.values["paid"] else "missed"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there, and how much is asked about."""
        assert exercise.round is not None
        return scenes.table_features(exercise.round)

    def effort(self, features: Mapping[str, int]) -> float:
        """Every tile is held against every meld."""
        looks = scenes.scaled(features["melds"] * features["tiles"], 15, 100)
        return 0.15 + 0.6 * looks + 0.2 * min(features["table_okeys"], 1)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_ = tables.round_of(exercise, rules)
        yield from (key for key in scenes.table_tags(round_) if key in self.themes)
        if len(right[0].split()) == 1:
            yield "few-safe"
        if FALSE_OKEY in (round_.hand or ()) and str(FALSE_OKEY) not in right[0].split():
            yield "false-okey-fits"


def safe_tiles(exercise: Exercise, rules: RuleSet) -> list[Tile]:
    """The tiles of the hand that can be thrown for nothing, each once, in order."""
    round_ = tables.round_of(exercise, rules)
    return [tile for tile in sorted(set(round_.hand or ())) if not costs(round_, tile)]


__all__ = ["AllSafeDiscards", "safe_tiles"]

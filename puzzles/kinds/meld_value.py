"""What do these melds count? The okey counts the tile for which it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from okey.judge import judge
from okey.melds import Meld, MeldKind, laid_tiles
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.hands import themes_of
from puzzles.kinds.okey_stands_for import faces_of_okeys
from puzzles.kinds.valid_meld import long_run, okey_after_high, two_okeys
from tutor.tasks.base import Exercise, Outcome, random_of
from tutor.tasks.counting import MeldPoints
from tutor.tasks.meld_ideas import IDEAS, Idea
from tutor.tasks.pieces import meld_of

_OWN: Final[Mapping[str, Idea]] = {
    "long-run": long_run,
    "two-okeys": two_okeys,
    "okey-after-high": okey_after_high,
}
_SPECIAL: Final = (
    "okey-in-run", "okey-at-end", "okey-in-group", "okey-in-full-group", "false-in-run",
    "false-in-group", "two-okeys", "okey-after-high", "okey-at-end",
)  # fmt: skip
_PLAIN: Final = ("run", "group", "high-run", "low-run", "long-run")


class MeldValue(AskedKind, MeldPoints):
    """One to three melds, one of them at least with an okey or a false okey."""

    key = "meld-value"
    trains = ("okey.value", "okey.false", "opening.points")
    themes = themes_of(
        Theme("one-okey"),
        Theme("two-okeys"),
        Theme("false-okey"),
        Theme("more-melds"),  # more than one
        Theme("end-of-run"),  # an okey at the end of a run counts what the order laid says
        Theme(
            "stays-low", tells=True
        ),  # an okey behind the 13 that counts as the tile before the others
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Melds of some ideas, the first of them with an okey or a false okey."""
        rng = random_of(self.key, rules, seed)
        bag = Box(rng)
        count = rng.choice((1, 1, 2, 2, 2, 3))
        names = [rng.choice(_SPECIAL), *(rng.choice(_PLAIN + _SPECIAL) for _ in range(count - 1))]
        melds = []
        for name in names:
            tiles = (_OWN.get(name) or IDEAS[name])(bag)
            if tiles is None or not bag.has(tiles):
                return None
            melds.append(meld_of(bag.take(tiles)))
        laid = bag.shuffled(melds)
        verdict = judge(laid, rules=rules, indicator=bag.indicator)
        if not verdict.legal or any(one.kind is MeldKind.PAIR for one in verdict.melds):
            return None
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=laid,
            about=_about(laid), ask="ask" if count == 1 else "sum",
        )  # fmt: skip

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        outcome = super().check(exercise, answer, rules)
        return replace(outcome, values={"points": int(outcome.right[0])})

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        return {
            "tiles": len(tiles),
            "melds": len(exercise.laid),
            "okeys": tiles.count(OKEY),
            "false_okeys": tiles.count(FALSE_OKEY),
            "ends": int(is_end_of_run(exercise)) + int(is_low(exercise)),
        }

    def effort(self, features: Mapping[str, int]) -> float:
        """The more tiles, and the more of them that count something else than they show."""
        found = 0.015 * features["tiles"] + 0.07 * (features["melds"] - 1)
        special = 0.05 * features["okeys"] + 0.08 * features["false_okeys"]
        return found + special + 0.09 * features["ends"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        tests = {
            "one-okey": tiles.count(OKEY) == 1,
            "two-okeys": tiles.count(OKEY) == 2,
            "false-okey": FALSE_OKEY in tiles,
            "more-melds": len(exercise.laid) > 1,
            "end-of-run": is_end_of_run(exercise),
            "stays-low": is_low(exercise),
        }
        return [key for key, holds in tests.items() if holds]


def is_end_of_run(exercise: Exercise) -> bool:
    """Whether an okey lies first or last in a run."""
    return any(
        OKEY in (meld.tiles[0].tile, meld.tiles[-1].tile) and not _is_group(meld, exercise)
        for meld in exercise.laid
    )


def is_low(exercise: Exercise) -> bool:
    """Whether an okey lies behind the 13 and counts as the tile before the run."""
    for meld in exercise.laid:
        last, before = meld.tiles[-1].tile, meld.tiles[-2].tile
        high = before.is_face and before.number == 13
        if last is OKEY and high and not _is_group(meld, exercise):
            faces = faces_of_okeys(meld, exercise.indicator, exercise.rules)
            if all(tile.number not in (1, 13) for tile in faces):
                return True
    return False


def _is_group(meld: Meld, exercise: Exercise) -> bool:
    (verdict,) = judge((meld,), rules=exercise.rules, indicator=exercise.indicator).melds
    return verdict.kind is MeldKind.GROUP


def _about(melds: Iterable[Meld]) -> tuple[str, ...]:
    tiles: list[Tile] = laid_tiles(melds)
    special = {OKEY: "okey.value", FALSE_OKEY: "okey.false"}
    return (*(rule for tile, rule in special.items() if tile in tiles), "opening.points")

"""Is this discard safe? If not, say why: the meld that it fits, or that it is the okey."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from okey.fits import layable
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, random_of, read_choice
from tutor.tasks.discards import costs
from tutor.tasks.pieces import Bag
from tutor.tasks.tables import Lying

SAFE: Final = "yes"
THROWN: Final = "penalty.okey-thrown"
LAYABLE: Final = "penalty.layable-discard"

# How a tile lies to the table: it fits, it nearly does, it is special, it ends the round.
_IDEAS: Final = ("fits", "fits", "group", "near", "near", "false", "okey", "last")


def discard_table(bag: Bag, *, own: bool = False) -> list[Lying] | None:
    """What one or two others have laid, sometimes with an okey in it, and perhaps seat 0."""
    rng = bag.rng
    seats = scenes.others(rng, rng.choice((1, 1, 2)))
    if own or rng.random() < 0.55:
        seats.append(0)
    table = scenes.openings(bag, seats)
    if table is None:
        return None
    if rng.random() < 0.45 and not scenes.with_okey(bag, table, rng.choice(seats)):
        return None
    return table


def own_size(bag: Bag, table: Iterable[Lying]) -> int:
    """How many tiles seat 0 has: all of them before the opening, fewer and fewer after it."""
    laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
    return 22 - laid - bag.rng.randint(0, 5) if laid else 22


class SafeDiscard(Saying):
    """A table, a rack and one of its tiles."""

    key = "safe-discard"
    version = 1
    form = Form.CHOICE
    trains = (LAYABLE, THROWN)
    themes = scenes.themes_of(
        scenes.OKEY_ON_TABLE, scenes.NOT_OPENED,
        Theme("run-end", tells=True), Theme("group-end", tells=True),
        Theme("two-homes", tells=True), Theme("okey-in-group", tells=True),
        Theme("false-okey"), Theme("okey"), Theme("last-tile"),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where throwing a tile that fits costs something."""
        return LAYABLE in rules.rules

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """One table and one tile to be thrown."""
        rng = random_of(self.key, rules, seed)
        bag, idea = Bag(rng), rng.choice(_IDEAS)
        table = discard_table(bag)
        if table is None:
            return None
        bare = scenes.standing(rules, bag, table)
        if idea == "last" and bare.seats[0].opened is None:
            return None
        tile = _tile(bag, bare, idea)
        if tile is None:
            return None
        size = 1 if idea == "last" else own_size(bag, table)
        hand = bag.shuffled((tile, *(bag.any() for _ in range(size - 1))))
        round_ = scenes.holding(bare, hand)
        ask = "ask" if bare.seats[0].opened else "not_opened"
        return scenes.asked(
            self.key, rules, seed, round_, ask="last" if idea == "last" else ask,
            options=(SAFE, *(f"@{number}" for number in range(1, len(bare.table) + 1)), THROWN),
            values={"tile": str(tile)},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Safe, or everything that is true of why it is not."""
        round_, tile = tables.round_of(exercise, rules), thrown(exercise)
        if not costs(round_, tile):
            return (SAFE,)
        homes = {index + 1 for index, _ in layable(tile, round_.table, rules, round_.okey)}
        why = [f"@{number}" for number in sorted(homes)]
        return (THROWN, *why) if tile == OKEY else tuple(why)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Safe where nothing is written; else any true reason."""
        said, right = read_choice(exercise, answer), self.right(exercise, rules)
        paid = tuple(rule for rule, _ in costs(tables.round_of(exercise, rules), thrown(exercise)))
        return Outcome(
            said in right, right, rules=tuple(dict.fromkeys(paid)) or self.about(exercise),
            values=told(right),
        )  # fmt: skip

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Safe, or not."""
        return SAFE if right == (SAFE,) else "no"

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """That it is safe, and why, or why not."""
        if right == (SAFE,):
            return "proof_last" if exercise.ask == "last" else "proof_safe"
        return "proof_okey" if THROWN in right else "proof_fits"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there."""
        assert exercise.round is not None
        return scenes.table_features(exercise.round) | {"last": int(exercise.ask == "last")}

    def effort(self, features: Mapping[str, int]) -> float:
        """More melds are more to look at."""
        melds = scenes.scaled(features["melds"], 3, 12)
        return 0.1 + 0.5 * melds + 0.25 * min(features["table_okeys"], 1) + 0.1 * features["last"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_, tile = tables.round_of(exercise, rules), thrown(exercise)
        homes = list(layable(tile, round_.table, rules, round_.okey))
        costly = right != (SAFE,)
        special = {"false-okey": tile == FALSE_OKEY, "okey": tile == OKEY}
        tests = {
            **special,
            "last-tile": exercise.ask == "last",
            "run-end": costly and tile != OKEY and any(end for _, end in homes),
            "group-end": costly and tile != OKEY and any(end is None for _, end in homes),
            "two-homes": costly and tile != OKEY and len({at for at, _ in homes}) > 1,
            "okey-in-group": costly
            and tile != OKEY
            and any(end is None and open_group(round_, at) for at, end in homes),
        }
        shared = [
            key for key in scenes.table_tags(round_) if key in ("okey-on-table", "not-opened")
        ]
        return [*shared, *(key for key, holds in tests.items() if holds)]


def open_group(round_: Round, at: int) -> bool:
    """Whether a meld is a group of three with an okey, so that two colours fit."""
    return any(isinstance(one.stands_for, int) for one in round_.table[at].tiles)


def thrown(exercise: Exercise) -> Tile:
    """The tile that the question is about."""
    return Tile.parse(str(exercise.values["tile"]))


def told(right: tuple[str, ...]) -> dict[str, str | int]:
    """The first meld that a tile fits, for a sentence."""
    homes = [int(one[1:]) for one in right if one.startswith("@")]
    return {"meld": homes[0]} if homes else {}


def _tile(bag: Bag, bare: Round, idea: str) -> Tile | None:
    """The tile that is to be thrown."""
    if idea == "okey" or idea == "false":
        tile = OKEY if idea == "okey" else FALSE_OKEY
        return bag.take((tile,))[0] if bag.has((tile,)) else None
    if idea == "near":
        found = scenes.idle(bag, bare, 1, near=0.9)
        return found[0] if found else None
    fits = scenes.fitting(bag, bare)
    if idea == "group":
        groups = [
            tile for tile in fits
            if any(end is None for _, end in layable(tile, bare.table, bare.rules, bare.okey))
        ]  # fmt: skip
        fits = groups or fits
    return bag.take((bag.rng.choice(fits),))[0] if fits else None


__all__ = ["SafeDiscard", "discard_table", "open_group", "own_size"]

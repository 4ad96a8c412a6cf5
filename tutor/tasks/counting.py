"""What melds count, what is missing to the opening, and whether they open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from okey.judge import judge
from okey.melds import Meld, laid_tiles
from okey.rules.model import RuleSet, Verdict
from okey.tiles import FALSE_OKEY, OKEY, Tile
from tutor.tasks.base import (
    Exercise,
    Form,
    Mark,
    Outcome,
    TaskKind,
    about_melds,
    random_of,
    read_choice,
    read_number,
)
from tutor.tasks.meld_ideas import IDEAS
from tutor.tasks.meld_verdicts import NO, YES, broken_rules
from tutor.tasks.pair_ideas import same
from tutor.tasks.pieces import Bag, meld_of, proposed, with_okey

Tiles = tuple[Tile, ...]
Melds = tuple[Meld, ...]


def opening(melds: Sequence[Meld], indicator: Tile, rules: RuleSet) -> Verdict:
    """The melds judged as an opening."""
    return judge(melds, rules=rules, indicator=indicator, as_="opening")


class OfOpenings(TaskKind):
    """A task about what melds count, where melds are laid during the round."""

    def applies(self, rules: RuleSet) -> bool:
        """Whether there is an opening."""
        return rules.opening is not None


_COUNTED: Final = (
    "run", "group", "okey-in-run", "okey-in-group", "false-in-run", "false-in-group",
)  # fmt: skip


class MeldPoints(OfOpenings):
    """How much does this meld count? Option `ideas`: names of `meld_ideas.IDEAS`."""

    key = "meld-points"
    form = Form.NUMBER
    trains: tuple[str, ...] = ("okey.value", "okey.false", "opening.points")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Propose melds of these ideas until one is legal."""
        rng = random_of(self.key, rules, seed)
        ideas = options.get("ideas", _COUNTED)

        def propose() -> tuple[Bag, Meld] | None:
            bag = Bag(rng)
            tiles = IDEAS[rng.choice(ideas)](bag)
            if tiles is None or not bag.has(tiles):
                return None
            meld = meld_of(tiles)
            legal = judge((meld,), rules=rules, indicator=bag.indicator).legal
            return (bag, meld) if legal else None

        bag, meld = proposed(propose)
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,), about=_what_counts((meld,))
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The points that the engine counts."""
        return (str(judge(exercise.laid, rules=rules, indicator=exercise.indicator).points),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        number = read_number(answer)
        right = self.right(exercise, rules)
        correct = str(number) in right
        marks = () if correct else _special(exercise.laid)
        return Outcome(correct, right, rules=self.about(exercise), marks=marks)


class SumOfMelds(MeldPoints):
    """How much do these melds count together? Options: how many `melds`; `okey`, or without."""

    key = "sum-of-melds"
    trains = ("opening.points", "okey.value")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Take melds out of one bag."""
        rng = random_of(self.key, rules, seed)
        count, okey = options.get("melds", 2), options.get("okey", rng.random() < 0.5)
        bag, melds = proposed(lambda: _melds(Bag(rng), count, okey=okey))
        return Exercise(self.key, rules, seed, bag.indicator, laid=melds, about=_what_counts(melds))


class MissingPoints(OfOpenings):
    """How many points are missing to the opening? Nought where it opens.

    Option `okey` puts one in.
    """

    key = "missing-points"
    form = Form.NUMBER
    trains = ("opening.points",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Take melds that are worth a little less than needed, or rarely more."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        needed = rules.opening.points
        low, high = (needed - 30, needed - 1) if rng.random() < 0.8 else (needed, needed + 8)
        okey = options.get("okey", False)
        bag, melds = _worth(rng, rules, lambda points: low <= points <= high, okey=okey)
        return Exercise(self.key, rules, seed, bag.indicator, laid=melds, values={"points": needed})

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine says is missing."""
        found = opening(exercise.laid, exercise.indicator, rules).violations
        missing = (one.params["missing"] for one in found if one.rule == "opening.points")
        return (str(next(missing, 0)),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        number = read_number(answer)
        right = self.right(exercise, rules)
        return Outcome(str(number) in right, right, rules=self.about(exercise))


class DoesItOpen(OfOpenings):
    """Do these melds open? Yes or no.

    Option `ideas`: `near` the threshold, `exact`ly there or one below, an `okey` in them, a 1 after
    the 13 that spoils enough points (`wrap`), pairs beside enough melds (`mixed`), `pairs` alone.
    """

    key = "does-it-open"
    form = Form.CHOICE
    trains = (
        "opening.points", "okey.value", "run.no-wrap", "opening.mixed", "opening.pairs",
        "opening.pairs-unavailable",
    )  # fmt: skip

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Take melds of one idea that open, or as often do not."""
        rng = random_of(self.key, rules, seed)
        assert rules.opening is not None
        idea = rng.choice(options.get("ideas", ("exact", "okey", "wrap", "mixed", "pairs")))
        needed = rules.opening.points
        wanted = rng.random() < 0.5
        if idea == "pairs":
            usual = 5  # where no pairs open, as many as open elsewhere
            bag, melds = _pairs(rng, (rules.opening.pairs or usual) - (not wanted))
        elif idea == "mixed":
            bag, melds = _mixed(rng, rules, needed, pairs=0 if wanted else rng.randint(1, 2))
        elif idea == "wrap" and not wanted:
            bag, melds = _wrapped(rng, rules, needed)
        else:
            around = 0 if idea == "exact" else 8
            low, high = (needed, needed + around) if wanted else (needed - 1 - around, needed - 1)
            okey = idea == "okey"
            bag, melds = _worth(rng, rules, lambda points: low <= points <= high, okey=okey)
        about = broken_rules(opening(melds, bag.indicator, rules))
        about = about or (("opening.pairs",) if idea == "pairs" else _what_counts(melds))
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=melds, options=(YES, NO),
            values={"points": needed}, about=about,
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes where the engine calls it an opening."""
        return (YES if opening(exercise.laid, exercise.indicator, rules).legal else NO,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_choice(exercise, answer)
        right = self.right(exercise, rules)
        verdict = opening(exercise.laid, exercise.indicator, rules)
        found = about_melds(verdict, right, where="laid", as_="opening")
        named = broken_rules(verdict) or self.about(exercise)
        return replace(found, correct=said in right, rules=named)


def _what_counts(melds: Sequence[Meld]) -> tuple[str, ...]:
    """The rules that say what these melds count."""
    tiles = laid_tiles(melds)
    special = {OKEY: "okey.value", FALSE_OKEY: "okey.false"}
    return (*(rule for tile, rule in special.items() if tile in tiles), "opening.points")


def _special(melds: Sequence[Meld]) -> tuple[Mark, ...]:
    """The tiles that count something else than is printed on them."""
    return tuple(
        Mark("laid", at, index)
        for index, meld in enumerate(melds)
        for at, laid in enumerate(meld.tiles)
        if not laid.tile.is_face
    )


# Melds for an opening


def melds_from(bag: Bag, count: int, *, okey: bool = False) -> Melds | None:
    """Take so many runs and groups, one of them with an okey if asked for; None if it fails."""
    melds: list[Tiles] = []
    for _ in range(count):
        high = bag.rng.random() < 0.7
        if bag.rng.random() < 0.5:
            faces = bag.run(bag.rng.randint(3, 5), low=6 if high else 1)
        else:
            faces = bag.group(bag.rng.randint(3, 4), low=6 if high else 1)
        tiles = bag.plain(faces)
        if tiles is None or not bag.has(tiles):
            return None
        if okey and not melds:
            places = (1, len(tiles) - 2) if tiles[0].colour == tiles[1].colour else (0, 1)
            tiles = with_okey(tiles, bag.rng.choice(places))
        melds.append(bag.take(tiles))
    return tuple(meld_of(tiles) for tiles in bag.shuffled(melds))


def _melds(bag: Bag, count: int, *, okey: bool = False) -> tuple[Bag, Melds] | None:
    """The same with their bag."""
    melds = melds_from(bag, count, okey=okey)
    return None if melds is None else (bag, melds)


def _worth(
    rng: Random, rules: RuleSet, fits: Callable[[int], bool], *, okey: bool = False
) -> tuple[Bag, Melds]:
    """Melds whose points fit."""

    def propose() -> tuple[Bag, Melds] | None:
        found = _melds(Bag(rng), rng.randint(3, 4), okey=okey)
        if found is None:
            return None
        verdict = judge(found[1], rules=rules, indicator=found[0].indicator)
        return found if verdict.legal and fits(verdict.points) else None

    return proposed(propose)


def _wrapped(rng: Random, rules: RuleSet, needed: int) -> tuple[Bag, Melds]:
    """Enough points, but a 1 after the 13 in one of the runs that they need."""

    def propose() -> tuple[Bag, Melds] | None:
        bag = Bag(rng)
        tiles = IDEAS["wrap"](bag)
        if tiles is None or not bag.has(tiles):
            return None
        bag.take(tiles)
        found = _melds(bag, 2)
        if found is None:
            return None
        points = sum(tile.number for tile in tiles)
        rest = judge(found[1], rules=rules, indicator=bag.indicator).points
        if not rest < needed <= points + rest <= needed + 12:
            return None
        return bag, bag.shuffled((meld_of(tiles), *found[1]))

    return proposed(propose)


def _pairs(rng: Random, count: int) -> tuple[Bag, Melds]:
    """So many pairs."""

    def propose() -> tuple[Bag, Melds] | None:
        return _with_pairs(Bag(rng), (), count)

    return proposed(propose)


def _mixed(rng: Random, rules: RuleSet, needed: int, *, pairs: int) -> tuple[Bag, Melds]:
    """So many pairs beside melds that are enough without them."""

    def propose() -> tuple[Bag, Melds] | None:
        found = _melds(Bag(rng), 3)
        if found is None:
            return None
        points = judge(found[1], rules=rules, indicator=found[0].indicator).points
        return _with_pairs(*found, pairs) if needed <= points <= needed + 9 else None

    return proposed(propose)


def _with_pairs(bag: Bag, melds: Melds, count: int) -> tuple[Bag, Melds] | None:
    pairs = []
    for _ in range(count):
        tiles = same(bag)
        if tiles is None or not bag.has(tiles):
            return None
        pairs.append(meld_of(bag.take(tiles)))
    return bag, (*melds, *pairs)

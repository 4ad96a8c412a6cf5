"""Is this a run or a group, and if not: why not?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from okey.melds import MeldKind, laid_tiles
from okey.rules.model import RuleSet, Verdict
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.hands import themes_of
from puzzles.kinds.saying import Saying
from tutor.tasks.base import (
    Exercise,
    Form,
    Outcome,
    about_melds,
    random_of,
    read_choice,
)
from tutor.tasks.meld_ideas import IDEAS, Idea, Tiles
from tutor.tasks.meld_verdicts import YES, broken_rules, judged
from tutor.tasks.pieces import Bag, meld_of, with_okey

# What a meld of two tiles or more can break. Of an okey without a face nothing else can be wrong.
REASONS: Final = (
    "run.gap", "run.colour", "run.no-wrap", "run.wrap-end", "group.colour-twice", "group.number",
    "group.too-long", "meld.neither", "meld.too-short",
)  # fmt: skip
_FEWEST, _MOST = 2, 3  # reasons offered beside `yes`


def long_run(bag: Bag) -> Tiles | None:
    """A run of six or more."""
    return bag.plain(bag.run(bag.rng.randint(6, 9)))


def long_gap(bag: Bag) -> Tiles | None:
    """A long run in which one number is missing."""
    whole = bag.run(bag.rng.randint(6, 8))
    at = bag.rng.randint(1, len(whole) - 2)
    return bag.plain((*whole[:at], *whole[at + 1 :]))


def two_okeys(bag: Bag) -> Tiles | None:
    """A run or a group of four with both okeys."""
    whole = bag.plain(bag.run(4) if bag.rng.random() < 0.6 else bag.shuffled(bag.group(4)))
    if whole is None:
        return None
    first, second = bag.rng.sample(range(4), 2)
    return with_okey(with_okey(whole, first), second)


def one_and_two_okeys(bag: Bag) -> Tiles | None:
    """One tile and both okeys: always a meld."""
    tile = bag.plain((face(bag.colour(), bag.rng.randint(1, NUMBERS)),))
    return None if tile is None else bag.shuffled((*tile, OKEY, OKEY))


def okeys_too_few(bag: Bag) -> Tiles | None:
    """Two okeys, and more numbers missing."""
    whole = bag.run(6)
    return bag.plain((whole[0], OKEY, OKEY, *whole[4:]))


def both_false(bag: Bag) -> Tiles | None:
    """Both false okeys in a group: they are of one colour."""
    others = [one for one in Colour if one != bag.okey.colour]
    count = bag.rng.randint(1, 2)
    return bag.shuffled(
        (FALSE_OKEY, FALSE_OKEY, *(face(one, bag.okey.number) for one in others[:count]))
    )


def okey_beside_twice(bag: Bag) -> Tiles | None:
    """A colour twice in a group, beside an okey."""
    two = bag.group(2)
    return bag.plain(bag.shuffled((two[0], two[0], OKEY)))


def five_of_a_number(bag: Bag) -> Tiles | None:
    """A whole group, and an okey too much."""
    whole = bag.plain(bag.shuffled(bag.group(4)))
    return None if whole is None else (*whole, OKEY)


def two_in_a_row(bag: Bag) -> Tiles | None:
    """Only two tiles, neighbours or of one number."""
    return bag.plain(bag.run(2) if bag.rng.random() < 0.5 else bag.group(2))


def okey_after_high(bag: Bag) -> Tiles | None:
    """12, 13 and an okey in the place after the 13."""
    colour = bag.colour()
    first = bag.rng.randint(11, 12)
    return bag.plain((*(face(colour, number) for number in range(first, NUMBERS + 1)), OKEY))


def okey_then_one(bag: Bag) -> Tiles | None:
    """12, an okey and the 1: the okey would be the 13."""
    colour = bag.colour()
    return bag.plain((face(colour, 12), OKEY, face(colour, 1)))


def full_circle(bag: Bag) -> Tiles | None:
    """A long run up to the 13, and the 1 after it."""
    colour = bag.colour()
    first = bag.rng.randint(5, 9)
    return bag.plain(face(colour, number) for number in (*range(first, NUMBERS + 1), 1))


OWN: Final[Mapping[str, Idea]] = {
    "long-run": long_run,
    "long-gap": long_gap,
    "two-okeys": two_okeys,
    "one-and-two-okeys": one_and_two_okeys,
    "okeys-too-few": okeys_too_few,
    "both-false": both_false,
    "okey-beside-twice": okey_beside_twice,
    "five-of-a-number": five_of_a_number,
    "two-in-a-row": two_in_a_row,
    "okey-after-high": okey_after_high,
    "okey-then-one": okey_then_one,
    "full-circle": full_circle,
}
ALL: Final[Mapping[str, Idea]] = {**IDEAS, **OWN}
# Melds that stand and that do not come equally often; so do hard and easy ones.
_NAMES: Final = (
    *ALL, "run", "group", "high-run", "okey-in-run", "okey-at-end", "okey-in-group", "wrap",
    "okey-in-full-group", "false-in-run", "false-in-run", "false-in-group", "false-in-group",
    "long-run", "long-run", "long-gap", "long-gap", "two-okeys", "okey-after-high",
    "one-and-two-okeys",
)  # fmt: skip


class ValidMeld(Saying):
    """A meld, `yes`, and rules that it may break."""

    key = "valid-meld"
    version = 2
    form = Form.CHOICE
    trains = (*REASONS, "okey.false")
    themes = themes_of(
        Theme("wrap", tells=True),  # a 1 beside the 13
        Theme("one-okey"),
        Theme("two-okeys"),
        Theme("false-okey"),
        Theme("long-run"),  # six tiles or more
        Theme("colour-twice", tells=True),  # a group with a colour twice
        Theme("false-as-okey", tells=True),  # it would stand if the false okey were wild
    )

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A meld of one idea, that breaks one rule at most."""
        rng = random_of(self.key, rules, seed)
        bag = Box(rng)
        tiles = ALL[rng.choice(_NAMES)](bag)
        if tiles is None or not bag.has(tiles):
            return None
        meld = meld_of(tiles)
        verdict = judged((meld,), bag.indicator, rules)
        named = {violation.rule for violation in verdict.violations}
        broken = sorted(named - {"pair.identical"})  # of two tiles both are named
        if len(broken) > 1 or any(one.kind is MeldKind.PAIR for one in verdict.melds):
            return None
        others = [rule for rule in REASONS if rule in rules.rules and _offered(rule, broken, tiles)]
        count = rng.randint(_FEWEST, _MOST) - len(broken)
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,),
            options=(YES, *sorted((*broken, *rng.sample(others, min(count, len(others)))))),
            about=("okey.false",) if FALSE_OKEY in tiles else (),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes where the engine calls it legal; else those of the rules that it names."""
        verdict = judged(exercise.laid, exercise.indicator, rules)
        if stands(verdict):
            return (YES,)
        broken = dict.fromkeys(violation.rule for violation in verdict.violations)
        return tuple(rule for rule in broken if rule in exercise.options)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_choice(exercise, answer)
        right = self.right(exercise, rules)
        verdict = judged(exercise.laid, exercise.indicator, rules)
        found = about_melds(verdict, right, where="laid")
        named = broken_rules(verdict) or self.about(exercise)
        values = {"rule": f"rule:{right[0]}"} if YES not in right else {}
        return replace(found, correct=said in right, rules=named, values=values)

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """What the meld is, or what it breaks."""
        if YES not in right:
            return "proof_no"
        (one,) = judged(exercise.laid, exercise.indicator, rules).melds
        return f"proof_{one.kind}"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        return {
            "tiles": len(tiles),
            "okeys": tiles.count(OKEY),
            "false_okeys": tiles.count(FALSE_OKEY),
            "wrap": int(is_wrap(tiles)),
        }

    def effort(self, features: Mapping[str, int]) -> float:
        """Okeys, the 1 beside the 13 and above all the false okey make it hard to see."""
        found = 0.02 + 0.03 * max(0, features["tiles"] - 3) + 0.12 * features["okeys"]
        return found + 0.2 * features["false_okeys"] + 0.18 * features["wrap"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        tests = {
            "wrap": is_wrap(tiles),
            "one-okey": tiles.count(OKEY) == 1,
            "two-okeys": tiles.count(OKEY) == 2,
            "false-okey": FALSE_OKEY in tiles,
            "long-run": len(tiles) >= 6,
            "colour-twice": "group.colour-twice" in right,
            "false-as-okey": is_false_as_okey(exercise, rules),
        }
        return [key for key, holds in tests.items() if holds]

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Melds that stand come as often as those that do not."""
        return YES if YES in right else "no"


def stands(verdict: Verdict) -> bool:
    """Whether the one meld that was judged is a run or a group."""
    return verdict.legal and verdict.melds[0].kind is not MeldKind.PAIR


def is_wrap(tiles: Iterable[Tile]) -> bool:
    """Whether a 1 and a 13 or 12 of one colour lie together."""
    there = {tile for tile in tiles if tile.is_face}
    return any(
        face(one.colour, 1) in there and {face(one.colour, 12), face(one.colour, 13)} & there
        for one in there
        if one.number == 1
    )


def is_false_as_okey(exercise: Exercise, rules: RuleSet) -> bool:
    """Whether the meld is none, but would be one with an okey for each false okey."""
    tiles = laid_tiles(exercise.laid)
    if FALSE_OKEY not in tiles or stands(judged(exercise.laid, exercise.indicator, rules)):
        return False
    wild = [OKEY if tile is FALSE_OKEY else tile for tile in tiles]
    if wild.count(OKEY) > 2:
        return False
    return stands(judged((meld_of(wild),), exercise.indicator, rules))


def _offered(rule: str, broken: list[str], tiles: Tiles) -> bool:
    """Whether a rule that is not broken may be offered: none that says nearly the same."""
    if rule in broken or (rule == "meld.too-short" and len(tiles) > 3):
        return False
    alike = {"run.colour", "group.number", "meld.neither"}
    if rule in alike:
        # Of a broken run one may well say that it is neither; of a meld that stands one may not.
        # Were it never offered in vain, it would tell that it is right.
        return not alike & set(broken) and (rule != "meld.neither" or not broken)
    return True

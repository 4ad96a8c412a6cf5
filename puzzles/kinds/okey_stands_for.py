"""Which tiles can the okeys of a meld stand for? All of them, also where that is not settled."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from okey.judge import judge
from okey.melds import Meld, MeldKind, laid_tiles
from okey.reading import LONGEST_GROUP
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds.base import Theme
from puzzles.kinds.box import Box
from puzzles.kinds.hands import bears, themes_of
from puzzles.kinds.saying import Saying
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of
from tutor.tasks.pieces import Bag, laid_text, meld_of

_OPTIONS: Final = 6  # tiles offered where one is right; two more where there are two okeys
_ENDS: Final = ("low", "high", "inside", "inside")


class OkeyStandsFor(Saying, EqualTask):
    """A meld with one or two okeys, and tiles for which they may stand."""

    key = "okey-stands-for"
    form = Form.TILES
    trains = ("okey.order", "okey.value", "run.gap", "group.number")
    themes = themes_of(
        Theme("two-okeys"),
        Theme("false-okey"),
        Theme(
            "out-of-order", tells=True
        ),  # as laid it is no run: the okey goes where there is room
        Theme("open-colour", tells=True),  # a group of three: more than one colour
        Theme("end-of-run", tells=True),  # an okey at an end, whose place the order laid says
    )

    def applies(self, rules: RuleSet) -> bool:
        """Okeys lie in melds in every rule set."""
        return True

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A run or a group, and okeys in the place of one or two of its tiles."""
        rng = random_of(self.key, rules, seed)
        bag = Box(rng)
        okeys = rng.choice((1, 1, 1, 2))
        meld = _run(bag, okeys) if rng.random() < 0.65 else _group(bag, okeys)
        if not bag.has(laid_tiles((meld,))):
            return None
        stands = faces_of_okeys(meld, bag.indicator, rules)
        if not stands or bag.okey in stands:
            return None
        offered = _offered(rng, meld, stands, bag.okey, _OPTIONS + 2 * (okeys - 1))
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,),
            options=tuple(map(str, sorted(offered))), about=_about(meld, rules),
            ask="one" if okeys == 1 else "two",
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every face that the engine leaves to an okey of the meld."""
        (meld,) = exercise.laid
        found = faces_of_okeys(meld, exercise.indicator, rules)
        return (laid_text(sorted(found)),) if found else ()

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        outcome = super().check(exercise, answer, rules)
        return replace(outcome, values={"faces": outcome.right[0]})

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """One tile, or several."""
        if is_run(exercise):
            return "proof" if len(right[0].split()) == 1 else "proof_two"
        return "proof_group" if len(laid_tiles(exercise.laid)) == LONGEST_GROUP else "proof_open"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """Of a group of three, that several colours are possible."""
        return (
            "open"
            if self.proof_key(exercise, outcome.right, exercise.rules) == "proof_open"
            else ""
        )

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        return {
            "tiles": len(tiles),
            "okeys": tiles.count(OKEY),
            "false_okeys": tiles.count(FALSE_OKEY),
            "disordered": int(is_out_of_order(exercise)),
            "run": int(is_run(exercise)),
        }

    def effort(self, features: Mapping[str, int]) -> float:
        """Two okeys, a false okey beside them and an okey that has to move are hard."""
        found = 0.05 + 0.04 * (features["tiles"] - 3) + 0.16 * (features["okeys"] - 1)
        found += 0.14 * features["false_okeys"] + 0.18 * features["disordered"]
        return found + (0 if features["run"] else 0.06)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        tiles = laid_tiles(exercise.laid)
        tests = {
            "two-okeys": tiles.count(OKEY) == 2,
            "false-okey": FALSE_OKEY in tiles,
            "out-of-order": is_out_of_order(exercise),
            "open-colour": len(right[0].split()) > tiles.count(OKEY),
            "end-of-run": is_end_of_run(exercise),
        }
        return [key for key, holds in tests.items() if holds]


def faces_of_okeys(meld: Meld, indicator: Tile, rules: RuleSet) -> set[Tile]:
    """The faces for which the okeys of a meld may stand; none where it is no run or group."""
    (verdict,) = judge((meld,), rules=rules, indicator=indicator).melds
    if verdict.faces is None or verdict.kind is MeldKind.PAIR:
        return set()
    words = list(zip(meld.tiles, verdict.faces, strict=True))
    okeys = {word for laid, word in words if laid.tile is OKEY}
    settled = {Tile.parse(word) for word in okeys if not word.isdecimal()}
    open_ = {int(word) for word in okeys if word.isdecimal()}
    there = {Tile.parse(word).colour for laid, word in words if laid.tile is not OKEY}
    return settled | {face(c, number) for number in open_ for c in Colour if c not in there}


# Positions


def _run(bag: Bag, okeys: int) -> Meld:
    """A run, its okeys inside or at an end; at times laid behind the tiles that they join."""
    rng = bag.rng
    faces = bag.run(rng.randint(3, 5) + (okeys - 1))
    tiles = [bag.bearing(one) for one in faces]
    for place in _places(rng, len(tiles), okeys):
        tiles[place] = OKEY
    if rng.random() < 0.15:  # behind the others, where that is no run
        tiles = [one for one in tiles if one is not OKEY] + [OKEY] * okeys
    return Meld(meld_of(tiles).tiles, MeldKind.RUN if _is_either(tiles) else None)


def _places(rng: Random, length: int, okeys: int) -> list[int]:
    ends = {"low": 0, "high": length - 1}
    first = ends.get(rng.choice(_ENDS), rng.randrange(1, length - 1))
    others = [place for place in range(length) if place != first]
    return [first, *rng.sample(others, okeys - 1)]


def _group(bag: Bag, okeys: int) -> Meld:
    rng = bag.rng
    faces = bag.group(rng.randint(3, 4))
    tiles = [bag.bearing(one) for one in faces]
    for place in rng.sample(range(len(tiles)), okeys):
        tiles[place] = OKEY
    return Meld(meld_of(bag.shuffled(tiles)).tiles, MeldKind.GROUP if _is_either(tiles) else None)


def _is_either(tiles: Iterable[Tile]) -> bool:
    """Whether these could be a run as well as a group: one tile that is no okey."""
    return sum(tile is not OKEY for tile in tiles) == 1


def _offered(
    rng: Random, meld: Meld, stands: set[Tile], okey: Tile, count: int
) -> tuple[Tile, ...]:
    """The right faces and others near them."""
    tiles = {bears(tile, okey) for tile in laid_tiles((meld,)) if tile is not OKEY}
    near = set()
    for one in sorted(stands | tiles):
        near |= {face(colour, one.number) for colour in Colour}
        near |= {face(one.colour, (one.number + step - 1) % NUMBERS + 1) for step in (-2, -1, 1, 2)}
    others = sorted(near - stands - {okey})
    return (*stands, *rng.sample(others, min(len(others), max(1, count - len(stands)))))


def _about(meld: Meld, rules: RuleSet) -> tuple[str, ...]:
    tiles = [tile for tile in laid_tiles((meld,)) if tile.is_face]
    group = meld.kind is MeldKind.GROUP or len({tile.number for tile in tiles}) == 1
    order = ("okey.order",) if "okey.order" in rules.rules else ()
    return (*order, "group.number" if group and meld.kind is not MeldKind.RUN else "run.gap")


# Themes


def is_run(exercise: Exercise) -> bool:
    """Whether the meld shown is a run."""
    (meld,) = exercise.laid
    (verdict,) = judge(exercise.laid, rules=exercise.rules, indicator=exercise.indicator).melds
    return (verdict.kind or meld.kind) is MeldKind.RUN


def is_out_of_order(exercise: Exercise) -> bool:
    """Whether the run is none in the order in which it is laid."""
    if not is_run(exercise):
        return False
    words = _run_numbers(exercise)
    return any(two != one + 1 and (one, two) != (NUMBERS, 1) for one, two in _steps(words))


def is_end_of_run(exercise: Exercise) -> bool:
    """Whether an okey is the lowest or the highest tile of a run."""
    if not is_run(exercise):
        return False
    (meld,) = exercise.laid
    numbers = [14 if n == 1 and 13 in _run_numbers(exercise) else n for n in _run_numbers(exercise)]
    ends = (min(numbers), max(numbers))
    return any(
        laid.tile is OKEY and number in ends
        for laid, number in zip(meld.tiles, numbers, strict=True)
    )


def _run_numbers(exercise: Exercise) -> list[int]:
    """The numbers of a run as it is laid, okeys with those that they stand for."""
    (verdict,) = judge(exercise.laid, rules=exercise.rules, indicator=exercise.indicator).melds
    return [Tile.parse(word).number for word in verdict.faces or ()]


def _steps(numbers: list[int]) -> Iterable[tuple[int, int]]:
    return itertools.pairwise(numbers)

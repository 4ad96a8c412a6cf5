"""The okey and its double: which tiles are wild, what a false okey bears, what an okey is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from okey.hand import read_tile
from okey.judge import judge
from okey.melds import Meld
from okey.reading import false_face, first_wild
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.meld_ideas import IDEAS
from tutor.tasks.pieces import Bag, laid_text, meld_of, proposed

ANYTHING: Final = "anything"


def _moved(tile: Tile, step: int) -> Tile:
    """A face some numbers away in its colour, past the 13 from the 1 on."""
    return face(tile.colour, (tile.number + step - 1) % NUMBERS + 1)


class FalseOkeyFace(EqualTask):
    """Which tile does a false okey count as? Or is it any tile, as some believe?"""

    key = "false-okey-face"
    form = Form.CHOICE
    trains = ("okey.false",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Offer the okey's face, the indicator's, some that are near, and any tile."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        other = rng.choice([one for one in Colour if one != bag.okey.colour])
        faces = {
            bag.indicator,
            bag.okey,
            rng.choice((_moved(bag.okey, 1), _moved(bag.okey, -2))),
            face(other, bag.okey.number),
        }
        return Exercise(
            self.key, rules, seed, bag.indicator,
            options=(*map(str, sorted(faces)), ANYTHING), values={"shown": str(bag.indicator)},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The face that the engine reads."""
        found = false_face(exercise.okey, rules)
        return (ANYTHING if found is None else str(found),)


class WildTiles(EqualTask):
    """Tap every tile of the rack that is an okey.

    Options: `tiles` in the rack; `false` puts one or two false okeys in it, or none.
    """

    key = "wild-tiles"
    form = Form.TILES
    trains = ("okey.face", "okey.false")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Put okeys among tiles that are easily taken for one, with their faces as printed."""
        rng = random_of(self.key, rules, seed)
        size, false = options.get("tiles", 7), options.get("false", rng.random() < 0.5)
        bag = Bag(rng)
        tiles = [OKEY] * rng.randint(1, 2)
        if false:
            tiles += [FALSE_OKEY] * rng.randint(1, 2)
        others = [one for one in Colour if one != bag.okey.colour]
        near = [
            bag.indicator,
            _moved(bag.okey, 1),
            *(face(one, bag.okey.number) for one in others),
            *(face(one, bag.indicator.number) for one in others),
        ]
        bag.take(tiles)
        tiles += bag.take(rng.sample(near, max(2, size - len(tiles) - 1)))
        while len(tiles) < size:
            tiles.append(bag.any())
        printed = [bag.okey if tile == OKEY else tile for tile in tiles]
        return Exercise(
            self.key, rules, seed, bag.indicator, options=bag.shuffled(map(str, printed)),
            values={"shown": str(bag.indicator)},
            about=("okey.false", "okey.face") if false else ("okey.face",),
            ask="false" if false else "ask",
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every tile that the engine reads as wild."""
        first = first_wild(rules)
        return (
            laid_text(
                tile
                for one in exercise.options
                for tile in (read_tile(one, exercise.okey, "options"),)
                if tile.index >= first
            ),
        )


class OkeyStandsFor(EqualTask):
    """Which tile does the okey stand for in this meld?

    Option `ideas`: names of `meld_ideas.IDEAS` with one okey whose face is settled.
    """

    key = "okey-stands-for"
    form = Form.TILE
    trains = ("okey.order", "run.gap", "group.number")

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Offer the face, its neighbours and the okey's number in that colour."""
        rng = random_of(self.key, rules, seed)
        ideas = options.get("ideas", ("okey-in-run", "okey-at-end", "okey-in-full-group"))

        def propose() -> tuple[Bag, Meld, Tile] | None:
            bag = Bag(rng)
            tiles = IDEAS[rng.choice(ideas)](bag)
            if tiles is None or not bag.has(tiles):
                return None
            meld = meld_of(tiles)
            found = _face(meld, bag.indicator, rules)
            return None if found is None or found == bag.okey else (bag, meld, found)

        bag, meld, found = proposed(propose)
        near = {
            *(_moved(found, step) for step in (-1, 1)),
            *(face(one, found.number) for one in Colour),
            face(found.colour, bag.okey.number),
        } - {found, bag.okey}
        offered = sorted([found, *rng.sample(sorted(near), 3)])
        numbers = {laid.tile.number for laid in meld.tiles if laid.tile.is_face}
        kind = "run.gap" if len(numbers) > 1 else "group.number"
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,), options=tuple(map(str, offered)),
            about=("okey.order", kind),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The face that the engine reads."""
        (meld,) = exercise.laid
        found = _face(meld, exercise.indicator, rules)
        return () if found is None else (str(found),)


def _face(meld: Meld, indicator: Tile, rules: RuleSet) -> Tile | None:
    """What the okey of a meld stands for, None where that is not settled."""
    (verdict,) = judge((meld,), rules=rules, indicator=indicator).melds
    if verdict.faces is None:
        return None
    at = [laid.tile for laid in meld.tiles].index(OKEY)
    word = verdict.faces[at]
    return None if word.isdecimal() else Tile.parse(word)


__all__ = ["ANYTHING", "FalseOkeyFace", "OkeyStandsFor", "WildTiles"]

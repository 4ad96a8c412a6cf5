"""Which tile is the okey, when this one lies open as the indicator?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from okey.rules.model import RuleSet
from okey.tiles import FACES, NUMBERS, Colour, Tile, face, okey_face
from tutor.tasks.base import EqualTask, Exercise, Form, random_of

CHOICES: Final = 5


class OkeyOfIndicator(EqualTask):
    """Choose the okey's face among faces that are near it.

    Option `indicators`: numbers of which the indicator is one, as in `[13]` for the jump to the 1.
    """

    key = "okey-of-indicator"
    form = Form.TILE
    trains = ("okey.face",)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Draw an indicator and four faces near the okey."""
        rng = random_of(self.key, rules, seed)
        numbers = options.get("indicators") or range(1, NUMBERS + 1)
        indicator = rng.choice([tile for tile in FACES if tile.number in numbers])
        near = _near(indicator)
        rng.shuffle(near)
        shown = sorted([indicator, okey_face(indicator), *near[: CHOICES - 2]])
        return Exercise(
            self.key,
            rules,
            seed,
            indicator,
            options=tuple(map(str, shown)),
            values={"shown": str(indicator)},
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The face that the engine says."""
        return (str(exercise.okey),)


def _near(indicator: Tile) -> list[Tile]:
    """Faces that a guess could mean: one lower, two higher, both numbers in other colours."""
    okey = okey_face(indicator)
    lower = face(indicator.colour, (indicator.number - 2) % NUMBERS + 1)
    higher = face(indicator.colour, okey.number % NUMBERS + 1)
    others = [
        face(colour, number)
        for number in (okey.number, indicator.number)
        for colour in Colour
        if colour != indicator.colour
    ]
    return [lower, higher, *others]

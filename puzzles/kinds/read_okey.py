"""Which tile is the okey, what does a false okey count as, and is this tile wild?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from okey.reading import false_face
from okey.rules.model import RuleSet
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, Colour, Tile, face, okey_face
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import Theme
from puzzles.kinds.hands import themes_of
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.reading_okey import ANYTHING

WILD: Final = "wild"
AS_FACE: Final = "face"
ITSELF: Final = "itself"
_OFFERED: Final = 2  # of the other faces that a guess could mean, beside those always offered


class ReadOkey(AskedKind, EqualTask):
    """Read the indicator. All positions are made one after the other; there are no seeds."""

    key = "read-okey"
    form = Form.CHOICE
    trains = ("okey.face", "okey.false")
    themes = themes_of(
        Theme("thirteen"),  # the indicator is a 13, and the okey the 1
        Theme("false-okey"),  # a false okey is what is asked about, or lay open first
        Theme("in-hand"),  # a tile of one's own is what is asked about
    )

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """One of all positions, by lot."""
        return random_of(self.key, rules, seed).choice(_all(self, rules))

    def every(self, rules: RuleSet) -> Iterator[Exercise]:
        """All positions: each question about each indicator, with each set of wrong faces."""
        turned = "risk" if rules.dealing.false_indicator == "risk" else "redraw"
        for number in range(1, NUMBERS + 1):
            # Colours are renamed later on: one colour of each number is all of them.
            indicator = face(Colour(number % 4), number)
            for ask, always, others in (
                ("okey", (indicator, FALSE_OKEY), _near(indicator)),
                (turned, (indicator, FALSE_OKEY), _near(indicator)),
                ("false", (indicator,), _near(indicator)),
            ):
                for offered in combinations(others, _OFFERED):
                    faces = sorted({okey_face(indicator), *always, *offered})
                    more = (ANYTHING,) if ask == "false" else ()
                    yield self._asked(rules, indicator, ask, (*map(str, faces), *more))
            for tile in _held(indicator):
                meanings = (WILD, AS_FACE, ITSELF)
                yield self._asked(rules, indicator, "held", meanings, {"tile": str(tile)})

    def _asked(
        self,
        rules: RuleSet,
        indicator: Tile,
        ask: str,
        options: Sequence[str],
        values: Mapping[str, str] | None = None,
    ) -> Exercise:
        about = ("okey.false", "okey.face") if ask in ("false", "held") else ("okey.face",)
        shown = {"shown": str(indicator), **(values or {})}
        seed = "/".join((ask, *shown.values(), *options))
        return Exercise(
            self.key, rules, seed, indicator,
            options=tuple(options), values=shown, about=about, ask=ask,
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the engine reads."""
        if exercise.ask == "held":
            return (_meaning(str(exercise.values["tile"]), exercise.okey, rules),)
        if exercise.ask == "false":
            found = false_face(exercise.okey, rules)
            return (ANYTHING if found is None else str(found),)
        return (str(exercise.okey),)

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """See `AskedKind`."""
        return {
            "thirteen": int(exercise.indicator.number == NUMBERS),
            "false": int(exercise.ask == "false"),
            "held": int(exercise.ask == "held"),
            "turned": int(exercise.ask in ("risk", "redraw")),
        }

    def effort(self, features: Mapping[str, int]) -> float:
        """The jump from 13 to 1, and what is not asked every day, are hard."""
        found = 0.02 + 0.16 * features["thirteen"] + 0.12 * features["false"]
        return found + 0.08 * features["held"] + 0.14 * features["turned"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `AskedKind`."""
        if is_thirteen(exercise):
            yield "thirteen"
        if is_about_false(exercise):
            yield "false-okey"
        if exercise.ask == "held":
            yield "in-hand"


@cache
def _all(kind: ReadOkey, rules: RuleSet) -> tuple[Exercise, ...]:
    return tuple(kind.every(rules))


def is_thirteen(exercise: Exercise) -> bool:
    """Whether the indicator is a 13."""
    return exercise.indicator.number == NUMBERS


def is_about_false(exercise: Exercise) -> bool:
    """Whether a false okey is asked about, or lay open first."""
    asked = exercise.ask in ("false", "risk", "redraw")
    return asked or exercise.values.get("tile") == str(FALSE_OKEY)


def _meaning(tile: str, okey: Tile, rules: RuleSet) -> str:
    """What a tile is, by the face that is printed on it."""
    if tile == str(FALSE_OKEY):
        return WILD if false_face(okey, rules) is None else AS_FACE
    return WILD if tile == str(okey) else ITSELF


def _near(indicator: Tile) -> tuple[Tile, ...]:
    """Faces that a guess could mean: one lower, two higher, the okey's number elsewhere."""
    okey = okey_face(indicator)
    other, another = (
        FACES[(indicator.colour + step) % 4 * NUMBERS + okey.number - 1] for step in (1, 2)
    )
    lower = face(indicator.colour, (indicator.number - 2) % NUMBERS + 1)
    higher = face(indicator.colour, okey.number % NUMBERS + 1)
    return (lower, higher, other, another)


def _held(indicator: Tile) -> tuple[Tile, ...]:
    """Tiles that are taken for what they are not, and those that are it."""
    return (okey_face(indicator), FALSE_OKEY, indicator, *_near(indicator)[1:3])

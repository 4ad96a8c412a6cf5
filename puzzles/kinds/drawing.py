"""What the kinds about the next draw share: the tiles offered, and which of them are enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search import can_open
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile
from puzzles.kinds.hands import bears, unseen, with_one
from puzzles.kinds.saying import Saying
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, choosable, read_some_tiles
from tutor.tasks.pieces import laid_text

OFFERED: Final = 12  # tiles to choose from
_MOST_RIGHT: Final = 6
_LOOKED_AT: Final = 16  # numbered tiles of which those offered are taken


class NextDraw(Saying, EqualTask):
    """A hand that lacks one tile, and tiles that may still come: all that are enough are right."""

    form = Form.TILES

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """All tiles offered that are enough."""
        found = enough_of(exercise, rules)
        return (laid_text(found),) if found else ()

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        outcome = super().check(exercise, answer, rules)
        said = read_some_tiles(exercise, answer)
        found = enough_of(exercise, rules)
        missed = sum(tile not in said for tile in found)
        wrong = sum(tile not in found for tile in said)
        return replace(outcome, values={"outs": outcome.right[0], "missed": missed, "wrong": wrong})

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """Whether tiles lack, or are too many."""
        return lacking_key(outcome)


def enough_of(exercise: Exercise, rules: RuleSet) -> tuple[Tile, ...]:
    """Those of the tiles offered that are enough."""
    assert exercise.hand is not None
    return enough(exercise.hand, choosable(exercise), rules)


@lru_cache(maxsize=512)
def enough(hand: Hand, offered: tuple[Tile, ...], rules: RuleSet) -> tuple[Tile, ...]:
    """Those of the tiles with which the hand opens (classic: can be shown), in their order."""
    return tuple(sorted(tile for tile in offered if can_open(with_one(hand, tile), rules)))


def offered_draws(
    rng: Random, hand: Hand, rules: RuleSet, first: Iterable[Tile] = ()
) -> tuple[Tile, ...] | None:
    """Tiles that may still come, some of which are enough and more of which are not.

    `first` are looked at before others that are near the hand. None where none is enough, or too
    few are not. The okeys and the false okeys are among them as long as any is left.
    """
    left = unseen(hand)
    candidates = [tile for tile in dict.fromkeys((*first, *_near(rng, hand))) if tile in left]
    looked = tuple(tile for tile in candidates if tile.is_face)[:_LOOKED_AT]
    right = enough(hand, looked, rules)
    if not right:
        return None
    wrong = [tile for tile in looked if tile not in right]
    rng.shuffle(wrong)
    special = [tile for tile in (FALSE_OKEY, OKEY) if tile in left]
    shown = list(rng.sample(right, min(len(right), _MOST_RIGHT)))
    shown += wrong[: OFFERED - len(special) - len(shown)]
    if len(wrong) < 3 or len(shown) < OFFERED - 4:
        return None
    return tuple(sorted((*shown, *special)))


def _near(rng: Random, hand: Hand) -> Sequence[Tile]:
    """Faces beside the tiles of a hand, or of their number, in a random order."""
    okey = hand.okey
    there = {bears(tile, okey).index for tile in hand.tiles if tile is not OKEY}
    near = set()
    for index in there:
        number = index % NUMBERS
        near |= {colour * NUMBERS + number for colour in Colour}
        near |= {index + step for step in (-2, -1, 1, 2) if 0 <= number + step < NUMBERS}
        if number == NUMBERS - 1:
            near.add(index - NUMBERS + 1)  # the 1 after the 13
    faces = [FACES[index] for index in sorted(near) if index != okey.index]
    rng.shuffle(faces)
    return faces


def options_of(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """Tiles as options."""
    return tuple(map(str, tiles))


def lacking_key(outcome: Outcome) -> str:
    """The sentence about tiles left out (`missed`), tiles too many (`wrong`), or both."""
    if not outcome.values["wrong"]:
        return "left_out"
    return "both" if outcome.values["missed"] else "too_many"

"""Two tiles that show one idea each: a pair, the same number, an okey beside a tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, face
from tutor.tasks.meld_ideas import Idea, Tiles
from tutor.tasks.pieces import Bag


def same(bag: Bag) -> Tiles | None:
    """The same tile twice."""
    one = bag.rng.choice(FACES)
    return bag.plain((one, one))


def same_number(bag: Bag) -> Tiles | None:
    """One number in two colours."""
    return bag.plain(bag.shuffled(bag.group(2)))


def same_colour(bag: Bag) -> Tiles | None:
    """Two numbers of one colour, side by side or near."""
    colour, number = bag.colour(), bag.rng.randint(1, NUMBERS - 2)
    step = bag.rng.randint(1, 2)
    return bag.plain((face(colour, number), face(colour, number + step)))


def okey(bag: Bag) -> Tiles | None:
    """An okey beside any tile."""
    return bag.shuffled((bag.any(), OKEY))


def two_okeys(bag: Bag) -> Tiles | None:
    """Both okeys."""
    return (OKEY, OKEY)


def two_false(bag: Bag) -> Tiles | None:
    """Both false okeys."""
    return (FALSE_OKEY, FALSE_OKEY)


def false_and_okey(bag: Bag) -> Tiles | None:
    """A false okey beside an okey."""
    return bag.shuffled((FALSE_OKEY, OKEY))


def false_and_tile(bag: Bag) -> Tiles | None:
    """A false okey beside a tile that it does not equal."""
    return bag.shuffled((bag.any(), FALSE_OKEY))


def false_and_indicator(bag: Bag) -> Tiles | None:
    """A false okey beside the indicator's twin."""
    return bag.shuffled((bag.indicator, FALSE_OKEY))


def false_and_number(bag: Bag) -> Tiles | None:
    """A false okey beside its own number in another colour."""
    other = bag.rng.choice([one for one in Colour if one != bag.okey.colour])
    return bag.shuffled((face(other, bag.okey.number), FALSE_OKEY))


PAIR_IDEAS: Final[Mapping[str, Idea]] = {
    "same": same,
    "same-number": same_number,
    "same-colour": same_colour,
    "okey": okey,
    "two-okeys": two_okeys,
    "two-false": two_false,
    "false-and-okey": false_and_okey,
    "false-and-tile": false_and_tile,
    "false-and-indicator": false_and_indicator,
    "false-and-number": false_and_number,
}

"""Melds that show one idea each: a run, a gap, a 1 after the 13, a false okey taken for a joker.

An idea proposes tiles in the order laid, or None where the bag does not fit it this time. Whether
they are legal depends on the rule set, and the engine says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile, face
from tutor.tasks.pieces import Bag, with_okey

Tiles = tuple[Tile, ...]
Idea = Callable[[Bag], Tiles | None]


def run(bag: Bag) -> Tiles | None:
    """A run of three to five."""
    return bag.plain(bag.run(bag.rng.randint(3, 5)))


def low_run(bag: Bag) -> Tiles | None:
    """A run that begins with the 1."""
    return bag.plain(bag.run(bag.rng.randint(3, 4), high=4))


def high_run(bag: Bag) -> Tiles | None:
    """A run that ends with the 13."""
    length = bag.rng.randint(3, 4)
    return bag.plain(bag.run(length, low=NUMBERS - length + 1))


def gap(bag: Bag) -> Tiles | None:
    """A run in which one number is missing."""
    whole = bag.run(bag.rng.randint(4, 5))
    at = bag.rng.randint(1, len(whole) - 2)
    return bag.plain((*whole[:at], *whole[at + 1 :]))


def number_twice(bag: Bag) -> Tiles | None:
    """A run in which a number stands twice."""
    whole = bag.run(3)
    at = bag.rng.randrange(3)
    return bag.plain((*whole[: at + 1], *whole[at:]))


def two_colours(bag: Bag) -> Tiles | None:
    """A run with one tile in another colour."""
    whole = bag.run(bag.rng.randint(3, 4))
    at = bag.rng.randrange(len(whole))
    other = bag.rng.choice([one for one in range(4) if one != whole[0].colour])
    changed = face(type(whole[0].colour)(other), whole[at].number)
    return bag.plain((*whole[:at], changed, *whole[at + 1 :]))


def wrap(bag: Bag) -> Tiles | None:
    """A 1 after the 13: 12-13-1, or longer."""
    colour = bag.colour()
    first = bag.rng.randint(10, 12)
    numbers = (*range(first, NUMBERS + 1), 1)
    return bag.plain(face(colour, number) for number in numbers)


def round_the_corner(bag: Bag) -> Tiles | None:
    """A run that goes on after the 1 that follows the 13: 13-1-2, or longer."""
    colour = bag.colour()
    first, last = bag.rng.randint(11, 13), bag.rng.randint(2, 3)
    numbers = (*range(first, NUMBERS + 1), *range(1, last + 1))
    return bag.plain(face(colour, number) for number in numbers)


def group(bag: Bag) -> Tiles | None:
    """A group of three or four."""
    return bag.plain(bag.shuffled(bag.group(bag.rng.randint(3, 4))))


def colour_twice(bag: Bag) -> Tiles | None:
    """A group in which a colour stands twice."""
    some = bag.group(bag.rng.randint(2, 3))
    return bag.plain(bag.shuffled((*some, bag.rng.choice(some))))


def two_numbers(bag: Bag) -> Tiles | None:
    """A group with one tile of another number."""
    *some, last = bag.shuffled(bag.group(bag.rng.randint(3, 4)))
    number = last.number + bag.rng.choice((-1, 1))
    return bag.plain((*some, face(last.colour, number))) if 1 <= number <= NUMBERS else None


def okey_in_run(bag: Bag) -> Tiles | None:
    """A run in which an okey takes a place between others."""
    whole = bag.plain(bag.run(bag.rng.randint(3, 4)))
    return None if whole is None else with_okey(whole, bag.rng.randint(1, len(whole) - 2))


def okey_at_end(bag: Bag) -> Tiles | None:
    """A run that an okey begins or ends, where the order laid says what it is."""
    length = bag.rng.randint(3, 4)
    whole = bag.plain(bag.run(length, low=2, high=NUMBERS - 1))
    return None if whole is None else with_okey(whole, bag.rng.choice((0, length - 1)))


def okey_in_group(bag: Bag) -> Tiles | None:
    """A group with an okey."""
    whole = bag.plain(bag.group(bag.rng.randint(3, 4)))
    return None if whole is None else with_okey(whole, len(whole) - 1)


def okey_in_full_group(bag: Bag) -> Tiles | None:
    """A group of four with an okey, whose colour is settled."""
    whole = bag.plain(bag.group(4))
    return None if whole is None else with_okey(whole, bag.rng.randrange(4))


def okey_too_few(bag: Bag) -> Tiles | None:
    """One okey where two numbers are missing."""
    whole = bag.run(bag.rng.randint(4, 5))
    at = bag.rng.randint(1, len(whole) - 3)
    return bag.plain((*whole[:at], OKEY, *whole[at + 2 :]))


def _with_false(bag: Bag, whole: Sequence[Tile]) -> Tiles:
    return tuple(bag.bearing(tile) for tile in whole)


def _around(bag: Bag, wanted: Tile) -> Tiles | None:
    """A run of three or four with this face in it."""
    length = bag.rng.randint(3, 4)
    first = wanted.number - bag.rng.randrange(length)
    if not 1 <= first <= NUMBERS - length + 1:
        return None
    return tuple(face(wanted.colour, first + step) for step in range(length))


def false_in_run(bag: Bag) -> Tiles | None:
    """A run in which a false okey lies as the face that it bears."""
    whole = _around(bag, bag.okey)
    return None if whole is None else _with_false(bag, whole)


def false_in_group(bag: Bag) -> Tiles | None:
    """A group in which a false okey lies as the face that it bears."""
    whole = bag.group(bag.rng.randint(3, 4), low=bag.okey.number, high=bag.okey.number)
    return _with_false(bag, bag.shuffled(whole)) if bag.okey in whole else None


def false_as_joker(bag: Bag) -> Tiles | None:
    """A run or a group in which a false okey lies for a tile that it does not bear."""
    if bag.rng.random() < 0.6:
        whole = bag.run(bag.rng.randint(3, 4))
        at = bag.rng.randint(1, len(whole) - 2)
    else:
        whole = bag.group(3)
        at = bag.rng.randrange(3)
    if bag.okey in whole:
        return None
    return (*whole[:at], FALSE_OKEY, *whole[at + 1 :])


def false_as_indicator(bag: Bag) -> Tiles | None:
    """A run or a group in which a false okey lies as the face of the indicator."""
    if bag.rng.random() < 0.6:
        whole = _around(bag, bag.indicator)
    else:
        number = bag.indicator.number
        whole = bag.group(3, low=number, high=number)
    if whole is None or bag.okey in whole or bag.indicator not in whole:
        return None
    at = whole.index(bag.indicator)
    return (*whole[:at], FALSE_OKEY, *whole[at + 1 :])


def indicator_as_joker(bag: Bag) -> Tiles | None:
    """A run or a group in which the indicator's twin lies for another tile."""
    whole = bag.run(3) if bag.rng.random() < 0.6 else bag.group(3)
    if bag.okey in whole or bag.indicator in whole:
        return None
    return (whole[0], bag.indicator, whole[2])


IDEAS: Final[Mapping[str, Idea]] = {
    "run": run,
    "low-run": low_run,
    "high-run": high_run,
    "gap": gap,
    "number-twice": number_twice,
    "two-colours": two_colours,
    "wrap": wrap,
    "round-the-corner": round_the_corner,
    "group": group,
    "colour-twice": colour_twice,
    "two-numbers": two_numbers,
    "okey-in-run": okey_in_run,
    "okey-at-end": okey_at_end,
    "okey-in-group": okey_in_group,
    "okey-in-full-group": okey_in_full_group,
    "okey-too-few": okey_too_few,
    "false-in-run": false_in_run,
    "false-in-group": false_in_group,
    "false-as-joker": false_as_joker,
    "false-as-indicator": false_as_indicator,
    "indicator-as-joker": indicator_as_joker,
}

"""Proofs about tiles and single melds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from okey.melds import Meld, MeldKind
from okey.rules.model import RuleSet
from okey.tiles import NUMBERS, TILES, Tile
from puzzles.proofs.melds import COLOURS, Seen, read, seen
from puzzles.proofs.shown import Shown, exactly, only, tiles_in


def okey_beside(indicator: Tile) -> Tile:
    """The face one above the indicator; after the 13 comes the 1."""
    colour, number = divmod(indicator.index, NUMBERS)
    return TILES[colour * NUMBERS + (number + 1) % NUMBERS]


def read_okey(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`read-okey`: the okey's face, what a false okey counts, and what a tile is."""
    okey = str(okey_beside(exercise.indicator))
    if exercise.ask == "held":
        tile = str(exercise.values["tile"])
        meaning = {okey: "wild", "F": "face"}.get(tile, "itself")
        return exactly(right, {one: one == meaning for one in exercise.options})
    if exercise.ask not in ("okey", "false", "risk", "redraw"):
        return False
    return exactly(right, {one: one == okey for one in exercise.options})


# What is wrong with a meld


def wrong(meld: Meld, rules: RuleSet, okey: Tile) -> set[str]:
    """The rules that a meld without a declared kind breaks; none where it stands."""
    if read(meld, rules, okey) is not None:
        return set()
    tiles = seen(meld, okey)
    if len(tiles) == 2:
        return {"meld.too-short", "pair.identical"}
    plain = [tile for tile in tiles if not tile.wild]
    if len({tile.number for tile in plain}) <= 1:
        found = set()
        if len(tiles) > len(COLOURS):
            found.add("group.too-long")
        if max(Counter(tile.colour for tile in plain).values(), default=0) > 1:
            found.add("group.colour-twice")
        return found
    if len({tile.colour for tile in plain}) > 1:
        return {"meld.neither"}
    return _wrong_run(tiles, rules)


def _wrong_run(tiles: tuple[Seen, ...], rules: RuleSet) -> set[str]:
    """A run is too full of holes, or it goes on past the 13."""
    numbers = [tile.number for tile in tiles]
    past = "run.wrap-end" if rules.runs.wrap_end else "run.no-wrap"
    if _is_circle(numbers):
        return {past}
    found = {"run.gap"}
    for at, (one, other) in enumerate(pairwise(numbers)):
        goes_on = at + 2 < len(numbers)
        if (one, other) == (NUMBERS, 1) and (goes_on or not rules.runs.wrap_end):
            found.add(past)
    return found


def _is_circle(numbers: list[int | None]) -> bool:
    """Whether the tiles would be in sequence if the 1 came after the 13 every time."""
    size = len(numbers)
    for start in range(NUMBERS):
        free = [(start + step) % NUMBERS + 1 for step in range(size)]
        for number in numbers:
            if number is not None and number in free:
                free.remove(number)
            elif number is not None:
                break
        else:
            return True
    return False


def valid_meld(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`valid-meld`: a run or a group, or the rules that it breaks."""
    (meld,) = exercise.laid
    reading = read(meld, rules, exercise.okey)
    if reading is not None and reading.kind is MeldKind.PAIR:
        return False
    broken = wrong(meld, rules, exercise.okey)
    return exactly(
        right,
        {one: one in broken or (one == "yes" and not broken) for one in exercise.options},
    )


# What an okey stands for, and what melds are worth


def stands_for(meld: Meld, rules: RuleSet, okey: Tile) -> set[int]:
    """The faces (by index) that an okey of the meld stands for, or may stand for."""
    reading = read(meld, rules, okey)
    if reading is None or reading.kind is MeldKind.PAIR:
        return set()
    tiles = seen(meld, okey)
    number = reading.places[0][1]
    plain = {tile.colour for tile in tiles if not tile.wild}
    found = set()
    for (colour, place), tile in zip(reading.places, tiles, strict=True):
        if not tile.wild:
            continue
        if reading.kind is MeldKind.RUN:
            assert colour is not None
            found.add(colour * NUMBERS + (place - 1) % NUMBERS)
        elif len(tiles) == len(COLOURS) and tile.colour is not None:
            found.add(tile.colour * NUMBERS + number - 1)
        else:
            found |= {one * NUMBERS + number - 1 for one in COLOURS if one not in plain}
    return found


def okey_stands_for(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`okey-stands-for`: every face that an okey of the meld may stand for."""
    (meld,) = exercise.laid
    said = [tile.index for tile in tiles_in(exercise, only(right))]
    offered = {tile.index for tile in tiles_in(exercise, " ".join(exercise.options))}
    found = stands_for(meld, rules, exercise.okey)
    return bool(found) and len(said) == len(set(said)) and set(said) == found <= offered


def points_of(melds: tuple[Meld, ...], rules: RuleSet, okey: Tile) -> int | None:
    """The points of runs and groups; None where one of them is none."""
    total = 0
    for meld in melds:
        reading = read(meld, rules, okey)
        if reading is None or reading.kind is MeldKind.PAIR:
            return None
        total += reading.points
    return total


def meld_value(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`meld-value`: the sum of the numbers of all places."""
    found = points_of(exercise.laid, rules, exercise.okey)
    return found is not None and int(only(right)) == found


__all__ = ["meld_value", "okey_stands_for", "points_of", "read_okey", "valid_meld"]

"""Turns in which one thing is wrong, one small function a mistake.

Each tells a turn of the seat that is on turn, up to the step that is refused or costs points, and
answers whether it came off. What rule that step breaks, the referee says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from okey.fits import layable
from okey.melds import LAID, Meld, MeldKind
from okey.moves import Action, Add, Discard, Draw, Finish, Lay, Open, ShowIndicator, Swap, Take
from okey.rules.model import RuleSet
from okey.tiles import NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.mistake_tiles import colour_twice, false_wild, gap, plain, twins, wrap, wrap_on
from puzzles.kinds.stories import Telling
from tutor.tasks.pieces import meld_of

Mistake = Callable[[Telling], bool]


def claimed(told: Telling, action: Action) -> bool:
    """End the turn's story with a move that is not made, whatever is wrong with it."""
    told.claim(action)
    return True


def thrown(told: Telling, tile: Tile | None) -> bool:
    """End the turn with a discard."""
    return tile is not None and told.tell(Discard(tile))


# Drawing and taking


def _draws_twice(told: Telling) -> bool:
    return told.tell(Draw()) and claimed(told, Draw())


def _draws_and_takes(told: Telling) -> bool:
    return told.round.thrown is not None and told.tell(Draw()) and claimed(told, Take())


def _throws_undrawn(told: Telling) -> bool:
    tile = told.idle()
    return tile is not None and claimed(told, Discard(tile))


def _takes_another(told: Telling) -> bool:
    """Take what somebody else threw."""
    seats = told.round.seats
    others = [
        seat.discards[-1]
        for at, seat in enumerate(seats)
        if at not in (told.round.left, told.seat) and seat.discards
    ]
    tile = told.rng.choice(others) if others else None
    return tile is not None and tile != told.round.thrown and claimed(told, Take(tile))


def _keeps_taken(told: Telling) -> bool:
    """Take a tile and throw another without having laid it."""
    tile = told.idle()
    if told.round.thrown is None or tile is None or not told.tell(Take()):
        return False
    return claimed(told, Discard(tile))


def _opens_without(told: Telling) -> bool:
    """Take a tile and open with others, where it must lie in the opening."""
    if told.opened is not None or told.round.thrown is None or not told.tell(Take()):
        return False
    melds = _opening(told, _needed(told), 130)
    return melds is not None and told.round.thrown is None and claimed(told, Open(melds))


# Opening


def _needed(told: Telling) -> int:
    """Points of an opening."""
    opening = told.round.rules.opening
    assert opening is not None
    return opening.points


def _opening(
    told: Telling, least: int, most: int, *more: Sequence[Tile]
) -> tuple[Meld, ...] | None:
    """Melds out of the bag that come to so much, and others as given."""
    bag, rng = told.bag, told.rng
    for _ in range(8):
        faces = scenes.worth(rng, 3, least, most)
        if faces is None:
            return None
        melds = [[bag.bearing(tile) for tile in meld] for meld in faces]
        tiles = [tile for meld in (*melds, *more) for tile in meld]
        if bag.has(tiles):
            bag.take(tiles)
            laid = [meld_of(meld) for meld in (*melds, *more)]
            rng.shuffle(laid)
            return tuple(laid)
    return None


def _opens_with(told: Telling, tiles: Sequence[Tile] | None) -> bool:
    """Open with enough, and one meld that is none."""
    if tiles is None or told.opened is not None or not told.tell(Draw()):
        return False
    melds = _opening(told, _needed(told) - 10, 135, tiles)
    return melds is not None and claimed(told, Open(melds))


def _opens_short(told: Telling) -> bool:
    if told.opened is not None or not told.tell(Draw()):
        return False
    melds = _opening(told, _needed(told) - 12, _needed(told) - 1)
    return melds is not None and claimed(told, Open(melds))


def _opens_four_pairs(told: Telling) -> bool:
    if told.opened is not None or not told.tell(Draw()):
        return False
    return claimed(told, Open(tuple(map(meld_of, twins(told, 4)))))


def _opens_unequal_pairs(told: Telling) -> bool:
    """Five pairs of which one is two tiles of one number."""
    if told.opened is not None or not told.tell(Draw()):
        return False
    pairs = twins(told, 4)
    one = told.bag.any()
    others = [face(colour, one.number) for colour in Colour if colour != one.colour]
    other = next((tile for tile in others if told.bag.has((tile,))), None)
    if other is None:
        return False
    return claimed(told, Open(tuple(map(meld_of, (*pairs, [one, other])))))


def _opens_mixed(told: Telling) -> bool:
    if told.opened is not None or not told.tell(Draw()):
        return False
    melds = _opening(told, 60, _needed(told) - 1, *twins(told, 2))
    return melds is not None and claimed(told, Open(melds))


# After the opening


def _adds_unopened(told: Telling) -> bool:
    if told.opened is not None or not told.tell(Draw()):
        return False
    tile = told.fitting()
    return tile is not None and claimed(told, Add(LAID[tile.index], _home(told, tile)))


def _home(told: Telling, tile: Tile) -> int:
    """The first meld that a tile fits, else the nearest of its colour or number."""
    round_ = told.round
    found = [at + 1 for at, _ in layable(tile, round_.table, round_.rules, round_.okey)]
    return found[0] if found else 1


def _adds_beside(told: Telling) -> bool:
    """Lay a tile off behind a gap."""
    if told.opened is None or not told.tell(Draw()):
        return False
    numbers = [at for at, meld in enumerate(told.round.table) if meld.kind is MeldKind.RUN]
    told.rng.shuffle(numbers)
    for at in numbers:
        last = told.round.table[at].tiles[-1].tile
        if last.is_face and last.number + 2 <= NUMBERS:
            tile = told.bag.bearing(face(last.colour, last.number + 2))
            if told.bag.has((tile,)):
                told.bag.take((tile,))
                return claimed(told, Add(LAID[tile.index], at + 1))
    return False


def _adds_third(told: Telling) -> bool:
    """Three tiles onto one run in one turn."""
    if told.opened is None or not told.tell(Draw()):
        return False
    for at, meld in enumerate(told.round.table):
        last = meld.tiles[-1].tile
        if meld.kind is not MeldKind.RUN or not last.is_face or last.number + 3 > NUMBERS:
            continue
        steps = [told.bag.bearing(face(last.colour, last.number + step)) for step in (1, 2, 3)]
        if not told.bag.has(steps):
            continue
        told.bag.take(steps)
        adds = [Add(LAID[tile.index], at + 1) for tile in steps]
        return told.tell(adds[0]) and told.tell(adds[1]) and claimed(told, adds[2])
    return False


def _adds_to_pair(told: Telling) -> bool:
    if told.opened is None or not told.tell(Draw()):
        return False
    for at, meld in enumerate(told.round.table):
        own = meld.tiles[0].tile
        if meld.kind is MeldKind.PAIR:
            others = [face(colour, own.number) for colour in Colour if colour != own.colour]
            tile = next((one for one in others if told.bag.has((one,))), None)
            return tile is not None and claimed(told, Add(LAID[tile.index], at + 1))
    return False


def _lays_unopened(told: Telling) -> bool:
    if told.opened is not None or not told.tell(Draw()):
        return False
    tiles = plain(told.bag, scenes.some_meld(told.rng))
    return tiles is not None and claimed(told, Lay((meld_of(tiles),)))


def _lays_run_after_pairs(told: Telling) -> bool:
    if told.opened != "pairs" or not told.tell(Draw()):
        return False
    tiles = plain(told.bag, scenes.some_meld(told.rng))
    return tiles is not None and claimed(told, Lay((meld_of(tiles),)))


def _lays_pair(told: Telling) -> bool:
    if told.opened != "melds" or not told.tell(Draw()):
        return False
    return claimed(told, Lay((meld_of(twins(told, 1)[0]),)))


def _swaps_wrong(told: Telling) -> bool:
    """A tile beside the one for which the okey stands."""
    if told.opened is None or not told.tell(Draw()):
        return False
    for at, meld in enumerate(told.round.table):
        for one in meld.tiles:
            if isinstance(one.stands_for, Tile):
                number = one.stands_for.number % NUMBERS + 1
                tile = told.bag.bearing(face(one.stands_for.colour, number))
                return told.bag.has((tile,)) and claimed(told, Swap(tile, at + 1))
    return False


def _swaps_open_colour(told: Telling) -> bool:
    """A group of three, of which the okey's colour is open."""
    if told.opened is None or not told.tell(Draw()):
        return False
    for at, meld in enumerate(told.round.table):
        for one in meld.tiles:
            if isinstance(one.stands_for, int):
                there = {tile.tile.colour for tile in meld.tiles if tile.tile.is_face}
                free = [colour for colour in Colour if colour not in there]
                tile = told.bag.bearing(face(told.rng.choice(free), one.stands_for))
                return told.bag.has((tile,)) and claimed(told, Swap(tile, at + 1))
    return False


# Discards that cost


def _throws_layable(told: Telling) -> bool:
    return told.tell(Draw()) and thrown(told, told.fitting())


def _throws_okey(told: Telling) -> bool:
    return told.tell(Draw()) and thrown(told, told.special(OKEY))


# Classic: nothing is laid before the end


def _hand(told: Telling, bad: Sequence[Tile] | None) -> tuple[Meld, ...] | None:
    """Fourteen tiles in melds, one of which is none."""
    if bad is None:
        return None
    bag, rng = told.bag, told.rng
    bag.take(bad)
    left = 14 - len(bad)
    sizes = {11: (4, 4, 3), 10: (4, 3, 3)}.get(left)
    if sizes is None:
        return None
    melds = [list(bad)]
    for size in sizes:
        tiles = plain(bag, bag.group(size) if rng.random() < 0.4 else bag.run(size))
        if tiles is None:
            return None
        melds.append(list(bag.take(tiles)))
    rng.shuffle(melds)
    return tuple(meld_of(meld) for meld in melds)


def _shows(told: Telling, bad: Sequence[Tile] | None) -> bool:
    melds = _hand(told, bad) if told.tell(Draw()) else None
    return melds is not None and claimed(told, Finish(told.bag.any(), melds))


def _shows_six_pairs(told: Telling) -> bool:
    if not told.tell(Draw()):
        return False
    pairs = twins(told, 6)
    one = told.bag.any()
    others = [face(colour, one.number) for colour in Colour if colour != one.colour]
    other = next((tile for tile in others if told.bag.has((tile,))), None)
    if other is None:
        return False
    melds = tuple(map(meld_of, (*pairs, [one, other])))
    return claimed(told, Finish(told.bag.any(), melds))


def _lays_early(told: Telling) -> bool:
    tiles = plain(told.bag, scenes.some_meld(told.rng)) if told.tell(Draw()) else None
    return tiles is not None and claimed(told, Lay((meld_of(tiles),)))


def _shows_late(told: Telling) -> bool:
    return claimed(told, ShowIndicator())


_ANY: Final[Mapping[str, Mistake]] = {
    "draws-twice": _draws_twice,
    "draws-and-takes": _draws_and_takes,
    "throws-undrawn": _throws_undrawn,
    "takes-another": _takes_another,
}
_LAID: Final[Mapping[str, Mistake]] = {
    "keeps-taken": _keeps_taken,
    "opens-short": _opens_short,
    "gap": lambda told: _opens_with(told, gap(told)),
    "wrap": lambda told: _opens_with(told, wrap(told)),
    "colour-twice": lambda told: _opens_with(told, colour_twice(told)),
    "false-wild": lambda told: _opens_with(told, false_wild(told)),
    "adds-unopened": _adds_unopened,
    "adds-beside": _adds_beside,
    "lays-unopened": _lays_unopened,
    "lays-pair": _lays_pair,
}
_PAIRS: Final[Mapping[str, Mistake]] = {
    "four-pairs": _opens_four_pairs,
    "unequal-pairs": _opens_unequal_pairs,
    "mixed": _opens_mixed,
    "adds-to-pair": _adds_to_pair,
    "run-after-pairs": _lays_run_after_pairs,
}
_SWAPS: Final[Mapping[str, Mistake]] = {
    "swaps-wrong": _swaps_wrong,
    "swaps-open-colour": _swaps_open_colour,
}
_SHOWN: Final[Mapping[str, Mistake]] = {
    "shows-gap": lambda told: _shows(told, gap(told)),
    "shows-wrap": lambda told: _shows(told, wrap_on(told)),
    "shows-colour-twice": lambda told: _shows(told, colour_twice(told)),
    "shows-false-wild": lambda told: _shows(told, false_wild(told)),
    "shows-six-pairs": _shows_six_pairs,
    "lays-early": _lays_early,
    "shows-late": _shows_late,
}


def mistakes(rules: RuleSet) -> dict[str, Mistake]:
    """The mistakes that can be made under a rule set."""
    if rules.opening is None:
        return {**_ANY, **_SHOWN}
    found = {**_ANY, **_LAID}
    if rules.take.in_opening:
        found["opens-without"] = _opens_without
    if rules.opening.pairs is not None:
        found |= _PAIRS
    if rules.swap is not None:
        found |= _SWAPS
    if rules.table is not None and rules.table.run_cap is not None:
        found["third"] = _adds_third
    if rules.penalties.layable_discard:
        found["throws-layable"] = _throws_layable
    if rules.penalties.okey_thrown:
        found["throws-okey"] = _throws_okey
    return found


__all__ = ["Mistake", "claimed", "mistakes", "thrown"]

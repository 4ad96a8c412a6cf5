"""The opening that lays the fewest tiles: an exact search over the melds of a hand.

A hand and a meld are integers with three bits a face, so that one comparison says whether a meld's
tiles are still there: the third bit of each face guards it. A false okey is its face; okeys are
counted apart. Runs of six and more are left out, since each is two shorter ones of the same tiles.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from okey.hand import Hand
from okey.melds import LAID, LaidTile, Meld, okey_as
from okey.reading import LONGEST_GROUP, SHORTEST
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile
from puzzles.kinds.hands import bears

_BITS: Final = 3
_UNITS: Final = tuple(1 << _BITS * index for index in range(len(FACES)))
_GUARDS: Final = sum(4 * unit for unit in _UNITS)
_LONGEST: Final = 5


class Packed(NamedTuple):
    """A run or a group: what it counts, its tiles, how many okeys it takes, and where it lies."""

    points: int
    tiles: int
    okeys: int
    faces: int  # of the tiles that are no okeys
    places: tuple[int, ...]  # the faces' indices; of a group's okey that of any colour it lacks
    wild: int  # bits: the places where okeys lie


class Fewest(NamedTuple):
    """The least that an opening takes: tiles, of them okeys, and one such opening."""

    tiles: int
    okeys: int
    melds: tuple[Meld, ...]


@lru_cache(maxsize=512)
def fewest_tiles(hand: Hand, points: int) -> Fewest | None:
    """The opening by points with the fewest tiles, then the fewest okeys; None where none is.

    A tile is left to throw. Runs do not go past the 13.
    """
    found = _Search(hand, points).found()
    if found is None:
        return None
    tiles = sum(meld.tiles for meld in found)
    okeys = sum(meld.okeys for meld in found)
    return Fewest(tiles, okeys, tuple(_meld(one, hand.okey) for one in found))


class _Search:
    """Take melds, the densest first; cut where the points that lack cannot come from fewer."""

    def __init__(self, hand: Hand, points: int) -> None:
        self.points = points
        self.melds = sorted(packed_melds(hand), key=lambda one: -one.points / one.tiles)
        self.held = sum(
            _UNITS[bears(tile, hand.okey).index] for tile in hand.tiles if tile is not OKEY
        )
        self.okeys = hand.okeys
        self.best = (len(hand.tiles), 0)  # one tile stays, so that fewer are laid
        self.chosen: tuple[Packed, ...] | None = None

    def found(self) -> tuple[Packed, ...] | None:
        self._take(0, self.held, self.okeys, self.points, (0, 0), ())
        return self.chosen

    def _take(
        self,
        first: int,
        held: int,
        okeys: int,
        lacking: int,
        used: tuple[int, int],
        chosen: tuple[Packed, ...],
    ) -> None:
        guarded = held | _GUARDS
        tiles_used, okeys_used = used
        for at in range(first, len(self.melds)):
            meld = self.melds[at]
            # None that follows brings more points a tile.
            least = tiles_used + -(-lacking * meld.tiles // meld.points)
            if (least, okeys_used) >= self.best:
                return
            if meld.okeys > okeys or (guarded - meld.faces) & _GUARDS != _GUARDS:
                continue
            now = (tiles_used + meld.tiles, okeys_used + meld.okeys)
            if now >= self.best:
                continue
            left = lacking - meld.points
            if left <= 0:
                self.best, self.chosen = now, (*chosen, meld)
            else:
                rest, more = held - meld.faces, okeys - meld.okeys
                self._take(at, rest, more, left, now, (*chosen, meld))


def packed_melds(hand: Hand) -> list[Packed]:
    """The runs of up to five tiles and the groups of a hand."""
    there = [False] * len(FACES)
    for tile in hand.tiles:
        if tile is not OKEY:
            there[bears(tile, hand.okey).index] = True
    held = hand.okeys
    melds = []
    for places, points in _RUNS:
        lacking = sum([1 << at for at, index in enumerate(places) if not there[index]])
        for wild, okeys, faces in _run_fills(len(places), lacking, held):
            faces <<= _BITS * places[0]
            melds.append(Packed(points, len(places), okeys, faces, places, wild))
    for number in range(1, NUMBERS + 1):
        lacking = sum([1 << at for at in range(4) if not there[at * NUMBERS + number - 1]])
        for colours, wild, okeys, faces in _group_fills(lacking, held):
            places = tuple([colour * NUMBERS + number - 1 for colour in colours])
            faces <<= _BITS * (number - 1)
            melds.append(Packed(number * len(places), len(places), okeys, faces, places, wild))
    return melds


_RUNS: Final = tuple(
    (tuple(range(start, start + length)), sum(range(first, first + length)))
    for length in range(SHORTEST, _LONGEST + 1)
    for first in range(1, NUMBERS - length + 2)
    for start in range(first - 1, len(FACES), NUMBERS)
)


@cache
def _run_fills(length: int, lacking: int, okeys: int) -> tuple[tuple[int, int, int], ...]:
    """Where okeys may lie in a run, how many these are, and its other tiles from the first on."""
    fills = []
    for wild in range((1 << length) - 1):
        count = wild.bit_count()
        if wild & lacking == lacking and count <= okeys:
            faces = sum(_UNITS[at] for at in range(length) if not wild >> at & 1)
            fills.append((wild, count, faces))
    return tuple(fills)


@cache
def _group_fills(lacking: int, okeys: int) -> tuple[tuple[tuple[int, ...], int, int, int], ...]:
    """The colours of a group's places, tiles first; where okeys lie, how many, the other tiles."""
    fills = []
    colours = range(len(Colour))
    present = [colour for colour in colours if not lacking >> colour & 1]
    for size in (SHORTEST, LONGEST_GROUP):
        for plain in range(max(1, size - okeys), min(size, len(present)) + 1):
            for chosen in combinations(present, plain):
                rest = [colour for colour in colours if colour not in chosen]
                places = (*chosen, *rest[: size - plain])
                wild = (1 << size) - (1 << plain)
                faces = sum(_UNITS[colour * NUMBERS] for colour in chosen)
                fills.append((places, wild, size - plain, faces))
    return tuple(fills)


def _meld(one: Packed, okey: Tile) -> Meld:
    group = one.places[0] % NUMBERS == one.places[1] % NUMBERS
    number = one.places[0] % NUMBERS + 1
    tiles: list[LaidTile] = []
    for at, index in enumerate(one.places):
        if one.wild >> at & 1:
            unsettled = group and one.tiles < LONGEST_GROUP
            tiles.append(okey_as(number if unsettled else FACES[index]))
        else:
            tiles.append(LAID[FALSE_OKEY.index if FACES[index] == okey else index])
    return Meld(tuple(tiles))

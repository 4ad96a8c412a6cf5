"""Every meld that a hand can make: what `nearest` chooses from.

A meld is written as slots `(tile index, face index)`: what lies there and what it counts as. An
okey in a group of three has no settled colour; its face is then `UNSETTLED`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from typing import Final, Literal

from okey.reading import LONGEST_GROUP, SHORTEST, false_face, first_wild, last_slot, longest_run
from okey.rules.model import RuleSet
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile

UNSETTLED: Final = -1
Kind = Literal["run", "group", "pair"]
Slot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Possible:
    """A legal meld in normal order. `points` are those of an opening (a pair has none).

    `okey` is what an okey counts wherever it lies, None where it counts its place; tiles from index
    `wild` up are okeys.
    """

    kind: Kind
    slots: tuple[Slot, ...]
    points: int
    okey: int | None = None
    wild: int = OKEY.index

    @property
    def tiles(self) -> tuple[int, ...]:
        """The indices of its tiles, in normal order."""
        return tuple(tile for tile, _ in self.slots)

    @property
    def number(self) -> int:
        """The number of a group: that of any tile with a settled face."""
        return next(face for _, face in self.slots if face != UNSETTLED) % NUMBERS + 1

    def worth(self, tile: int, face: int) -> int:
        """What a slot adds to an opening."""
        if tile >= self.wild and self.okey is not None:
            return self.okey
        return self.number if face == UNSETTLED else face % NUMBERS + 1


class _Tiles:
    """The tiles of a hand as a rule set sees them: by the face that they bear, and wild ones."""

    def __init__(self, counts: Counter[int], okey: Tile, rules: RuleSet) -> None:
        self.counts, self.rules = counts, rules
        wild, false = first_wild(rules), false_face(okey, rules)
        self.first_wild = wild
        self.wild = tuple(tile for tile in (OKEY.index, FALSE_OKEY.index) if tile >= wild)
        self.okeys = sum(counts[tile] for tile in self.wild)
        self.bearing: dict[int, list[int]] = {}
        for tile in sorted(counts):
            if counts[tile] and tile < wild:
                face = false.index if tile == FALSE_OKEY.index and false is not None else tile
                self.bearing.setdefault(face, []).append(tile)
        self.most = self.okeys
        if rules.okeys.most_in_meld is not None:
            self.most = min(self.most, rules.okeys.most_in_meld)
        counts_as = {"place": None, "nothing": 0, "printed": okey.number}
        self.okey = counts_as[rules.okeys.counts]

    def copies(self, face: int) -> int:
        """How many tiles bear this face."""
        return sum(self.counts[tile] for tile in self.bearing.get(face, ()))

    def lay(
        self, kind: Kind, places: Sequence[tuple[bool, int]], number: int
    ) -> Iterator[Possible]:
        """Lay these places (whether an okey lies there, and the face) in every way.

        `number` is that of a group, whose okeys may have no face.
        """
        plain = [self.bearing[face] for okey, face in places if not okey]
        okeys = len(places) - len(plain)
        numbers = [number if face == UNSETTLED else face % NUMBERS + 1 for _, face in places]
        points = sum(
            self.okey if okey and self.okey is not None else own
            for own, (okey, _) in zip(numbers, places, strict=True)
        )
        for naturals in product(*plain):
            for wild in combinations_with_replacement(self.wild, okeys):
                if okeys and self._too_many(wild):
                    continue
                if len(plain) > 1 and self._too_many(naturals):
                    continue
                tiles, others = iter(naturals), iter(wild)
                slots = tuple((next(others if okey else tiles), face) for okey, face in places)
                yield Possible(kind, slots, points, self.okey, self.first_wild)

    def _too_many(self, tiles: Sequence[int]) -> bool:
        return any(tiles.count(tile) > self.counts[tile] for tile in set(tiles))


def melds_of(counts: Counter[int], okey: Tile, rules: RuleSet) -> Iterator[Possible]:
    """All runs and groups of these tiles, with every face that an okey may stand for.

    `counts` are tile indices; `okey` is the okey's face.
    """
    tiles = _Tiles(counts, okey, rules)
    yield from _runs(tiles, rules)
    yield from _groups(tiles, rules)


def pairs_of(counts: Counter[int], okey: Tile, rules: RuleSet) -> Iterator[Possible]:
    """All pairs of these tiles: two that are equal, or with an okey."""
    may, false = rules.pairs, false_face(okey, rules)
    held = sorted(tile for tile in counts if counts[tile])

    def face(tile: int) -> Tile:
        return false or okey if tile == FALSE_OKEY.index else FACES[tile]

    for one, two in combinations_with_replacement(held, 2):
        if one == two and counts[one] < 2:
            continue
        wild = [tile for tile in (one, two) if tile >= first_wild(rules)]
        if len(wild) == 2:
            if may.two_okeys:
                yield Possible("pair", ((one, one), (two, two)), 0)
        elif wild:
            if may.okey_and_tile:
                yield Possible("pair", ((one, one), (two, one)), 0)
        elif one == two == FALSE_OKEY.index and not may.two_false_okeys:
            continue
        elif face(one) == face(two) or (may.same_number and face(one).number == face(two).number):
            yield Possible("pair", ((one, one), (two, two)), 0)


def _runs(tiles: _Tiles, rules: RuleSet) -> Iterator[Possible]:
    top, longest = last_slot(rules), longest_run(rules)
    for colour in Colour:
        base = colour * NUMBERS
        for first in range(1, min(top - SHORTEST + 1, NUMBERS) + 1):
            for last in range(first + SHORTEST - 1, min(top, first + longest - 1) + 1):
                faces = [base + (number - 1) % NUMBERS for number in range(first, last + 1)]
                if sum(face not in tiles.bearing for face in faces) > tiles.most:
                    break  # a longer run lacks at least as many
                for okeys in _fill(faces, tiles):
                    places = [(i in okeys, face) for i, face in enumerate(faces)]
                    yield from tiles.lay("run", places, 0)


def _fill(faces: list[int], tiles: _Tiles) -> Iterator[set[int]]:
    """Where okeys lie: wherever one must or may; one tile at least is no okey."""
    missing = {i for i, face in enumerate(faces) if face not in tiles.bearing}
    if faces[0] == faces[-1] and tiles.copies(faces[0]) < 2:
        # A run from 1 round to 1 needs the 1 twice.
        for i in (0, len(faces) - 1):
            yield from _with_okeys(len(faces), missing | {i}, tiles.most)
        return
    yield from _with_okeys(len(faces), missing, tiles.most)


def _with_okeys(size: int, missing: set[int], okeys: int) -> Iterator[set[int]]:
    present = [i for i in range(size) if i not in missing]
    for extra in range(min(okeys - len(missing), len(present) - 1) + 1):
        for chosen in combinations(present, extra):
            yield missing.union(chosen)


def _groups(tiles: _Tiles, rules: RuleSet) -> Iterator[Possible]:
    twice = rules.groups.colour_twice
    for number in range(1, NUMBERS + 1):
        faces = [colour * NUMBERS + number - 1 for colour in Colour]
        present = [face for face in faces for _ in range(tiles.copies(face) if twice else 1)]
        present = [face for face in present if face in tiles.bearing]
        for size in range(1, min(LONGEST_GROUP, len(present)) + 1):
            for chosen in sorted(set(combinations(present, size))):
                most = min(tiles.most, LONGEST_GROUP - size)
                for okeys in range(max(0, SHORTEST - size), most + 1):
                    places = [(False, face) for face in chosen]
                    rest = [face for face in faces if face not in chosen]
                    settled = size + okeys == LONGEST_GROUP
                    places += [(True, face if settled else UNSETTLED) for face in rest[:okeys]]
                    if settled:
                        places.sort(key=lambda place: place[1])
                    yield from tiles.lay("group", places, number)

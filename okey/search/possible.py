"""Every meld that a hand can make: what `nearest` chooses from.

A meld is written as slots `(tile index, face index)`: what lies there and what it counts as. An
okey in a group of three has no settled colour; its face is then `UNSETTLED`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour

UNSETTLED: Final = -1
Kind = Literal["run", "group", "pair"]
Slot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Possible:
    """A legal meld in normal order. `points` are those of an opening (a pair has none)."""

    kind: Kind
    slots: tuple[Slot, ...]
    points: int

    @property
    def tiles(self) -> tuple[int, ...]:
        """The indices of its tiles, in normal order."""
        return tuple(tile for tile, _ in self.slots)


def melds_of(counts: Counter[int], okey: int, *, wrap_end: bool) -> Iterator[Possible]:
    """All runs and groups of these tiles, with every face that an okey may stand for.

    `counts` are tile indices; `okey` is the index of the okey's face, which the false okey bears.
    `wrap_end` lets a run end with the 1 after the 13.
    """
    naturals = {face: face for face in counts if face < 52}
    if counts[FALSE_OKEY.index]:
        naturals[okey] = FALSE_OKEY.index
    wilds = counts[OKEY.index]
    yield from _runs(counts, naturals, wilds, wrap_end=wrap_end)
    yield from _groups(naturals, wilds)


def pairs_of(counts: Counter[int]) -> Iterator[Possible]:
    """All pairs of these tiles: two equal tiles, or an okey beside any tile."""
    wild = OKEY.index
    for tile, count in sorted(counts.items()):
        if count >= 2:
            yield Possible("pair", ((tile, tile), (tile, tile)), 0)
        if tile != wild and counts[wild]:
            yield Possible("pair", ((tile, tile), (wild, tile)), 0)


def _runs(
    counts: Counter[int], naturals: dict[int, int], wilds: int, *, wrap_end: bool
) -> Iterator[Possible]:
    top = NUMBERS + 1 if wrap_end else NUMBERS
    for colour in Colour:
        base = colour * NUMBERS
        for first in range(1, top - 1):
            for last in range(first + 2, top + 1):
                faces = [base + (number - 1) % NUMBERS for number in range(first, last + 1)]
                if sum(face not in naturals for face in faces) > wilds:
                    break  # a longer run lacks at least as many
                for slots in _fill(faces, counts, naturals, wilds):
                    yield Possible("run", slots, sum(face % NUMBERS + 1 for face in faces))


def _fill(
    faces: list[int], counts: Counter[int], naturals: dict[int, int], wilds: int
) -> Iterator[tuple[Slot, ...]]:
    """Lay these faces, an okey wherever one must or may stand; one tile at least is no okey."""
    missing = {i for i, face in enumerate(faces) if face not in naturals}
    if faces[0] == faces[-1] and counts[naturals.get(faces[0], -1)] < 2:
        # A run from 1 round to 1 needs the 1 twice.
        for i in (0, len(faces) - 1):
            yield from _with_okeys(faces, naturals, missing | {i}, wilds)
        return
    yield from _with_okeys(faces, naturals, missing, wilds)


def _with_okeys(
    faces: list[int], naturals: dict[int, int], missing: set[int], wilds: int
) -> Iterator[tuple[Slot, ...]]:
    present = [i for i in range(len(faces)) if i not in missing]
    for extra in range(min(wilds - len(missing), len(present) - 1) + 1):
        for chosen in combinations(present, extra):
            wild = missing.union(chosen)
            yield tuple(
                (OKEY.index if i in wild else naturals[face], face) for i, face in enumerate(faces)
            )


def _groups(naturals: dict[int, int], wilds: int) -> Iterator[Possible]:
    for number in range(1, NUMBERS + 1):
        faces = [colour * NUMBERS + number - 1 for colour in Colour]
        present = [face for face in faces if face in naturals]
        for size in range(1, len(present) + 1):
            for chosen in combinations(present, size):
                for okeys in range(max(0, 3 - size), min(wilds, 4 - size) + 1):
                    slots = [(naturals[face], face) for face in chosen]
                    rest = [face for face in faces if face not in chosen]
                    settled = size + okeys == 4
                    slots += [(OKEY.index, face if settled else UNSETTLED) for face in rest[:okeys]]
                    if settled:
                        slots.sort(key=lambda slot: slot[1])
                    yield Possible("group", tuple(slots), number * (size + okeys))

"""What a player stands before in a turn, as the search sees it: tiles and faces as indices.

A hand is a `Counter` of tile indices (52 is the false okey, 53 the okey). A face is an index below
52; the tile that lies for the okey's own face is the false okey.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from okey.melds import LAID, LaidTile, MeldKind, okey_as
from okey.moves import End
from okey.reading import last_slot, slot_number
from okey.rules.model import RuleSet
from okey.table import Opened, Round, TableMeld
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, TILES, Tile

WILD: Final = OKEY.index
FALSE: Final = FALSE_OKEY.index
OPEN: Final = -1  # the face of an okey whose colour is not settled
NO_CAP: Final = 99

Tiles = Counter[int]


@dataclass(frozen=True)
class Lying:
    """A meld on the table.

    `faces` are what its tiles count as, in normal order, `OPEN` where that is not settled; `wild`
    says which of them are okeys. `low` is the first slot of a run. `room` is how many tiles may
    still be laid off in this turn: at the low end, at the high end, together.
    """

    at: int
    kind: MeldKind
    faces: tuple[int, ...]
    wild: tuple[bool, ...]
    room: tuple[int, int, int] = (NO_CAP, NO_CAP, NO_CAP)

    @property
    def okeys(self) -> int:
        """How many okeys lie in it."""
        return sum(self.wild)

    @property
    def low(self) -> int:
        """The first slot of a run."""
        return self.faces[0] % NUMBERS + 1

    @property
    def high(self) -> int:
        """The last slot of a run; 14 is the 1 after the 13."""
        return self.low + len(self.faces) - 1

    @property
    def base(self) -> int:
        """The index of the 1 of a run's colour."""
        return self.faces[0] // NUMBERS * NUMBERS

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The faces that a group has no plain tile for, unless an okey is settled there."""
        number = next(face for face in self.faces if face != OPEN) % NUMBERS
        return tuple(face for face in range(number, 52, NUMBERS) if face not in self.faces)

    @property
    def settled(self) -> bool:
        """Whether the faces of all its okeys are."""
        return OPEN not in self.faces


@dataclass(frozen=True)
class Stand:
    """The rules, the table, and what the player may do there.

    `opened` is what the player has opened with, or is about to open with. `points` and `pairs` are
    what an opening needs (None: it cannot be made of pairs).
    """

    rules: RuleSet
    indicator: Tile
    okey: int
    opened: Opened | None
    table: tuple[Lying, ...]
    points: int
    pairs: int | None

    @cached_property
    def last(self) -> int:
        """The last slot of a run."""
        return last_slot(self.rules)

    @property
    def longest(self) -> int:
        """How many tiles a run may have."""
        return self.last if self.rules.runs.full_circle else NUMBERS

    @property
    def okeys_in_meld(self) -> int:
        """How many okeys one run or group may hold."""
        most = self.rules.okeys.most_in_meld
        return NO_CAP if most is None else most

    @property
    def lays_off(self) -> bool:
        """Whether who opened so may lay off."""
        table = self.rules.table
        return table is not None and (self.opened == "melds" or table.pair_openers_lay_off)

    @property
    def lays_melds(self) -> bool:
        """Whether who opened so may lay further runs and groups."""
        table = self.rules.table
        return table is not None and (self.opened == "melds" or table.pair_openers_lay_melds)

    @property
    def lays_pairs(self) -> bool:
        """Whether who opened so may lay further pairs."""
        table = self.rules.table
        return table is not None and (self.opened == "pairs" or table.run_openers_lay_pairs)

    @cached_property
    def with_okeys(self) -> tuple[Lying, ...]:
        """The melds out of which an okey could be exchanged."""
        if self.rules.swap is None:
            return ()
        pairs = self.rules.swap.in_pairs
        return tuple(
            lying
            for lying in self.table
            if any(lying.wild) and (pairs or lying.kind is not MeldKind.PAIR)
        )

    def after(self, opened: Opened) -> Stand:
        """The same after such an opening."""
        return replace(self, opened=opened)

    def tile(self, face: int) -> int:
        """The tile that lies for a face unless an okey does."""
        return FALSE if face == self.okey else face

    def face(self, tile: int) -> int:
        """The face of a tile other than the okey."""
        return self.okey if tile == FALSE else tile

    def swaps(self, tile: int) -> bool:
        """Whether this tile may be exchanged for an okey at all."""
        swap = self.rules.swap
        return swap is not None and tile != WILD and (tile != FALSE or swap.false_okey)


def stand_of(round_: Round, seat: int | None = None) -> Stand:
    """What the seat on turn, or another, stands before."""
    seat = round_.turn.seat if seat is None else seat
    rules = round_.rules
    opening = rules.opening
    points, pairs = (opening.points, opening.pairs) if opening else (0, None)
    if opening and opening.rising:
        for other in round_.seats:
            points = max(points, (other.opening_points or 0) + 1)
            if pairs is not None:
                pairs = max(pairs, (other.opening_pairs or 0) + 1)
    added = round_.turn.added if seat == round_.turn.seat else ()
    return Stand(
        rules,
        round_.indicator,
        round_.okey.index,
        round_.seats[seat].opened,
        tuple(lying(at, meld, rules, round_.okey, added) for at, meld in enumerate(round_.table)),
        points,
        pairs,
    )


def lying(
    at: int,
    meld: TableMeld,
    rules: RuleSet,
    okey: Tile,
    added: Sequence[tuple[int, End | None]] = (),
) -> Lying:
    """A meld of the table; `added` says what was laid off in this turn."""
    faces = []
    for laid in meld.tiles:
        face = laid.stands_for if laid.tile == OKEY else laid.tile
        if face == FALSE_OKEY:
            face = okey
        faces.append(face.index if isinstance(face, Tile) else OPEN)
    wild = tuple(laid.tile == OKEY for laid in meld.tiles)
    cap = rules.table.run_cap if rules.table else None
    if cap is None or meld.kind is not MeldKind.RUN:
        return Lying(at, meld.kind, tuple(faces), wild)
    low = sum(place == at and end is End.LOW for place, end in added)
    high = sum(place == at and end is not End.LOW for place, end in added)
    each = rules.table is not None and rules.table.cap_each_end
    room = (cap - low, cap - high, NO_CAP) if each else (cap, cap, cap - low - high)
    return Lying(at, meld.kind, tuple(faces), wild, room)


def held(tiles: Iterable[Tile]) -> Tiles:
    """A hand as counts of tile indices."""
    return Counter(tile.index for tile in tiles)


def less(hand: Tiles, spent: Iterable[int]) -> Tiles | None:
    """The hand without these tiles, or None where it does not hold them."""
    rest = hand.copy()
    for tile in spent:
        if not rest[tile]:
            return None
        rest[tile] -= 1
    return rest


def slot_face(base: int, slot: int) -> int:
    """The face that belongs into a slot of a run; `base` is the 1 of its colour."""
    return base + slot_number(slot) - 1


def laid(tile: int, face: int, number: int = 0) -> LaidTile:
    """A tile that lies for a face; an okey of a face that is not settled has a number alone."""
    if tile != WILD:
        return LAID[tile]
    return okey_as(number if face == OPEN else FACES[face])


__all__ = [
    "FALSE",
    "OPEN",
    "TILES",
    "WILD",
    "Lying",
    "Stand",
    "Tiles",
    "held",
    "laid",
    "less",
    "lying",
    "slot_face",
    "stand_of",
]

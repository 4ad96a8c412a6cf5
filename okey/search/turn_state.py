"""What a player stands before in a turn, as the search sees it: tiles and faces as indices.

A hand is a `Counter` of tile indices (52 is the false okey, 53 the okey). A face is an index below
52. In the usual rule sets a face has one tile, that of the okey the false okey.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from okey.hand import Hand
from okey.melds import LAID, LaidTile, MeldKind, okey_as
from okey.moves import End
from okey.reading import false_face, first_wild, last_slot, longest_run, slot_number
from okey.rules.model import RuleSet
from okey.search.general import is_usual
from okey.table import Opened, Round, TableMeld
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, TILES, Tile, okey_face
from okey.values import quick

WILD: Final = OKEY.index
FALSE: Final = FALSE_OKEY.index
OPEN: Final = -1  # the face of an okey whose colour is not settled
NO_CAP: Final = 99

Tiles = Counter[int]
_index = attrgetter("index")


@dataclass(frozen=True, slots=True)
class Lying:
    """A meld on the table, at a place from 0.

    `room` is how many tiles may still be laid off onto a run in this turn: at the low end, at the
    high end, together.
    """

    at: int
    meld: TableMeld
    okeys: int
    wild: int  # okeys, and false okeys where they are wild
    room: tuple[int, int, int] = (NO_CAP, NO_CAP, NO_CAP)

    @property
    def kind(self) -> MeldKind:
        """What it is."""
        return self.meld.kind

    @property
    def size(self) -> int:
        """How many tiles lie in it."""
        return len(self.meld.tiles)

    def fits(self, face: int) -> bool:
        """Whether a tile of this face could belong to it: of a run's colour, a group's number."""
        for one in self.meld.tiles:
            tile = one.tile
            if tile.index < 52:
                if self.meld.kind is MeldKind.RUN:
                    return tile.index // NUMBERS == face // NUMBERS
                return tile.index % NUMBERS == face % NUMBERS
        return True


@dataclass(frozen=True, slots=True)
class Stand:
    """The rules, the table, and what the player may do there.

    `opened` is what the player has opened with, or is about to open with. `points` and `pairs` are
    what an opening needs (None: it cannot be made of pairs).
    """

    rules: RuleSet
    indicator: Tile
    okey: Tile
    opened: Opened | None
    table: tuple[Lying, ...]
    points: int
    pairs: int | None

    # What follows from the rules.
    usual: bool  # okeys, groups and runs are what they are in the documents
    wild: tuple[int, ...]  # the tiles that are wild
    false: int | None  # the face of a false okey
    last: int  # the last slot of a run
    longest: int  # how many tiles a run may have
    okeys_in_meld: int  # how many wild tiles a run or a group may hold
    # The melds out of which an okey could be exchanged, and how many okeys these are.
    with_okeys: tuple[Lying, ...] = ()
    okeys_out: int = 0

    @classmethod
    def of(
        cls,
        rules: RuleSet,
        indicator: Tile,
        opened: Opened | None,
        points: int,
        pairs: int | None,
    ) -> Stand:
        """At an empty table."""
        okey = okey_face(indicator)
        false = false_face(okey, rules)
        most = rules.okeys.most_in_meld
        return new_stand(
            rules,
            indicator,
            okey,
            opened,
            (),
            points,
            pairs,
            is_usual(rules),
            (WILD,) if first_wild(rules) == WILD else (WILD, FALSE),
            None if false is None else false.index,
            last_slot(rules),
            longest_run(rules),
            NO_CAP if most is None else most,
        )

    def at(self, table: tuple[Lying, ...]) -> Stand:
        """The same at a table with these melds."""
        swap = self.rules.swap
        with_okeys: tuple[Lying, ...] = ()
        if swap is not None:
            okeys = [one for one in table if one.okeys]
            with_okeys = tuple(
                [one for one in okeys if swap.in_pairs or one.kind is not MeldKind.PAIR]
            )
        return new_stand(
            self.rules, self.indicator, self.okey, self.opened, table, self.points, self.pairs,
            self.usual, self.wild, self.false, self.last, self.longest, self.okeys_in_meld,
            with_okeys, sum([one.okeys for one in with_okeys]),
        )  # fmt: skip

    def tiles(self, face: int) -> tuple[int, ...]:
        """The tiles that bear a face, okeys aside."""
        if face == self.okey.index:
            return (FALSE,) if self.false == face else ()
        return (face, FALSE) if self.false == face else (face,)

    def face(self, tile: int) -> int | None:
        """The face that a tile bears; None where it is wild."""
        if tile < FALSE:
            return tile
        return self.false if tile == FALSE else None

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

    def after(self, opened: Opened, *laid: Lying) -> Stand:
        """The same after an opening, with some of its melds."""
        stand = replace(self, opened=opened)
        return stand.at((*self.table, *laid)) if laid else stand

    def room(self) -> tuple[int, int, int]:
        """How many tiles may be laid off onto a run that nothing was laid off onto."""
        table = self.rules.table
        cap = table.run_cap if table else None
        if table is None or cap is None:
            return (NO_CAP, NO_CAP, NO_CAP)
        return (cap, cap, NO_CAP if table.cap_each_end else cap)

    def lying(self, at: int, meld: TableMeld, low: int = 0, high: int = 0) -> Lying:
        """A meld on the table; so many tiles were laid off at its ends in this turn."""
        tiles = [one.tile.index for one in meld.tiles]
        okeys = tiles.count(WILD)
        wild = okeys + tiles.count(FALSE) if len(self.wild) > 1 else okeys
        room = self.room()
        if low or high:
            room = (room[0] - low, room[1] - high, room[2] - low - high)
        return _new_lying(at, meld, okeys, wild, room)

    def hand(self, tiles: Tiles) -> Hand:
        """A hand as it is shown to others."""
        return Hand(self.indicator, tuple(TILES[tile] for tile in tiles.elements()))


new_stand, _new_lying = quick(Stand), quick(Lying)


def stand_of(round_: Round, seat: int | None = None) -> Stand:
    """What the seat on turn, or another, stands before."""
    return at_table(bare_stand(round_, seat), round_, seat)


def bare_stand(round_: Round, seat: int | None = None) -> Stand:
    """The same without the table: enough to ask whether a hand opens."""
    seat = round_.turn.seat if seat is None else seat
    rules = round_.rules
    opening = rules.opening
    points, pairs = (opening.points, opening.pairs) if opening else (0, None)
    if opening is not None and opening.rising:
        for other in round_.seats:
            if other.opened == "melds":
                points = max(points, (other.opening_points or 0) + 1)
            elif other.opened == "pairs" and pairs is not None:
                pairs = max(pairs, (other.opening_pairs or 0) + 1)
    return Stand.of(rules, round_.indicator, round_.seats[seat].opened, points, pairs)


def at_table(bare: Stand, round_: Round, seat: int | None = None) -> Stand:
    """What was asked without the table, before the melds that lie there."""
    added = round_.turn.added if seat is None or seat == round_.turn.seat else ()
    if not added:
        return bare.at(tuple([bare.lying(at, meld) for at, meld in enumerate(round_.table)]))
    return bare.at(
        tuple(
            bare.lying(at, meld, *_added(at, meld, added)) for at, meld in enumerate(round_.table)
        )
    )


def _added(at: int, meld: TableMeld, added: Sequence[tuple[int, End | None]]) -> tuple[int, int]:
    """How many tiles were laid off onto a run, at the low and at the high end."""
    if meld.kind is not MeldKind.RUN:
        return (0, 0)
    ends = [end for place, end in added if place == at]
    return ends.count(End.LOW), len(ends) - ends.count(End.LOW)


def held(tiles: Iterable[Tile]) -> Tiles:
    """A hand as counts of tile indices."""
    return Counter(map(_index, tiles))


def less(hand: Tiles, spent: Iterable[int]) -> Tiles | None:
    """The hand without these tiles, or None where it does not hold them."""
    rest: Tiles = Counter.__new__(Counter)
    dict.update(rest, hand)  # which copies without counting again
    for tile in spent:
        if not rest[tile]:
            return None
        rest[tile] -= 1
    return rest


def kinds(hand: Tiles) -> list[int]:
    """Each tile that a hand holds, once."""
    return sorted(tile for tile, count in hand.items() if count > 0)


def slot_face(base: int, slot: int) -> int:
    """The face that belongs into a slot of a run; `base` is the 1 of its colour."""
    return base + slot_number(slot) - 1


def number_of(face: int) -> int:
    """The number of a face."""
    return face % NUMBERS + 1


def laid(tile: int, face: int, number: int = 0) -> LaidTile:
    """A tile that lies for a face; an okey of a face that is not settled has a number alone."""
    if tile != WILD:
        return LAID[tile]
    return okey_as(number if face == OPEN else FACES[face])

"""The most that melds and laying off take out of a hand together.

The same search as in one hand, with more to choose from: a colour also gives tiles to the runs of
that colour on the table and to pairs, a number also to its groups there. A laid tile is worth
`TILE`, and in a new meld what it counts as well: tiles come first, points next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from okey.fits import extended
from okey.melds import LAID, Meld, MeldKind
from okey.moves import Add, End
from okey.search.best import NO_LIMIT, Found, descend
from okey.search.codes import colour_codes
from okey.search.general import BITS, COUNT_MASK, UNITS, Terms, held_by
from okey.search.general import _runs as general_runs
from okey.search.general import _ways as general_ways
from okey.search.options import Option
from okey.search.pairs import pairs_are_usual
from okey.search.tables import POW3, TILES_THEN_POINTS, USUAL_OKEYS, Groups, run_tables
from okey.search.turn_melds import pair_of
from okey.search.turn_open import best, packed_hand
from okey.search.turn_places import added_to_group, ends_of, group_faces
from okey.search.turn_state import WILD, Lying, Stand, Tiles, laid, less, number_of, slot_face
from okey.tiles import NUMBERS, Colour

TILE: Final = TILES_THEN_POINTS.tile
NOTHING: Final = (0, 0, 0, 0)


class Spot(NamedTuple):
    """Where a tile goes: onto a meld, or (`lying` is None) two into a pair; okey or not."""

    lying: Lying | None
    end: End | None
    face: int
    okeys: int


Spots = tuple[Spot, ...]
State = tuple[int, int]  # what is left of a colour's code, and of the okeys
_Key = tuple[int, tuple[int, ...], int]  # a number, how many of it in each colour, and the okeys
States = dict[State, tuple[int, Spots]]  # what was gained on the way there, and how


@dataclass(frozen=True, slots=True)
class Most:
    """What is laid at most: adding to the table, in pairs and in melds; and the points of these."""

    tiles: int
    points: int
    adds: tuple[Add, ...]
    pairs: tuple[Meld, ...]
    melds: tuple[Meld, ...]


class Laying:
    """What one player can lay at one table, hand after hand.

    `per_pair`: a pair counts so much beside its two tiles, for an opening made of pairs.
    """

    @staticmethod
    def knows(stand: Stand) -> bool:
        """Whether the search by colours and numbers answers under these rules.

        Not where pairs are unusual, and where a wild false okey must lie for the highest face.
        """
        okeys = stand.rules.okeys
        placed = okeys.place == "highest" and okeys.false_okey == "wild"
        return not placed and (not stand.lays_pairs or pairs_are_usual(stand.rules))

    def __init__(self, stand: Stand, *, per_pair: int = 0) -> None:
        self.stand = stand
        self.per_pair = per_pair
        self.terms = Terms.of(stand.rules, stand.okey, TILES_THEN_POINTS)
        self.units = POW3 if stand.usual else UNITS
        table = stand.table if stand.lays_off else ()
        self.colours = [_Colour(self, colour) for colour in Colour]
        for lying in table:
            if lying.kind is MeldKind.RUN:
                self.colours[ends_of(stand, lying)[0] // NUMBERS].runs.append(lying)
        self.groups: dict[int, list[Lying]] = {}
        for lying in table:
            if lying.kind is MeldKind.GROUP and lying.size < 4:
                number = group_faces(lying.meld)[0] + 1
                self.groups.setdefault(number, []).append(lying)
        self._offers: dict[_Key, dict[Groups, tuple[int, Spots]]] = {}
        self._options: dict[_Key, Option | None] = {}
        self._counted: dict[int, tuple[int, ...]] = {}
        if stand.usual:
            scale = TILES_THEN_POINTS.under(stand.rules)
            self._tables = run_tables(scale, USUAL_OKEYS)

    def value(self, hand: Tiles, enough: int = NO_LIMIT) -> int:
        """What is laid at most: `TILE` for each tile, and the points; or at least `enough`."""
        return self._find(hand, enough)[0].value

    def lays(self, hand: Tiles, tiles: int) -> bool:
        """Whether so many tiles of a hand can be laid."""
        enough = tiles * TILE
        return self._find(hand, enough, enough - 1)[0].value >= enough

    def most(self, hand: Tiles) -> Most:
        """What is laid at most, and how."""
        found, okeys = self._find(hand, NO_LIMIT)
        spots: list[Spot] = []
        for colour, code, share in zip(self.colours, found.codes, found.okeys, strict=True):
            spots += colour.spots(code, share)
        for choice in found.choices:
            key = choice.number, self._counts(hand, choice.number), okeys
            spots += self._offers[key][choice.groups][1]
        adds: list[Add] = []
        pairs: list[Meld] = []
        rest = hand.copy()
        for spot in spots:
            tiles = self._taken(rest, spot)
            if spot.lying is not None:
                adds.append(self._add(spot.lying, tiles[0], spot))
            else:
                pairs.append(pair_of(self.stand, *tiles))
        melds = best(self.stand, +rest, TILES_THEN_POINTS).melds if self.stand.lays_melds else ()
        return Most(*divmod(found.value, TILE), tuple(adds), tuple(pairs), melds)

    def _add(self, lying: Lying, tile: int, spot: Spot) -> Add:
        if spot.end is None:
            add = added_to_group(self.stand, lying, tile)
            assert add is not None
            return add
        return Add(laid(tile, spot.face), lying.at + 1, spot.end)

    def _taken(self, rest: Tiles, spot: Spot) -> tuple[int, ...]:
        """Take the tiles of a spot out of the rest."""
        plain = [tile for tile in self.stand.tiles(spot.face) if rest[tile]]
        wild = [tile for tile in self.stand.wild if rest[tile]]
        tiles: list[int] = []
        for kinds in [plain] * (1 + (spot.lying is None) - spot.okeys) + [wild] * spot.okeys:
            tile = next(kind for kind in kinds if rest[kind])
            rest[tile] -= 1
            tiles.append(tile)
        return tuple(tiles)

    # The search

    def _find(self, hand: Tiles, enough: int, below: int = -1) -> tuple[Found, int]:
        codes, okeys = self._codes(hand)
        options = {}
        for number, counts in enumerate(zip(*map(self._decoded, codes), strict=True), 1):
            key = number, counts, okeys
            option = self._options[key] if key in self._options else self._option(*key)
            if option is not None:
                options[number] = option
        rows = [[_Row(colour, share) for share in range(okeys + 1)] for colour in self.colours]
        a, b, c, d = codes
        found = descend(
            (a, b, c, d), okeys, rows, options, below=below, enough=enough, units=self.units
        )
        return found, okeys

    def _codes(self, hand: Tiles) -> tuple[tuple[int, ...], int]:
        if self.stand.usual:
            return colour_codes(packed_hand(self.stand, hand)), hand[WILD]
        tiles = self.stand.hand(hand).tiles
        held = held_by(tiles, self.stand.okey, self.stand.rules)
        return held.codes, held.okeys

    def digit(self, code: int, number: int) -> int:
        """How many of a number a colour's code holds."""
        if self.stand.usual:
            count: int = code // POW3[number - 1] % 3
            return count
        return code >> BITS * (number - 1) & COUNT_MASK

    def _decoded(self, code: int) -> tuple[int, ...]:
        """How many of each number a colour's code holds."""
        found = self._counted.get(code)
        if found is None:
            found = tuple([self.digit(code, number) for number in range(1, NUMBERS + 1)])
            self._counted[code] = found
        return found

    def _counts(self, hand: Tiles, number: int) -> tuple[int, ...]:
        return tuple([self.digit(code, number) for code in self._codes(hand)[0]])

    def runs(self, code: int, okeys: int) -> int:
        """What the new runs of a colour are worth."""
        if not self.stand.lays_melds:
            return 0
        if self.stand.usual and okeys <= USUAL_OKEYS:
            worth: int = self._tables[okeys][code]
            return worth
        found: int = general_runs(self.terms).best(code, okeys)
        return found

    # Numbers

    def _option(self, number: int, counts: tuple[int, ...], okeys: int) -> Option | None:
        key = number, counts, okeys
        offers = self._offers[key] = self._offered(number, counts, okeys)
        option = self._options[key] = self._ways(number, offers, okeys)
        return option

    def _ways(
        self, number: int, offers: dict[Groups, tuple[int, Spots]], okeys: int
    ) -> Option | None:
        if not offers:
            return None
        unit = self.units[number - 1]
        most = [0] * (okeys + 1)
        ways = []
        for groups, (gain, _) in offers.items():
            most[groups.okeys] = max(most[groups.okeys], gain)
            x, y, z, w = groups.taken
            ways.append((gain, groups.okeys, x * unit, y * unit, z * unit, w * unit))
        ways.sort(key=lambda way: (way[1], -way[0]))
        return Option(tuple(ways), tuple(most))

    def _offered(
        self, number: int, counts: tuple[int, ...], okeys: int
    ) -> dict[Groups, tuple[int, Spots]]:
        """Every way to take tiles of a number: into new groups and onto those on the table."""
        stand = self.stand
        added: dict[Groups, Spots] = {Groups(NOTHING, 0): ()}
        for lying in self.groups.get(number, ()):
            fits = [
                colour
                for colour in Colour
                for tile in stand.tiles(colour * NUMBERS + number - 1)[:1]
                if extended(lying.meld, LAID[tile], stand.rules, stand.okey) is not None
            ]
            wild = added_to_group(stand, lying, WILD) is not None
            for before, spots in list(added.items()):
                for colour in fits:
                    if before.taken[colour] < counts[colour]:
                        taken = list(before.taken)
                        taken[colour] += 1
                        a, b, c, d = taken
                        spot = Spot(lying, None, colour * NUMBERS + number - 1, 0)
                        added.setdefault(Groups((a, b, c, d), before.okeys), (*spots, spot))
                if wild and before.okeys < okeys:
                    spot = Spot(lying, None, number - 1, 1)
                    added.setdefault(Groups(before.taken, before.okeys + 1), (*spots, spot))
        a, b, c, d = counts
        grouped: list[Groups] = [Groups(NOTHING, 0)]
        if stand.lays_melds:
            most, twice = self.terms.most, self.terms.colour_twice
            grouped += general_ways((a, b, c, d), okeys, most, twice)
        plain, okey = self.terms.worth(number, False), self.terms.worth(number, True)
        offers: dict[Groups, tuple[int, Spots]] = {}
        for group in grouped:
            worth = sum(group.taken) * plain + group.okeys * okey
            for more, spots in added.items():
                a, b, c, d = (x + y for x, y in zip(group.taken, more.taken, strict=True))
                both = Groups((a, b, c, d), group.okeys + more.okeys)
                if both.okeys > okeys or any(
                    x > y for x, y in zip(both.taken, counts, strict=True)
                ):
                    continue
                gain = worth + TILE * len(spots)
                if gain and gain > offers.get(both, (0, ()))[0]:
                    offers[both] = gain, spots
        return offers


class _Row(NamedTuple):
    """What a table of runs is asked: the most of a code."""

    colour: _Colour
    okeys: int

    def __getitem__(self, code: int) -> int:  # type: ignore[override]
        return self.colour.best(code, self.okeys)


class _Colour:
    """The most that the tiles of one colour are worth: in new runs, on the table, and in pairs."""

    def __init__(self, laying: Laying, colour: Colour) -> None:
        self.laying = laying
        self.base = colour * NUMBERS
        self.runs: list[Lying] = []
        self._best: dict[State, int] = {}

    def best(self, code: int, okeys: int) -> int:
        """The most that these tiles and at most so many okeys are worth."""
        found = self._best.get((code, okeys))
        if found is None:
            runs = self.laying.runs
            found = max(gain + runs(*left) for left, (gain, _) in self._states(code, okeys).items())
            self._best[code, okeys] = found
        return found

    def spots(self, code: int, okeys: int) -> Spots:
        """Where the tiles go that lie in no new run when the colour is worth most."""
        most = self.best(code, okeys)
        for left, (gain, spots) in self._states(code, okeys).items():
            if gain + self.laying.runs(*left) == most:
                return spots
        raise AssertionError("nothing is worth the most")

    def _states(self, code: int, okeys: int) -> States:
        """What can be left when tiles went onto the table and into pairs."""
        states: States = {(code, okeys): (0, ())}
        for lying in self.runs:
            for state, (gain, spots) in list(states.items()):
                for left, more in self._stretched(lying, state):
                    worth = gain + TILE * len(more)
                    if worth > states.get(left, (-1, ()))[0]:
                        states[left] = worth, spots + more
        if self.laying.stand.lays_pairs:
            self._pair(states)
        return states

    def _stretched(self, lying: Lying, state: State) -> Iterator[tuple[State, Spots]]:
        """Everything that can be laid off onto a run, and nothing."""
        stand = self.laying.stand
        longer = min(lying.room[2], stand.longest - lying.size)
        _, first, last = ends_of(stand, lying)
        low, high = (min(room, longer) for room in lying.room[:2])
        for below, spots in self._along(lying, state, End.LOW, first - 1, low, ()):
            left = min(high, longer - len(spots))
            for above, more in self._along(lying, below, End.HIGH, last + 1, left, spots):
                if more:
                    yield above, more

    def _along(
        self, lying: Lying, state: State, end: End, slot: int, room: int, spots: Spots
    ) -> Iterator[tuple[State, Spots]]:
        """Lay off so many tiles at most, one after the other, beginning at a slot."""
        yield state, spots
        stand = self.laying.stand
        if room <= 0 or not 1 <= slot <= stand.last:
            return
        (code, okeys), face = state, slot_face(self.base, slot)
        nexts: list[tuple[State, int]] = []
        if self.laying.digit(code, number_of(face)):
            nexts.append(((code - self.laying.units[number_of(face) - 1], okeys), 0))
        if okeys and lying.wild + sum(spot.okeys for spot in spots) < stand.okeys_in_meld:
            nexts.append(((code, okeys - 1), 1))
        step = 1 if end is End.HIGH else -1
        for left, wild in nexts:
            more = (*spots, Spot(lying, end, face, wild))
            yield from self._along(lying, left, end, slot + step, room - 1, more)

    def _pair(self, states: States) -> None:
        """Lay pairs of what is left, too."""
        worth = 2 * TILE + self.laying.per_pair
        for number in range(1, NUMBERS + 1):
            unit, face = self.laying.units[number - 1], self.base + number - 1
            for (code, okeys), (gain, spots) in list(states.items()):
                have = self.laying.digit(code, number)
                for wild in range(min(okeys, 2) + 1):
                    # Two equal tiles; one beside an okey; both beside one each.
                    plain = wild or 2
                    if have < plain:
                        continue
                    left = code - plain * unit, okeys - wild
                    more = (Spot(None, None, face, min(wild, 1)),) * max(1, wild)
                    value = gain + worth * len(more)
                    if value > states.get(left, (-1, ()))[0]:
                        states[left] = value, spots + more
        for (code, okeys), (gain, spots) in list(states.items()):
            if okeys >= 2:
                left = code, okeys - 2
                pair = Spot(None, None, self.laying.stand.okey.index, 2)
                if gain + worth > states.get(left, (-1, ()))[0]:
                    states[left] = gain + worth, (*spots, pair)


def without(hand: Tiles, tile: int) -> Tiles:
    """The hand without one of its tiles."""
    rest = less(hand, (tile,))
    assert rest is not None
    return rest

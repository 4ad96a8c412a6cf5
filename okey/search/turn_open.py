"""Openings that hold a certain tile, or leave certain tiles in the hand for what comes after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from okey.hand import Hand
from okey.melds import Meld, MeldKind
from okey.moves import Open
from okey.search.arrange import arrange
from okey.search.best import best_value
from okey.search.codes import kinds_of_tiles, pack, sum_of_numbers
from okey.search.tables import POINTS
from okey.search.turn_places import Way, homes, laid_off, meld_of, pair_partners, ways
from okey.search.turn_state import (
    FALSE,
    TILES,
    WILD,
    Lying,
    Stand,
    Tiles,
    laid,
    less,
    slot_face,
)
from okey.tiles import NUMBERS


@dataclass(frozen=True, slots=True)
class Plan:
    """An opening, as far as it is settled, and what follows it in the turn.

    `first` are melds that the opening has in any case; the rest of it is made of `rest`, is worth
    `need` (points, or pairs) or more, and leaves at least `leave` tiles.
    """

    first: tuple[Meld, ...]
    rest: Tiles
    need: int
    leave: int
    pairs: bool = False
    after: Way | None = None


def openings_with(stand: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Every legal opening that holds the tile, up to what makes no difference."""
    if opens(stand, hand, stand.points, 1):
        for first, spent, points in _homes(stand, hand, tile):
            rest = less(hand, spent)
            if rest is not None and opens(stand, rest, stand.points - points, 1):
                yield Plan((first,), rest, stand.points - points, 1)
    if stand.pairs is not None:
        for other, face in pair_partners(stand, tile):
            rest = less(hand, (tile, other))
            if rest is not None and opens_by_pairs(stand, rest, stand.pairs - 1, 1):
                first = Meld((laid(tile, face), laid(other, face)))
                yield Plan((first,), rest, stand.pairs - 1, 1, pairs=True)


def openings_before(stand: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Every legal opening without the tile after which it can still be used in the turn."""
    if opens(stand, hand, stand.points, 1):
        opened = stand.after("melds")
        for way in ways(opened, hand, tile):
            rest = less(hand, way.spent)
            if rest is not None and opens(stand, rest, stand.points, 1 - way.gives):
                yield Plan((), rest, stand.points, 1 - way.gives, after=way)
        yield from _onto_opening(opened, hand, tile)
    if stand.pairs is not None and opens_by_pairs(stand, hand, stand.pairs, 1):
        for way in ways(stand.after("pairs"), hand, tile):
            rest = less(hand, way.spent)
            if rest is not None and opens_by_pairs(stand, rest, stand.pairs, 1 - way.gives):
                yield Plan((), rest, stand.pairs, 1 - way.gives, pairs=True, after=way)


def opens(stand: Stand, hand: Tiles, need: int, leave: int) -> bool:
    """Whether runs and groups worth `need` leave at least so many tiles (0 or 1) of a hand."""
    if need <= 0:
        return hand.total() >= leave
    packed = packed_hand(stand, hand)
    scale = POINTS.under(stand.rules)
    found = best_value(packed, scale, need)
    if found < need:
        return False
    # What is worth less than all plain tiles together leaves one of them.
    if leave <= 0 or found < sum_of_numbers(packed):
        return True
    return any(best_value(packed - one, scale, need) >= need for one in kinds_of_tiles(packed))


def packed_hand(stand: Stand, hand: Tiles) -> int:
    """A hand as the search in one hand takes it."""
    return pack((TILES[tile] for tile in hand.elements()), stand.indicator)


# Runs and groups


def _homes(stand: Stand, hand: Tiles, tile: int) -> Iterator[tuple[Meld, tuple[int, ...], int]]:
    """The runs and groups of the hand that hold the tile: each with its tiles and its points.

    An okey stands only for a tile that is not there: otherwise the two could change places.
    """
    faces = [stand.face(tile)] if tile != WILD else _faces(stand, hand)
    found = []
    for face in faces:
        for kind, places in homes(face, stand.last):
            for spent in _spent(stand, hand, tile, kind, places):
                points = sum(place % NUMBERS + 1 for place in places)
                found.append((points, kind, places, spent))
    found.sort(key=lambda one: -one[0])
    for points, kind, places, spent in found:
        yield meld_of(kind, spent, places), spent, points


def _faces(stand: Stand, hand: Tiles) -> list[int]:
    return [stand.face(tile) for tile, count in hand.items() if count and tile != WILD]


def _spent(
    stand: Stand, hand: Tiles, tile: int, kind: MeldKind, places: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """The tiles that lie at these places, an okey where none of the hand does."""
    left = hand.copy()
    spent = []
    for place in places:
        own = stand.tile(place)
        spent.append(own if left[own] else WILD)
        left[spent[-1]] -= 1
    if tile == WILD and WILD not in spent:
        # The okey takes the place of any one of them.
        for at in range(len(spent)):
            yield (*spent[:at], WILD, *spent[at + 1 :])
        return
    if min(left.values()) >= 0 and tile in spent and spent.count(WILD) < len(spent):
        yield tuple(spent)


def _onto_opening(opened: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Lay the tile off onto a run of the opening, beyond an okey that comes off the table."""
    if tile == WILD or not opened.with_okeys or not opened.lays_off:
        return
    base = opened.face(tile) // NUMBERS * NUMBERS
    for start in range(1, opened.last - 1):
        for length in (3, 4, 5):
            if start + length - 1 > opened.last:
                continue
            places = tuple(slot_face(base, slot) for slot in range(start, start + length))
            for spent in _spent(opened, hand, -1, MeldKind.RUN, places):
                yield from _beyond(opened, hand, tile, places, spent)


def _beyond(
    opened: Stand, hand: Tiles, tile: int, places: tuple[int, ...], spent: tuple[int, ...]
) -> Iterator[Plan]:
    rest = less(hand, (*spent, tile))
    if rest is None:
        return
    cap = opened.rules.table.run_cap if opened.rules.table else None
    room = () if cap is None else ((cap, cap, cap),)
    run = Lying(len(opened.table), MeldKind.RUN, places, tuple(one == WILD for one in spent), *room)
    points = sum(place % NUMBERS + 1 for place in places)
    for way in laid_off(opened, rest, tile, run):
        left = less(rest, way.spent[1:])
        if left is not None and opens(opened, left, opened.points - points, 1 - way.gives):
            first = meld_of(MeldKind.RUN, spent, places)
            yield Plan((first,), left, opened.points - points, 1 - way.gives, after=way)


# Pairs


def count_pairs(stand: Stand, hand: Tiles) -> int:
    """The most pairs of a hand."""
    return sum(1 for _ in arranged_pairs(stand, hand, NUMBERS * 8))


def opens_by_pairs(stand: Stand, hand: Tiles, need: int, leave: int) -> bool:
    """Whether so many pairs leave at least so many tiles of a hand."""
    return hand.total() - 2 * max(need, 0) >= leave and count_pairs(stand, hand) >= need


def arranged_pairs(stand: Stand, hand: Tiles, most: int) -> list[Meld]:
    """The most pairs of a hand, cut at `most`; tiles before okeys."""
    rules = stand.rules.pairs
    okeys = hand[WILD]
    equal: list[int] = []
    single: list[int] = []
    for tile, count in sorted(hand.items()):
        if tile == WILD or count <= 0:
            continue
        whole = count // 2 if tile != FALSE or rules.two_false_okeys else 0
        equal += [tile] * whole
        single += [tile] * (count - 2 * whole)
    pairs = [(tile, tile) for tile in equal]
    if rules.okey_and_tile:
        beside = min(okeys, len(single))
        pairs += [(tile, WILD) for tile in single[len(single) - beside :]]
        okeys -= beside
    if rules.two_okeys:
        pairs += [(WILD, WILD)] * (okeys // 2)
    elif rules.okey_and_tile and okeys >= 2:
        # Two equal tiles and two okeys are two pairs as well.
        for tile in equal[: okeys // 2]:
            pairs.remove((tile, tile))
            pairs += [(tile, WILD), (tile, WILD)]
    return [
        Meld(tuple(laid(one, stand.okey if tile == WILD else stand.face(tile)) for one in pair))
        for pair in pairs[:most]
        for tile in pair[:1]
    ]


# Writing it down


def opening_of(stand: Stand, plan: Plan) -> Open:
    """The melds of a plan's opening, those settled first."""
    if plan.pairs:
        return Open((*plan.first, *arranged_pairs(stand, plan.rest, plan.need)))
    return Open((*plan.first, *melds_worth(stand, plan.rest, plan.need, plan.leave)))


def melds_worth(stand: Stand, hand: Tiles, need: int, leave: int) -> tuple[Meld, ...]:
    """Runs and groups of a hand that are worth so much and leave so many tiles; there are some."""
    if need <= 0:
        return ()
    melds, points = _best(stand, hand)
    if hand.total() - sum(map(len, melds)) >= leave:
        return melds
    for tile in sorted(tile for tile, count in hand.items() if count):
        rest = less(hand, (tile,))
        assert rest is not None
        melds, points = _best(stand, rest)
        if points >= need:
            return melds
    raise AssertionError("no opening leaves a tile")


def _best(stand: Stand, hand: Tiles) -> tuple[tuple[Meld, ...], int]:
    tiles = tuple(TILES[tile] for tile in hand.elements())
    if not tiles:
        return (), 0
    found = arrange(Hand(stand.indicator, tiles), POINTS.under(stand.rules))
    return found.melds, found.points


def spent_on(melds: Iterable[Meld]) -> Tiles:
    """The tiles of some melds."""
    return Counter(one.tile.index for meld in melds for one in meld.tiles)


__all__ = [
    "Plan",
    "arranged_pairs",
    "count_pairs",
    "melds_worth",
    "opening_of",
    "openings_before",
    "openings_with",
    "opens",
    "opens_by_pairs",
    "packed_hand",
    "spent_on",
]

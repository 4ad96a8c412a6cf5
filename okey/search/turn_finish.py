"""Whether a turn can lay everything but the tile to throw, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from okey.fits import extended, on_table
from okey.melds import Meld, laid_tiles
from okey.moves import Action, Add, End, Lay, Open
from okey.reading import read
from okey.search.pairs import arrange_pairs
from okey.search.tables import POINTS, TILES_ALONE, TILES_THEN_POINTS
from okey.search.turn_freed import Freed, freed
from okey.search.turn_laid import TILE, Laying, Most
from okey.search.turn_melds import pair_of, pair_partners
from okey.search.turn_open import Home, best, homes, opens, opens_by_pairs, pairs_of, worth
from okey.search.turn_outcomes import LaidOff, exchanged, laid_onto, outcomes
from okey.search.turn_state import WILD, Lying, Stand, Tiles, kinds, less
from okey.tiles import TILES

# The table, the tiles in the hand, and what they must still come to.
_Place = tuple[tuple[Lying, ...], tuple[tuple[int, int], ...], int, int, int, bool]


@dataclass(frozen=True, slots=True)
class Finishing:
    """A turn that lays everything but `kept`."""

    kept: int
    actions: tuple[Action, ...]


def finishing(
    stand: Stand, hand: Tiles, tile: int | None, *, in_opening: bool = False
) -> Finishing | None:
    """A turn that lays all tiles of the hand but one, `tile` among those laid; or None.

    With `in_opening` who has not opened lays it in the opening itself.
    """
    if stand.opened is not None:
        ways = [(stand, _Need(tile))]
    else:
        opening = stand.rules.opening
        alone = opening is not None and not opening.with_lay_off
        first = _Need(tile, opens=True, alone=alone, within=tile if in_opening else None)
        ways = [(stand.after("melds"), replace(first, points=stand.points))]
        if stand.pairs is not None:
            ways.append((stand.after("pairs"), replace(first, pairs=stand.pairs)))
    for opened, need in ways:
        mixed = need.pairs and opened.lays_melds  # points and pairs do not add up
        if not need.alone and not mixed and Laying.knows(opened):
            found = _by_colours(opened, hand, need)
            if found is not None:
                return found
            continue
        for left in [LaidOff(hand)] if need.alone else outcomes(opened, hand):
            still = tile if tile is not None and left.rest[tile] == hand[tile] else None
            late = left.okeys if need.opens else 0
            found = _covered(
                opened, left.rest, replace(need, tile=still, late=late, after=left.actions)
            )
            if found is not None:
                return found
    return None


def _by_colours(stand: Stand, hand: Tiles, need: _Need) -> Finishing | None:
    """The same, searched by colours and numbers."""
    for okeys in range(stand.okeys_out + 1):
        for one in freed(stand, hand, okeys):
            table = exchanged(stand, one)
            laying = Laying(table, per_pair=bool(need.pairs))
            failed: set[_Place] = set()
            rest = less(hand, one.spent)
            assert rest is not None
            if need.opens and okeys and not _opens(stand, rest, need):
                continue
            rest[WILD] += okeys
            if laying.value(rest) < (rest.total() - 1) * TILE:
                continue
            own = need.tile is not None and need.tile not in one.spent
            for kept in kinds(rest):
                if own and kept == need.tile and rest[kept] == 1:
                    continue
                left = less(rest, (kept,))
                assert left is not None
                wanted = left.total() * TILE + (need.points or need.pairs)
                if laying.value(left, wanted) < wanted:
                    continue
                found = None
                if not need.opens or not (okeys or need.within is not None):
                    found = _finish_of(laying.most(left), kept, need, one)
                elif not okeys:
                    found = _within(laying, left, kept, need)
                else:
                    more = replace(need, after=one.actions, late=okeys)
                    found = _in_order(laying, left, kept, more, failed)
                if found is not None:
                    return found
    return None


def _opens(stand: Stand, hand: Tiles, need: _Need) -> bool:
    """Whether a hand opens by itself: okeys of the table come after that."""
    if need.pairs:
        return opens_by_pairs(stand, hand, need.pairs, 0)
    return opens(stand, hand, need.points, 0)


def _within(laying: Laying, hand: Tiles, kept: int, need: _Need) -> Finishing | None:
    """Lay all of the hand, a certain tile of it in the opening."""
    stand, tile = laying.stand, need.within
    assert tile is not None
    some: list[tuple[tuple[int, ...], Meld, int]]
    if stand.opened == "pairs":
        some = [((tile, o), pair_of(stand, tile, o), 1) for o in pair_partners(stand, tile)]
    else:
        some = [(home.tiles, home.meld, home.points) for home in homes(stand, hand, tile)]
    for tiles, meld, counts in some:
        rest = less(hand, tiles)
        if rest is None:
            continue
        wanted = rest.total() * TILE + max(0, (need.points or need.pairs) - counts)
        if laying.value(rest, wanted) >= wanted:
            return _finish_of(laying.most(rest), kept, need, Freed(), meld)
    return None


def _finish_of(most: Most, kept: int, need: _Need, one: Freed, *settled: Meld) -> Finishing:
    """The moves of a finish: the opening first, if there is one."""
    opening, further = most.melds, most.pairs
    if need.pairs:
        opening, further = further, opening
    if not need.opens:
        opening, further = (), (*most.pairs, *most.melds)
    first = (Open((*settled, *opening)),) if need.opens else ()
    last = (Lay(further),) if further else ()
    return Finishing(kept, (*first, *one.actions, *most.adds, *last))


def _in_order(
    laying: Laying, hand: Tiles, kept: int, need: _Need, failed: set[_Place]
) -> Finishing | None:
    """Lay all of the hand where some okeys came too late for the opening.

    Many orders lead to the same tiles at the same table: what has `failed` is not tried again.
    """
    early, points = less(hand, (WILD,) * need.late), need.points
    if early is None or (points > 0 and worth(laying.stand, early, POINTS, points) < points):
        return None
    wanted = hand.total() * TILE + max(0, points or need.pairs)
    # No okey that came too late can make it worth more than if all had been there before.
    if laying.value(hand, wanted) < wanted:
        return None
    place = need.place(laying.stand, hand)
    if place in failed:
        return None
    found = _ordered(laying, hand, kept, need, failed)
    if found is None:
        failed.add(place)
    return found


def _ordered(
    laying: Laying, hand: Tiles, kept: int, need: _Need, failed: set[_Place]
) -> Finishing | None:
    stand = laying.stand
    if need.late == 0:
        found = _finish_of(laying.most(hand), kept, need, Freed((), need.after), *need.first)
        opening = found.actions[0]
        within = need.within is None or (
            isinstance(opening, Open) and TILES[need.within] in laid_tiles(opening.melds)
        )
        return found if within else None
    late = need.late - 1
    for after, rest, adds in _okey_laid_off(stand, hand):
        more = replace(need, late=late, after=(*need.after, *adds))
        table = Laying(after, per_pair=laying.per_pair)
        found_more = _in_order(table, rest, kept, more, failed)
        if found_more is not None:
            return found_more
    for rest, more in _okey_in_melds(stand, hand, need):
        found_more = _in_order(laying, rest, kept, more, failed)
        if found_more is not None:
            return found_more
    return None


def _okey_laid_off(stand: Stand, hand: Tiles) -> Iterator[tuple[Stand, Tiles, tuple[Action, ...]]]:
    """Lay one okey off, behind tiles of the hand, and answer the table then."""
    for at, lying in enumerate(stand.table if stand.lays_off else ()):
        for left in laid_onto(stand, hand, lying):
            last = left.actions[-1]
            tiles = [add.tile.tile.index for add in left.actions if isinstance(add, Add)]
            if not isinstance(last, Add) or tiles.count(WILD) != 1 or tiles[-1] != WILD:
                continue
            meld, low, high = lying.meld, 0, 0
            for add in left.actions:
                longer = isinstance(add, Add) and extended(
                    meld, add.tile, stand.rules, stand.okey, add.end
                )
                assert longer
                assert isinstance(add, Add)
                meld = longer[0]
                low, high = low + (add.end is End.LOW), high + (add.end is End.HIGH)
            before = lying.room
            room = (before[0] - low, before[1] - high, before[2] - low - high)
            now = replace(stand.lying(lying.at, meld), room=room)
            yield (
                stand.at((*stand.table[:at], now, *stand.table[at + 1 :])),
                left.rest,
                left.actions,
            )


def _okey_in_melds(stand: Stand, hand: Tiles, need: _Need) -> Iterator[tuple[Tiles, _Need]]:
    """Lay okeys in a meld after the opening, or onto one of the opening."""
    for tiles, meld in _late_melds(stand, hand):
        rest = less(hand, tiles)
        if rest is not None:
            after = (*need.after, Lay((meld,)))
            for late in range(max(0, need.late - tiles.count(WILD)), need.late):
                yield rest, replace(need, late=late, after=after)
    for home in _all_homes(stand, hand) if stand.opened == "melds" and stand.lays_off else ():
        rest = less(hand, home.tiles)
        if rest is None or rest[WILD] < need.late:
            continue
        reading = read(home.meld, stand.rules, stand.okey)
        assert reading is not None
        at = len(stand.table) + len(need.first)
        for more in laid_onto(stand, rest, stand.lying(at, on_table(-1, home.meld, reading))):
            for late in range(max(0, need.late - rest[WILD] + more.rest[WILD]), need.late):
                yield (
                    more.rest,
                    replace(
                        need,
                        late=late,
                        points=need.points - home.points,
                        first=(*need.first, home.meld),
                        after=(*need.after, *more.actions),
                    ),
                )


# What is left


@dataclass(frozen=True, slots=True)
class _Need:
    """What the melds still to be laid must come to, and what the turn has come to so far.

    `tile` is one that must not stay in the hand, `within` one that must be in the opening. `points`
    and `pairs` are those that an opening still needs; `opens`: there is one. `alone`: nothing is
    laid after it. `late` okeys came off the table: they cannot be in the opening. `first` are melds
    of the opening, `after` is done once all of it lies there.
    """

    tile: int | None
    points: int = 0
    pairs: int = 0
    opens: bool = False
    alone: bool = False
    late: int = 0
    within: int | None = None
    first: tuple[Meld, ...] = ()
    after: tuple[Action, ...] = ()

    def place(self, stand: Stand, hand: Tiles) -> _Place:
        """What decides whether the search succeeds from here, whatever led here."""
        within = self.within is None or TILES[self.within] in laid_tiles(self.first)
        tiles = tuple(sorted((tile, count) for tile, count in hand.items() if count))
        return stand.table, tiles, self.late, self.points, self.pairs, within


def _covered(stand: Stand, rest: Tiles, need: _Need) -> Finishing | None:
    """Lay all of the rest but one tile."""
    size = rest.total()
    if size == 0:
        return None
    only_melds = stand.lays_melds and not stand.lays_pairs and not need.late
    if only_melds and worth(stand, rest, TILES_ALONE, size - 1) < size - 1:
        return None
    for kept in kinds(rest):
        if kept == need.tile and rest[kept] == 1:
            continue
        left = less(rest, (kept,))
        assert left is not None
        late = need.late - (kept == WILD and rest[WILD] == need.late)
        actions = _laid_late(stand, left, replace(need, late=late))
        if actions is not None:
            return Finishing(kept, actions)
    return None


def _laid_late(stand: Stand, hand: Tiles, need: _Need) -> tuple[Action, ...] | None:
    """Lay all these tiles, first the okeys that came too late for the opening."""
    if need.late <= 0:
        return _all_laid(stand, hand, need)
    for tiles, meld in _late_melds(stand, hand):
        rest = less(hand, tiles)
        okeys = tiles.count(WILD)
        if rest is not None:
            # The hand's own okeys are worth more elsewhere, but may not be needed there.
            for late in range(max(0, need.late - okeys), need.late):
                after = (*need.after, Lay((meld,)))
                found = _laid_late(stand, rest, replace(need, late=late, after=after))
                if found is not None:
                    return found
    if stand.opened == "melds" and stand.lays_off:
        for home in _all_homes(stand, hand):
            rest = less(hand, home.tiles)
            if rest is None or rest[WILD] < need.late:
                continue
            at = len(stand.table) + len(need.first)
            reading = read(home.meld, stand.rules, stand.okey)
            assert reading is not None
            lying = stand.lying(at, on_table(-1, home.meld, reading))
            for more in laid_onto(stand, rest, lying):
                okeys = rest[WILD] - more.rest[WILD]
                for late in range(max(0, need.late - okeys), need.late):
                    found = _laid_late(
                        stand,
                        more.rest,
                        replace(
                            need,
                            late=late,
                            points=need.points - home.points,
                            first=(*need.first, home.meld),
                            after=(*need.after, *more.actions),
                        ),
                    )
                    if found is not None:
                        return found
    return None


def _late_melds(stand: Stand, hand: Tiles) -> Iterator[tuple[tuple[int, ...], Meld]]:
    """Everything with an okey that can be laid after the opening."""
    if stand.lays_pairs:
        for other in pair_partners(stand, WILD):
            yield (WILD, other), pair_of(stand, WILD, other)
    if stand.lays_melds:
        for home in homes(stand, hand, WILD):
            yield home.tiles, home.meld


def _all_homes(stand: Stand, hand: Tiles) -> Iterator[Home]:
    seen = set()
    for tile in kinds(hand):
        for home in homes(stand, hand, tile):
            if (home.tiles, home.faces) not in seen:
                seen.add((home.tiles, home.faces))
                yield home


def _all_laid(stand: Stand, hand: Tiles, need: _Need) -> tuple[Action, ...] | None:
    """Lay all these tiles in melds and pairs, those of the opening first."""
    by_melds = stand.opened == "melds" if need.opens else False
    in_melds = by_melds or (stand.lays_melds and not need.alone)
    in_pairs = (need.opens and not by_melds) or (stand.lays_pairs and not need.alone)
    for pairs, rest in _paired(stand, hand, both=in_melds) if in_pairs else [((), hand)]:
        if len(pairs) < need.pairs or (rest.total() and not in_melds):
            continue
        found = _in_melds(stand, rest, need.points)
        if found is None:
            continue
        further, opening = (pairs, found) if by_melds else (found, pairs)
        if not need.opens:
            further, opening = (*found, *pairs), ()
        lay = (Lay(further),) if further else ()
        if need.opens:
            laid_first = (*need.first, *opening)
            if need.within is None or TILES[need.within] in laid_tiles(laid_first):
                return (Open(laid_first), *need.after, *lay)
            continue
        return (*need.after, *lay)
    return None


def _paired(stand: Stand, hand: Tiles, *, both: bool) -> Iterator[tuple[tuple[Meld, ...], Tiles]]:
    """Every way to take pairs out of a hand; unless melds are laid as well, all of it."""
    if not both:
        if 2 * pairs_of(stand, hand) == hand.total():
            yield arrange_pairs(stand.hand(hand), stand.rules), Tiles()
        return
    tiles = kinds(hand)
    if not tiles:
        yield (), Tiles()
        return
    tile = tiles[0]
    for other in pair_partners(stand, tile):
        rest = less(hand, (tile, other))
        if rest is not None:
            for pairs, left in _paired(stand, rest, both=True):
                yield (pair_of(stand, tile, other), *pairs), left
    rest = less(hand, (tile,))
    assert rest is not None
    for pairs, left in _paired(stand, rest, both=True):
        yield pairs, left + Tiles({tile: 1})


def _in_melds(stand: Stand, hand: Tiles, points: int) -> tuple[Meld, ...] | None:
    """Runs and groups of all these tiles that are worth so much."""
    size = hand.total()
    if not size:
        return () if points <= 0 else None
    if worth(stand, hand, TILES_ALONE, size) < size:
        return None
    found = best(stand, hand, TILES_THEN_POINTS)
    return found.melds if found.tiles == size and found.points >= points else None

"""Whether a turn can lay everything but the tile to throw, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from okey.fits import extended, on_table
from okey.melds import Meld, MeldKind, laid_tiles
from okey.moves import Action, Add, End, Lay, Open
from okey.reading import read
from okey.search.pairs import arrange_pairs
from okey.search.tables import TILES_ALONE, TILES_THEN_POINTS
from okey.search.turn_freed import freed
from okey.search.turn_melds import pair_of, pair_partners
from okey.search.turn_open import Home, best, homes, pairs_of, worth
from okey.search.turn_places import added_to_group, ends_of
from okey.search.turn_state import WILD, Lying, Stand, Tiles, kinds, laid, less, slot_face
from okey.tiles import TILES

__all__ = ["Finishing", "LaidOff", "finishing", "laid_off", "outcomes"]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """What exchanging and laying off leave in the hand; `okeys` came off the table."""

    rest: Tiles
    actions: tuple[Action, ...] = ()
    okeys: int = 0


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
        for left in [LaidOff(hand)] if need.alone else outcomes(opened, hand):
            still = tile if tile is not None and left.rest[tile] == hand[tile] else None
            late = left.okeys if need.opens else 0
            found = _covered(
                opened, left.rest, replace(need, tile=still, late=late, after=left.actions)
            )
            if found is not None:
                return found
    return None


# What can be laid off


def outcomes(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of exchanging okeys and laying off, each rest of the hand once."""
    seen: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
    for okeys in range(stand.okeys_out + 1):
        for one in freed(stand, hand, okeys):
            rest = less(hand, one.spent)
            assert rest is not None
            rest[WILD] += okeys
            table = tuple(
                lying
                if lying.at not in one.melds
                else replace(stand.lying(lying.at, one.melds[lying.at]), room=lying.room)
                for lying in stand.table
            )
            for left in laid_off(stand.at(table), rest):
                # Okeys that came off the table are laid off before those of the hand.
                still = max(0, okeys - (rest[WILD] - left.rest[WILD]))
                key = still, _key(left.rest)
                if key not in seen:
                    seen.add(key)
                    yield LaidOff(left.rest, one.actions + left.actions, still)


def laid_off(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of laying off onto the table, each rest of the hand once."""
    states = {_key(hand): LaidOff(hand)}
    if stand.lays_off:
        for lying in stand.table:
            for state in list(states.values()):
                for more in _onto(stand, state.rest, lying):
                    actions = state.actions + more.actions
                    states.setdefault(_key(more.rest), LaidOff(more.rest, actions))
    yield from states.values()


def _key(hand: Tiles) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((tile, count) for tile, count in hand.items() if count))


def _onto(stand: Stand, hand: Tiles, lying: Lying) -> Iterator[LaidOff]:
    """Everything that can be laid off onto one meld, but nothing at all."""
    if lying.kind is MeldKind.GROUP:
        for tile in kinds(hand):
            add = added_to_group(stand, lying, tile)
            rest = less(hand, (tile,))
            if add is not None and rest is not None:
                yield LaidOff(rest, (add,))
    elif lying.kind is MeldKind.RUN:
        _, first, last = ends_of(stand, lying)
        longer = min(lying.room[2], stand.longest - lying.size)
        for low in range(min(lying.room[0], longer, first - 1) + 1):
            for high in range(min(lying.room[1], longer - low, stand.last - last) + 1):
                if low + high:
                    yield from _stretched(stand, hand, lying, low, high)


def _stretched(stand: Stand, hand: Tiles, lying: Lying, low: int, high: int) -> Iterator[LaidOff]:
    """Everything that makes a run so many tiles longer at each end."""
    base, first, last = ends_of(stand, lying)
    places = [(End.LOW, slot_face(base, first - n)) for n in range(1, low + 1)]
    places += [(End.HIGH, slot_face(base, last + n)) for n in range(1, high + 1)]
    choices = [
        [tile for tile in (*stand.tiles(face), *stand.wild) if hand[tile]] for _, face in places
    ]
    for tiles in product(*choices):
        rest = less(hand, tiles)
        wild = lying.wild + sum(tile in stand.wild for tile in tiles)
        if rest is None or wild > stand.okeys_in_meld:
            continue
        adds = tuple(
            Add(laid(tile, face), lying.at + 1, end)
            for tile, (end, face) in zip(tiles, places, strict=True)
        )
        if stand.usual or _holds(stand, lying, adds):
            yield LaidOff(rest, adds)


def _holds(stand: Stand, lying: Lying, adds: Sequence[Add]) -> bool:
    meld = lying.meld
    for add in adds:
        after = extended(meld, add.tile, stand.rules, stand.okey, add.end)
        if after is None:
            return False
        meld = after[0]
    return True


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
            for more in _onto(stand, rest, lying):
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

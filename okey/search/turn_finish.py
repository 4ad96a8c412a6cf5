"""Whether a turn can lay everything but the tile to throw, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from okey.melds import MeldKind
from okey.moves import Action, Add, End
from okey.search.best import best_value
from okey.search.tables import TILES_ALONE, TILES_THEN_POINTS
from okey.search.turn_open import count_pairs, packed_hand
from okey.search.turn_places import freed
from okey.search.turn_state import WILD, Lying, Stand, Tiles, laid, less, slot_face


@dataclass(frozen=True, slots=True)
class LaidOff:
    """What laying off and exchanging leaves in the hand."""

    rest: Tiles
    actions: tuple[Action, ...] = ()


def finishes(stand: Stand, hand: Tiles, tile: int | None) -> bool:
    """Whether a turn lays all tiles of the hand but one, `tile` among those laid."""
    if stand.opened is not None:
        return _finishes_open(stand, hand, tile)
    return _opens_and_finishes(stand, hand, tile)


def _finishes_open(stand: Stand, hand: Tiles, tile: int | None) -> bool:
    return any(
        _covered(stand, left.rest, tile if _still(tile, hand, left.rest) else None, 0, 0)
        for left in exchanged_and_laid_off(stand, hand)
    )


def _opens_and_finishes(stand: Stand, hand: Tiles, tile: int | None) -> bool:
    opening = stand.rules.opening
    assert opening is not None
    ways = [(stand.after("melds"), stand.points, 0)]
    if stand.pairs is not None:
        ways.append((stand.after("pairs"), 0, stand.pairs))
    for opened, points, pairs in ways:
        lays = opened if opening.with_lay_off else replace(opened, table=())
        for left in laid_off(lays, hand):
            missing = tile if _still(tile, hand, left.rest) else None
            if _covered(lays, left.rest, missing, points, pairs):
                return True
    return False


def _still(tile: int | None, before: Tiles, rest: Tiles) -> bool:
    return tile is not None and rest[tile] == before[tile]


# What can be laid off


def exchanged_and_laid_off(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of exchanging okeys and laying off, each rest of the hand once."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    for okeys in range(sum(lying.okeys for lying in stand.with_okeys) + 1):
        for one in freed(stand, hand, okeys):
            rest = less(hand, one.spent)
            assert rest is not None
            rest[WILD] += okeys
            full = {
                action.meld - 1 for action in one.actions if isinstance(action, Add)
            }  # groups that have got their fourth tile
            table = tuple(lying for lying in stand.table if lying.at not in full)
            for left in laid_off(replace(stand, table=table), rest):
                key = tuple(sorted((+left.rest).items()))
                if key not in seen:
                    seen.add(key)
                    yield LaidOff(left.rest, one.actions + left.actions)


def laid_off(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of laying off onto the table, each rest of the hand once."""
    states = {_key(hand): LaidOff(hand)}
    if stand.lays_off:
        for lying in stand.table:
            for state in list(states.values()):
                for more in _onto(stand, state.rest, lying):
                    states.setdefault(
                        _key(more.rest), LaidOff(more.rest, state.actions + more.actions)
                    )
    yield from states.values()


def _key(hand: Tiles) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((+hand).items()))


def _onto(stand: Stand, hand: Tiles, lying: Lying) -> Iterator[LaidOff]:
    """Everything that can be laid off onto one meld, but nothing at all."""
    if lying.kind is MeldKind.GROUP and len(lying.faces) < 4:
        for face in lying.missing:
            for tile in (stand.tile(face), WILD):
                rest = less(hand, (tile,))
                if rest is not None and lying.okeys + (tile == WILD) <= stand.okeys_in_meld:
                    yield LaidOff(rest, (Add(laid(tile, face), lying.at + 1),))
        return
    if lying.kind is not MeldKind.RUN:
        return
    longer = min(lying.room[2], stand.longest - len(lying.faces))
    for low in range(min(lying.room[0], longer, lying.low - 1) + 1):
        for high in range(min(lying.room[1], longer - low, stand.last - lying.high) + 1):
            if low + high:
                yield from _stretched(stand, hand, lying, low, high)


def _stretched(stand: Stand, hand: Tiles, lying: Lying, low: int, high: int) -> Iterator[LaidOff]:
    places = [(End.LOW, slot_face(lying.base, lying.low - n)) for n in range(1, low + 1)]
    places += [(End.HIGH, slot_face(lying.base, lying.high + n)) for n in range(1, high + 1)]
    choices = [[tile for tile in (stand.tile(face), WILD) if hand[tile]] for _, face in places]
    if not all(choices):
        return
    for tiles in product(*choices):
        rest = less(hand, tiles)
        if rest is not None and lying.okeys + tiles.count(WILD) <= stand.okeys_in_meld:
            yield LaidOff(
                rest,
                tuple(
                    Add(laid(tile, face), lying.at + 1, end)
                    for tile, (end, face) in zip(tiles, places, strict=True)
                ),
            )


# What is left


def _covered(stand: Stand, rest: Tiles, tile: int | None, points: int, pairs: int) -> bool:
    """Whether further melds take all of the rest but one, `tile` among them.

    They are to be worth `points`, or to be so many `pairs`.
    """
    size = rest.total()
    if size == 0:
        return False
    for kept in sorted(one for one, count in rest.items() if count):
        if kept == tile and rest[kept] == 1:
            continue
        left = less(rest, (kept,))
        assert left is not None
        if size == 1 and not points and not pairs:
            return True
        if stand.opened == "pairs":
            if stand.lays_pairs and count_pairs(stand, left) * 2 == size - 1 >= 2 * pairs:
                return True
        elif stand.lays_melds:
            packed = packed_hand(stand, left)
            if best_value(packed, TILES_ALONE.under(stand.rules), size - 1) < size - 1:
                continue
            scale = TILES_THEN_POINTS.under(stand.rules)
            if best_value(packed, scale) >= (size - 1) * scale.tile + points:
                return True
    return False

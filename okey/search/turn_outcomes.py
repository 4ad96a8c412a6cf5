"""Every outcome of exchanging okeys and laying off, one by one.

For the few questions that the search by colours and numbers (`turn_laid`) does not answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from okey.fits import extended
from okey.melds import MeldKind
from okey.moves import Action, Add, End
from okey.search.turn_freed import Freed, freed
from okey.search.turn_places import added_to_group, ends_of
from okey.search.turn_state import WILD, Lying, Stand, Tiles, kinds, laid, less, slot_face


@dataclass(frozen=True, slots=True)
class LaidOff:
    """What exchanging and laying off leave in the hand; `okeys` came off the table."""

    rest: Tiles
    actions: tuple[Action, ...] = ()
    okeys: int = 0


def outcomes(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of exchanging okeys and laying off, each rest of the hand once."""
    seen: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
    for okeys in range(stand.okeys_out + 1):
        for one in freed(stand, hand, okeys):
            rest = less(hand, one.spent)
            assert rest is not None
            rest[WILD] += okeys
            for left in laid_off(exchanged(stand, one), rest):
                # Okeys that came off the table are laid off before those of the hand.
                still = max(0, okeys - (rest[WILD] - left.rest[WILD]))
                key = still, _key(left.rest)
                if key not in seen:
                    seen.add(key)
                    yield LaidOff(left.rest, one.actions + left.actions, still)


def exchanged(stand: Stand, one: Freed) -> Stand:
    """The table once okeys are exchanged."""
    return stand.at(
        tuple(
            lying
            if lying.at not in one.melds
            else replace(stand.lying(lying.at, one.melds[lying.at]), room=lying.room)
            for lying in stand.table
        )
    )


def laid_off(stand: Stand, hand: Tiles) -> Iterator[LaidOff]:
    """Every outcome of laying off onto the table, each rest of the hand once."""
    states = {_key(hand): LaidOff(hand)}
    if stand.lays_off:
        for lying in stand.table:
            for state in list(states.values()):
                for more in laid_onto(stand, state.rest, lying):
                    actions = state.actions + more.actions
                    states.setdefault(_key(more.rest), LaidOff(more.rest, actions))
    yield from states.values()


def _key(hand: Tiles) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((tile, count) for tile, count in hand.items() if count))


def laid_onto(stand: Stand, hand: Tiles, lying: Lying) -> Iterator[LaidOff]:
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

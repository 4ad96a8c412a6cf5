"""Okeys that come off the table, for the tiles that they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from okey.fits import extended, swapped
from okey.melds import LAID, MeldKind
from okey.moves import Action, Add, Swap
from okey.search.turn_state import Lying, Stand, Tiles, kinds, less
from okey.table import TableMeld
from okey.tiles import TILES


@dataclass(frozen=True, slots=True)
class Freed:
    """Okeys exchanged out of melds on the table.

    `spent` are the tiles that this takes, `places` the melds that the okeys come out of, one for
    each, and `melds` what these melds are then.
    """

    spent: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    places: tuple[int, ...] = ()
    melds: Mapping[int, TableMeld] = field(default_factory=dict)


def swap_at(tile: int, lying: Lying) -> Swap:
    """Exchange a tile for the okey that stands for it there."""
    return Swap(TILES[tile], lying.at + 1)


def freed(stand: Stand, hand: Tiles, okeys: int, first: int = 0) -> Iterator[Freed]:
    """Every way to get exactly so many okeys off the table for tiles of the hand."""
    if okeys == 0:
        yield Freed()
        return
    for at in range(first, len(stand.with_okeys)):
        lying = stand.with_okeys[at]
        for one in _freed_from(stand, hand, lying, okeys):
            rest = less(hand, one.spent)
            assert rest is not None
            for more in freed(stand, rest, okeys - len(one.places), at + 1):
                yield Freed(
                    one.spent + more.spent,
                    one.actions + more.actions,
                    one.places + more.places,
                    {**one.melds, **more.melds},
                )


def _freed_from(stand: Stand, hand: Tiles, lying: Lying, most: int) -> Iterator[Freed]:
    """Every way to get okeys out of one meld, at most so many."""
    seen: set[tuple[tuple[int, ...], TableMeld]] = set()
    for one in _exchanged(stand, hand, lying, Freed((), (), (), {lying.at: lying.meld}), most):
        key = tuple(sorted(one.spent)), one.melds[lying.at]
        if key not in seen:
            seen.add(key)
            yield one


def _exchanged(
    stand: Stand, hand: Tiles, lying: Lying, so_far: Freed, most: int
) -> Iterator[Freed]:
    """Exchange one okey more; the fourth tile of a group may have to settle it first."""
    if len(so_far.places) >= most:
        return
    meld = so_far.melds[lying.at]
    for tile in kinds(hand):
        after = swapped(meld, TILES[tile], stand.rules, stand.okey)
        rest = less(hand, (tile,))
        assert rest is not None
        if after is not None:
            one = Freed(
                (*so_far.spent, tile),
                (*so_far.actions, swap_at(tile, lying)),
                (*so_far.places, lying.at),
                {lying.at: after},
            )
            yield one
            yield from _exchanged(stand, rest, lying, one, most)
        if meld.kind is MeldKind.GROUP and stand.lays_off and tile not in stand.wild:
            longer = extended(meld, LAID[tile], stand.rules, stand.okey)
            if longer is not None:
                add = Add(LAID[tile], lying.at + 1)
                settled = Freed(
                    (*so_far.spent, tile), (*so_far.actions, add), so_far.places,
                    {lying.at: longer[0]},
                )  # fmt: skip
                yield from _exchanged(stand, rest, lying, settled, most)

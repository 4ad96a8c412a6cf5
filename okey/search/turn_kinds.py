"""Which kinds of move are legal now: what a table can offer, and a lesson can ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from okey.fits import swapped
from okey.hand import Hand
from okey.melds import LAID, MeldKind
from okey.moves import (
    Action,
    Add,
    DeclarePairs,
    Discard,
    Draw,
    End,
    Finish,
    Lay,
    Move,
    Open,
    Pass,
    ShowIndicator,
    Take,
    TakeIndicator,
)
from okey.referee import legal
from okey.search.solutions import ShowingSolution
from okey.search.solve import solve
from okey.search.turn_best import most_melds, most_pairs
from okey.search.turn_freed import swap_at
from okey.search.turn_melds import faces_held, holding, pair_of, pair_partners
from okey.search.turn_open import laid_for, opening_of, openings_with
from okey.search.turn_places import added_to_group, ends_of
from okey.search.turn_state import Lying, Stand, Tiles, held, kinds, slot_face, stand_of
from okey.table import Phase, Round, Source
from okey.tiles import TILES

MoveKind = Literal[
    "draw", "take", "take indicator", "open", "lay", "add", "swap", "discard",
    "declare pairs", "finish", "show indicator", "pass",
]  # fmt: skip


def legal_kinds(round_: Round) -> tuple[MoveKind, ...]:
    """The kinds of move of which the seat on turn has a legal one now.

    Of a hand that nobody knows only what needs no tile of it is said.
    """
    return tuple(
        kind
        for kind in _KINDS
        if any(not legal(round_, Move(action)) for action in candidates(round_, kind))
    )


def candidates(round_: Round, kind: MoveKind) -> Iterator[Action]:
    """Moves of a kind, one of them legal if any is: few of them are not.

    All that can be laid off, exchanged and thrown; runs, groups and pairs of the least size; the
    best opening by melds and by pairs.
    """
    return _KINDS[kind](round_)


def _always(action: Action) -> Callable[[Round], Iterator[Action]]:
    return lambda round_: iter((action,))


def _playing(round_: Round) -> bool:
    return round_.turn.phase is Phase.PLAY and round_.hand is not None


def _openings(round_: Round) -> Iterator[Action]:
    """An opening, if there is any: with the tile taken where it must be in it."""
    if not _playing(round_) or round_.rules.opening is None or round_.player.opened is not None:
        return
    stand, hand, turn = stand_of(round_), held(round_.hand or ()), round_.turn
    if round_.rules.take.in_opening and turn.source is Source.DISCARD and turn.taken is not None:
        for plan in openings_with(stand, hand, turn.taken.index):
            yield opening_of(stand, plan)
            return
        return
    for melds in (most_melds(stand, hand), most_pairs(stand, hand)):
        if melds:
            yield Open(melds)


def _lays(round_: Round) -> Iterator[Action]:
    """Every run, group and pair of the least size that a player who has opened may lay."""
    if not _playing(round_) or round_.player.opened is None:
        return
    stand, hand = stand_of(round_), held(round_.hand or ())
    wild, bits = sum(hand[one] for one in stand.wild), faces_held(stand, hand)
    for tile in kinds(hand):
        if stand.lays_pairs:
            for other in pair_partners(stand, tile):
                if hand[other] > (other == tile):
                    yield Lay((pair_of(stand, tile, other),))
        face = stand.face(tile)
        if stand.lays_melds and face is not None:
            for kind, places in holding(stand, face, (3,), bits, wild):
                for home in laid_for(stand, hand, tile, kind, places):
                    yield Lay((home.meld,))


def _adds(round_: Round) -> Iterator[Action]:
    """Everything that could be laid off."""
    if not _playing(round_) or round_.player.opened is None:
        return
    stand, hand = stand_of(round_), held(round_.hand or ())
    for lying in stand.table if stand.lays_off else ():
        if lying.kind is MeldKind.GROUP:
            for tile in kinds(hand):
                add = added_to_group(stand, lying, tile)
                if add is not None:
                    yield add
        elif lying.kind is MeldKind.RUN:
            yield from _onto_run(stand, hand, lying)


def _onto_run(stand: Stand, hand: Tiles, lying: Lying) -> Iterator[Action]:
    base, low, high = ends_of(stand, lying)
    for end, slot, room in ((End.LOW, low - 1, lying.room[0]), (End.HIGH, high + 1, lying.room[1])):
        if min(room, lying.room[2]) > 0 and 1 <= slot <= stand.last:
            for tile in (*stand.tiles(slot_face(base, slot)), *stand.wild):
                if hand[tile]:
                    yield Add(LAID[tile], lying.at + 1, end)


def _swaps(round_: Round) -> Iterator[Action]:
    """Everything that could be exchanged for an okey."""
    if not _playing(round_):
        return
    stand, hand = stand_of(round_), held(round_.hand or ())
    for lying in stand.with_okeys:
        for tile in kinds(hand):
            if swapped(lying.meld, TILES[tile], stand.rules, stand.okey) is not None:
                yield swap_at(tile, lying)


def _discards(round_: Round) -> Iterator[Action]:
    if _playing(round_):
        yield from (Discard(TILES[tile]) for tile in kinds(held(round_.hand or ())))


def _finishes(round_: Round) -> Iterator[Action]:
    """Show the hand, with each tile put down that leaves a whole one."""
    hand = round_.hand
    if not _playing(round_) or hand is None or round_.rules.showing is None:
        return
    for tile in kinds(held(hand)):
        at = hand.index(TILES[tile])
        shown = Hand(round_.indicator, hand[:at] + hand[at + 1 :])
        found = solve(shown, round_.rules)
        if isinstance(found, ShowingSolution) and found.melds is not None:
            yield Finish(TILES[tile], found.melds)


_KINDS: Final[dict[MoveKind, Callable[[Round], Iterator[Action]]]] = {
    "draw": _always(Draw()),
    "take": _always(Take()),
    "take indicator": _always(TakeIndicator()),
    "open": _openings,
    "lay": _lays,
    "add": _adds,
    "swap": _swaps,
    "discard": _discards,
    "declare pairs": _always(DeclarePairs()),
    "finish": _finishes,
    "show indicator": _always(ShowIndicator()),
    "pass": _always(Pass()),
}

__all__ = ["MoveKind", "candidates", "legal_kinds"]

"""Proofs about the table: what a discard costs, what can be laid off, which okey can be freed."""

from __future__ import annotations

from functools import cache

from okey.moves import Add, Swap
from okey.rules.model import RuleSet
from okey.tiles import Tile
from puzzles.proofs.lying import Lying, additions, within_cap
from puzzles.proofs.shown import Shown, exactly, moves_in, only, round_of, tiles_in
from puzzles.proofs.state import THROWN, Refused, State, state_of
from puzzles.proofs.turns import fitting, penalty_of, play_all
from puzzles.proofs.ways import adds, swaps

Tiles = tuple[Tile, ...]
Table = tuple[Lying, ...]


def safe_discard(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`safe-discard`: it costs nothing, or every meld that it fits, or it is the okey."""
    state = state_of(round_of(exercise), rules)
    (tile,) = tiles_in(exercise, str(exercise.values["tile"]))
    if state.hand is None or tile not in state.hand:
        return False
    ends = state.size == 1 and state.opened[state.seat] is not None
    rule = None if ends else penalty_of(state, tile)
    homes = set(fitting(state, tile))
    holds = {}
    for option in exercise.options:
        if option == "yes":
            holds[option] = rule is None
        elif option.startswith("@"):
            holds[option] = rule is not None and int(option[1:]) in homes
        else:
            holds[option] = option == THROWN and rule == THROWN
    return exactly(right, holds)


def all_safe_discards(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`all-safe-discards`: the tiles of the hand that cost nothing."""
    state = state_of(round_of(exercise), rules)
    if state.hand is None or len(set(state.hand)) != len(state.hand):
        return False
    safe = {tile for tile in state.hand if penalty_of(state, tile) is None}
    said = tiles_in(exercise, only(right))
    return 0 < len(safe) < state.size and len(said) == len(safe) and set(said) == safe


def lay_off(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`lay-off`: no order of laying tiles off lays more, or more points."""
    state = state_of(round_of(exercise), rules)
    points = exercise.ask == "points"
    if points and any(not tile.is_face for tile in state.hand or ()):
        return False
    most = _most_laid_off(state, points=points)
    for one in right:
        moves = moves_in(exercise, one)
        if not all(isinstance(move.action, Add) for move in moves):
            return False
        try:
            play_all(state, moves)
        except Refused:
            return False
        tiles = [move.action.tile.tile for move in moves if isinstance(move.action, Add)]
        if sum(tile.number if points else 1 for tile in tiles) != most:
            return False
    return bool(right) and most > 0


def _most_laid_off(state: State, *, points: bool) -> int:
    """The most tiles, or points, over all orders in which tiles can be laid off."""
    rules, okey = state.rules, state.okey
    known: dict[tuple[Tiles, Table], int] = {}

    @cache  # the same meld and tile come in every order
    def longer(meld: Lying, tile: Tile) -> tuple[Lying, ...]:
        if not within_cap(meld, rules):
            return ()
        return tuple(after for after, _, _ in additions(meld, tile, rules, okey))

    def most(hand: Tiles, table: Table) -> int:
        if len(hand) < 2:
            return 0
        key = hand, table
        if key not in known:
            known[key] = max(
                (
                    (tile.number if points else 1)
                    + most(_less(hand, tile), (*table[:at], after, *table[at + 1 :]))
                    for tile in dict.fromkeys(hand)
                    for at, meld in enumerate(table)
                    for after in longer(meld, tile)
                ),
                default=0,
            )
        return known[key]

    if state.opened[state.seat] is None:
        return 0
    return most(tuple(sorted(state.hand or ())), state.table)


def _less(hand: Tiles, tile: Tile) -> Tiles:
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])


def swap(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`swap`: every plan that can be played to its end; or no okey comes off the table at all."""
    state = state_of(round_of(exercise), rules)
    holds = {}
    for option in exercise.options:
        if option != "cannot":
            moves = moves_in(exercise, option)
            good = bool(moves) and isinstance(moves[-1].action, Swap)
            good = good and all(isinstance(move.action, Add | Swap) for move in moves)
            holds[option] = good and _is_legal(exercise, state, option)
    can = any(holds.values()) or frees(state)
    return exactly(right, {**holds, "cannot": not can})


def _is_legal(exercise: Shown, state: State, plan: str) -> bool:
    try:
        play_all(state, moves_in(exercise, plan))
    except Refused:
        return False
    return True


def frees(state: State) -> bool:
    """Whether some order of laying off ends with an okey taken off the table."""
    seen: set[tuple[object, ...]] = set()

    def search(now: State) -> bool:
        key = (tuple(sorted(now.hand or ())), now.table)
        if key in seen:
            return False
        seen.add(key)
        if next(iter(swaps(now)), None) is not None:
            return True
        return any(search(after) for _, _, after, _ in adds(now))

    return search(state)


__all__ = ["all_safe_discards", "frees", "lay_off", "safe_discard", "swap"]

"""Everything that stands against a move, by the ids of the rules that it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from okey.melds import Meld, MeldKind
from okey.moves import (
    Action,
    Add,
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Open,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
)
from puzzles.proofs.lying import additions, face_of, freed, within_cap
from puzzles.proofs.melds import COLOURS, read, seen
from puzzles.proofs.of_melds import wrong
from puzzles.proofs.state import State
from puzzles.proofs.turns import shows, tiles_of

_DRAWS = (Draw, Take, TakeIndicator)
_PLAYS = (Open, Lay, Add, Swap, Discard, Finish)


def objections(state: State, move: Move) -> set[str]:
    """The rules that the move of the seat on turn breaks; none where it is legal."""
    if move.seat not in (None, state.seat) or state.phase == "over":
        return {"turn.order"}
    action = move.action
    found: set[str] = set()
    if isinstance(action, _DRAWS) and state.phase != "draw":
        found.add("turn.starter-no-draw" if state.first else "turn.draw-once")
    if isinstance(action, _PLAYS) and state.phase != "play":
        found.add("turn.draw-first")
    return found | _of(state, action)


def _of(state: State, action: Action) -> set[str]:
    match action:
        case Draw():
            return set() if state.stock else {"draw.stock-empty"}
        case Take():
            return _taking(state, action)
        case Open() | Lay():
            return _laying(state, action)
        case Add():
            return _adding(state, action)
        case Swap():
            return _swapping(state, action)
        case Discard():
            return {"take.must-use"} if state.owes else set()
        case Finish():
            return _finishing(state, action)
        case ShowIndicator():
            return _showing(state)
    raise ValueError(str(action))


def _taking(state: State, action: Take) -> set[str]:
    pile = state.discards[state.left]
    lies = bool(pile) and action.tile in (None, pile[-1])
    return {"take.last-only"} if state.phase == "draw" and not lies else set()


# Melds


def nearest(meld: Meld, state: State) -> MeldKind | None:
    """What a meld is or comes nearest to: of one number a group, of one colour a run."""
    reading = read(meld, state.rules, state.okey)
    if reading is not None:
        return reading.kind
    plain = [tile for tile in seen(meld, state.okey) if not tile.wild]
    if len(meld.tiles) == 2:
        return None
    if len({tile.number for tile in plain}) <= 1:
        return MeldKind.GROUP
    return MeldKind.RUN if len({tile.colour for tile in plain}) == 1 else None


def _laying(state: State, action: Open | Lay) -> set[str]:
    if state.rules.opening is None:
        return {"lay.unavailable"}
    found: set[str] = set()
    for meld in action.melds:
        found |= wrong(meld, state.rules, state.okey)
    kinds = [nearest(meld, state) for meld in action.melds]
    pairs = MeldKind.PAIR in kinds
    others = MeldKind.RUN in kinds or MeldKind.GROUP in kinds
    left = state.size - len(tiles_of(action.melds))
    way = state.opened[state.seat]
    if isinstance(action, Open):
        found |= _opening(state, action.melds, pairs=pairs, others=others)
        if way is not None:
            found.add("opening.already-open")
        if left < 1:
            found.add("opening.keep-discard")
        return found
    if way is None:
        found.add("lay.not-opened")
    if way == "pairs" and others:
        found.add("lay.pairs-only")
    if way == "melds" and pairs:
        found.add("lay.no-pairs")
    return found | ({"turn.must-discard"} if left < 1 else set())


def _opening(state: State, melds: Sequence[Meld], *, pairs: bool, others: bool) -> set[str]:
    opening = state.rules.opening
    assert opening is not None
    found: set[str] = set()
    readings = [read(meld, state.rules, state.okey) for meld in melds]
    good = [reading for reading in readings if reading is not None]
    if pairs and others:
        found.add("opening.mixed")
    if pairs and opening.pairs is None:
        found.add("opening.pairs-unavailable")
    elif pairs and not others:
        needed = opening.pairs or 0
        if sum(reading.kind is MeldKind.PAIR for reading in good) < needed:
            found.add("opening.pairs")
    points = sum(reading.points for reading in good)
    if points < opening.points and (not pairs or (others and opening.pairs is None)):
        found.add("opening.points")
    takes = state.taken is not None and not state.indicator_taken
    if takes and state.rules.take.in_opening and state.taken not in tiles_of(melds):
        found.add("take.in-opening")
    return found


# What lies on the table


def _adding(state: State, action: Add) -> set[str]:
    if state.rules.table is None:
        return {"layoff.unavailable"}
    found = set() if state.opened[state.seat] is not None else {"layoff.not-opened"}
    meld = state.table[action.meld - 1] if action.meld <= len(state.table) else None
    if meld is None:
        return found | {"layoff.no-fit"}
    if meld.kind is MeldKind.PAIR:
        return found | {"layoff.pairs-closed"}
    fits = any(
        action.end is None or side == action.end.value
        for _, side, _ in additions(meld, action.tile.tile, state.rules, state.okey)
    )
    if not fits:
        found.add("layoff.no-fit")
    elif not within_cap(meld, state.rules):
        found.add("layoff.run-cap")
    return found | ({"turn.must-discard"} if state.size < 2 else set())


def _swapping(state: State, action: Swap) -> set[str]:
    if state.rules.swap is None:
        return {"swap.unavailable"}
    found = set() if state.opened[state.seat] is not None else {"swap.not-opened"}
    meld = state.table[action.meld - 1] if action.meld <= len(state.table) else None
    if meld is None:
        return found | {"swap.wrong-tile"}
    if meld.kind is MeldKind.PAIR:
        return found | {"swap.pairs-closed"}
    face = face_of(action.tile, state.okey)
    may_be = False
    if meld.kind is MeldKind.GROUP and meld.okeys and meld.length < len(COLOURS):
        found.add("swap.undetermined")
        may_be = face is not None and face[1] == meld.number and face[0] not in meld.colours
    if not may_be and freed(meld, action.tile, state.rules, state.okey) is None:
        found.add("swap.wrong-tile")
    return found


# The end


def _finishing(state: State, action: Finish) -> set[str]:
    if state.rules.showing is None:
        return {"finish.unavailable"}
    found: set[str] = set()
    for meld in action.melds:
        found |= wrong(meld, state.rules, state.okey)
    kinds = [nearest(meld, state) for meld in action.melds]
    counted = {MeldKind.RUN, MeldKind.GROUP}
    if state.rules.showing.pairs is not None and not counted & set(kinds):
        counted = {MeldKind.PAIR}
    whole = all(
        kind in counted and read(meld, state.rules, state.okey) is not None
        for meld, kind in zip(action.melds, kinds, strict=True)
    )
    if not whole or len(tiles_of(action.melds)) != state.rules.hand.others:
        found.add("finish.incomplete")
    return found


def _showing(state: State) -> set[str]:
    if not shows(state):
        return {"show.unavailable"}
    found = {"show.first-turn"} if state.turns[state.seat] else set()
    hand = state.hand
    if state.seat in state.shown or (hand is not None and state.indicator not in hand):
        found.add("show.twin")
    return found

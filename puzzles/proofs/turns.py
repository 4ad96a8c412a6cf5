"""A turn, move by move: what is refused, what it costs, and when the round is over.

Only what the questions need: one seat on turn or a story of several, hands known or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from okey.melds import Meld, MeldKind
from okey.moves import (
    Action,
    Add,
    DeclarePairs,
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Open,
    Pass,
    ShowIndicator,
    Swap,
    Take,
    TakeIndicator,
)
from okey.tiles import OKEY, Tile
from puzzles.proofs.declaring import can_declare
from puzzles.proofs.lying import Lying, additions, freed, laid, within_cap
from puzzles.proofs.melds import read
from puzzles.proofs.state import (
    GIVER,
    LAYABLE,
    RETRIEVED,
    THROWN,
    Refused,
    State,
    Written,
    gain,
    lose,
    use,
)


def play(state: State, move: Move) -> tuple[State, list[Written]]:
    """Make a move of the seat on turn. Raise `Refused` where it is not legal."""
    if state.phase == "over" or move.seat not in (None, state.seat):
        raise Refused("turn.order")
    return _act(state, move.action)


def play_all(state: State, moves: Sequence[Move]) -> tuple[State, list[Written]]:
    """Make several moves. Raise `Refused` with the first that is not legal."""
    written: list[Written] = []
    for move in moves:
        state, more = play(state, move)
        written += more
    return state, written


def _act(state: State, action: Action) -> tuple[State, list[Written]]:
    match action:
        case Draw():
            return _draw(state), []
        case Take():
            return _take(state, action), []
        case TakeIndicator():
            return _take_indicator(state), []
        case Open():
            return _open(state, action.melds)
        case Lay():
            return _lay(state, action.melds), []
        case Add():
            return _add(state, action), []
        case Swap():
            return _swap(state, action)
        case Discard():
            return _discard(state, action.tile)
        case DeclarePairs():
            return _declare(state)
        case Finish():
            return _finish(state, action), []
        case ShowIndicator():
            return _show(state), []
        case Pass():
            raise Refused("turn.order")


def _playing(state: State) -> None:
    if state.phase != "play":
        raise Refused("turn.draw-first")


# Drawing and taking


def _drawing(state: State) -> None:
    if state.first:
        raise Refused("turn.starter-no-draw")
    if state.phase != "draw":
        raise Refused("turn.draw-once")


def _draw(state: State) -> State:
    _drawing(state)
    if not state.stock:
        raise Refused("draw.stock-empty")
    known = state.known[0] if state.known else None
    state = replace(state, phase="play", stock=state.stock - 1, known=state.known[1:])
    return gain(state, known)


def _take(state: State, action: Take) -> State:
    """Take the last discard; whether a use for it is left to find is asked elsewhere."""
    _drawing(state)
    pile = state.discards[state.left]
    if not pile or action.tile not in (None, pile[-1]):
        raise Refused("take.last-only")
    discards = list(state.discards)
    discards[state.left] = pile[:-1]
    state = replace(state, phase="play", taken=pile[-1], giver=state.left, discards=tuple(discards))
    return gain(state, pile[-1])


def _take_indicator(state: State) -> State:
    _drawing(state)
    if not state.rules.ending.indicator:
        raise Refused("indicator.unavailable")
    if state.stock:
        raise Refused("indicator.stock-left")
    state = replace(state, phase="play", taken=state.indicator, indicator_taken=True)
    return gain(state, state.indicator)


# Laying


def _melds(state: State, melds: Sequence[Meld]) -> tuple[list[Lying], int, int]:
    """The melds as they come to lie, their points, and how many are pairs."""
    lying, points, pairs = [], 0, 0
    for meld in melds:
        reading = read(meld, state.rules, state.okey)
        if reading is None:
            raise Refused("meld")
        lying.append(laid(state.seat, meld, state.rules, state.okey))
        points += reading.points
        pairs += reading.kind is MeldKind.PAIR
    return lying, points, pairs


def tiles_of(melds: Sequence[Meld]) -> list[Tile]:
    """All tiles of these melds."""
    return [one.tile for meld in melds for one in meld.tiles]


def opens(state: State, points: int, pairs: int, melds: int) -> bool:
    """Whether so many points, or so many pairs, are an opening."""
    opening = state.rules.opening
    if opening is None:
        return False
    if not pairs:
        return points >= opening.points
    return opening.pairs is not None and pairs == melds and pairs >= opening.pairs


def _open(state: State, melds: Sequence[Meld]) -> tuple[State, list[Written]]:
    _playing(state)
    if state.opened[state.seat] is not None:
        raise Refused("opening.already-open")
    lying, points, pairs = _melds(state, melds)
    if not opens(state, points, pairs, len(melds)):
        raise Refused("opening.points")
    tiles = tiles_of(melds)
    takes = state.taken is not None and not state.indicator_taken
    if takes and state.rules.take.in_opening and state.taken not in tiles:
        raise Refused("take.in-opening")
    state = lose(state, tiles)
    if state.size < 1:
        raise Refused("opening.keep-discard")
    written: list[Written] = []
    if takes and state.taken in tiles:
        state, written = _giver_pays(state)
    opened = list(state.opened)
    opened[state.seat] = "pairs" if pairs else "melds"
    state = replace(state, table=(*state.table, *lying), opened=tuple(opened), opened_now=True)
    return use(state, tiles), written


def _giver_pays(state: State) -> tuple[State, list[Written]]:
    """The thrower of the taken tile pays, once a turn."""
    penalty = state.rules.penalties.giver
    if not penalty or state.paid or state.giver is None:
        return state, []
    return replace(state, paid=True), [Written(GIVER, state.giver, penalty)]


def _lay(state: State, melds: Sequence[Meld]) -> State:
    _playing(state)
    way = state.opened[state.seat]
    if way is None:
        raise Refused("lay.not-opened")
    lying, _, pairs = _melds(state, melds)
    if pairs if way == "melds" else pairs < len(melds):
        raise Refused("lay.no-pairs" if way == "melds" else "lay.pairs-only")
    tiles = tiles_of(melds)
    state = lose(state, tiles)
    if state.size < 1:
        raise Refused("turn.must-discard")
    return use(replace(state, table=(*state.table, *lying)), tiles)


def _meld_at(state: State, number: int) -> Lying:
    if not 1 <= number <= len(state.table):
        raise Refused("layoff.no-fit")
    return state.table[number - 1]


def put(state: State, number: int, meld: Lying) -> State:
    table = list(state.table)
    table[number - 1] = meld
    return replace(state, table=tuple(table))


def _add(state: State, action: Add) -> State:
    _playing(state)
    if state.opened[state.seat] is None:
        raise Refused("layoff.not-opened")
    meld = _meld_at(state, action.meld)
    if meld.kind is MeldKind.PAIR:
        raise Refused("layoff.pairs-closed")
    tile, said = action.tile.tile, action.tile.stands_for
    found = []
    for after, side, number in additions(meld, tile, state.rules, state.okey):
        if action.end is not None and side != action.end.value:
            continue
        if said is not None and not _says(said, meld, number):
            continue
        found.append((number, after))
    if not found:
        raise Refused("layoff.no-fit")
    if not within_cap(meld, state.rules):
        raise Refused("layoff.run-cap")
    state = lose(state, [tile])
    if state.size < 1:
        raise Refused("turn.must-discard")
    after = max(found, key=lambda one: one[0])[1]
    return use(put(state, action.meld, after), [tile])


def _says(said: Tile | int, meld: Lying, number: int) -> bool:
    """Whether the face declared for an okey is one that it can have there."""
    if isinstance(said, int):
        return meld.kind is MeldKind.GROUP and said == number
    if said.number != number:
        return False
    if meld.kind is MeldKind.RUN:
        return int(said.colour) == meld.colour
    return int(said.colour) not in meld.colours


def _swap(state: State, action: Swap) -> tuple[State, list[Written]]:
    _playing(state)
    if state.rules.swap is None:
        raise Refused("swap.unavailable")
    if state.opened[state.seat] is None:
        raise Refused("swap.not-opened")
    meld = _meld_at(state, action.meld)
    after = freed(meld, action.tile, state.rules, state.okey)
    if after is None:
        raise Refused("swap.wrong-tile")
    state = use(gain(lose(state, [action.tile]), OKEY), [action.tile])
    written: list[Written] = []
    penalty = state.rules.penalties.okey_retrieved
    if penalty and meld.owner != state.seat:
        written.append(Written(RETRIEVED, meld.owner, penalty))
    return put(state, action.meld, after), written


# The end of a turn


def penalty_of(state: State, tile: Tile) -> str | None:
    """What throwing this tile costs where it does not end the round: the rule, or None."""
    penalties = state.rules.penalties
    melds = bool(state.table)
    if (
        tile.index == OKEY.index
        and penalties.okey_thrown
        and (melds or not penalties.okey_thrown_needs_melds)
    ):
        return THROWN
    if penalties.layable_discard and fitting(state, tile):
        return LAYABLE
    return None


def fitting(state: State, tile: Tile) -> list[int]:
    """The melds (from 1) onto which the tile goes, whoever may lay it."""
    return [
        number
        for number, meld in enumerate(state.table, 1)
        if any(True for _ in additions(meld, tile, state.rules, state.okey))
    ]


def _discard(state: State, tile: Tile) -> tuple[State, list[Written]]:
    _playing(state)
    if state.owes:
        raise Refused("take.must-use")
    rule = penalty_of(state, tile)
    state = lose(state, [tile])
    written: list[Written] = []
    if not state.size:
        if state.rules.opening is None or state.opened[state.seat] is None:
            raise Refused("finish")
        state, written = _giver_pays(state)
        return replace(state, phase="over", finisher=state.seat), written
    if state.indicator_taken or state.last:
        raise Refused("finish.incomplete")
    if rule is not None:
        points = {
            THROWN: state.rules.penalties.okey_thrown,
            LAYABLE: state.rules.penalties.layable_discard,
        }[rule]
        written.append(Written(rule, state.seat, points))
    return _next(state, tile), written


def _next(state: State, thrown: Tile) -> State:
    discards, turns = list(state.discards), list(state.turns)
    discards[state.seat] = (*discards[state.seat], thrown)
    turns[state.seat] += 1
    seat = (state.seat + 1) % state.seats
    return replace(
        state,
        discards=tuple(discards),
        turns=tuple(turns),
        table=tuple(replace(meld, added=0) for meld in state.table),
        seat=seat,
        phase="draw",
        first=False,
        taken=None,
        giver=None,
        indicator_taken=False,
        used=False,
        opened_now=False,
        paid=False,
        last=not state.stock,
    )


def _declare(state: State) -> tuple[State, list[Written]]:
    if state.rules.declaring is None:
        raise Refused("declare.unavailable")
    if state.hand is None:
        raise Refused("unknown")
    if not can_declare(state):
        raise Refused("declare.pairs")
    written: list[Written] = []
    if state.taken is not None and not state.indicator_taken:
        state, written = _giver_pays(state)
    return replace(state, phase="over", finisher=state.seat), written


def _finish(state: State, action: Finish) -> State:
    """Show the whole hand in melds, or in pairs alone."""
    _playing(state)
    if state.rules.showing is None:
        raise Refused("finish.unavailable")
    shown = lose(lose(state, [action.tile]), tiles_of(action.melds))
    if shown.size:
        raise Refused("finish.incomplete")
    _, _, pairs = _melds(state, action.melds)
    if pairs and (pairs != len(action.melds) or pairs != state.rules.showing.pairs):
        raise Refused("finish.incomplete")
    return replace(shown, phase="over", finisher=state.seat)


def _show(state: State) -> State:
    if not shows(state):
        raise Refused("show.unavailable")
    if state.turns[state.seat]:
        raise Refused("show.first-turn")
    hand = state.hand
    if state.shown or (hand is not None and state.indicator not in hand):
        raise Refused("show.twin")
    return replace(state, shown=state.shown | {state.seat})


def shows(state: State) -> bool:
    return getattr(state.rules.scoring, "shown", 0) != 0

"""Proofs about turns: every move of a plan is made on a table of this room's own."""

from __future__ import annotations

from okey.moves import Move, Take, TakeIndicator
from okey.rules.model import RuleSet
from puzzles.proofs.declaring import can_declare
from puzzles.proofs.shown import Shown, exactly, moves_in, round_of
from puzzles.proofs.state import Refused, State, state_of
from puzzles.proofs.turns import play, play_all
from puzzles.proofs.uses import can_finish, can_use


def take_or_draw(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`take-or-draw`: every plan that holds; to draw where nothing can be done with the tile."""
    state = state_of(round_of(exercise), rules)
    holds = {plan: ends_well(exercise, state, plan) for plan in exercise.options if plan != "draw"}
    if any(holds.values()):
        return exactly(right, {**holds, "draw": False})
    taken = _taken(state, Take())
    return right == ("draw",) and "draw" in exercise.options and not can_use(taken)


def ends_well(exercise: Shown, state: State, plan: str) -> bool:
    """Whether the moves of a plan are legal and the turn can end behind them."""
    try:
        after, _ = play_all(state, moves_in(exercise, plan))
    except Refused:
        return False
    return after.phase == "play" and not after.owes and after.size > 0


def _taken(state: State, action: Take | TakeIndicator) -> State:
    return play(state, Move(action))[0]


def finish_from_here(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`finish-from-here`: moves of which the last one ends the round."""
    start = state_of(round_of(exercise), rules)
    for one in right:
        moves = moves_in(exercise, one)
        try:
            before, _ = play_all(start, moves[:-1])
            after, _ = play(before, moves[-1])
        except Refused:
            return False
        if before.phase == "over" or after.finisher != start.seat:
            return False
    return bool(right)


def indicator_end(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`indicator-end`: what ends the round here, or that nothing does."""
    state = state_of(round_of(exercise), rules)
    ways = {
        "take indicator": lambda: _finishes(state, TakeIndicator()),
        "take": lambda: (
            _finishes(state, Take()) if not state.stock else can_use(_taken(state, Take()))
        ),
        "declare pairs": lambda: can_declare(state),
    }
    holds = {one: ways[one]() for one in exercise.options if one in ways}
    return exactly(right, {**holds, "pass": not any(holds.values())})


def _finishes(state: State, action: Take | TakeIndicator) -> bool:
    """Whether the round can be finished with the tile that is taken."""
    try:
        return can_finish(_taken(state, action))
    except Refused:
        return False

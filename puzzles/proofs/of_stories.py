"""Proofs about stories: what they write, and the first step that is refused or costs."""

from __future__ import annotations

from okey.moves import Move
from okey.rules.model import RuleSet
from puzzles.proofs.objections import objections
from puzzles.proofs.shown import Shown, exactly, moves_in, only, round_of
from puzzles.proofs.state import Refused, state_of
from puzzles.proofs.turns import play, play_all

STORY = "moves:"


def story_of(exercise: Shown) -> tuple[Move, ...]:
    """The moves that are told, each with its seat."""
    return moves_in(exercise, str(exercise.values["story"]).removeprefix(STORY))


def who_pays(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`who-pays`: what the story writes for each seat."""
    try:
        end, written = play_all(state_of(round_of(exercise), rules), story_of(exercise))
    except Refused:
        return False
    paid = [0] * end.seats
    for one in written:
        paid[one.seat] += one.points
    return [int(number) for number in only(right).split()] == paid


def spot_mistake(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`spot-mistake`: the first step that is refused or costs who makes it, and by which rules."""
    number, broken = first_mistake(exercise, rules)
    holds = {one: one in {f"{number} {rule}" for rule in broken} for one in exercise.options}
    return exactly(right, {**holds, "none": not broken})


def first_mistake(exercise: Shown, rules: RuleSet) -> tuple[int, set[str]]:
    """The first wrong step (from 1) and the rules that it breaks; no rules where none is wrong.

    A step that breaks no rule is made, and must then be possible; else the story is refuted.
    """
    state = state_of(round_of(exercise), rules)
    for number, move in enumerate(story_of(exercise), 1):
        broken = objections(state, move)
        if broken:
            return number, broken
        seat = state.seat
        state, written = play(state, move)
        paid = {one.rule for one in written if one.seat == seat}
        if paid:
            return number, paid
    return 0, set()

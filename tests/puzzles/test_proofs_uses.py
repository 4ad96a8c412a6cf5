"""Whether a taken tile is of any use: the proof and the search, which share no code, agree.

With `ISTAKA_LONG=1` over a hundred times as many positions.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from okey.moves import Move, Take
from okey.rules.rulesets import rule_set
from okey.search import turn
from okey.tiles import Tile
from puzzles.kinds.registry import KINDS
from puzzles.proofs import proved
from puzzles.proofs.state import State, state_of
from puzzles.proofs.turns import play
from puzzles.proofs.uses import can_use
from tests.puzzles.at_the_table import at_table
from tutor.tasks.base import Exercise

POSITIONS = 20_000 if os.environ.get("ISTAKA_LONG") == "1" else 150
TABLE = "3: R13 Y13 K13 | 3: K9 K10 K11 K12 | 3: R4 F R6 | 3: K4 K5 K6 K7"
ONE_OKEY = "K8 R8 K4 B6 K11 B13 K13 R6 Y4 * Y6 B3 K3 Y4 Y1 Y5 R13 R10 K6 K2 K3"


def takes(rules: str, hand: str, thrown: str, table: str) -> Exercise:
    return at_table(
        "take-or-draw", rules, hand, table, indicator="R4", ask="unopened", phase="draw",
        discard=thrown, options=("take; add Y2 @3", "draw"), values={"tile": thrown},
    )  # fmt: skip


def taken(state: State) -> State:
    return play(state, Move(Take()))[0]


def test_an_okey_that_the_opening_needs_lies_in_no_further_meld() -> None:
    """With it as an 8 the hand opens, and with it as the 3 there is Y1 Y2 Y3: not both."""
    exercise = takes("101-club", ONE_OKEY, "Y2", TABLE)
    assert KINDS["take-or-draw"].right(exercise, rule_set("101-club")) == ("draw",)
    assert proved("take-or-draw", exercise, ("draw",), rule_set("101-club"))


def test_with_a_second_okey_from_the_table_both_are_laid() -> None:
    exercise = takes("101-club", ONE_OKEY, "Y2", f"{TABLE} | 3: R9 * R11")
    assert not proved("take-or-draw", exercise, ("draw",), rule_set("101-club"))
    assert exercise.round is not None
    assert can_use(taken(state_of(exercise.round, rule_set("101-club"))))


@pytest.mark.parametrize("rules", KINDS["take-or-draw"].rule_sets)
def test_the_proof_and_the_search_agree(rules: str) -> None:
    kind, rs = KINDS["take-or-draw"], rule_set(rules)
    answers: Counter[bool] = Counter()
    for seed in range(POSITIONS):
        exercise = kind.generate(rs, f"uses {seed}", {})
        if exercise is None:
            continue
        round_ = exercise.round
        assert round_ is not None
        tile: Tile = round_.seats[-1].discards[-1]
        answer = turn.can_use(round_, tile)
        assert answer == can_use(taken(state_of(round_, rs))), exercise.seed
        answers[answer] += 1
    assert min(answers[True], answers[False]) > sum(answers.values()) // 20, answers

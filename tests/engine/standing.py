"""Rounds in which a turn stands at its beginning, and what can be done in it."""

from __future__ import annotations

from typing import Any

from okey import rule_set
from okey.moves import Discard, Move, Take
from okey.positions import read_position
from okey.referee import Applied, Refusal, apply, legal
from okey.rules.model import RuleSet
from okey.search.turn import can_use
from okey.search.turn_best import way_to_use
from okey.table import Round
from tests.engine.turns import can_use_by_force

GUIDE = rule_set("101-guide")
CLUB = rule_set("101-club")
SILER = rule_set("101-siler")
CLASSIC = rule_set("classic")

# 74 points without a nine, and nothing else that makes a meld.
NEAR = "R10 R11 R12 R13 R7 Y7 B7 K7"
SINGLES = "R1 R4 Y1 Y4 B2 B5 K2 K5 R1 Y4 B2"


def stands(rules: RuleSet, hand: str, thrown: str, **fields: Any) -> Round:
    """A position of seat 0 before drawing, the indicator B10 unless another is given."""
    line = {"indicator": "B10", "hand": hand, "discard": thrown, "stock": 5, **fields}
    return read_position(line, rules)


def usable(rules: RuleSet, hand: str, thrown: str, **fields: Any) -> bool:
    """Whether the discard can be used; the way to do so is played, and its absence tried."""
    round_ = stands(rules, hand, thrown, **fields)
    tile = round_.thrown
    assert tile is not None
    answer = can_use(round_, tile)
    way = way_to_use(round_, tile)
    if answer:
        assert way is not None
        taken = apply(round_, Move(Take()))
        assert isinstance(taken, Applied), taken
        played(taken.round, way)
    else:
        assert way is None
        refused = apply(round_, Move(Take()))
        assert isinstance(refused, Refusal)
        assert "take.must-use" in [violation.rule for violation in refused.violations]
        if len(round_.hand or ()) < 8:
            assert not can_use_by_force(round_, tile)
    return answer


def played(round_: Round, moves: tuple[Move, ...]) -> Round:
    """Make these moves, then throw a tile if the round goes on."""
    for move in moves:
        done = apply(round_, move)
        assert isinstance(done, Applied), (move, done)
        round_ = done.round
    if not round_.over and moves and not isinstance(moves[-1].action, Discard):
        discards = [Move(Discard(tile)) for tile in round_.hand or ()]
        assert any(not legal(round_, move) for move in discards), "no discard is legal"
    return round_

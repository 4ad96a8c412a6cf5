"""The costliest mistakes of a round, told as such, and in the right order."""

from __future__ import annotations

import pytest

from okey import RULE_SETS, Round, deal_round, parse_move, rule_set
from okey.bots import Mistake, mistakes, steps
from okey.moves import Move
from okey.position_text import parse_position
from okey.positions import read_position
from okey.replay import play
from okey.rules.model import RuleSet
from okey.search.turn_laid import Laying
from okey.search.turn_state import Tiles

CLUB = rule_set("101-club")
OTHERS = [
    "Y1 Y2 Y5 Y6 B2 B3 B6 B7",
    "R2 R3 K2 K3 K6 K7 B13 Y13",
    "Y1 Y2 Y5 Y6 B2 B3 B6 B7",
]


def round_of(hand: str, rules: RuleSet = CLUB, **fields: object) -> Round:
    """A round in the middle with all hands known, seat 0 on turn."""
    line = {"indicator": "B10", "hands": [hand, *OTHERS], "phase": "play", "stock": "K11 K12"}
    return read_position({**line, **fields}, rules)


def found(begun: Round, moves: str, seat: int = 0) -> list[Mistake]:
    done = play(begun, [parse_move(text, begun.indicator) for text in moves.split(";")])
    assert done.refusal is None, done.refusal
    return list(mistakes(done.rounds, done.moves, seat))


def told(mistake: Mistake) -> tuple[str, int, str, int, int, str]:
    better = "; ".join(map(str, mistake.better))
    return mistake.kind, mistake.move, better, mistake.points, mistake.outs, mistake.rule


@pytest.mark.parametrize("seed", ["s0", "s1", "s2"])
def test_a_round_is_looked_through_with_some_searches_for_each_turn(
    seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In "s1" two okeys lay on the table for many turns: once that took some 16,000 searches.
    begun = deal_round(CLUB, seed, 0, 4)
    played = list(steps(begun, ("random",) * 4, seed))
    rounds, moves = [begun, *(after for _, after in played)], [move for move, _ in played]
    asked = [0]
    search = Laying.value

    def counted(self: Laying, hand: Tiles, *enough: int) -> int:
        asked[0] += 1
        return search(self, hand, *enough)

    monkeypatch.setattr(Laying, "value", counted)
    for seat in range(4):
        asked[0] = 0
        mistakes(rounds, moves, seat)
        assert asked[0] <= 10 * rounds[-1].seats[seat].turns


def test_a_tile_thrown_that_fits_is_told_with_a_safe_one() -> None:
    begun = round_of("R10 K13 Y9 Y12", table="1: R7 R8 R9", opened="melds melds - -")
    mistake, *more = found(begun, "discard R10")
    assert mistake.kind == "penalty"
    assert mistake.rule == "penalty.layable-discard"
    assert mistake.points == 101
    assert not more
    assert str(mistake.better[0]) == "add R10 @1 high"


def test_an_okey_thrown_is_told() -> None:
    begun = round_of("* K13 Y9 Y12", table="1: R7 R8 R9", opened="- melds - -")
    (mistake,) = found(begun, "discard *")
    assert told(mistake)[:2] == ("penalty", 0)
    assert mistake.rule == "penalty.okey-thrown"


def test_a_penalty_that_could_not_be_avoided_is_no_mistake() -> None:
    # Nothing may be laid before the opening, and both tiles fit.
    begun = round_of("R10 R6", table="1: R7 R8 R9", opened="- melds - -")
    assert found(begun, "discard R10") == []


def test_a_finish_that_was_there_is_told_with_the_score_that_it_cost() -> None:
    begun = round_of("R10 K13 Y9", table="1: R7 R8 R9 | 1: Y13 B13 R13", opened="melds melds - -")
    moves = "discard Y9; draw; discard K11; draw; discard K12"
    mistake, *_ = found(begun, moves)
    assert mistake.kind == "missed-finish"
    assert mistake.rule == "score.winner"
    assert [str(move) for move in mistake.better[-1:]] == ["discard Y9"]
    # -101 with the finish; without it the two tiles kept, 10 and 13.
    assert mistake.points == 101 + 23


def test_an_opening_never_made_is_told_once_where_it_was_worth_most() -> None:
    hand = "R10 R11 R12 R13 Y10 Y11 Y12 K10 K11 K12 K1 R1 Y8"
    begun = round_of(hand, stock="K4 K5 K8 K9")
    moves = "discard K1; draw; discard K4; draw; discard K5; draw; discard K8; draw; discard K9"
    every = found(begun, moves)
    assert [one.kind for one in every].count("missed-opening") == 1
    mistake = every[0]
    assert str(mistake.better[0]).startswith("open ")
    assert mistake.rule == "opening.points"
    assert mistake.points > 90


def test_a_tile_kept_that_could_be_laid_costs_what_was_written_for_it() -> None:
    begun = round_of("R10 K13 Y9 Y8", table="1: R7 R8 R9", opened="melds melds - -")
    moves = "discard K13; draw; discard K11; draw; discard K12"
    mistake, *_ = found(begun, moves)
    assert told(mistake) == ("missed-laying", 0, "add R10 @1 high", 10, 0, "score.remainder")


def test_a_discard_that_gives_up_outs_is_told_with_their_number() -> None:
    hand = "R11 R12 R13 Y11 Y12 Y13 K11 K12 K13 B4 B6 K1 K3 R1 R5 Y2 Y7 B2 B8 R7 Y4 K6"
    begun = read_position(
        {"indicator": "B10", "hand": hand, "phase": "play", "stock": 20, "opened": None}, CLUB
    )
    seen = found(begun, "discard K13")
    assert [one.kind for one in seen] == ["fewer-outs"]
    assert seen[0].outs > 0
    assert seen[0].better[0] != seen[0].made


@pytest.mark.parametrize("key", list(RULE_SETS))
def test_at_most_three_are_told_the_worst_first_and_each_can_be_taken_up(key: str) -> None:
    rules, told_ = rule_set(key), 0
    for number in range(3):
        begun = deal_round(rules, "mistakes", number)
        played = list(steps(begun, ("random", "middle", "strong", "random"), str(number)))
        moves: list[Move] = [move for move, _ in played]
        rounds = [begun, *(after for _, after in played)]
        for seat in range(4):
            own = mistakes(rounds, moves, seat)
            assert len(own) <= 3
            assert [one.weight for one in own] == sorted((one.weight for one in own), reverse=True)
            for one in own:
                told_ += 1
                assert one.weight > 0
                assert one.rule in rules.rules
                assert one.made == moves[one.move]
                assert rounds[one.move].turn.seat == seat
                moment = parse_position(one.position)
                assert moment.hand == rounds[one.move].hand
                assert moment.stock == (None,) * len(moment.stock)
                assert play(moment, one.better).refusal is None
    assert told_

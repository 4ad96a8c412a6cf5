"""Finished rounds as the referee leaves them, and under several rule sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from okey import RULE_SETS, InputError, RuleSet, fields, rule_set
from okey.ended import Ended, carried, event_points, tally
from okey.endings import Board, Finish
from okey.replay import play, read_start
from okey.rules.examples import Tally
from okey.scoring import SILER
from okey.table import Round
from okey.tally import ended_example
from okey.tiles import Tile


def under(ended: Ended, rules: str) -> list[int] | str:
    try:
        return list(tally(carried(ended, rule_set(rules)), rule_set(rules)).scores)
    except InputError as error:
        return error.at


def test_a_round_is_carried_to_another_rule_set_without_what_that_knows_nothing_of() -> None:
    ended = ended_example(
        Tally(
            "0 melds okey",
            ("melds 150:", "melds: K13 R12 B10", "-: R1", "-: K1"),
            ("penalty.layable-discard 2",),
            teams=True,
        )
    )
    assert under(ended, "101-siler") == [-303, 35, 101, 404]
    assert under(ended, "101-club") == [-202, 70, 505, 404]
    assert under(ended, "101-guide") == [-202, 70, 404, 404]
    assert under(ended, "classic") == [0, -4, -4, -4]


def test_pairs_are_opened_with_declared_or_shown_as_a_rule_set_has_it() -> None:
    ended = ended_example(Tally("0 pairs okey", ("pairs 5:", "melds: R5", "-: R1", "-: K1")))
    assert under(ended, "101-club") == [-404, 20, 808, 808]
    assert under(ended, "101-guide") == [-404, 20, 808, 808]
    assert under(ended, "classic") == [0, -8, -8, -8]
    declared = ended_example(Tally("0 pairs", ("-: R9", "melds: R5", "-: R1", "-: K1"), risk=True))
    assert under(declared, "101-guide") == [-404, 20, 808, 808]
    assert under(declared, "101-siler") == [-202, 5, 404, 404]


def test_what_a_rule_set_cannot_have_is_named() -> None:
    ended = ended_example(Tally("0 melds", ("melds:", "pairs: R5 K7", "-: R1", "-: K1")))
    assert under(ended, "101-guide") == "boards[1].opened: pairs"
    two = Ended(Tile.parse("B10"), (Board("melds"), Board(None)), Finish(0))
    assert under(two, "101-club") == [-101, 202]
    assert under(two, "101-siler") == "seats: 2"


def test_what_may_happen_during_a_round_is_listed_with_its_points() -> None:
    assert {key: event_points(rules) for key, rules in RULE_SETS.items()} == {
        "101-guide": {"penalty.giver": 101, "penalty.okey-thrown": 101},
        "classic": {"score.indicator-shown": -1},
        "101-club": {"penalty.okey-thrown": 101, "penalty.layable-discard": 101},
        "101-siler": {
            "penalty.okey-thrown": 101,
            "penalty.layable-discard": 101,
            "penalty.okey-retrieved": 101,
        },
    }


CASES = (Path(__file__).parents[1] / "data" / "cases.jsonl").read_text("utf-8").splitlines()
ROUNDS = [case for case in map(json.loads, CASES) if case["verb"] == "replay"]


def _played(line: dict[str, Any], rules: RuleSet) -> Round:
    begun = read_start(line, rules)
    return play(begun, fields.moves(line, begun.indicator, len(begun.seats), rules)).last


def test_whatever_a_referee_ends_can_be_filled_in_and_scores_the_same() -> None:
    ended_so = 0
    for case in ROUNDS:
        rules = rule_set(case["rules"])
        try:
            last = _played(case["in"], rules)
        except InputError:
            continue
        if last.result is None:
            continue
        ended_so += 1
        boards = [
            Board(seat.opened, seat.hand or (), seat.opening_points, seat.opening_pairs)
            for seat in last.seats
        ]
        finish = last.finish
        if finish is not None and boards[finish.seat].opened is not None:
            assert boards[finish.seat].hand == (), case["case"]
        events = tuple((event.rule, event.seat) for event in last.events if event.rule != SILER)
        ended = Ended(last.indicator, tuple(boards), finish, events, last.teams, last.risk)
        assert tally(ended, rules) == last.result, case["case"]
    assert ended_so > 50

"""Positions: what one player knows of a round, as JSON, as text, and played on from."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from okey import InputError, rule_set
from okey.answers import answer_or_error
from okey.position_text import format_position, parse_position
from okey.positions import position_json, read_position
from okey.rules.rulesets import RULE_SETS
from okey.table import WHOLE, Round
from tests.engine.plays import after, position, self_play

BASE: dict[str, Any] = {"indicator": "B10", "phase": "play", "hand": "R7 R8 K1 Y9"}


def read(rules: str = "101-club", **changes: Any) -> Round:
    line = {**BASE, **changes}
    return read_position({name: value for name, value in line.items() if value is not ...},
                         rule_set(rules))  # fmt: skip


def error(rules: str = "101-club", **changes: Any) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        read(rules, **changes)
    return caught.value.code, caught.value.at


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_is_read_again_and_no_tile_is_lost(key: str, seed: int) -> None:
    rules = RULE_SETS[key]
    seats = 2 if key == "101-club" and seed % 2 else 4
    for number, round_ in enumerate(self_play(rules, seed, seats=seats)):
        assert round_.tiles() == WHOLE
        assert max(Counter(round_.visible()).values()) <= 2
        if number % 7 == 0 and not round_.over:
            own = replace(round_, events=(), moves=0)
            assert parse_position(format_position(own)) == own
            assert read_position(position_json(own), rules) == own
            seen = _as_seen(own)
            assert parse_position(format_position(seen)) == seen


def _as_seen(round_: Round) -> Round:
    """The round as the seat on turn sees it."""
    hidden = tuple(
        seat if at == round_.turn.seat else replace(seat, hand=None, hidden=seat.size)
        for at, seat in enumerate(round_.seats)
    )
    return replace(round_, seats=hidden, stock=(None,) * len(round_.stock))


def test_a_round_that_is_over_is_no_position() -> None:
    with pytest.raises(ValueError, match="over"):
        position_json(after(position("R9", "0: K1 K2 K3"), "discard R9"))


def test_what_is_not_said_is_what_is_usual() -> None:
    round_ = read()
    assert [seat.size for seat in round_.seats] == [4, 21, 21, 21]
    assert (round_.turn.seat, round_.stock, round_.table) == (0, (), ())
    opened = read(table="1: R10 R11 R12 R13 | 1: Y7 B7 K7").seats[1]
    assert (opened.opened, opened.size) == ("melds", 14)


def test_a_position_takes_json_and_short_texts_alike() -> None:
    short = read(table="0: R4 * R6 | 1: pair: R3 R3", opened="melds=105 pairs - -", discard="K2")
    long = read(
        table=[
            {"owner": 0, "tiles": ["R4", "*=R5", "R6"]},
            {"owner": 1, "kind": "pair", "tiles": "R3 R3"},
        ],
        opened=["melds=105", "pairs", None, None],
        discards=["", [], "", "K2"],
        hand=["R7", "R8", "K1", "Y9"],
    )
    assert short == long
    assert short.seats[0].opening_points == 105
    assert [meld.text for meld in short.table] == ["R4 *=R5 R6", "R3 R3"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"indicator": ...}, "input.field"),
        ({"indicator": "F"}, "notation.tile"),
        ({"hand": "R14"}, "notation.tile"),
        ({"hand": "R7 R7 R7"}, "count.face"),
        ({"hand": " ".join(["R1"] * 30)}, "count.hand"),
        ({"hand": {"a": 1}}, "input.field"),
        ({"hands": [1, 2]}, "input.field"),
        ({"hands": [None, 99, None, None]}, "input.field"),
        ({"hands": [None, -1, None, None]}, "input.field"),
        ({"hands": [None, True, None, None]}, "input.field"),
        ({"seats": 3}, "match.seats"),
        ({"seats": "4"}, "input.field"),
        ({"seats": True}, "input.field"),
        ({"turn": 4}, "input.field"),
        ({"turn": -1}, "input.field"),
        ({"starter": 9}, "input.field"),
        ({"phase": "over"}, "input.field"),
        ({"phase": ["play"]}, "input.field"),
        ({"risk": True}, "input.field"),
        ({"teams": [[0, 2], [1, 3]]}, "match.teams"),
        ({"table": "R4 R5 R6"}, "input.field"),
        ({"table": "7: R4 R5 R6"}, "input.field"),
        ({"table": "0: R4 R5"}, "notation.meld"),
        ({"table": "0: R4 R5 R9"}, "notation.meld"),
        ({"table": [{"owner": 0, "tiles": [["R4"]]}]}, "input.field"),
        ({"table": [{"owner": 0, "tiles": "R4 R5 R6", "kind": "row"}]}, "notation.meld"),
        ({"table": [None]}, "input.field"),
        ({"table": [{"owner": 0, "tiles": "R1 " * 900}]}, "notation.meld"),
        ({"opened": "melds"}, "input.field"),
        ({"opened": ["x", None, None, None]}, "input.field"),
        ({"opened": ["melds=x", None, None, None]}, "input.field"),
        ({"opened": "- - - -", "table": "0: R4 R5 R6"}, "input.field"),
        ({"discards": ["R1"]}, "input.field"),
        ({"discard": "R1 R2"}, "notation.tile"),
        ({"stock": 107}, "input.field"),
        ({"stock": -1}, "input.field"),
        ({"stock": 1.5}, "input.field"),
        ({"stock": ["?", None]}, "input.field"),
        ({"turns": "3"}, "input.field"),
        ({"turns": [1, 2]}, None),
        ({"shown": [4]}, "input.field"),
        ({"shown": "0"}, "input.field"),
        ({"this_turn": []}, "input.field"),
        ({"this_turn": {"source": "table"}}, "input.field"),
        ({"this_turn": {"source": "discard"}}, "input.field"),
        ({"this_turn": {"taken": "R7"}}, "input.field"),
        ({"this_turn": {"added": ["0 high"]}}, "input.field"),
        ({"this_turn": {"added": ["1 middle"]}}, "input.field"),
        ({"this_turn": {"added": 5}}, "input.field"),
        ({"stock": 50, "hands": [None, 21, 21, 21]}, "count.stock"),
    ],
)
def test_what_is_no_position_is_an_error_with_its_place(
    changes: dict[str, Any], code: str | None
) -> None:
    found, at = error(**changes)
    assert found == (code or "input.field")
    assert at


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("classic", {"table": "0: R4 R5 R6"}),
        ("classic", {"opened": "melds - - -"}),
        ("101-guide", {"opened": "pairs - - -"}),
        ("101-guide", {"seats": 2}),
    ],
)
def test_what_the_rule_set_does_not_have_is_an_error(rules: str, changes: dict[str, Any]) -> None:
    assert error(rules, **changes)[0] in ("input.field", "match.seats")


@pytest.mark.parametrize(
    "text",
    [
        "what is this",
        "indicator: B10\nindicator: B10",
        "indicator: B10\nwhat: ever",
        "indicator: B10\nturn: x play",
        "indicator: B10\nhand 9: R1",
        "indicator: B10\nhand 0: R1\nhand 0: R2",
        "indicator: B10\nrisk: perhaps",
        "indicator: B10\nteams: 0 | 1",
        "indicator: B10\nthis turn: a, b",
        "indicator: B10\nturns: many",
        "x" * 30_000,
    ],
)
def test_text_that_is_no_position_is_an_error(text: str) -> None:
    with pytest.raises(InputError):
        parse_position(text, rule_set("101-club"))


def test_a_position_is_written_down_by_hand() -> None:
    round_ = parse_position(
        """
        rules: 101-club
        indicator: B10   # the okey is B11
        turn: 1 draw
        hand 1: R7 Y9 K2
        hand 0: 9
        opened: melds=105 - - -
        table: 0: R4 R5 R6 | 0: R8 Y8 B8
        discards 0: K2 R3
        stock: 12
        """
    )
    assert (round_.turn.seat, round_.seats[0].size, len(round_.stock)) == (1, 9, 12)
    assert str(round_.thrown) == "R3"


# The verb


def play(**changes: Any) -> dict[str, Any]:
    return answer_or_error("play", {**BASE, **changes}, "101-club")


def test_a_position_is_played_on_from() -> None:
    answer = play(table="0: R4 R5 R6 | 1: Y4 Y5 Y6", moves=["add R7 @1", "discard R8", "1: draw"],
                  stock=5)  # fmt: skip
    assert answer["refused"] is None
    assert (answer["turn"], answer["phase"], answer["stock"]) == (1, "play", 4)
    assert answer["table"][0] == {"owner": 0, "kind": "run", "tiles": "R4 R5 R6 R7"}
    assert [event["rule"] for event in answer["events"]] == ["penalty.layable-discard"]
    assert answer["hands"] == ["K1 Y9", None, None, None]
    assert answer["sizes"] == [2, 19, 21, 21]


def test_a_refused_move_leaves_the_position_before_it() -> None:
    answer = play(table="0: R4 R5 R6", moves=["add K1 @1"])
    assert answer["refused"]["move"] == 0
    assert answer["refused"]["violations"][0]["rule"] == "layoff.no-fit"
    assert answer["hands"][0] == "R7 R8 K1 Y9"


def test_an_unknown_tile_is_not_drawn_into_a_known_hand() -> None:
    answer = play(phase="draw", stock=5, moves=["draw"])
    assert answer["error"] == {"code": "input.field", "at": "stock: ?"}


def test_a_hand_that_nobody_knows_plays_only_what_can_be_there() -> None:
    line = {"table": "0: R4 R5 R6", "discards": ["Y9", "", "", ""], "stock": 5, "turn": 1}
    seen = play(**line, hand=None, hands=["R7 R8 K1 Y9", None, None, None], phase="play",
                moves=["discard Y9"])  # fmt: skip
    assert [one["rule"] for one in seen["refused"]["violations"]] == ["turn.not-in-hand"]


def test_a_round_that_ends_with_unknown_hands_that_count_has_no_result() -> None:
    lone = play(hand="R9", table="0: R4 R5 R6", moves=["discard R9"])
    assert lone["status"] == "over"
    assert lone["result"]["scores"] == [-101, 202, 202, 202]
    other = play(hand="R9", table="0: R4 R5 R6 | 1: Y4 Y5 Y6", moves=["discard R9"])
    assert (other["status"], other["result"]) == ("over", None)

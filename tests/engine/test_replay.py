"""The verb `replay`: its shapes, its errors, and input that means no good."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from okey import rule_set
from okey.answers import answer_or_error
from okey.deal import deal_round
from okey.errors import InputError
from okey.rules.rulesets import RULE_SETS
from okey.table import start
from okey.tiles import Tile
from tests.engine.plays import Made, self_play

ROOT = Path(__file__).parents[2]


def line_of(key: str, seed: int = 0, moves: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A deal as the verb reads it, with moves."""
    begun = deal_round(rule_set(key), "replay", seed, more.get("seats", 4))
    return {
        "seats": len(begun.seats),
        "starter": begun.starter,
        "indicator": str(begun.indicator),
        "hands": [" ".join(map(str, seat.hand or ())) for seat in begun.seats],
        "stock": " ".join(map(str, begun.stock)),
        "risk": begun.risk,
        "moves": moves or [],
        **more,
    }


def ask(key: str, line: dict[str, Any]) -> dict[str, Any]:
    return answer_or_error("replay", line, key)


def code(key: str, line: dict[str, Any]) -> str:
    answer = ask(key, line)
    assert set(answer) == {"id", "error"}, answer
    found: str = answer["error"]["code"]
    return found


def first_tile(line: dict[str, Any]) -> str:
    return str(line["hands"][line["starter"]].split()[0])


# Shapes


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_deal_without_a_move_is_answered(key: str) -> None:
    line = line_of(key)
    answer = ask(key, line)
    assert (answer["status"], answer["turn"], answer["phase"]) == ("playing", 0, "play")
    assert answer["hands"] == line["hands"]
    assert answer["discards"] == [""] * 4
    assert answer["table"] == answer["events"] == []
    assert answer["refused"] is None
    assert answer["result"] is None
    assert "steps" not in answer
    json.dumps(answer)


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_round_is_replayed_as_it_was_played(key: str, seed: int) -> None:
    made = Made()
    for _ in self_play(rule_set(key), seed, made=made):
        pass
    begun, last = made.rounds[0], made.rounds[-1]
    line = {
        "starter": begun.starter,
        "indicator": str(begun.indicator),
        "hands": [list(map(str, seat.hand or ())) for seat in begun.seats],
        "stock": list(map(str, begun.stock)),
        "risk": begun.risk,
        "moves": [str(move) for move in made.moves],
        "steps": True,
    }
    answer = ask(key, line)
    assert answer["refused"] is None
    assert answer["status"] == "over"
    assert last.result is not None
    assert answer["result"]["scores"] == list(last.result.scores)
    assert sum(one["points"] for one in answer["result"]["lines"]) == sum(last.result.scores)
    steps = answer["steps"]
    assert len(steps) == len(made.rounds)
    assert [step["move"] for step in steps] == [None, *range(len(made.moves))]
    assert [event for step in steps for event in step["events"]] == answer["events"]
    assert [step["text"] for step in steps[1:]] == [str(move) for move in made.moves]
    for step, round_ in zip(steps, made.rounds, strict=True):
        assert step["stock"] == len(round_.stock)
        assert step["sizes"] == [seat.size for seat in round_.seats]
    json.dumps(answer)


def test_a_step_says_who_moved() -> None:
    line = line_of("101-club", steps=True)
    line["moves"] = [f"0: discard {first_tile(line)}", "draw"]
    steps = ask("101-club", line)["steps"]
    assert [step["seat"] for step in steps] == [None, 0, 1]
    assert steps[1]["text"] == f"discard {first_tile(line)}"


def test_the_steps_end_before_a_refused_move() -> None:
    answer = ask("101-club", line_of("101-club", moves=["draw", "draw"], steps=True))
    assert answer["refused"]["move"] == 0
    assert [step["move"] for step in answer["steps"]] == [None]


def test_a_refusal_names_tiles_and_values() -> None:
    answer = ask("101-club", line_of("101-club", moves=["open R1 R2 R3 | R1 R2"]))
    (first, *_) = answer["refused"]["violations"]
    assert set(first) == {"rule", "tiles", "params", "meld", "positions"}


def test_hands_and_stock_may_be_unknown() -> None:
    line = line_of("classic")
    line["hands"] = [line["hands"][0], None, None, None]
    line["stock"] = None
    line["moves"] = [f"discard {first_tile(line)}", "draw"]
    answer = ask("classic", line)
    assert answer["sizes"] == [14, 15, 14, 14]
    assert answer["stock"] == 47
    assert answer["hands"][1] is None


# Errors


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"seats": 3}, "match.seats"),
        ({"seats": 5}, "match.seats"),
        ({"seats": 10**40}, "match.seats"),
        ({"seats": -4}, "match.seats"),
        ({"seats": "4"}, "input.field"),
        ({"seats": True}, "input.field"),
        ({"seats": 4.0}, "input.field"),
        ({"seats": 2}, "input.field"),
        ({"starter": 4}, "input.field"),
        ({"starter": -1}, "input.field"),
        ({"starter": None, "hands": []}, "input.field"),
        ({"starter": 1}, "count.hand"),
        ({"indicator": None}, "input.field"),
        ({"indicator": "*"}, "notation.tile"),
        ({"indicator": ["B10"]}, "input.field"),
        ({"hands": None}, "input.field"),
        ({"hands": "R1"}, "input.field"),
        ({"hands": ["R1", "R2", "R3", 4]}, "input.field"),
        ({"hands": [["R1", ["R2"]], "", "", ""]}, "input.field"),
        ({"hands": ["", "", "", ""]}, "count.hand"),
        ({"hands": ["R1 " * 5000, "", "", ""]}, "count.hand"),
        ({"stock": []}, "count.stock"),
        ({"stock": "R1"}, "count.stock"),
        ({"stock": 20}, "input.field"),
        ({"stock": ["R1", None]}, "input.field"),
        ({"stock": "X"}, "notation.tile"),
        ({"moves": "draw; what"}, "notation.move"),
        ({"moves": 5}, "input.field"),
        ({"moves": [None]}, "input.field"),
        ({"moves": [["draw"]]}, "input.field"),
        ({"moves": ["draw"] * 10_000}, "input.field"),
        ({"moves": ["9: draw"]}, "notation.move"),
        ({"moves": ["-1: draw"]}, "notation.move"),
        ({"moves": [""]}, "notation.move"),
        ({"moves": ["open"]}, "notation.meld"),
        ({"moves": ["open R1 | "]}, "notation.meld"),
        ({"moves": ["open row: R1 R2 R3"]}, "notation.meld"),
        ({"moves": ["open *=8 R9 R10"]}, "notation.tile"),
        ({"moves": ["open " + "R1 " * 2000]}, "count.hand"),
        ({"moves": ["add R1"]}, "notation.move"),
        ({"moves": ["add R1 @0"]}, "notation.move"),
        ({"moves": ["add R1 @1 middle"]}, "notation.move"),
        ({"moves": ["swap R1 1"]}, "notation.move"),
        ({"moves": ["discard R14"]}, "notation.tile"),
        ({"moves": ["discard R1 R2"]}, "notation.move"),
        ({"moves": ["take R1 R2"]}, "notation.move"),
        ({"moves": ["DRAW"]}, "notation.move"),
        ({"risk": 1}, "input.field"),
        ({"risk": True}, "input.field"),
        ({"teams": [[0, 2], [1, 3]]}, "match.teams"),
        ({"teams": [[0], [1, 2, 3]]}, "match.teams"),
        ({"teams": "0 2"}, "input.field"),
        ({"teams": [[0, "2"], [1, 3]]}, "input.field"),
        ({"steps": "yes"}, "input.field"),
        ({"rules": "102"}, "rules.unknown"),
        ({"rules": 5}, "input.field"),
    ],
)
def test_what_is_malformed_is_an_error_with_its_code(
    changes: dict[str, Any], expected: str
) -> None:
    assert code("101-club", {**line_of("101-club"), **changes}) == expected


def test_a_tile_too_many_is_found_wherever_it_lies() -> None:
    line = line_of("101-club")
    words = line["stock"].split()
    face = next(word for word in words if word[0] in "RYBK")
    in_hands = [" ".join([face, *hand.split()[1:]]) for hand in line["hands"]]
    assert code("101-club", {**line, "hands": in_hands}) == "count.face"
    assert code("101-club", {**line, "stock": " ".join([face] * len(words))}) == "count.face"


def test_teams_play_siler_and_stand_in_the_result() -> None:
    made = Made()
    for _ in self_play(rule_set("101-siler"), 3, made=made):
        pass
    begun = made.rounds[0]
    line = {
        "starter": begun.starter,
        "indicator": str(begun.indicator),
        "hands": [" ".join(map(str, seat.hand or ())) for seat in begun.seats],
        "stock": " ".join(map(str, begun.stock)),
        "moves": [str(move) for move in made.moves],
        "teams": [[0, 2], [1, 3]],
    }
    result = ask("101-siler", line)["result"]
    scores = result["scores"]
    assert result["teams"] == [scores[0] + scores[2], scores[1] + scores[3]]
    assert code("101-siler", {**line, "teams": [[0, 1], [2, 3]]}) == "match.teams"


def test_a_move_that_cannot_be_read_spoils_the_line_wherever_it_stands() -> None:
    assert code("101-club", line_of("101-club", moves=["draw", "fly"])) == "notation.move"


def test_three_of_a_tile_in_a_move_are_not_in_the_hand() -> None:
    answer = ask("101-club", line_of("101-club", moves=["open R1 R1 R1"]))
    assert "turn.not-in-hand" in [one["rule"] for one in answer["refused"]["violations"]]


def test_the_command_line_streams_rounds_and_goes_on_after_a_bad_one() -> None:
    good = line_of("101-club", moves=["draw"])
    lines = [{"id": 1, **good}, {"id": 2, **good, "seats": 3}, {"id": 3, **good}]
    done = subprocess.run(
        [sys.executable, "-m", "okey", "replay", "--rules", "101-club"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    answers = list(map(json.loads, done.stdout.splitlines()))
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert answers[1]["error"]["code"] == "match.seats"
    assert answers[0]["refused"]["violations"][0]["rule"] == "turn.starter-no-draw"
    assert done.returncode == 2
    assert not done.stderr


# The start itself


def test_a_start_counts_all_tiles() -> None:
    begun = deal_round(rule_set("101-guide"), "start", 1)
    hands = [seat.hand for seat in begun.seats]
    again = start(
        begun.rules, indicator=begun.indicator, hands=hands, stock=begun.stock, risk=begun.risk
    )
    assert again == begun
    with pytest.raises(InputError, match=r"count\.stock"):
        start(begun.rules, indicator=begun.indicator, hands=hands, stock=begun.stock[:-1])
    with pytest.raises(InputError, match=r"count\.face"):
        start(begun.rules, indicator=begun.indicator, hands=hands,
              stock=[Tile.parse("R1")] * len(begun.stock))  # fmt: skip


def test_a_deal_is_repeated_by_its_seed_and_another_by_another() -> None:
    rules = rule_set("101-guide")
    one, same = (deal_round(rules, "seed", 5) for _ in range(2))
    assert one == same
    assert one != deal_round(rules, "seed", 6)
    assert one != deal_round(rules, "other", 5)


def test_a_false_okey_turned_first_is_a_risk_in_the_guide_alone_hd_16_hd_33() -> None:
    risks = [deal_round(rule_set("101-guide"), "risk", index).risk for index in range(400)]
    assert 0 < sum(risks) < 30  # 2 of 106
    for index, risk in enumerate(risks):
        if risk:
            begun = deal_round(rule_set("101-guide"), "risk", index)
            assert (len(begun.stock), begun.tiles()) == (19, 106)
    others = (deal_round(rule_set("101-club"), "risk", index) for index in range(200))
    assert not any(begun.risk for begun in others)

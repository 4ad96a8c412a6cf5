"""The verb `score`: what it reads, and what it refuses."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import RULE_SETS
from okey.answers import answer, answer_or_error

Line = dict[str, Any]

GOOD: Line = {
    "seats": 4,
    "indicator": "B10",
    "finish": {
        "seat": 0,
        "okey_last": False,
        "by": "melds",
        "same_turn": False,
        "first_to_open": False,
    },
    "boards": [
        {"opened": "melds", "hand": ""},
        {"opened": "melds", "hand": "K13 R12 B10", "opening_points": 105},
        {"opened": None, "hand": ["R1", "R2"]},
        {"opened": None},
    ],
    "events": [{"kind": "penalty.okey-thrown", "seat": 1}],
    "teams": None,
    "risk": False,
}


def changed(path: str, value: object) -> Line:
    """The good line with one value replaced: `boards.1.hand`."""
    line = copy.deepcopy(GOOD)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    at: Any = line
    for step in steps:
        at = at[step]
    at[last] = value
    return line


def refused(line: Line, rules: str = "101-club") -> str:
    """The error of a line, as `code at place`."""
    error = answer_or_error("score", line, rules).get("error")
    assert error is not None
    return f"{error['code']} at {error['at']}"


def scores(line: Line, rules: str = "101-club") -> list[int]:
    found: list[int] = answer("score", line, rules)["scores"]
    return found


# What is read


def test_a_round_is_answered_with_scores_lines_and_its_finish() -> None:
    found = answer("score", GOOD, "101-club")
    assert found["scores"] == [-101, 136, 202, 202]
    assert found["teams"] is None
    assert found["finish"] == GOOD["finish"]
    assert found["lines"][1] == {
        "seat": 1,
        "rule": "penalty.okey-thrown",
        "points": 101,
        "factor": 1,
        "factors": [],
        "params": {"base": 101},
    }
    assert json.loads(json.dumps(found)) == found


def test_seats_are_four_and_events_none_where_they_are_left_out() -> None:
    short = {"indicator": "B10", "finish": None, "boards": [{"opened": None, "hand": "R7"}] * 2}
    assert refused(short) == "input.field at boards: 2"
    assert scores({**short, "boards": [{"opened": None, "hand": "R7"}, {}, {}, {}]}) == [7, 0, 0, 0]
    assert scores({**short, "seats": 2}) == [7, 7]


def test_what_a_finish_leaves_out_follows_from_the_boards() -> None:
    line = changed("finish", {"seat": 0, "same_turn": True})
    assert answer("score", line, "101-club")["finish"]["first_to_open"] is False
    line["boards"][1]["opened"] = None
    line["boards"][1].pop("opening_points")
    assert answer("score", line, "101-club")["finish"]["first_to_open"] is True
    line["boards"][0]["opened"] = "pairs"
    line["finish"]["same_turn"] = False
    assert answer("score", line, "101-club")["finish"]["by"] == "pairs"


def test_the_okey_may_be_written_by_its_printed_face() -> None:
    assert scores(changed("boards.1.hand", "R5 B11")) == scores(changed("boards.1.hand", "R5 *"))


def test_a_line_names_its_own_rule_set() -> None:
    line = {**changed("finish.okey_last", True), "rules": "101-siler"}
    assert scores(line, "101-club") == [-202, 136, 404, 404]  # who opened keeps 35


def test_teams_stand_in_the_order_in_which_they_were_given() -> None:
    line = changed("teams", [[3, 1], [0, 2]])
    assert answer("score", line, "101-siler")["teams"] == [338, -101]


# What is malformed


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("seats", 3, "match.seats at seats: 3"),
        ("seats", 10**30, "match.seats at seats: "),
        ("seats", -2, "match.seats at seats: "),
        ("seats", 4.0, "input.field at seats"),
        ("seats", True, "input.field at seats"),
        ("seats", "4", "input.field at seats"),
        ("seats", 2, "input.field at boards: 4"),
        ("indicator", None, "input.field at indicator"),
        ("indicator", 7, "input.field at indicator"),
        ("indicator", "F", "notation.tile at indicator: F"),
        ("indicator", "B14", "notation.tile at indicator: B14"),
        ("finish", [], "input.field at finish"),
        ("finish", "0", "input.field at finish"),
        ("finish", {}, "input.field at finish.seat"),
        ("finish.seat", 4, "input.field at finish.seat"),
        ("finish.seat", -1, "input.field at finish.seat"),
        ("finish.seat", True, "input.field at finish.seat"),
        ("finish.seat", "0", "input.field at finish.seat"),
        ("finish.okey_last", 1, "input.field at finish.okey_last"),
        ("finish.same_turn", "yes", "input.field at finish.same_turn"),
        ("finish.first_to_open", [], "input.field at finish.first_to_open"),
        ("finish.by", "luck", "input.field at finish.by: luck"),
        ("finish.by", 7, "input.field at finish.by"),
        ("boards", None, "input.field at boards"),
        ("boards", {}, "input.field at boards"),
        ("boards", [], "input.field at boards: 0"),
        ("boards.2", None, "input.field at boards[2]"),
        ("boards.2", "R1", "input.field at boards[2]"),
        ("boards.1.opened", True, "input.field at boards[1].opened"),
        ("boards.1.opened", "yes", "input.field at boards[1].opened: yes"),
        ("boards.1.hand", 7, "input.field at boards[1].hand"),
        ("boards.1.hand", [7], "input.field at boards[1].hand"),
        ("boards.1.hand", "R14", "notation.tile at boards[1].hand: R14"),
        ("boards.1.hand", ["R1 R2"], "notation.tile at boards[1].hand: R1 R2"),
        ("boards.1.hand", "*=R5", "notation.tile at boards[1].hand: *=R5"),
        ("boards.1.hand", "R1 " * 2000, "count.hand at boards[1].hand: 2000"),
        ("boards.1.hand", "K1 K1 K1", "count.face at boards[1].hand: K1"),
        ("boards.3.hand", "R1 R1", "count.face at boards[3].hand: R1"),
        ("boards.2.hand", "B10", "count.face at boards[2].hand: B10"),
        ("boards.2.hand", "* B11 *", "count.face at boards[2].hand: *"),
        ("boards.1.opening_points", -1, "input.field at boards[1].opening_points"),
        ("boards.1.opening_points", 256, "input.field at boards[1].opening_points"),
        ("boards.1.opening_points", "150", "input.field at boards[1].opening_points"),
        ("boards.1.opening_points", True, "input.field at boards[1].opening_points"),
        ("boards.1.opening_pairs", 12, "input.field at boards[1].opening_pairs"),
        ("events", {}, "input.field at events"),
        ("events", [{}] * 301, "input.field at events: 301"),
        ("events.0", 7, "input.field at events[0]"),
        ("events.0.kind", None, "input.field at events[0].kind"),
        ("events.0.kind", "penalty.none", "input.field at events[0].kind: penalty.none"),
        ("events.0.kind", "score.winner", "input.field at events[0].kind: score.winner"),
        ("events.0.seat", None, "input.field at events[0].seat"),
        ("events.0.seat", 4, "input.field at events[0].seat: 4"),
        ("events.0.seat", 10**30, "input.field at events[0].seat"),
        ("teams", "02", "input.field at teams"),
        ("teams", [0, 2], "input.field at teams"),
        ("teams", [["0", 2], [1, 3]], "input.field at teams"),
        ("teams", [], "match.teams at teams"),
        ("teams", [[0, 2], [1, 3]], "match.teams at teams"),
        ("risk", 1, "input.field at risk"),
        ("risk", True, "input.field at risk"),
    ],
)
def test_what_is_malformed_is_an_error_that_names_its_place(
    path: str, value: object, error: str
) -> None:
    assert refused(changed(path, value)) == error


@pytest.mark.parametrize(
    "teams",
    [
        [[0, 1], [2, 3]],
        [[0, 2]],
        [[0, 2], [1, 3], [0, 2]],
        [[0, 2, 2], [1, 3]],
        [[0, 0], [1, 3]],
        [[0, 2], [1, 5]],
        [[0, 10**30], [1, 3]],
    ],
)
def test_s26_partners_sit_opposite_one_another(teams: object) -> None:
    assert refused(changed("teams", teams), "101-siler") == "match.teams at teams"


# What contradicts the rule set, or itself


@pytest.mark.parametrize(
    ("rules", "path", "value", "error"),
    [
        pytest.param(
            "101-guide",
            "boards.1.opened",
            "pairs",
            "input.field at boards[1].opened: pairs",
            id="X7",
        ),
        pytest.param(
            "classic",
            "boards.1.opened",
            "melds",
            "input.field at boards[0].opened: melds",
            id="K-34",
        ),
        pytest.param(
            "101-club", "finish.by", "pairs", "input.field at boards[0].opened", id="P-35"
        ),
        pytest.param(
            "101-club", "boards.0.opened", None, "input.field at boards[0].opened", id="P-09"
        ),
        pytest.param(
            "101-guide", "boards.0.opened", None, "input.field at boards[0].opened", id="G-32"
        ),
        pytest.param(
            "101-club", "boards.0.hand", "R7", "input.field at boards[0].hand: R7", id="P-40"
        ),
        pytest.param(
            "101-club",
            "finish",
            {"seat": 0, "same_turn": True, "first_to_open": True},
            "input.field at finish.first_to_open",
            id="S-10",
        ),
        pytest.param(
            "101-club",
            "boards.1.opening_points",
            100,
            "input.field at boards[1].opening_points: 100",
            id="P-11",
        ),
        pytest.param(
            "101-club",
            "boards.2.opening_points",
            105,
            "input.field at boards[2].opening_points: 105",
            id="P-32",
        ),
        pytest.param(
            "101-club",
            "boards.1.opening_pairs",
            5,
            "input.field at boards[1].opening_pairs: 5",
            id="P-12",
        ),
        pytest.param(
            "101-siler",
            "events.0.kind",
            "bonus.siler",
            "input.field at events[0].kind: bonus.siler",
            id="RD-11",
        ),
        pytest.param(
            "101-guide",
            "events.0.kind",
            "penalty.layable-discard",
            "input.field at events[0].kind: penalty.layable-discard",
            id="X10",
        ),
        pytest.param(
            "101-club",
            "events.0.kind",
            "score.indicator-shown",
            "input.field at events[0].kind: score.indicator-shown",
            id="X17",
        ),
    ],
)
def test_a_round_that_cannot_have_ended_so_is_an_error(
    rules: str, path: str, value: object, error: str
) -> None:
    assert refused(changed(path, value), rules) == error


def test_a_direct_finish_is_never_one_with_pairs() -> None:
    # 22 tiles less some pairs is never the one tile to throw: lay-offs are needed.
    line = changed("finish", {"seat": 0, "by": "pairs", "same_turn": True})
    line["boards"] = [{"opened": "pairs"}, {}, {}, {}]
    for rules in ("101-club", "101-siler"):
        assert refused(line, rules) == "input.field at finish.by: pairs"
    line["boards"][1] = {"opened": "melds", "hand": "R5"}
    assert scores(line, "101-siler") == [-202, 106, 404, 404]  # the thrown okey is in the line


def test_hd7_ten_pairs_are_declared_without_an_opening_whatever_is_left() -> None:
    line = changed("finish.by", "pairs")
    line["boards"][0] = {"opened": None, "hand": "R5"}
    assert scores(line, "101-guide")[0] == -202


def test_g31_the_indicator_taken_may_be_in_the_pairs_declared() -> None:
    line = changed("finish.by", "pairs")
    line["boards"][0] = {"opened": None, "hand": "B10 B10 R5 R5"}
    line["boards"][1]["hand"] = "K13 R12"
    assert scores(line, "101-guide")[0] == -202
    line["boards"][1]["hand"] = "K13 R12 B10"
    assert refused(line, "101-guide") == "count.face at boards[1].hand: B10"


def test_hd16_a_turned_false_okey_is_one_of_the_two() -> None:
    line = {**changed("boards.1.hand", "R5 F F"), "risk": True}
    assert refused(line, "101-guide") == "count.face at boards[1].hand: F"
    assert scores({**line, "risk": False}, "101-guide")[1] == 5 + 22 + 101


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=8,
    ),
    st.sampled_from(
        [
            "seats", "indicator", "finish", "finish.seat", "finish.by", "finish.okey_last",
            "finish.same_turn", "finish.first_to_open", "boards", "boards.0", "boards.1.hand",
            "boards.1.opened", "boards.1.opening_points", "boards.1.opening_pairs", "events",
            "events.0", "events.0.kind", "events.0.seat", "teams", "risk",
        ]
    ),
    st.sampled_from(sorted(RULE_SETS)),
)  # fmt: skip
def test_whatever_stands_in_a_field_is_answered_or_an_error(
    value: object, path: str, rules: str
) -> None:
    found = answer_or_error("score", changed(path, value), rules)
    assert ("scores" in found) != ("error" in found)
    json.dumps(found)

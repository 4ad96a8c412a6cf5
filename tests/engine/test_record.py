"""A game record as text: what is read, what is written, and where an error stands."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey import Meld, MeldKind, rule_set
from okey.melds import LAID, LaidTile, okey_as
from okey.moves import (
    Action,
    Add,
    DeclarePairs,
    Discard,
    Draw,
    End,
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
from okey.record import (
    MOST_LETTERS,
    MOST_LINES,
    MOST_MOVES,
    Record,
    RecordError,
    format_record,
    parse_record,
    record_line,
    record_of,
)
from okey.table import PARTNERS
from okey.tiles import FACES, OKEY, TILES, Tile, okey_face

SHORT = """\
rules: 101-guide
indicator: B10
starter: 1
hand 0: R1 R2
hand 1: R3 B11 F
hand 2: K1
hand 3: K2
stock: Y4 ?

discard R3   # the starter throws without drawing
draw; open R1 R2 R3 | group: R8 * *; discard K1
2: take K1
"""


def read(text: str) -> Record:
    return parse_record(text)


def fault(text: str) -> tuple[str, int | None, str]:
    with pytest.raises(RecordError) as raised:
        parse_record(text)
    return raised.value.code, raised.value.line, raised.value.piece


def without(name: str) -> str:
    return "".join(line for line in SHORT.splitlines(True) if not line.startswith(name))


def with_line(line: str) -> str:
    """The short record with a line after its first."""
    return SHORT.replace("\n", f"\n{line}\n", 1)


# Reading


def test_a_record_is_read_from_lines_with_comments() -> None:
    record = read(SHORT)
    assert record.rules == "101-guide"
    assert record.seats == 4
    assert record.starter == 1
    assert record.stock == (Tile.parse("Y4"), None)
    assert [str(move) for move in record.moves] == [
        "discard R3",
        "draw",
        "open R1 R2 R3 | group: R8 * *",
        "discard K1",
        "2: take K1",
    ]


def test_a_record_knows_on_which_line_a_place_stands() -> None:
    record = read(SHORT)
    assert [record.line_of(f"moves[{at}]: x") for at in range(6)] == [10, 11, 11, 11, 12, None]
    assert record.line_of("hands[2]: R1") == record.line_of("hand 2") == 6
    assert record.line_of("stock: 3") == 8
    assert record.line_of("rules") == 1
    assert record.line_of("teams: 0") is None
    assert record.line_of("?") is None
    assert read(json.dumps(record_line(record))).line_of("stock: 3") is None


def test_a_hand_and_a_stock_may_be_unknown() -> None:
    record = read(SHORT.replace("hand 2: K1", "hand 2: ?").replace("stock: Y4 ?\n", ""))
    assert record.hands[2] is None
    assert record.stock == ()
    line = record_line(record)
    assert line["hands"][2] is None
    assert "stock" not in line
    assert record_of(line) == record


def test_the_okey_may_be_written_by_its_printed_face() -> None:
    assert read(SHORT).hands[1] == (Tile.parse("R3"), OKEY, Tile.parse("F"))


def test_moves_stand_one_a_line_or_between_semicolons_or_after_their_name() -> None:
    lines = read(without("stock").replace("; ", "\n"))
    named = read(without("stock").replace("draw; ", "Moves: draw;;"))
    assert lines == named == read(without("stock"))


def test_names_of_fields_and_blanks_are_taken_as_people_write_them() -> None:
    loose = SHORT.replace("rules: ", "  Rules :   ").replace("hand 0:", "HAND 0 :")
    assert read(loose.replace("\n", "\r\n")) == read(SHORT)


def test_a_json_object_as_the_command_line_takes_it_is_the_same_record() -> None:
    record = read(SHORT)
    assert read(json.dumps(record_line(record))) == record
    assert read("\n  " + json.dumps(record_line(record), indent=2)) == record


def test_hands_stock_and_moves_in_json_may_be_texts_or_lists() -> None:
    line = record_line(read(SHORT))
    loose = line | {
        "hands": [hand.split() for hand in line["hands"]],
        "stock": " ".join(line["stock"]),
        "moves": ";".join(line["moves"]),
    }
    assert record_of(loose) == read(SHORT)


@pytest.mark.parametrize("said", ["yes", "True", "1"])
def test_a_risk_round_and_teams_are_said_by_their_fields(said: str) -> None:
    record = read(with_line(f"risk: {said}").replace("starter: 1", "teams: 0 2 | 1 3"))
    assert record.risk
    assert record.teams == PARTNERS
    assert record_line(record)["teams"] == [[0, 2], [1, 3]]


# Errors, with the line


@pytest.mark.parametrize("name", ["rules", "indicator", "hand 0", "hand 2"])
def test_a_field_that_a_round_needs_is_missed_by_its_name(name: str) -> None:
    assert fault(without(name)) == ("input.field", None, name)


@pytest.mark.parametrize("name", ["rules", "hand 1", "stock"])
def test_a_field_given_twice_is_an_error_where_it_stands_again(name: str) -> None:
    again = next(line for line in SHORT.splitlines() if line.startswith(name))
    place = SHORT.splitlines().index("") + 1
    text = SHORT.replace("\n\n", f"\n{again}\n", 1)
    assert fault(text) == ("input.field", place, name)


@pytest.mark.parametrize(
    ("line", "code", "piece"),
    [
        ("hand: R1", "input.field", "hand"),
        ("colour: red", "input.field", "colour"),
        ("rules 2: x", "input.field", "rules 2"),
        ("hand 4: R14", "notation.tile", "hand 4: R14"),
        ("risk: perhaps", "input.field", "risk: perhaps"),
        ("teams: 0 1 2 3", "match.teams", "teams: 0 1 2 3"),
        ("teams: 0 2 | 1 9", "input.field", "teams: 9"),
        ("teams: a b | c d", "input.field", "teams: a"),
        ("seats: 2", "match.seats", "seats: 2"),
        ("seats: two", "input.field", "seats: two"),
        ("draw draw", "notation.move", "move: draw draw"),
        ("castle", "notation.move", "move: castle"),
        ("discard R14", "notation.tile", "move: R14"),
        ("9: draw", "notation.move", "9: draw"),
        ("open R1 R2 | ", "notation.meld", "move: "),
        ("open seq: R1 R2 R3", "notation.meld", "move: seq: R1 R2 R3"),
        ("add R1 @0", "notation.move", "move: add R1 @0"),
        ("discard R1; fly", "notation.move", "move: fly"),
    ],
)
def test_an_error_names_its_line_and_the_piece_of_text(line: str, code: str, piece: str) -> None:
    assert fault(with_line(line)) == (code, 2, piece)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("rules", "102-guide", "rules.unknown"),
        ("indicator", "F", "notation.tile"),
        ("indicator", "B14", "notation.tile"),
        ("starter", "4", "input.field"),
        ("starter", "-1", "input.field"),
        ("starter", "९", "input.field"),
        ("stock", "R1 R77", "notation.tile"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error_on_its_line(
    name: str, value: str, code: str
) -> None:
    lines = [f"{name}: {value}" if row.startswith(name) else row for row in SHORT.splitlines()]
    at = next(number for number, row in enumerate(lines, 1) if row.startswith(name))
    found, line, piece = fault("\n".join(lines))
    assert (found, line) == (code, at)
    assert piece.startswith(name)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": 7},
        {"rules": None},
        {"indicator": ["B10"]},
        {"hands": None},
        {"hands": "R1"},
        {"hands": {"0": "R1"}},
        {"hands": [1, 2, 3, 4]},
        {"hands": []},
        {"stock": 12},
        {"stock": [1]},
        {"moves": [1]},
        {"moves": {}},
        {"starter": True},
        {"starter": 1.0},
        {"starter": 10**30},
        {"risk": "maybe"},
        {"teams": "0 2"},
        {"teams": [[0, 2], [1, 3], [4]]},
        {"teams": [[0, 2], ["x", 3]]},
        {"teams": 1},
        {"seats": 3},
    ],
)
def test_json_of_a_wrong_shape_is_an_error_that_names_the_field(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as raised:
        record_of(record_line(read(SHORT)) | change)
    assert raised.value.line is None
    assert raised.value.code in {"input.field", "match.seats", "match.teams"}
    assert raised.value.at.startswith((*change, "hand "))


@pytest.mark.parametrize(
    "text",
    ["{", "{}}", "{" * 5_000, '{"a":' * 7_000, '{"a": 1} x', "{1: 2}", '{"moves": ' + "[" * 20_000],
)
def test_what_begins_like_json_and_is_none_is_said_to_be_none(text: str) -> None:
    assert fault(text) == ("input.json", None, "record")


# Hostile records


HOSTILE = {
    "nothing": "",
    "blanks": " \n\t\n",
    "ten thousand lines": "draw\n" * 10_000,
    "a long line": "discard R1;" * 10_000,
    "one long word": "x" * MOST_LETTERS,
    "bytes": "\x00\x01\x7f\ufffd" * 500,
    "surrogates": "\ud800\udfff" * 40,
    "line separators": "rules: 101-guide\u2028indicator: B10\x0b\x0chand 0: R1\x85fly",
    "emoji": "rules: 🀄\n🀄: 🀄",
    "a number of 5000 digits": "9" * 5_000 + ": draw",
    "hands of a thousand tiles": SHORT.replace("R1 R2", "R1 " * 1_000, 1),
    "a thousand hands": "\n".join(f"hand {seat}: R1" for seat in range(999)),
    "colons": ":" * 1_000,
    "semicolons": ";" * 1_000,
    "hashes": "#" * 1_000,
    "markup": "<script>alert(1)</script>",
    "a format": "rules: %s {0} %(x)s",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_record_is_an_error_with_a_code_and_a_printable_place(name: str) -> None:
    with pytest.raises(RecordError) as raised:
        parse_record(HOSTILE[name])
    assert raised.value.code
    assert raised.value.at.isprintable()
    assert len(raised.value.at) < 100


def test_what_is_longer_than_any_round_is_refused_before_it_is_read() -> None:
    assert fault("x" * (MOST_LETTERS + 1)) == ("record.length", None, str(MOST_LETTERS + 1))
    assert fault("\n" * (MOST_LINES + 1))[:2] == ("record.length", MOST_LINES + 1)
    assert fault(SHORT + "draw;" * (MOST_MOVES + 1))[:2] == ("record.length", 13)
    assert len(read(SHORT + "draw;" * (MOST_MOVES - 5)).moves) == MOST_MOVES


# Writing


def test_a_record_is_written_field_by_field_and_turn_by_turn() -> None:
    assert format_record(read(SHORT)) == SHORT.replace("B11", "*").replace(
        "   # the starter throws without drawing", ""
    )


def test_the_end_of_a_turn_ends_the_line() -> None:
    ends = "discard R1; draw; declare pairs; pass; draw; finish R1 R2 R3 R4; draw"
    text = format_record(read(without("discard").partition("\n\n")[0] + "\n" + ends))
    assert text.partition("\n\n")[2].splitlines() == [
        "discard R1",
        "draw; declare pairs",
        "pass",
        "draw; finish R1 R2 R3 R4",
        "draw",
    ]


INDICATORS = st.sampled_from(FACES)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written down, whether it can be played or not."""
    indicator = draw(INDICATORS)
    tiles = st.sampled_from([tile for tile in TILES if tile != okey_face(indicator)])
    laid = tiles.map(lambda tile: LAID[tile.index]) | st.one_of(
        st.sampled_from(FACES).map(okey_as), st.integers(1, 13).map(okey_as)
    )
    melds = st.lists(
        st.builds(
            Meld,
            st.lists(laid, min_size=1, max_size=5).map(tuple),
            st.none() | st.sampled_from(MeldKind),
        ),
        min_size=1,
        max_size=3,
    ).map(tuple)
    number = st.integers(1, 999)
    actions: st.SearchStrategy[Action] = st.one_of(
        st.sampled_from(
            [Draw(), Take(), TakeIndicator(), DeclarePairs(), ShowIndicator(), Pass()],
        ),
        st.builds(Take, tiles),
        st.builds(Open, melds),
        st.builds(Lay, melds),
        st.builds(Add, laid | st.just(LaidTile(OKEY)), number, st.none() | st.sampled_from(End)),
        st.builds(Swap, tiles, number),
        st.builds(Discard, tiles),
        st.builds(Finish, tiles, melds),
    )
    seats = draw(st.sampled_from([2, 4]))
    moves = st.builds(Move, actions, st.none() | st.integers(0, seats - 1))
    hands = st.none() | st.lists(tiles, max_size=22).map(tuple)
    return Record(
        draw(st.sampled_from(["101-guide", "classic", "101-club", "101-siler"])),
        indicator,
        tuple(draw(st.lists(hands, min_size=seats, max_size=seats))),
        tuple(draw(st.lists(st.none() | tiles, max_size=8))),
        tuple(draw(st.lists(moves, max_size=8))),
        draw(st.integers(0, seats - 1)),
        draw(st.booleans()),
        draw(st.sampled_from([None, PARTNERS])) if seats == 4 else None,
    )


@settings(deadline=None)
@given(records())
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    assert parse_record(format_record(record)) == record
    assert record_of(record_line(record)) == record
    assert parse_record(json.dumps(record_line(record))) == record
    assert rule_set(record.rules)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_a_record_or_an_error(text: str) -> None:
    for prefix in ("", "rules: 101-guide\nindicator: B10\nhand 0: R1\nhand 1: R1\n", "{"):
        with suppress(RecordError):  # anything else is a fault of the reader
            record = parse_record(prefix + text)
            assert parse_record(format_record(record)) == record

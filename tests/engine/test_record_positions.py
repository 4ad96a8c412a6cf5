"""A game record that begins in the middle of a round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from okey import rule_set
from okey.record import (
    Record,
    RecordError,
    format_record,
    parse_record,
    record_line,
    record_of,
)
from okey.replay import play, read_start

MIDDLE = """\
rules: 101-club
indicator: B10
turn: 1 draw
hand 1: R7 Y9 K2
hand 0: 9
opened: melds=105 - - -
table: 0: R4 R5 R6 | 0: R8 Y8 B8   # both of the first player
discards 0: K2 R3
stock: 12
turns: 3

draw; discard K2
"""


def test_with_a_field_turn_a_record_begins_in_a_position() -> None:
    record = parse_record(MIDDLE)
    assert (record.verb, record.seats, record.rules) == ("play", 4, "101-club")
    assert record.position is not None
    assert record.position.turn.seat == 1
    assert len(record.position.table) == 2
    assert [str(move) for move in record.moves] == ["draw", "discard K2"]
    assert parse_record("rules: 101-club\nindicator: B10\nhand 0: ?\nhand 1: ?").verb == "replay"


def test_a_position_in_json_is_the_same_record() -> None:
    record = parse_record(MIDDLE)
    assert record_of(record_line(record)) == record
    assert parse_record(json.dumps(record_line(record))) == record
    assert parse_record(format_record(record)) == record
    assert format_record(parse_record(format_record(record))) == format_record(record)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("hand 1: R7", "hand 1: R77", "notation.tile", 4),
        ("turn: 1 draw", "turn: 9 draw", "input.field", 3),
        ("turn: 1 draw", "turn: 1 dawdle", "input.field", 3),
        ("stock: 12", "stock: 1O", "notation.tile", 9),
        ("0: R8 Y8 B8", "0: R8 Y8", "notation.meld", 7),
        ("turns: 3", "turn: 2", "input.field", 10),
        ("opened: melds=105 - - -", "opened: yes", "input.field", 6),
        ("discards 0: K2", "discards 0: K2 K2 K2", "count.face", None),
        ("draw; discard K2", "draw; 7: discard K2", "notation.move", 12),
        ("draw; discard", "walk; discard", "notation.move", 12),
        ("rules: 101-club", "rules: 102", "rules.unknown", 1),
        ("indicator: B10", "indicator: F", "notation.tile", 2),
    ],
)
def test_what_is_wrong_in_a_position_is_told_with_its_line(
    old: str, new: str, code: str, line: int | None
) -> None:
    assert old in MIDDLE
    with pytest.raises(RecordError) as raised:
        parse_record(MIDDLE.replace(old, new))
    assert (raised.value.code, raised.value.line) == (code, line)


SAMPLES = sorted((Path(__file__).parents[2] / "tutor" / "notation" / "samples").glob("*.txt"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_round_goes_on_from_any_position_of_it_as_it_did(path: Path) -> None:
    whole = parse_record(path.read_text(encoding="utf-8"))
    line = record_line(whole)
    begun = read_start(line, rule_set(whole.rules))
    played = play(begun, whole.moves)
    assert played.refusal is None
    assert played.last.over
    for cut in range(0, len(whole.moves), 7):
        record = Record(
            whole.rules, whole.indicator, moves=whole.moves[cut:], position=played.rounds[cut]
        )
        again = parse_record(format_record(record))
        assert record_of(record_line(record)) == again
        assert again.position is not None
        last = play(again.position, again.moves).last
        assert last.over
        assert (last.seats, last.table, last.finish) == (
            played.last.seats,
            played.last.table,
            played.last.finish,
        )

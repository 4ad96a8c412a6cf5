"""A game record as text: how a round was dealt, or how it stood, and the moves made from there.

    rules: 101-guide
    indicator: B10
    starter: 0
    hand 0: R10 R11 R12 R13 R7 Y7 B7 K7 ...
    hand 1: ...
    stock: Y4 Y2 B5 ?

    discard K4              # the starter throws without drawing
    draw; open R1 R2 R3 | R7 Y7 B7; discard R9

A line is a field, `name: value`, or moves: one, or several between semicolons. What follows `#` is
a comment. With a field `turn` the fields are those of a position (`okey.position_text`). Instead, a
record may be one JSON object, as the verbs `replay` and `play` take it. Reading what was written
gives the same record again: `parse_record(format_record(record)) == record`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from okey.errors import InputError
from okey.moves import DeclarePairs, Discard, Finish, Move, Pass
from okey.position_text import format_position, parse_position
from okey.positions import position_json, read_position
from okey.record_fields import (
    MOST_TILES,
    NAMES,
    UNKNOWN,
    Fields,
    Place,
    RecordError,
    Tiles,
    check_seats,
    hand_of,
    indicator_of,
    line_of,
    moves_of,
    on,
    rules_key,
    seat_of,
    stock_of,
    teams_of,
    yes_or_no,
)
from okey.rules.rulesets import rule_set
from okey.table import Round, Teams
from okey.tiles import Tile, okey_face

MOST_LETTERS: Final = 40_000
MOST_LINES: Final = 2_000
MOST_MOVES: Final = 1_000
_FIELD: Final = re.compile(
    r"(?P<name>[A-Za-z]+(?:[ \t]+turn)?)(?:[ \t]+(?P<seat>[0-9]{1,3}))?[ \t]*:[ \t]*(?P<value>.*)"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A round as it was dealt, and the moves made in it; or those made in a `position`.

    `rules` is the key of a rule set. `hands` has what each seat was dealt, None where nobody knows
    it. `stock` is in drawing order, None for a tile that nobody knows; none at all where nothing of
    it is known. A position has all of that itself. `places` are the lines of the text, from 1, on
    which fields and moves stood (`hand 0`, `move 12`); they are no part of the record's value.
    """

    rules: str
    indicator: Tile
    hands: tuple[Tiles | None, ...] = ()
    stock: tuple[Tile | None, ...] = ()
    moves: tuple[Move, ...] = ()
    starter: int = 0
    risk: bool = False
    teams: Teams | None = None
    position: Round | None = None
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands if self.position is None else self.position.seats)

    @property
    def verb(self) -> str:
        """The verb that answers the record: `replay`, or `play` from a position."""
        return "replay" if self.position is None else "play"

    def line_of(self, at: str) -> int | None:
        """The line that the place of an error names (`hands[2]: R1`, `stock`); None for none."""
        return line_of(self.places, at)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with a field."""

    number: int
    name: str
    seat: str | None
    value: str

    @property
    def key(self) -> str:
        return self.name if self.seat is None else f"{self.name} {self.seat}"


def parse_record(text: str) -> Record:
    """Read a record from text, or from a JSON object as the verbs `replay` and `play` take it.

    Raise `RecordError`: `record.length` for what is too long for a round, `input.json`,
    `input.field` for a field that is missing, unknown, given twice or without a fitting value, and
    what tiles, moves, rule set and position raise. How many tiles each seat is dealt and of which
    faces is the referee's to see.
    """
    if len(text) > MOST_LETTERS:
        raise RecordError("record.length", f"{len(text)}")
    if text.lstrip().startswith("{"):
        return _of_json(text)
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise RecordError("record.length", f"{len(lines)}", MOST_LINES + 1)
    given: list[_Line] = []
    moves: list[tuple[Place, str]] = []
    for number, line in enumerate(lines, 1):
        content = line.partition("#")[0].strip()
        found = _FIELD.fullmatch(content)
        if found is not None and found["name"].lower() != "moves":
            name = " ".join(found["name"].lower().split())
            given.append(_Line(number, name, found["seat"], found["value"]))
        else:
            content = found["value"] if found is not None else content
            moves += [(number, one.strip()) for one in content.split(";") if one.strip()]
    if any(line.name == "turn" for line in given):
        return _played_on(_position(given), moves, {line.key: line.number for line in given})
    fields = Fields()
    for one in given:
        fields.add(one.name, one.seat, one.value, one.number)
    return _dealt(fields, moves)


def record_of(line: Mapping[str, Any]) -> Record:
    """Read a record from the object that `replay` or `play` takes. Raise as `parse_record` does."""
    fields = Fields()
    for name in NAMES:
        if line.get(name) is not None:
            fields.values[name] = line[name], None
    moves = _listed(line.get("moves", []))
    if line.get("turn") is not None or line.get("phase") is not None:
        with on(None):
            position = read_position(line, rule_set(rules_key(*fields.take("rules"))))
        return _played_on(position, moves, {})
    hands = line.get("hands")
    if not isinstance(hands, list) or len(hands) > MOST_TILES:
        raise RecordError("input.field", "hands")
    fields.hands = {seat: (hand, None) for seat, hand in enumerate(hands)}
    return _dealt(fields, moves)


def format_record(record: Record) -> str:
    """Write a record: its fields, an empty line, then the moves, one turn a line."""
    fields = _fields_text(record) if record.position is None else format_position(record.position)
    lines = ["; ".join(map(str, turn)) for turn in turns(record.moves)]
    return "\n".join([fields, *lines, ""]) if lines else fields


def turns(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """The moves, cut after each one that ends a turn."""
    turn: list[Move] = []
    for move in moves:
        turn.append(move)
        if isinstance(move.action, Discard | Finish | DeclarePairs | Pass):
            yield turn
            turn = []
    if turn:
        yield turn


def record_line(record: Record) -> dict[str, Any]:
    """The record as its verb takes it."""
    moves = [str(move) for move in record.moves]
    if record.position is not None:
        return {**position_json(record.position), "moves": moves}
    line: dict[str, Any] = {
        "rules": record.rules,
        "seats": record.seats,
        "starter": record.starter,
        "indicator": str(record.indicator),
        "hands": [None if hand is None else _words(hand) for hand in record.hands],
        "moves": moves,
    }
    if record.stock:
        line["stock"] = [UNKNOWN if tile is None else str(tile) for tile in record.stock]
    if record.risk:
        line["risk"] = True
    if record.teams is not None:
        line["teams"] = [list(team) for team in record.teams]
    return line


# Reading


def _of_json(text: str) -> Record:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("input.json", "record") from None
    if not isinstance(line, dict):
        raise RecordError("input.json", "record")
    return record_of(line)


def _listed(moves: Any) -> list[tuple[Place, str]]:
    if isinstance(moves, str):
        moves = [one for one in moves.split(";") if one.strip()]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError("input.field", "moves")
    return [(None, move) for move in moves]


def _dealt(fields: Fields, moves: Sequence[tuple[Place, str]]) -> Record:
    """The record of a round from its deal on."""
    _check_moves(moves)
    rules = rules_key(*fields.take("rules"))
    indicator = indicator_of(*fields.take("indicator"))
    okey = okey_face(indicator)
    check_seats(fields)
    seats = len(fields.hands)
    return Record(
        rules,
        indicator,
        tuple(hand_of(*fields.hands[seat], f"hand {seat}", okey) for seat in range(seats)),
        tuple(stock_of(*fields.take("stock", ""), okey)),
        tuple(moves_of(moves, indicator, seats)),
        seat_of(*fields.take("starter", 0), "starter", seats),
        yes_or_no(*fields.take("risk", False)),
        teams_of(*fields.take("teams", False), seats),
        places=fields.places() | _move_places(moves),
    )


def _played_on(
    position: Round, moves: Sequence[tuple[Place, str]], places: Mapping[str, int]
) -> Record:
    """The record of moves from a position on."""
    _check_moves(moves)
    return Record(
        position.rules.key,
        position.indicator,
        moves=tuple(moves_of(moves, position.indicator, len(position.seats))),
        position=position,
        places={**places, **_move_places(moves)},
    )


def _position(given: Sequence[_Line]) -> Round:
    """The position that the lines describe; an error is told with its line."""
    try:
        return parse_position("\n".join(f"{line.key}: {line.value}" for line in given))
    except InputError as error:
        # A field that stands twice is meant where it stands again.
        places = {line.key: line.number for line in given}
        raise RecordError(error.code, error.at, line_of(places, error.at)) from None


def _check_moves(moves: Sequence[tuple[Place, str]]) -> None:
    if len(moves) > MOST_MOVES:
        raise RecordError("record.length", f"{len(moves)}", moves[MOST_MOVES][0])


def _move_places(moves: Sequence[tuple[Place, str]]) -> dict[str, int]:
    return {f"move {at}": line for at, (line, _) in enumerate(moves) if line}


# Writing


def _fields_text(record: Record) -> str:
    lines = [f"rules: {record.rules}", f"indicator: {record.indicator}"]
    if record.starter:
        lines.append(f"starter: {record.starter}")
    if record.risk:
        lines.append("risk: yes")
    if record.teams is not None:
        lines.append(f"teams: {' | '.join(_words(team) for team in record.teams)}")
    for seat, hand in enumerate(record.hands):
        lines.append(f"hand {seat}: {UNKNOWN if hand is None else _words(hand)}".rstrip())
    if record.stock:
        lines.append(f"stock: {_words(UNKNOWN if tile is None else tile for tile in record.stock)}")
    return "\n".join(lines) + "\n"


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


__all__ = [
    "MOST_LETTERS",
    "MOST_LINES",
    "MOST_MOVES",
    "Record",
    "RecordError",
    "format_record",
    "parse_record",
    "record_line",
    "record_of",
    "turns",
]

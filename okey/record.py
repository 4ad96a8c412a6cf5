"""A game record as text: how a round was dealt, and its moves.

    rules: 101-guide
    indicator: B10
    starter: 0
    hand 0: R10 R11 R12 R13 R7 Y7 B7 K7 ...
    hand 1: ...
    stock: Y4 Y2 B5 ?

    discard K4              # the starter throws without drawing
    draw; open R1 R2 R3 | R7 Y7 B7; discard R9

A line is a field, `name: value`, or moves: one, or several between semicolons. What follows `#` is
a comment. Instead, a record may be one JSON object, as the verb `replay` takes it. Reading what was
written gives the same record again: `parse_record(format_record(record)) == record`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from okey.errors import InputError
from okey.hand import read_indicator, read_tile
from okey.moves import DeclarePairs, Discard, Finish, Move, Pass, parse_move
from okey.rules.rulesets import rule_set
from okey.table import Teams
from okey.tiles import Tile, okey_face

MOST_LETTERS: Final = 60_000
MOST_LINES: Final = 2_000
MOST_MOVES: Final = 1_000
MOST_TILES: Final = 106
UNKNOWN: Final = "?"  # a tile of the stock that nobody knows

Tiles = tuple[Tile, ...]
_PLACE: Final = re.compile(r"(?P<name>[a-z]+)(?:\[(?P<number>[0-9]+)\]| (?P<plain>[0-9]+))?")


class RecordError(InputError):
    """A record that cannot be read. `line` counts from 1; None where the record is not in lines."""

    def __init__(self, code: str, at: str, line: int | None = None) -> None:
        super().__init__(code, at if line is None else f"line {line}: {at}")
        self.line = line
        self.piece = InputError(code, at).at


@dataclass(frozen=True, slots=True)
class Record:
    """A round as it was dealt, and the moves made in it.

    `rules` is the key of a rule set. `hands` has what each seat was dealt, None where nobody knows
    it. `stock` is in drawing order, None for a tile that nobody knows; none at all where nothing of
    it is known. `places` are the lines of the text, from 1, on which fields and moves stood
    (`hand 0`, `move 12`); they are no part of the record's value.
    """

    rules: str
    indicator: Tile
    hands: tuple[Tiles | None, ...]
    stock: tuple[Tile | None, ...] = ()
    moves: tuple[Move, ...] = ()
    starter: int = 0
    risk: bool = False
    teams: Teams | None = None
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def line_of(self, at: str) -> int | None:
        """The line that a place of an error names (`hands[2]: R1`, `stock`); None for none."""
        named = _PLACE.match(at)
        if named is None:
            return None
        name, number = named["name"], named["number"] or named["plain"]
        key = name if number is None else f"{name.removesuffix('s')} {number}"
        return self.places.get(key)


def parse_record(text: str) -> Record:
    """Read a record from text, or from a JSON object as the verb `replay` takes it.

    Raise `RecordError`: `record.length` for what is too long for a round, `input.json`,
    `input.field` for a field that is missing, unknown, given twice or without a fitting value, and
    what the tiles, the moves and the rule set raise. How many tiles each seat is dealt and of which
    faces is the referee's to see.
    """
    if len(text) > MOST_LETTERS:
        raise RecordError("record.length", f"{len(text)}")
    if text.lstrip().startswith("{"):
        return _of_json(text)
    fields, moves = _Fields(), []
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise RecordError("record.length", f"{len(lines)}", MOST_LINES + 1)
    for number, line in enumerate(lines, 1):
        content = line.partition("#")[0].strip()
        named = _FIELD.fullmatch(content)
        if named is None or named["name"].lower() == "moves":
            content = named["value"] if named else content
            moves += [(number, one.strip()) for one in content.split(";") if one.strip()]
        else:
            fields.add(named["name"].lower(), named["seat"], named["value"], number)
    return _record(fields, moves)


def format_record(record: Record) -> str:
    """Write a record: its fields, an empty line, then the moves, one turn a line."""
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
    if record.moves:
        lines += ["", *("; ".join(map(str, turn)) for turn in turns(record.moves))]
    return "\n".join(lines) + "\n"


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
    """The record as the verb `replay` takes it."""
    line: dict[str, Any] = {
        "rules": record.rules,
        "seats": record.seats,
        "starter": record.starter,
        "indicator": str(record.indicator),
        "hands": [None if hand is None else _words(hand) for hand in record.hands],
        "moves": [str(move) for move in record.moves],
    }
    if record.stock:
        line["stock"] = [UNKNOWN if tile is None else str(tile) for tile in record.stock]
    if record.risk:
        line["risk"] = True
    if record.teams is not None:
        line["teams"] = [list(team) for team in record.teams]
    return line


# Reading lines


_FIELD: Final = re.compile(
    r"(?P<name>[A-Za-z_]+)(?:[ \t]+(?P<seat>[0-9]{1,3}))?[ \t]*:[ \t]*(?P<value>.*)"
)
_NAMES: Final = ("rules", "indicator", "seats", "starter", "risk", "teams", "stock")
_YES: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_Place = int | None  # the line, None in JSON


class _Fields:
    """The fields of a record, each with the line on which it stands."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[Any, _Place]] = {}
        self.hands: dict[int, tuple[Any, _Place]] = {}

    def add(self, name: str, seat: str | None, value: str, line: int) -> None:
        if name == "hand" and seat is not None:
            if int(seat) in self.hands:
                raise RecordError("input.field", f"hand {seat}", line)
            self.hands[int(seat)] = value, line
        elif name not in _NAMES or seat is not None or name in self.values:
            raise RecordError("input.field", name if seat is None else f"{name} {seat}", line)
        else:
            self.values[name] = value, line

    def places(self) -> dict[str, int]:
        """The lines on which the fields stand."""
        found = {name: line for name, (_, line) in self.values.items() if line}
        return found | {f"hand {seat}": line for seat, (_, line) in self.hands.items() if line}

    def take(self, name: str, default: Any = None) -> tuple[Any, _Place]:
        """The value of a field and its line; without a default the field must be there."""
        if name in self.values:
            return self.values[name]
        if default is None:
            raise RecordError("input.field", name)
        return default, None


def _of_json(text: str) -> Record:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("input.json", "record") from None
    if not isinstance(line, dict):
        raise RecordError("input.json", "record")
    return record_of(line)


def record_of(line: Mapping[str, Any]) -> Record:
    """Read a record from the object that the verb `replay` takes. Raise as `parse_record` does."""
    fields = _Fields()
    for name in _NAMES:
        if line.get(name) is not None:
            fields.values[name] = line[name], None
    hands = line.get("hands")
    if not isinstance(hands, list) or len(hands) > MOST_TILES:
        raise RecordError("input.field", "hands")
    fields.hands = {seat: (hand, None) for seat, hand in enumerate(hands)}
    moves = line.get("moves", [])
    if isinstance(moves, str):
        moves = [one for one in moves.split(";") if one.strip()]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError("input.field", "moves")
    return _record(fields, [(None, move) for move in moves])


# Values


def _record(fields: _Fields, moves: Sequence[tuple[_Place, str]]) -> Record:
    if len(moves) > MOST_MOVES:
        raise RecordError("record.length", f"{len(moves)}", moves[MOST_MOVES][0])
    rules = _rules(*fields.take("rules"))
    indicator = _indicator(*fields.take("indicator"))
    okey = okey_face(indicator)
    _seats(fields)
    hands = [_hand(*fields.hands[seat], f"hand {seat}", okey) for seat in range(len(fields.hands))]
    stock = tuple(_stock(*fields.take("stock", ""), okey))
    return Record(
        rules,
        indicator,
        tuple(hands),
        stock,
        tuple(_moves(moves, indicator, len(hands))),
        _seat(*fields.take("starter", 0), "starter", len(hands)),
        _yes(*fields.take("risk", False)),
        _teams(*fields.take("teams", False), len(hands)),
        fields.places() | {f"move {at}": line for at, (line, _) in enumerate(moves) if line},
    )


def _rules(key: Any, line: _Place) -> str:
    if not isinstance(key, str):
        raise RecordError("input.field", "rules", line)
    with _on(line):
        return rule_set(key).key


def _indicator(text: Any, line: _Place) -> Tile:
    if not isinstance(text, str):
        raise RecordError("input.field", "indicator", line)
    with _on(line):
        return read_indicator(text)


def _seats(fields: _Fields) -> None:
    """Every seat has a hand, numbered from 0; `seats`, where given, says the same number."""
    hands = len(fields.hands)
    if not hands or set(fields.hands) != set(range(hands)):
        missing = next(seat for seat in range(hands + 1) if seat not in fields.hands)
        raise RecordError("input.field", f"hand {missing}")
    value, line = fields.take("seats", hands)
    if _number(value, "seats", line) != hands:
        raise RecordError("match.seats", f"seats: {str(value)[:40]}", line)


def _hand(value: Any, line: _Place, at: str, okey: Tile) -> Tiles | None:
    if value is None or (isinstance(value, str) and value.strip() == UNKNOWN):
        return None
    with _on(line):
        return tuple(read_tile(word, okey, at) for word in _split(value, at, line))


def _stock(value: Any, line: _Place, okey: Tile) -> Iterator[Tile | None]:
    with _on(line):
        for word in _split(value, "stock", line):
            yield None if word == UNKNOWN else read_tile(word, okey, "stock")


def _split(value: Any, at: str, line: _Place) -> list[str]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RecordError("input.field", at, line)
    if len(words) > MOST_TILES:
        raise RecordError("record.length", f"{at}: {len(words)}", line)
    return words


def _moves(moves: Sequence[tuple[_Place, str]], indicator: Tile, seats: int) -> Iterator[Move]:
    for number, (line, text) in enumerate(moves):
        with _on(line):
            move = parse_move(text, indicator, at="move" if line else f"moves {number}")
        if move.seat is not None and move.seat >= seats:
            raise RecordError("notation.move", text[:40], line)
        yield move


def _seat(value: Any, line: _Place, at: str, seats: int) -> int:
    seat = _number(value, at, line)
    if seat >= seats:
        raise RecordError("input.field", f"{at}: {seat}", line)
    return seat


def _number(value: Any, at: str, line: _Place) -> int:
    """A small number, written or as JSON has it."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    raise RecordError("input.field", f"{at}: {str(value)[:40]}", line)


def _yes(value: Any, line: _Place) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _YES:
        return _YES[value.lower()]
    raise RecordError("input.field", f"risk: {str(value)[:40]}", line)


def _teams(value: Any, line: _Place, seats: int) -> Teams | None:
    """Two teams of two, `0 2 | 1 3` or as JSON has them; nothing where nobody is partner."""
    if value is False:
        return None
    groups = [team.split() for team in value.split("|")] if isinstance(value, str) else value
    if not isinstance(groups, list) or not all(isinstance(team, list) for team in groups):
        raise RecordError("input.field", "teams", line)
    teams = tuple(
        tuple(_seat(seat, line, "teams", seats) for seat in team[:MOST_TILES]) for team in groups
    )
    if len(teams) != 2 or any(len(team) != 2 for team in teams):
        raise RecordError("match.teams", f"teams: {str(value)[:40]}", line)
    (first, second), (third, fourth) = teams
    return (first, second), (third, fourth)


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


@contextmanager
def _on(line: _Place) -> Iterator[None]:
    """Say on which line an error stands."""
    try:
        yield
    except RecordError:
        raise
    except InputError as error:
        raise RecordError(error.code, error.at, line) from None

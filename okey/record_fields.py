"""The fields of a game record, read from lines or JSON into values, each error with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from okey.errors import InputError
from okey.hand import read_indicator, read_tile
from okey.moves import Move, parse_move
from okey.rules.rulesets import rule_set
from okey.table import Teams
from okey.tiles import Tile

MOST_TILES: Final = 106
UNKNOWN: Final = "?"  # a tile of the stock, or a hand, that nobody knows
NAMES: Final = ("rules", "indicator", "seats", "starter", "risk", "teams", "stock")
_YES: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_PLACE: Final = re.compile(r"(?P<name>[a-z_]+)(?:\[(?P<number>[0-9]+)\]| (?P<plain>[0-9]+))?")
_STANDS_IN: Final = {"phase": "turn"}  # the line of a position that has a field in it

Place = int | None  # the line, None in JSON
Tiles = tuple[Tile, ...]


class RecordError(InputError):
    """A record that cannot be read. `line` counts from 1; None where the record is not in lines."""

    def __init__(self, code: str, at: str, line: Place = None) -> None:
        super().__init__(code, at if line is None else f"line {line}: {at}")
        self.line = line
        self.piece = InputError(code, at).at


class Fields:
    """The fields of a record, each with the line on which it stands."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[Any, Place]] = {}
        self.hands: dict[int, tuple[Any, Place]] = {}

    def add(self, name: str, seat: str | None, value: str, line: int) -> None:
        """Take a line in. Raise `RecordError` for a field that is unknown or given twice."""
        if name == "hand" and seat is not None:
            if int(seat) in self.hands:
                raise RecordError("input.field", f"hand {seat}", line)
            self.hands[int(seat)] = value, line
        elif name not in NAMES or seat is not None or name in self.values:
            raise RecordError("input.field", name if seat is None else f"{name} {seat}", line)
        else:
            self.values[name] = value, line

    def take(self, name: str, default: Any = None) -> tuple[Any, Place]:
        """The value of a field and its line; without a default the field must be there."""
        if name in self.values:
            return self.values[name]
        if default is None:
            raise RecordError("input.field", name)
        return default, None

    def places(self) -> dict[str, int]:
        """The lines on which the fields stand."""
        found = {name: line for name, (_, line) in self.values.items() if line}
        return found | {f"hand {seat}": line for seat, (_, line) in self.hands.items() if line}


def line_of(places: Mapping[str, int], at: str) -> Place:
    """The line that the place of an error names (`hands[2]: R1`, `stock`); None for none."""
    named = _PLACE.match(at)
    if named is None:
        return None
    name, number = named["name"].replace("_", " "), named["number"] or named["plain"]
    keys = [f"{name.removesuffix('s')} {number}", f"{name} {number}", _STANDS_IN.get(name, name)]
    return next((places[key] for key in keys if key in places), None)


@contextmanager
def on(line: Place) -> Iterator[None]:
    """Say on which line an error stands."""
    try:
        yield
    except RecordError:
        raise
    except InputError as error:
        raise RecordError(error.code, error.at, line) from None


# Values


def rules_key(key: Any, line: Place) -> str:
    """The key of a rule set."""
    if not isinstance(key, str):
        raise RecordError("input.field", "rules", line)
    with on(line):
        return rule_set(key).key


def indicator_of(text: Any, line: Place) -> Tile:
    """The open indicator."""
    if not isinstance(text, str):
        raise RecordError("input.field", "indicator", line)
    with on(line):
        return read_indicator(text)


def check_seats(fields: Fields) -> None:
    """See that every seat has a hand, and that `seats`, where given, says the same number."""
    hands = len(fields.hands)
    if not hands or set(fields.hands) != set(range(hands)):
        missing = next(seat for seat in range(hands + 1) if seat not in fields.hands)
        raise RecordError("input.field", f"hand {missing}")
    value, line = fields.take("seats", hands)
    if _number(value, "seats", line) != hands:
        raise RecordError("match.seats", f"seats: {str(value)[:40]}", line)


def hand_of(value: Any, line: Place, at: str, okey: Tile) -> Tiles | None:
    """The tiles of a hand; None for one that nobody knows."""
    if value is None or (isinstance(value, str) and value.strip() == UNKNOWN):
        return None
    with on(line):
        return tuple(read_tile(word, okey, at) for word in _split(value, at, line))


def stock_of(value: Any, line: Place, okey: Tile) -> Iterator[Tile | None]:
    """The tiles of the stock in drawing order; None for one that nobody knows."""
    with on(line):
        for word in _split(value, "stock", line):
            yield None if word == UNKNOWN else read_tile(word, okey, "stock")


def _split(value: Any, at: str, line: Place) -> list[str]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RecordError("input.field", at, line)
    if len(words) > MOST_TILES:
        raise RecordError("record.length", f"{at}: {len(words)}", line)
    return words


def moves_of(moves: Sequence[tuple[Place, str]], indicator: Tile, seats: int) -> Iterator[Move]:
    """The moves, each made by a seat of the table."""
    for number, (line, text) in enumerate(moves):
        with on(line):
            move = parse_move(text, indicator, at="move" if line else f"moves {number}")
        if move.seat is not None and move.seat >= seats:
            raise RecordError("notation.move", text[:40], line)
        yield move


def seat_of(value: Any, line: Place, at: str, seats: int) -> int:
    """A seat of the table."""
    seat = _number(value, at, line)
    if seat >= seats:
        raise RecordError("input.field", f"{at}: {seat}", line)
    return seat


def _number(value: Any, at: str, line: Place) -> int:
    """A small number, written or as JSON has it."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    raise RecordError("input.field", f"{at}: {str(value)[:40]}", line)


def yes_or_no(value: Any, line: Place) -> bool:
    """Whether it is a risk round."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _YES:
        return _YES[value.lower()]
    raise RecordError("input.field", f"risk: {str(value)[:40]}", line)


def teams_of(value: Any, line: Place, seats: int) -> Teams | None:
    """Two teams of two, `0 2 | 1 3` or as JSON has them; nothing where nobody is partner."""
    if value is False:
        return None
    groups = [team.split() for team in value.split("|")] if isinstance(value, str) else value
    if not isinstance(groups, list) or not all(isinstance(team, list) for team in groups):
        raise RecordError("input.field", "teams", line)
    teams = tuple(
        tuple(seat_of(seat, line, "teams", seats) for seat in team[:MOST_TILES]) for team in groups
    )
    if len(teams) != 2 or any(len(team) != 2 for team in teams):
        raise RecordError("match.teams", f"teams: {str(value)[:40]}", line)
    (first, second), (third, fourth) = teams
    return (first, second), (third, fourth)

"""Strict readers of the fields of a JSON line that describes a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from okey.endings import Teams
from okey.errors import InputError
from okey.hand import read_indicator, read_tile, tile_words
from okey.judge import judge_laid
from okey.melds import Meld
from okey.moves import Finish, Lay, Move, Open, parse_move, plain_moves
from okey.reading import read as reading_of
from okey.rules.model import RuleSet
from okey.tiles import Tile, okey_face

Line = Mapping[str, Any]
MOST_MOVES: Final = 1_000  # no round comes near it
MOST_TILES: Final = 106
_WITH_MELDS: Final = (Open, Lay, Finish)


def number(line: Line, name: str, default: int, most: int = 1_000) -> int:
    """A whole number from 0 to `most`."""
    value = line.get(name)
    if value is None:
        return default
    if type(value) is not int:
        raise InputError("input.field", name)
    if not 0 <= value <= most:
        raise InputError("input.field", f"{name}: {value if abs(value) < 10**9 else ''}")
    return value


def flag(line: Line, name: str) -> bool:
    """True or false; false where it is left out."""
    value = line.get(name)
    if value is not None and not isinstance(value, bool):
        raise InputError("input.field", name)
    return bool(value)


def word(line: Line, name: str) -> str | None:
    """A text, None where it is left out."""
    value = line.get(name)
    if value is not None and not isinstance(value, str):
        raise InputError("input.field", name)
    return value


def items(line: Line, name: str) -> list[Any]:
    """A list."""
    value = line.get(name)
    if not isinstance(value, list):
        raise InputError("input.field", name)
    return value


def indicator(line: Line) -> Tile:
    """The open indicator."""
    text = word(line, "indicator")
    if text is None:
        raise InputError("input.field", "indicator")
    return read_indicator(text)


def seats(line: Line, rules: RuleSet) -> int:
    """How many seats there are, four where nobody says. Raise `InputError` (`match.seats`)."""
    value = line.get("seats")
    if value is None:
        return 4
    if type(value) is not int:
        raise InputError("input.field", "seats")
    if value not in rules.seating.counts:
        raise InputError("match.seats", f"seats: {value if 0 <= value < 100 else ''}")
    return value


def words(value: object, at: str) -> list[str]:
    """Tiles as one text or as a list of texts, in words."""
    if isinstance(value, str):
        value = value.split()
    elif not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InputError("input.field", at)
    if len(value) > MOST_TILES:
        raise InputError("count.hand" if "hand" in at else "input.field", f"{at}: {len(value)}")
    return value


def tiles(value: object, at: str, okey: Tile) -> tuple[Tile, ...]:
    """Tiles as one text or as a list of texts."""
    given, known = words(value, at), tile_words(okey.index)
    try:
        return tuple(map(known.__getitem__, given))
    except KeyError:
        return tuple(read_tile(one, okey, at) for one in given)  # which says where it is wrong


def stock(value: object, okey: Tile) -> tuple[Tile | None, ...]:
    """The stock in drawing order; a `?` is a tile that nobody knows."""
    given = words(value, "stock")
    try:
        return tuple(map(_stock_words(okey.index).__getitem__, given))
    except KeyError:
        return tuple(None if one == "?" else read_tile(one, okey, "stock") for one in given)


@cache
def _stock_words(okey: int) -> dict[str, Tile | None]:
    return {**tile_words(okey), "?": None}


def teams(line: Line) -> Teams | None:
    """Two teams of two seats, in the order given. Raise `InputError` (`match.teams`) otherwise."""
    value = line.get("teams")
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(team, list) for team in value):
        raise InputError("input.field", "teams")
    if not all(type(seat) is int for team in value for seat in team):
        raise InputError("input.field", "teams")
    if [len(team) for team in value] != [2, 2]:
        raise InputError("match.teams", "teams")
    first, second = (sorted(team) for team in value)
    return (first[0], first[1]), (second[0], second[1])


def moves(line: Line, indicator_: Tile, seats_: int, rules: RuleSet) -> tuple[Move, ...]:
    """The moves, as a list of texts or as one text with semicolons.

    Raise `InputError`: `notation.move`, `notation.tile`, `notation.meld`.
    """
    value = line.get("moves")
    if value is None:
        return ()
    if isinstance(value, str):
        value = [one for one in value.split(";") if one.strip()]
    if not isinstance(value, list):
        raise InputError("input.field", "moves")
    if len(value) > MOST_MOVES:
        raise InputError("input.field", f"moves: {len(value)}")
    try:
        known = list(map(plain_moves(indicator_.index).get, value))
    except TypeError:  # one of them is no text: it is named below
        known = [None] * len(value)
    return tuple(
        [
            _move(value[at], f"moves[{at}]", indicator_, seats_, rules) if move is None else move
            for at, move in enumerate(known)
        ]
    )


def _move(text: object, at: str, indicator_: Tile, seats_: int, rules: RuleSet) -> Move:
    if not isinstance(text, str):
        raise InputError("input.field", at)
    move = parse_move(text, indicator_, at=at)
    if move.seat is not None and move.seat >= seats_:
        raise InputError("notation.move", f"{at}: {text.strip()[:40]}")
    if isinstance(move.action, _WITH_MELDS):
        count = sum([len(meld.tiles) for meld in move.action.melds])
        if count > rules.hand.starter:
            raise InputError("count.hand", f"{at}: {count}")
        if "=" in text:
            _check_numbers(move.action.melds, okey_face(indicator_), rules)
    return move


def _check_numbers(melds: Sequence[Meld], okey: Tile, rules: RuleSet) -> None:
    """A number alone has a meaning in a group only: in another meld it is no tile."""
    for meld in melds:
        numbers = [laid for laid in meld.tiles if isinstance(laid.stands_for, int)]
        if numbers and reading_of(meld, rules, okey) is None:
            judge_laid((meld,), rules=rules, okey=okey)

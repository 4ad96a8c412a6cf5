"""A finished round as somebody fills it in: the verb `score`, and examples of scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from okey import fields
from okey.ended import Ended, tally
from okey.endings import Board, By, Finish, Line, Result
from okey.errors import InputError
from okey.hand import read_indicator, read_tile
from okey.match import Match, Played, start_match
from okey.rules.examples import Standing, Tally
from okey.rules.model import Rule, RuleSet
from okey.scoring import SILER, applied
from okey.table import PARTNERS
from okey.tiles import Tile, okey_face

MOST_EVENTS: Final = 300  # in one round; nobody throws so many tiles
MOST_POINTS: Final = 255  # of an opening: the dearest 21 tiles
MOST_PAIRS: Final = 11
_WAYS: Final[dict[str, By]] = {"melds": "melds", "pairs": "pairs"}

Json = dict[str, Any]


def score_answer(line: Mapping[str, Any], rules: RuleSet) -> Json:
    """Answer one line of the verb `score`. Raise `InputError` where it is malformed."""
    return result_json(tally(read_ended(line, rules), rules))


def result_json(result: Result) -> Json:
    """A result as the verbs `score` and `replay` answer it, in values that JSON knows."""
    return {
        "scores": list(result.scores),
        "teams": None if result.teams is None else list(result.teams),
        "lines": [line_json(line) for line in result.lines],
        "finish": None if result.finish is None else finish_json(result.finish),
    }


def line_json(line: Line) -> Json:
    return {
        "seat": line.seat,
        "rule": line.rule,
        "points": line.points,
        "factor": line.factor,
        "factors": list(line.factors),
        "params": dict(line.params),
    }


def finish_json(finish: Finish) -> Json:
    return {
        "seat": finish.seat,
        "okey_last": finish.okey_last,
        "by": finish.by,
        "same_turn": finish.same_turn,
        "first_to_open": finish.first_to_open,
    }


# Reading


def read_ended(line: Mapping[str, Any], rules: RuleSet) -> Ended:
    """Read a finished round from the fields of the verb `score`.

    Raise `InputError` for fields that cannot be read, or a number of seats that is not known.
    """
    seats = fields.seats(line, rules)
    indicator = fields.indicator(line)
    boards = fields.items(line, "boards")
    if len(boards) != seats:
        raise InputError("input.field", f"boards: {len(boards)}")
    read = tuple(
        _board(board, f"boards[{at}]", indicator, rules) for at, board in enumerate(boards)
    )
    return Ended(
        indicator,
        read,
        _finish(line.get("finish"), read),
        _events(line),
        fields.teams(line),
        fields.flag(line, "risk"),
    )


def _object(value: object, at: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError("input.field", at)
    return value


def _flag(line: Mapping[str, Any], name: str, at: str) -> bool:
    return fields.flag({f"{at}.{name}": line.get(name)}, f"{at}.{name}")


def _number(line: Mapping[str, Any], name: str, at: str, most: int) -> int | None:
    value = line.get(name)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= most:
        raise InputError("input.field", f"{at}.{name}")
    return value


def _way(value: object, at: str) -> By | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in _WAYS:
        raise InputError("input.field", f"{at}: {value[:40]}" if isinstance(value, str) else at)
    return _WAYS[value]


def _board(value: object, at: str, indicator: Tile, rules: RuleSet) -> Board:
    board = _object(value, at)
    hand = board.get("hand")
    words = fields.words("" if hand is None else hand, f"{at}.hand")
    if len(words) > rules.hand.starter:
        raise InputError("count.hand", f"{at}.hand: {len(words)}")
    okey = okey_face(indicator)
    return Board(
        _way(board.get("opened"), f"{at}.opened"),
        tuple(read_tile(word, okey, f"{at}.hand") for word in words),
        _number(board, "opening_points", at, MOST_POINTS),
        _number(board, "opening_pairs", at, MOST_PAIRS),
    )


def _finish(value: object, boards: tuple[Board, ...]) -> Finish | None:
    """A finish. What is left out follows from the boards, or did not happen."""
    if value is None:
        return None
    finish = _object(value, "finish")
    seat = finish.get("seat")
    if type(seat) is not int or not 0 <= seat < len(boards):
        raise InputError("input.field", "finish.seat")
    same_turn = _flag(finish, "same_turn", "finish")
    first = _flag(finish, "first_to_open", "finish")
    if finish.get("first_to_open") is None and same_turn:
        first = not any(board.opened for at, board in enumerate(boards) if at != seat)
    return Finish(
        seat,
        _flag(finish, "okey_last", "finish"),
        _way(finish.get("by"), "finish.by") or boards[seat].opened or "melds",
        same_turn,
        first,
    )


def _events(line: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    events = [] if line.get("events") is None else fields.items(line, "events")
    if len(events) > MOST_EVENTS:
        raise InputError("input.field", f"events: {len(events)}")
    return tuple(_event(event, f"events[{at}]") for at, event in enumerate(events))


def _event(value: object, at: str) -> tuple[str, int]:
    event = _object(value, at)
    kind, seat = event.get("kind"), event.get("seat")
    if not isinstance(kind, str):
        raise InputError("input.field", f"{at}.kind")
    if kind == SILER:  # it follows from the boards
        raise InputError("input.field", f"{at}.kind: {kind}")
    if type(seat) is not int or not 0 <= seat < 100:
        raise InputError("input.field", f"{at}.seat")
    return kind, seat


# Examples


def tally_holds(rule: Rule, example: Tally, rules: RuleSet) -> bool:
    """Whether the rule applies to this finished round: a line names it, or a line's factor."""
    return rule.id in applied(tally(ended_example(example), rules))


def standing_holds(rule: Rule, example: Standing, rules: RuleSet) -> bool:
    """Whether a match can stand so; for its winner and its chips, whether it has come that far."""
    try:
        match = match_example(example, rules)
    except InputError as error:
        if error.code != rule.id:
            raise
        return False
    return match.over if rule.id in ("match.winner", "match.chips") else True


def ended_example(example: Tally) -> Ended:
    """The finished round that an example writes in short."""
    indicator = read_indicator(example.indicator)
    boards = tuple(_short_board(text, indicator) for text in example.boards)
    finish = None
    if example.finish is not None:
        words = example.finish.split()
        finish = Finish(
            next(int(word) for word in words if word.isdigit()),
            okey_last="okey" in words,
            by="pairs" if "pairs" in words else "melds",
            same_turn="same-turn" in words,
            first_to_open="first" in words,
        )
    events = tuple((event.split()[0], int(event.split()[1])) for event in example.events)
    return Ended(
        indicator, boards, finish, events, PARTNERS if example.teams else None, example.risk
    )


def _short_board(text: str, indicator: Tile) -> Board:
    head, _, hand = text.partition(":")
    words = head.split()
    opened = _WAYS.get(words[0])
    worth = int(words[1]) if len(words) > 1 else None
    okey = okey_face(indicator)
    return Board(
        opened,
        tuple(read_tile(word, okey, "hand") for word in hand.split()),
        worth if opened == "melds" else None,
        worth if opened == "pairs" else None,
    )


def match_example(example: Standing, rules: RuleSet) -> Match:
    """The match that an example writes in short. Raise `InputError` as `start_match` does."""
    teams = PARTNERS if example.teams is True else example.teams or None
    played = [Played(tuple(scores)) for scores in example.scores]
    return start_match(
        rules, seats=example.seats, rounds=example.rounds, teams=teams, played=played
    )

"""A game as a seat sees it, as plain values for the API."""

from __future__ import annotations

from typing import Any

from okey.bots import advice, seen_by
from okey.positions import position_json
from okey.replay import violation_json
from okey.search.turn_kinds import legal_kinds
from okey.tally import result_json
from tutor.advice_words import reason_sentence
from tutor.models import Game
from tutor.practice.deeds import Illegal
from tutor.practice.tables import Table
from tutor.referee.wording import language

Json = dict[str, Any]


def game_line(game: Game) -> Json:
    """A game in a list."""
    return {
        "id": game.pk,
        "rules": game.rules,
        "rules_version": game.rules_version,
        "seats": game.seats,
        "length": game.length or 0,
        "state": game.state,
        "version": game.version,
        "updated_at": game.updated_at,
    }


def game_data(table: Table) -> Json:
    """The game with its last round. Nothing that this seat does not see is in it."""
    line = game_line(table.game) | {
        "seat": table.mine,
        "players": [
            {"seat": seat.number, "name": seat.name, "level": level}
            for seat, level in zip(table.seats, table.levels, strict=True)
        ],
        "round": None, "position": None, "moves": [], "my_turn": False, "legal": [],
        "can_undo": False, "may_ask": False, "can_deal": False, "score": None, "standings": [],
    }  # fmt: skip
    if table.waiting:
        return line
    seen = seen_by(table.round, table.mine)
    befores = table.played.rounds
    return line | {
        "round": table.number,
        "position": None if seen.over else position_json(seen),
        "moves": [
            {"seat": before.turn.seat if move.seat is None else move.seat, "move": str(move)}
            for before, move in zip(befores, table.played.moves, strict=False)
        ],
        "my_turn": table.my_turn,
        "legal": list(legal_kinds(seen)) if table.my_turn else [],
        "can_undo": table.can_undo,
        "may_ask": table.may_ask,
        "can_deal": table.can_deal,
        "score": None if seen.result is None else result_json(seen.result),
        "standings": _standings(table),
    }


def illegal_data(illegal: Illegal | None) -> Json | None:
    """The first move that the referee refused, and why."""
    if illegal is None:
        return None
    return {
        "move": str(illegal.move),
        "violations": [violation_json(violation) for violation in illegal.violations],
    }


def advice_data(table: Table) -> Json:
    """What the engine would do by what this seat sees, and why."""
    found = advice(seen_by(table.round, table.mine))
    return {
        "moves": [str(move) for move in found.moves],
        "reasons": [
            {
                "code": reason.code,
                "params": dict(reason.params),
                "message": reason_sentence(reason, language()),
            }
            for reason in found.reasons
        ],
    }


def _standings(table: Table) -> list[Json]:
    match = table.match
    if match is None or not match.played:
        return []
    return [
        {"seat": seat, "place": match.places[seat], "total": match.totals[seat]}
        for seat in range(table.game.seats)
    ]

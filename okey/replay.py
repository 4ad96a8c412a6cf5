"""Rounds as JSON: the verbs `replay`, from the deal on, and `play`, from a position.

Both answer with the state after the last move, or before the one that was refused. With `"steps":
true` the answer also has the state before the first move and after each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from okey import fields
from okey.endings import Event
from okey.errors import InputError
from okey.moves import Move
from okey.positions import read_position
from okey.referee import Refusal, made
from okey.rules.model import RuleSet, Violation
from okey.table import Round, TableMeld, check_table, start
from okey.tally import result_json
from okey.tiles import okey_face, text_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """Moves that were made. `rounds` begins with the round before the first of them.

    `refusal` is what was wrong with the first move that was refused, None where none was.
    """

    moves: tuple[Move, ...]
    rounds: tuple[Round, ...]
    refusal: Refusal | None = None

    @property
    def last(self) -> Round:
        """The round after the last move that was made."""
        return self.rounds[-1]


def play(round_: Round, moves: Iterable[Move]) -> Played:
    """Make moves one after the other, up to the first that is refused.

    Raise `InputError` (`input.field`) where a tile that nobody knows is drawn into a known hand.
    """
    moves, rounds = tuple(moves), [round_]
    for number, move in enumerate(moves):
        after = made(round_, move)
        if isinstance(after, Refusal):
            return Played(moves[:number], tuple(rounds), after)
        rounds.append(after)
        round_ = after
    return Played(moves, tuple(rounds))


# Verbs


def replay_answer(line: Mapping[str, Any], rules: RuleSet) -> Json:
    """Answer one line of the verb `replay`. Raise `InputError` where it is malformed."""
    begun = read_start(line, rules)
    return _answer(line, begun)


def play_answer(line: Mapping[str, Any], rules: RuleSet) -> Json:
    """Answer one line of the verb `play`. Raise `InputError` where it is malformed."""
    return _answer(line, read_position(line, rules))


def read_start(line: Mapping[str, Any], rules: RuleSet) -> Round:
    """Read a deal from the fields of the verb `replay`.

    Raise `InputError` for fields that cannot be read, and as `okey.table.start` does.
    """
    seats = fields.seats(line, rules)
    starter = fields.number(line, "starter", 0)
    risk, teams = fields.flag(line, "risk"), fields.teams(line)
    check_table(rules, seats, starter, risk, teams)
    indicator = fields.indicator(line)
    okey = okey_face(indicator)
    hands = fields.items(line, "hands")
    if len(hands) != seats:
        raise InputError("input.field", f"hands: {len(hands)}")
    read = [
        None if hand is None else fields.tiles(hand, f"hands[{seat}]", okey)
        for seat, hand in enumerate(hands)
    ]
    stock = None if line.get("stock") is None else fields.stock(line["stock"], okey)
    return start(
        rules, indicator=indicator, hands=read, stock=stock, starter=starter, risk=risk, teams=teams
    )


def _answer(line: Mapping[str, Any], begun: Round) -> Json:
    moves = fields.moves(line, begun.indicator, len(begun.seats), begun.rules)
    steps = fields.flag(line, "steps")
    played = play(begun, moves)
    answer = {
        **round_json(played.last),
        "events": events_json(played.last.events),
        "refused": _refused(played),
    }
    if steps:
        answer["steps"] = steps_json(played)
    return answer


def _refused(played: Played) -> Json | None:
    if played.refusal is None:
        return None
    violations = [violation_json(violation) for violation in played.refusal.violations]
    return {"move": len(played.moves), "violations": violations}


# Values that JSON knows


def round_json(round_: Round) -> Json:
    """The state of a round without its events."""
    return {
        "status": "over" if round_.over else "playing",
        "turn": round_.turn.seat,
        "phase": str(round_.turn.phase),
        "hands": [None if seat.hand is None else text_of(seat.hand) for seat in round_.seats],
        "sizes": [seat.size for seat in round_.seats],
        "opened": [seat.opened for seat in round_.seats],
        "table": [meld_json(meld) for meld in round_.table],
        "discards": [text_of(seat.discards) for seat in round_.seats],
        "stock": len(round_.stock),
        "closing": None if round_.closing is None else str(round_.closing),
        "result": None if round_.result is None else result_json(round_.result),
    }


def steps_json(played: Played) -> list[Json]:
    """The states one after the other, each with the move that led to it and its events."""
    first, *after = played.rounds
    steps: list[Json] = [
        {"move": None, "seat": None, "text": None, **round_json(first), "events": []}
    ]
    written = len(first.events)
    for number, (move, round_) in enumerate(zip(played.moves, after, strict=True)):
        before = played.rounds[number]
        steps.append(
            {
                "move": number,
                "seat": before.turn.seat if move.seat is None else move.seat,
                "text": str(move.action),
                **round_json(round_),
                "events": events_json(round_.events[written:]),
            }
        )
        written = len(round_.events)
    return steps


def events_json(events: Sequence[Event]) -> list[Json]:
    """Penalties and bonuses in the order in which they were written."""
    return [
        {"rule": event.rule, "seat": event.seat, "points": event.points, "move": event.move}
        for event in events
    ]


def meld_json(meld: TableMeld) -> Json:
    """A meld on the table."""
    return {"owner": meld.owner, "kind": str(meld.kind), "tiles": meld.text}


def violation_json(violation: Violation) -> Json:
    """A rule that a move breaks."""
    return {
        "rule": violation.rule,
        "tiles": violation.tiles,
        "params": dict(violation.params),
        "meld": violation.meld,
        "positions": list(violation.positions),
    }

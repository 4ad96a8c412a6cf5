"""A record stepped through: what stood on the table before the first move and after each one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from okey import Meld, RuleSet, fields, okey_face, rule_set
from okey.moves import Finish, Lay, Move, Open
from okey.record import Record, format_record, parse_record, record_line, turns
from okey.replay import Played, play, read_start, steps_json
from okey.table import Round
from tutor.explain import Note
from tutor.move_words import move_sentence
from tutor.names import rule_set_name, seat_name
from tutor.notation.links import packed, step_url
from tutor.referee.score import ShownScore, shown_score
from tutor.refusals import refusal_notes, signed
from tutor.rounds import ShownRound, shown_round

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move in the list. `state` is played, refused, or unplayed after a refusal."""

    step: int
    text: str
    url: str
    current: bool
    state: str
    written: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """The moves of one turn, with who made them."""

    name: str
    moves: tuple[ShownMove, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that the rules refuse: what was meant, and why not."""

    said: str
    melds: tuple[tuple[Meld, tuple[int | None, ...] | None], ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Controls:
    """Where the buttons lead; empty where there is nothing further."""

    first: str
    previous: str
    next: str
    last: str


@dataclass(frozen=True, slots=True)
class StepPage:
    """A step of a record, and all that stands around it."""

    rules_key: str
    rules_name: str
    okey: str
    step: int
    last: int
    round: ShownRound
    refusal: Refusal | None
    score: ShownScore | None
    turns: tuple[ShownTurn, ...]
    controls: Controls
    packed: str
    text: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record played out: the moves that were made, and the state before and after each."""

    played: Played
    steps: tuple[Json, ...]

    @property
    def refused(self) -> int | None:
        """The place of the move that was refused, from 0."""
        return None if self.played.refusal is None else len(self.played.moves)


def replayed(record: Record) -> Replayed:
    """Play a record out. Raise `InputError` where the round cannot have been dealt so."""
    return _replayed(format_record(record))


@lru_cache(maxsize=64)
def _replayed(text: str) -> Replayed:
    record = parse_record(text)
    line, rules = record_line(record), rule_set(record.rules)
    begun = record.position or read_start(line, rules)
    played = play(begun, fields.moves(line, begun.indicator, record.seats, rules))
    return Replayed(played, tuple(steps_json(played)))


def step_page(record: Record, step: int, language: str) -> StepPage:
    """A step of a record; one that there is not is the nearest that there is.

    Step 0 is the round as it was dealt, step n comes after the n-th move. A refused move is the
    last step; its state is that before it.
    """
    found = replayed(record)
    rules, steps = rule_set(record.rules), found.steps
    last = len(steps) - 1 + (found.refused is not None)
    step = max(0, min(step, last))
    at = min(step, len(steps) - 1)
    is_refused = found.refused is not None and step == last
    address = packed(record)
    return StepPage(
        rules_key=record.rules,
        rules_name=rule_set_name(record.rules, language),
        okey=str(okey_face(record.indicator)),
        step=step,
        last=last,
        round=shown_round(
            steps[at],
            language,
            indicator=record.indicator,
            before=steps[at - 1] if at and not is_refused else None,
            written=_written(steps[: at + 1]),
        ),
        refusal=_refusal(record, found, rules, language) if is_refused else None,
        score=_score(found.played.last, language) if step == last else None,
        turns=tuple(_turns(record, found, step, address, language)),
        controls=Controls(
            first=step_url(address, 0) if step else "",
            previous=step_url(address, step - 1) if step else "",
            next=step_url(address, step + 1) if step < last else "",
            last=step_url(address, last) if step < last else "",
        ),
        packed=address,
        text=format_record(record),
    )


def _written(steps: Sequence[Json]) -> dict[int, int]:
    """What each seat has written so far, in penalties and bonuses."""
    written: dict[int, int] = defaultdict(int)
    for state in steps:
        for event in state["events"]:
            written[event["seat"]] += event["points"]
    return written


def _turns(
    record: Record, found: Replayed, step: int, address: str, language: str
) -> Iterator[ShownTurn]:
    steps, number = found.steps, 0
    for moves in turns(record.moves):
        shown = []
        seat = None
        for move in moves:
            number += 1
            state = "played"
            if number >= len(steps):
                state = "refused" if found.refused == number - 1 else "unplayed"
            if seat is None:
                seat = _mover(move, steps[min(number, len(steps)) - 1])
            events = steps[number]["events"] if state == "played" else ()
            shown.append(
                ShownMove(
                    step=number,
                    text=str(move.action),
                    url="" if state == "unplayed" else step_url(address, number),
                    current=number == step,
                    state=state,
                    written=tuple(
                        f"{seat_name(event['seat'], language)} {signed(event['points'], language)}"
                        for event in events
                    ),
                )
            )
        unplayed = shown[0].state == "unplayed"
        yield ShownTurn("" if seat is None or unplayed else seat_name(seat, language), tuple(shown))


def _mover(move: Move, before: Json) -> int | None:
    turn: int | None = before["turn"]
    return turn if move.seat is None else move.seat


def _refusal(record: Record, found: Replayed, rules: RuleSet, language: str) -> Refusal:
    assert found.refused is not None
    assert found.played.refusal is not None
    move = record.moves[found.refused]
    action = move.action
    melds = action.melds if isinstance(action, Open | Lay | Finish) else ()
    notes = refusal_notes(
        found.played.refusal.violations,
        rules=rules,
        indicator=record.indicator,
        language=language,
        melds=melds,
    )
    badges = {
        (part.lane, part.position): part.badge
        for note in notes
        for part in note.parts
        if part.badge is not None
    }
    rows = []
    for lane, meld in enumerate(melds):
        row = tuple(badges.get((lane, position)) for position in range(len(meld)))
        rows.append((meld, row if any(row) else None))
    seat = _mover(move, found.steps[-1])
    said = move_sentence(move, language, indicator=record.indicator)
    name = "" if seat is None else f"{seat_name(seat, language)} "
    return Refusal(f"{name}{said}", tuple(rows), tuple(notes))


def _score(last: Round, language: str) -> ShownScore | None:
    if last.result is None:
        return None
    names = [seat_name(seat, language) for seat in range(len(last.seats))]
    return shown_score(last.result, last.rules, names)
